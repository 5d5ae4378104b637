package machine

import "math"

// minimise minimises P over the coordinates of one class, with all others held. With
// g_i = cross_i - sum_(j of others) G_ij beta_j and the eigenvalues s_i it is
//
//	1/2 sum_i s_i beta_i^2 - g.beta + lambda ||beta||,
//
// least at 0 where ||g|| <= lambda, and else at beta_i = g_i nu / (s_i nu + lambda), whose
// norm is nu.
func (w *work) minimise(p *Point, class int, lambda float64) {
	d := w.dictionary
	from, to := d.bounds[class], d.bounds[class+1]
	g, beta, values := w.slope[:to-from], p.beta[from:to], d.values[from:to]
	for i := range g {
		row := d.row(from + i)
		g[i] = p.cross[from+i] - dot(row[:from], p.beta[:from]) - dot(row[to:], p.beta[to:])
	}
	nu := norm(g, values, lambda, length(beta))
	for i, v := range g {
		beta[i] = v * nu / (values[i]*nu + lambda)
	}
}

// norm returns the nu > 0 with
//
//	h(nu) = sum_i g_i^2 / (s_i nu + lambda)^2 = 1,
//
// or 0 where there is none: h falls from ||g||^2 / lambda^2. Newton's method is applied to
// 1/sqrt(h), which is nearly a straight line (More and Sorensen 1983), begins at near, and
// halves the interval that is left where it would leave that.
func norm(g, values []float64, lambda, near float64) float64 {
	size := length(g)
	if size <= lambda {
		return 0
	}
	lo, hi := 0.0, math.Inf(1)
	nu := near
	const most = 100
	for range most {
		var h, slope float64 // slope is -h'/2
		for i, v := range g {
			t := 1 / (values[i]*nu + lambda)
			q := v * t
			q *= q
			h += q
			slope += q * values[i] * t
		}
		if h > 1 {
			lo = nu
		} else {
			hi = nu
		}
		root := math.Sqrt(h)
		next := nu + (root-1)*h/slope
		if math.Abs(next-nu) <= 1e-15*nu {
			return next
		}
		if !(next > lo && next < hi) {
			if math.IsInf(hi, 1) {
				next = 2*lo + size/lambda
			} else {
				next = lo + (hi-lo)/2
			}
		}
		if next == nu {
			break
		}
		nu = next
	}
	return nu
}

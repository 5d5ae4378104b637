package solver

import "math"

// prox stores in dst the minimiser of
//
//	sum_i [ psi_i(z_i) + (z_i - v_i)^2 / (2 lambda_i) ]
//
// subject to sum(z) = 0 where the problem has an intercept. There
// z_i = prox_i(v_i - lambda_i b) for the multiplier b, whose equation is
// monotone: bisection to neighbouring numbers. dst may be v.
func (p *Problem) prox(dst, v, lambda []float64) {
	at := func(i int, b float64) float64 {
		return p.Loss.Prox(p.Y[i], v[i]-lambda[i]*b, lambda[i], p.Gamma)
	}
	b := 0.0
	if p.Intercept {
		b = decreasingRoot(func(b float64) float64 {
			var s float64
			for i := range v {
				s += at(i, b)
			}
			return s
		})
	}
	for i := range v {
		dst[i] = at(i, b)
	}
	if p.Intercept {
		p.balance(dst)
	}
}

// decreasingRoot finds a zero of a continuous decreasing function that has one:
// a bracket by doubling, then the Illinois method, until the bracket closes.
func decreasingRoot(f func(float64) float64) float64 {
	f0 := f(0)
	if f0 == 0 {
		return 0
	}
	step := math.Copysign(1, f0)
	lo, flo := 0.0, f0
	hi, fhi := step, f(step)
	for fhi != 0 && (fhi > 0) == (f0 > 0) && math.Abs(hi) < 1e300 {
		lo, flo = hi, fhi
		hi *= 4
		fhi = f(hi)
	}
	side := 0
	for n := 0; ; n++ {
		if fhi == 0 {
			return hi
		}
		mid := hi - fhi*(hi-lo)/(fhi-flo)
		if n%3 == 2 || !(mid > min(lo, hi) && mid < max(lo, hi)) {
			mid = lo + (hi-lo)/2
		}
		if mid == lo || mid == hi || math.Abs(hi-lo) <= 1e-15*math.Abs(mid) {
			return mid
		}
		fm := f(mid)
		switch {
		case fm == 0:
			return mid
		case (fm > 0) == (fhi > 0):
			hi, fhi = mid, fm
			if side == 1 {
				flo /= 2
			}
			side = 1
		default:
			lo, flo = mid, fm
			if side == -1 {
				fhi /= 2
			}
			side = -1
		}
	}
}

// balance removes the rounding left in sum(z) = 0 from the coordinates that have
// room for it.
func (p *Problem) balance(z []float64) {
	for range 4 {
		var sum float64
		for _, v := range z {
			sum += v
		}
		if sum == 0 {
			return
		}
		room, where := 0.0, -1
		for i, v := range z {
			piece := p.Loss.Piece(p.Y[i], v, p.Gamma)
			if r := min(v-piece.Lo, piece.Hi-v); r > room {
				room, where = r, i
			}
		}
		if where < 0 || room < math.Abs(sum) {
			return
		}
		z[where] -= sum
	}
}

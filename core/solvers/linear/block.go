package linear

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/penalty"
)

const (
	rounding = 1e-12 // relative difference of two equal sums
	grow     = 1.02  // factor by which a curvature exceeds the one that was found
)

// minimise minimises over block k, columns from to to of the working set: P itself, or a
// quadratic above P of curvature ||X_B||^2, which grows where it is too small for the step.
// It returns the squared change of the fit.
func (s *descent) minimise(k, from, to int) float64 {
	width := to - from
	b, g, before := s.b[from:to], s.slope[:width], s.old[:width]
	s.q.gradient(g, from)
	first, second := s.h.Inner.Weight, s.h.Weight
	if width == 1 {
		z := s.squares[s.columns[from]]
		if z == 0 {
			return 0
		}
		was := b[0]
		g[0] += float64(z * was)
		penalty.SoftThreshold(g, g, first)
		if b[0] = g[0] / (z + second); b[0] == was {
			return 0
		}
		before[0] = b[0] - was
		s.q.commit(from, before)
		return float64(before[0]*before[0]) * z
	}
	copy(before, b)
	if s.q.spectral() {
		values := s.eigen[:width]
		for i, j := range s.columns[from:to] {
			g[i] += float64(s.squares[j] * b[i])
			values[i] = s.squares[j] + second
		}
		minimiseBlock(b, g, values, first)
		floats.SubTo(before, b, before)
		s.q.commit(from, before)
		var change float64
		for i, v := range before {
			change += float64(v * v * s.squares[s.columns[from+i]])
		}
		return change
	}
	if s.curvature[k] == 0 {
		s.curvature[k] = s.blockNorm(from, to)
	}
	if s.curvature[k] == 0 {
		return 0
	}
	for {
		z := s.curvature[k]
		floats.AddScaledTo(b, g, z, before)
		penalty.SoftThreshold(b, b, first)
		floats.Scale(1/(z+second), b)
		change := s.eigen[:width]
		floats.SubTo(change, b, before)
		curvature, distance := s.q.try(from, change), dense.Dot(change, change)
		if curvature > z*distance*(1+rounding) && curvature > still*still*s.power {
			s.curvature[k] = curvature / distance * grow
			continue
		}
		s.q.commit(from, change)
		return curvature
	}
}

// blockNorm estimates ||X_B||^2, the largest eigenvalue of X_B'X_B, from below to a few
// percent. The estimate is at least the largest ||x_j||^2.
func (s *descent) blockNorm(from, to int) float64 {
	const powers = 20 // steps of the power method
	v, gram := s.eigen[:to-from], make([]float64, (to-from)*(to-from))
	at := make([]int, to-from)
	var square float64
	for i := range v {
		at[i] = from + i
		square = max(square, s.squares[s.columns[from+i]])
		v[i] = math.Sqrt(s.squares[s.columns[from+i]])
	}
	s.q.hessian(gram, at)
	next := make([]float64, len(v))
	for range powers {
		length := floats.Norm(v, 2)
		if length == 0 {
			return square
		}
		floats.Scale(1/length, v)
		multiplySymmetric(next, gram, v)
		root := floats.Norm(next, 2)
		done := root <= square*grow && root >= square/grow
		if square = max(square, root); done {
			return square
		}
		v, next = next, v
	}
	return square
}

// minimiseBlock stores in b the minimiser of
//
//	1/2 sum_i s_i b_i^2 - g.b + lambda ||b||,
//
// which is b_i = g_i nu / (s_i nu + lambda) with nu = ||b||, and 0 where ||g|| <= lambda.
func minimiseBlock(b, g, values []float64, lambda float64) {
	nu := secularRoot(g, values, lambda, penalty.Length(b))
	for i, v := range g {
		b[i] = v * nu / (values[i]*nu + lambda)
	}
}

// secularRoot returns the nu > 0 with
//
//	h(nu) = sum_i g_i^2 / (s_i nu + lambda)^2 = 1,
//
// or 0 where there is none: h decreases from ||g||^2 / lambda^2. It applies Newton's method to
// 1/sqrt(h), which is nearly linear (More and Sorensen 1983), from start on, with bisection where
// a step leaves the bracket.
func secularRoot(g, values []float64, lambda, start float64) float64 {
	size := penalty.Length(g)
	if size <= lambda {
		return 0
	}
	lo, hi := 0.0, math.Inf(1)
	nu := start
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

package penalty

import (
	"math"

	"lplab/core/solvers/optimize"
)

// ulps is the share of a weight by which an interval is widened, against rounding.
const ulps = 4 * 0x1p-52

// Interval returns how far below and above b a coordinate of the minimiser b* may lie, where b
// is that coordinate of a point with an objective that exceeds the minimum by at most gap, a finite
// number. The objective is a convex function plus h, so that
//
//	(1/p)|b|^p - (1/p)|b*|^p - sign(b*)|b*|^(p-1) (b - b*) <= gap.
//
// The left side increases with the distance of b* from b on either side.
func (h Power) Interval(b, gap float64) (below, above float64) {
	p := h.p()
	end := func(sign float64) float64 {
		left := func(r float64) float64 {
			at := b + sign*r
			size := math.Abs(at)
			return gap - h.distance(b, at, math.Copysign(math.Pow(size, p-1), at), math.Pow(size, p))
		}
		if !(left(0) > 0) {
			return 0
		}
		lo, hi, _, _ := optimize.DecreasingRoot(left, 0, h.Radius(math.Abs(b), gap))
		return max(lo, hi)
	}
	room := ulps * math.Abs(b)
	return end(-1) + room, end(1) + room
}

// Radius returns a bound on ||b* - b||_p for such points, where norm = ||b||_p: the root r of
//
//	(p-1)/2 r^2 (norm + r)^(p-2) = gap.
//
// With m_k = |b_k| + |b*_k - b_k|, the Bregman distance is at least the sum of
// (p-1)/2 m_k^(p-2) (b*_k - b_k)^2, by Hoelder's inequality (p-1)/2 ||b* - b||_p^2 ||m||_p^(p-2).
func (h Power) Radius(norm, gap float64) float64 {
	p := h.p()
	if !(gap > 0) {
		return 0
	}
	left := func(r float64) float64 {
		if r == 0 {
			return 1
		}
		return 1 - (p-1)/2*r*r*math.Pow(norm+r, p-2)/gap
	}
	radius := math.Sqrt(2 * gap / (p - 1) * math.Pow(norm, 2-p)) // where r is small beside norm
	far := math.Pow(2*gap/(p-1), 1/p)                            // where norm is small beside r
	lo, hi, _, _ := optimize.DecreasingRoot(left, 0, max(radius, far))
	return max(lo, hi) * (1 + ulps)
}

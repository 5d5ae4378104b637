package lp

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// activeSet takes a point near the minimiser of f(z) + sum_i psi_i(z_i) to full precision.
// Coordinates at an end of the domain or at the kink are held there, and freed if their
// multiplier has the wrong sign; the others move by Newton's method.
type activeSet struct {
	p *Problem
	f smooth

	z, g, d, r, step []float64
	holds            []hold
	b                float64 // the multiplier of sum(z) = 0
	best, bestG      []float64
	gap              float64 // at best
}

// hold is where a coordinate is held.
type hold int8

const (
	isFree hold = iota
	atLower
	atUpper
	atKink
)

func newActiveSet(p *Problem, f smooth) *activeSet {
	n := len(p.Y)
	s := &activeSet{p: p, f: f, holds: make([]hold, n)}
	for _, v := range []*[]float64{&s.z, &s.g, &s.d, &s.r, &s.step, &s.best, &s.bestG} {
		*v = make([]float64, n)
	}
	return s
}

// fromPoint begins at a point that has its active coordinates exactly at their ends or kinks, with
// an estimate b of the multiplier of sum(z) = 0.
func (s *activeSet) fromPoint(z []float64, b float64) {
	copy(s.z, z)
	s.b = b
	kinked := s.p.Loss.Kink() > 0
	for i, v := range z {
		lo, hi := s.p.Loss.Domain(s.p.Y[i], s.p.Gamma)
		switch {
		case v <= lo:
			s.holds[i] = atLower
		case v >= hi:
			s.holds[i] = atUpper
		case kinked && v == 0:
			s.holds[i] = atKink
		default:
			s.holds[i] = isFree
		}
	}
}

// fromInterior begins at an iterate of the interior-point method. A coordinate is active if its
// slack in units of the largest |a_i| is less than its multiplier in units of the largest one.
func (s *activeSet) fromInterior(in *interior) {
	copy(s.z, in.a)
	s.b = in.b
	var unit float64
	for _, v := range in.barriers {
		unit = max(unit, floats.Max(v.z))
	}
	width := floats.Norm(in.a, math.Inf(1))
	for i := range s.z {
		s.holds[i] = isFree
		switch {
		case in.boxed && in.below.x[i]*unit < in.below.z[i]*width:
			s.holds[i], s.z[i] = atLower, in.lo[i]
		case in.boxed && in.above.x[i]*unit < in.above.z[i]*width:
			s.holds[i], s.z[i] = atUpper, in.hi[i]
		case in.kink > 0 && max(in.plus.x[i], in.minus.x[i])*unit < min(in.plus.z[i], in.minus.z[i])*width:
			s.holds[i], s.z[i] = atKink, 0
		}
	}
	s.thin(in)
}

// thin holds the free coordinates nearest to an end of the domain or to the kink, where psi has
// no curvature, until one more than the rank of H is free: with more the system is singular.
func (s *activeSet) thin(in *interior) {
	var indices []int
	for i, h := range s.holds {
		if h == isFree {
			indices = append(indices, i)
		}
	}
	_, curvature := s.p.Loss.Curve(s.p.Y[0], 0, s.p.Gamma)
	more := len(indices) - s.f.rank() - 1
	if curvature > 0 || more <= 0 {
		return
	}
	nearest := func(i int) (distance float64, at hold, value float64) {
		distance, at, value = in.a[i]-in.lo[i], atLower, in.lo[i]
		if d := in.hi[i] - in.a[i]; d < distance {
			distance, at, value = d, atUpper, in.hi[i]
		}
		if d := math.Abs(in.a[i]); in.kink > 0 && d < distance {
			distance, at, value = d, atKink, 0
		}
		return distance, at, value
	}
	slices.SortStableFunc(indices, func(i, j int) int {
		di, _, _ := nearest(i)
		dj, _, _ := nearest(j)
		return cmp.Compare(di, dj)
	})
	for _, i := range indices[:more] {
		_, s.holds[i], s.z[i] = nearest(i)
	}
}

// polish moves z until the gap is at most the target or no longer falls, and reports whether it
// reached the target. It stores the best point in best, its gradient of f in bestG and its gap in
// gap.
func (s *activeSet) polish(eval *evaluator, target float64) bool {
	const mostRounds, mostWorse = 12, 3 // in all, and in a row without a smaller gap
	s.gap = math.Inf(1)
	failures := 0
	for range mostRounds {
		s.p.balance(s.z)
		s.f.evaluate(eval, s.g, s.z)
		if eval.err != nil {
			return false
		}
		gap, _ := s.p.residuals(s.g, s.z, s.b)
		if gap < s.gap && s.p.isBalanced(s.z) {
			s.gap, failures = gap, 0
			copy(s.best, s.z)
			copy(s.bestG, s.g)
		} else {
			failures++
		}
		if s.gap <= target {
			return true
		}
		if failures >= mostWorse {
			return false
		}
		s.release()
		if !s.newton(eval) {
			return false
		}
	}
	return false
}

// release frees the held coordinates with an inward move that lowers the objective.
func (s *activeSet) release() {
	for i, h := range s.holds {
		if h == isFree {
			continue
		}
		slope := s.g[i] + s.b
		if h == atKink {
			at, _ := s.p.Loss.Curve(s.p.Y[i], 0, s.p.Gamma)
			if slope += at; math.Abs(slope) > s.p.Loss.Kink()*(1+signTolerance) {
				s.holds[i] = isFree
			}
			continue
		}
		at, _ := s.p.Loss.Curve(s.p.Y[i], s.z[i], s.p.Gamma)
		slope += at + s.p.Loss.Kink()*sign(s.z[i])
		if size := signTolerance * (math.Abs(s.g[i]) + math.Abs(s.b) + math.Abs(at)); h == atLower && slope < -size || h == atUpper && slope > size {
			s.holds[i] = isFree
		}
	}
}

// signTolerance is the relative size of a multiplier from which on its wrong sign is not rounding.
const signTolerance = 1e-10

func sign(v float64) float64 { return float64(cmp.Compare(v, 0)) }

// newton takes Newton's step on the free coordinates, cut to their pieces of psi. Those at
// the end of their piece are then held. It returns false where there is no step.
func (s *activeSet) newton(eval *evaluator) bool {
	kink, least := s.p.Loss.Kink(), s.leastCurvature()
	count := 0
	for i, h := range s.holds {
		s.d[i], s.r[i] = math.Inf(1), 0
		if h != isFree {
			continue
		}
		slope, curvature := s.p.Loss.Curve(s.p.Y[i], s.z[i], s.p.Gamma)
		side := s.z[i]
		if side == 0 { // freed from the kink
			side = -(s.g[i] + s.b + slope)
		}
		s.d[i] = max(curvature, least)
		s.r[i] = -(s.g[i] + s.b + slope + kink*sign(side))
		count++
	}
	if count == 0 || !s.f.factor(eval, s.d) {
		return false
	}
	s.b += s.f.solve(eval, s.step, s.r, -floats.Sum(s.z), 1e-13)
	if eval.err != nil || math.IsNaN(floats.Sum(s.step)) {
		return false
	}
	for i, h := range s.holds {
		if h != isFree {
			continue
		}
		lo, hi := s.p.Loss.Domain(s.p.Y[i], s.p.Gamma)
		before, next := s.z[i], s.z[i]+s.step[i]
		switch {
		case next <= lo:
			next, s.holds[i] = lo, atLower
		case next >= hi:
			next, s.holds[i] = hi, atUpper
		case kink > 0 && before*next < 0:
			next, s.holds[i] = 0, atKink
		}
		s.z[i] = next
	}
	return true
}

// leastCurvature returns a bound below for curvatures, as the free part of H may be singular: a
// small share of the largest slope over the size of the domain.
func (s *activeSet) leastCurvature() float64 {
	const share = 1e-13
	slope := floats.Norm(s.g, math.Inf(1))
	lo, hi := s.p.Loss.Domain(s.p.Y[0], s.p.Gamma)
	return max(share*slope/(hi-lo), math.SmallestNonzeroFloat64)
}

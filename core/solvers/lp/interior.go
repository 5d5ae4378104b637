package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// interior minimises f(a) + sum_i psi_i(a_i), sum(a) = 0 where there is an
// intercept, by a primal-dual interior-point method with Mehrotra's predictor and
// corrector (Nocedal, Wright, Numerical Optimization, ch. 14 and 19). With the
// domain [lo_i, hi_i] and the kink kappa |a_i| of psi_i, slacks and multipliers are
//
//	(a - lo) zl = (hi - a) zu = mu
//	a = s - t,  s (kappa - nu) = t (kappa + nu) = mu
//	grad f + psi' + nu + b - zl + zu = 0
//
// and a step eliminates all but da and db:
//
//	(H + D) da + db 1 = rhs,  D = psi'' + zl/(a-lo) + zu/(hi-a) + 1/(s/(kappa-nu) + t/(kappa+nu)),
//
// so D > 0 also where psi is linear. A psi that is steep at the ends of its domain, or has neither
// ends nor kinks, needs no multipliers: what remains is Newton's method with an exact line search.
type interior struct {
	p     *Problem
	f     smooth
	boxed bool // psi has ends of finite slope
	kink  float64

	a, g, lo, hi []float64 // g is grad f at a
	b            float64
	relativeGap  float64 // the relative gap at a; set by the caller, 1 at the start
	below, above barrier // a - lo, hi - a
	plus, minus  barrier // s, t
	barriers     []*barrier

	slope, d, rhs, step, affine []float64 // psi', D
	stalls                      int       // steps in a row that hardly moved
}

// barrier is a positive quantity x with its multiplier z, and their changes.
type barrier struct{ x, z, dx, dz []float64 }

func newBarrier(n int) barrier {
	return barrier{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
}

func newInterior(p *Problem, f smooth) *interior {
	n := len(p.Y)
	s := &interior{p: p, f: f, kink: p.Loss.Kink()}
	lo, _ := p.Loss.Domain(1, p.Gamma)
	s.boxed = !p.Loss.Steep() && !math.IsInf(lo, -1)
	for _, v := range []*[]float64{&s.a, &s.g, &s.lo, &s.hi, &s.slope, &s.d, &s.rhs, &s.step, &s.affine} {
		*v = make([]float64, n)
	}
	if s.boxed {
		s.below, s.above = newBarrier(n), newBarrier(n)
		s.barriers = append(s.barriers, &s.below, &s.above)
	}
	if s.kink > 0 {
		s.plus, s.minus = newBarrier(n), newBarrier(n)
		s.barriers = append(s.barriers, &s.plus, &s.minus)
	}
	return s
}

// isBarred reports whether there are multipliers.
func (s *interior) isBarred() bool { return len(s.barriers) > 0 }

// start begins near the given point, or, with multipliers, at the best point on the ray of the
// domain's centre.
func (s *interior) start(eval *evaluator, near []float64) {
	for i, y := range s.p.Y {
		s.lo[i], s.hi[i] = s.p.Loss.Domain(y, s.p.Gamma)
	}
	s.b, s.stalls, s.relativeGap = 0, 0, 1
	switch {
	case s.isBarred():
		s.centre(eval)
	case s.p.Loss.Steep():
		const inside = 1e-14
		for i, a := range near {
			room := inside * (s.hi[i] - s.lo[i])
			s.a[i] = min(max(a, s.lo[i]+room), s.hi[i]-room)
		}
	default:
		copy(s.a, near)
	}
	s.refresh(eval)
	if !s.isBarred() {
		return
	}
	var largest float64
	for i, g := range s.g {
		largest = max(largest, math.Abs(g+s.slope[i]))
	}
	if s.boxed {
		z := max(1e-3*largest, math.SmallestNonzeroFloat64)
		for i, a := range s.a {
			s.below.x[i], s.above.x[i] = a-s.lo[i], s.hi[i]-a
			s.below.z[i], s.above.z[i] = z, z
		}
	}
	if s.kink > 0 {
		for i, a := range s.a {
			const share = 0.1
			x := share * (s.hi[i] - s.lo[i])
			s.plus.x[i], s.minus.x[i] = x+max(a, 0), x+max(-a, 0)
			s.plus.z[i], s.minus.z[i] = s.kink, s.kink
		}
	}
}

// centre stores the best point on the ray of the domain's centre, shifted to sum(a) = 0 where
// there is an intercept.
func (s *interior) centre(eval *evaluator) {
	var sum, below, above float64
	for i := range s.a {
		s.a[i] = (s.lo[i] + s.hi[i]) / 2
		sum += s.a[i]
		below += s.a[i] - s.lo[i]
		above += s.hi[i] - s.a[i]
	}
	if s.p.Intercept {
		const most = 0.999
		for i, a := range s.a {
			if sum > 0 {
				s.a[i] -= (a - s.lo[i]) * min(most, sum/below)
			} else {
				s.a[i] += (s.hi[i] - a) * min(most, -sum/above)
			}
		}
	}
	if floats.Norm(s.a, 2) == 0 {
		return
	}
	clear(s.step)
	s.f.evaluate(eval, s.g, s.step)
	s.f.along(eval, s.g, s.a)
	total := func(t float64) float64 {
		sum := s.f.slope(t)
		for i, y := range s.p.Y {
			slope, _ := s.p.Loss.Curve(y, t*s.a[i], s.p.Gamma)
			sum += slope * s.a[i]
		}
		return sum
	}
	t := 1.0
	const least = 1e-12
	for t > least && total(t) > 0 {
		t /= 4
	}
	floats.Scale(t, s.a)
}

// refresh evaluates f and psi at a.
func (s *interior) refresh(eval *evaluator) {
	s.f.evaluate(eval, s.g, s.a)
	for i, y := range s.p.Y {
		s.slope[i], s.d[i] = s.p.Loss.Curve(y, s.a[i], s.p.Gamma)
	}
}

// iterate takes a step; false where none makes progress in floating point.
func (s *interior) iterate(eval *evaluator) bool {
	const leastShare = 1e-4 // of mu that a step aims at
	for i := range s.d {
		if s.boxed {
			s.d[i] += s.below.z[i]/s.below.x[i] + s.above.z[i]/s.above.x[i]
		}
		if s.kink > 0 {
			s.d[i] += 1 / (s.plus.x[i]/s.plus.z[i] + s.minus.x[i]/s.minus.z[i])
		}
	}
	if eval.err != nil || !s.f.factor(eval, s.d) {
		return false
	}
	db := s.direction(eval, 0, false)
	if s.isBarred() {
		primal, dual := s.lengths()
		var mu, affine, pairs float64
		for _, v := range s.barriers {
			mu += dense.Dot(v.x, v.z)
			pairs += float64(len(v.x))
			for i, x := range v.x {
				affine += (x + primal*v.dx[i]) * (v.z[i] + dual*v.dz[i])
			}
		}
		mu /= pairs
		target := mu * max(math.Pow(affine/pairs/mu, 3), leastShare)
		db = s.direction(eval, max(target, min(mu, s.residual())), true)
	}
	if eval.err != nil || math.IsNaN(floats.Sum(s.step)) {
		return false
	}
	s.f.along(eval, s.g, s.step)
	if eval.err != nil {
		return false
	}
	switch {
	case s.p.Loss.Steep():
		return s.move(eval, s.searchInside(eval, db), db)
	case !s.isBarred():
		return s.move(eval, s.search(math.Inf(1), db), db)
	}
	// One length for both: the residual of the stationarity falls by the share of the
	// step, except for the change of H.
	primal, dual := s.lengths()
	return s.move(eval, s.trust(min(primal, dual)), db)
}

// searchInside cuts every coordinate's step so that a stays inside the domain, keeps the sum of the
// step by the other coordinates where there is an intercept, and returns the length that minimises
// f + psi along it. The others hardly depend on a coordinate near an end, where the curvature is very
// large. Where f + psi increases along the cut step, the whole step is shortened instead.
func (s *interior) searchInside(eval *evaluator, db float64) float64 {
	room := func(i int) (lo, hi float64) {
		return -keep * (s.a[i] - s.lo[i]), keep * (s.hi[i] - s.a[i])
	}
	at := func(i int, shift float64) float64 {
		lo, hi := room(i)
		return min(max(s.step[i]-shift/s.d[i], lo), hi)
	}
	longest := 1.0
	for i, d := range s.step {
		lo, hi := room(i)
		if d < lo {
			longest = min(longest, lo/d)
		} else if d > hi {
			longest = min(longest, hi/d)
		}
	}
	if longest == 1 {
		return s.search(1, db)
	}
	for i := range s.step {
		s.affine[i] = at(i, 0)
	}
	if s.p.Intercept {
		sumTo(s.affine, floats.Sum(s.step), at)
	}
	s.step, s.affine = s.affine, s.step
	s.f.along(eval, s.g, s.step)
	slope := s.f.slope(0)
	for i, d := range s.step {
		slope += s.slope[i] * d
	}
	if slope < 0 {
		return s.search(1, db)
	}
	s.step, s.affine = s.affine, s.step
	s.f.along(eval, s.g, s.step)
	return s.search(longest, db)
}

// trust returns the longest step, at most the given one, on which the mean curvature of f is at
// most that of the quadratic model at its beginning plus that of the whole Newton system: far from
// the solution |u|^q grows faster than its model.
func (s *interior) trust(longest float64) float64 {
	total, curvature := dense.Dot(s.step, s.rhs), 0.0
	for i, d := range s.step {
		curvature += s.d[i] * d * d
	}
	first, most := s.f.slope(0), max(0, 2*total-curvature)
	t := longest
	for t > 1e-9 && !(s.f.slope(t)-first <= t*most*(1+1e-9)) {
		t *= 0.7
	}
	return t
}

// residual returns a share of the mean |grad f + psi' + nu + b - zl + zu| times the largest |a|, in
// units of mu, which must not fall far ahead of it: iterates would reach the boundary too early.
func (s *interior) residual() float64 {
	const share = 0.1
	var sum, largest float64
	for i, g := range s.g {
		r := g + s.slope[i] + s.b
		if s.boxed {
			r += s.above.z[i] - s.below.z[i]
		}
		if s.kink > 0 {
			r += (s.minus.z[i] - s.plus.z[i]) / 2
		}
		sum += math.Abs(r)
		largest = max(largest, math.Abs(s.a[i]))
	}
	return share * sum / float64(len(s.g)) * largest
}

// direction solves for the step towards complementarity products of target, with
// the second-order correction of the last direction where corrected. It stores da
// in step, and returns db.
func (s *interior) direction(eval *evaluator, target float64, corrected bool) (db float64) {
	// want is the product that a barrier's step aims at.
	want := func(v *barrier, i int) float64 {
		if corrected {
			return target - v.dx[i]*v.dz[i]
		}
		return target
	}
	for i, g := range s.g {
		r := -(g + s.slope[i] + s.b)
		if s.boxed {
			r += want(&s.below, i)/s.below.x[i] - want(&s.above, i)/s.above.x[i]
		}
		if s.kink > 0 {
			nu := (s.minus.z[i] - s.plus.z[i]) / 2
			plus := want(&s.plus, i)/s.plus.z[i] - s.plus.x[i]
			minus := want(&s.minus, i)/s.minus.z[i] - s.minus.x[i]
			r += (plus-minus)/(s.plus.x[i]/s.plus.z[i]+s.minus.x[i]/s.minus.z[i]) - nu
			s.affine[i] = plus - minus
		}
		s.rhs[i] = r
	}
	accuracy := 1e-9 // of the solution of the Newton system, close to rounding with multipliers; without them the square
	// root of the relative gap, with which Newton's method converges superlinearly (Dembo, Eisenstat, Steihaug 1982)
	if !s.isBarred() {
		accuracy = max(1e-10, min(0.1, math.Sqrt(s.relativeGap)))
	}
	db = s.f.solve(eval, s.step, s.rhs, -floats.Sum(s.a), accuracy)
	for i, d := range s.step {
		if s.boxed {
			lo, hi := &s.below, &s.above
			lo.dx[i], lo.dz[i] = d, (want(lo, i)-lo.z[i]*d)/lo.x[i]-lo.z[i]
			hi.dx[i], hi.dz[i] = -d, (want(hi, i)+hi.z[i]*d)/hi.x[i]-hi.z[i]
		}
		if s.kink > 0 {
			plus, minus := &s.plus, &s.minus
			dnu := (d - s.affine[i]) / (plus.x[i]/plus.z[i] + minus.x[i]/minus.z[i])
			dx := want(plus, i)/plus.z[i] - plus.x[i] + plus.x[i]/plus.z[i]*dnu
			plus.dz[i], minus.dz[i] = -dnu, dnu
			plus.dx[i], minus.dx[i] = dx, dx-d
		}
	}
	return db
}

// keep is the share of the way to a bound that a step may go.
const keep = 0.995

// lengths returns the longest steps, at most 1, with which the barriers stay positive.
func (s *interior) lengths() (primal, dual float64) {
	primal, dual = 1, 1
	shorten := func(t *float64, x, dx float64) {
		if dx < 0 && keep*x < -dx**t {
			*t = keep * x / -dx
		}
	}
	for _, v := range s.barriers {
		for i, x := range v.x {
			shorten(&primal, x, v.dx[i])
			shorten(&dual, v.z[i], v.dz[i])
		}
	}
	return primal, dual
}

// search returns the length, at most the given one, that minimises f + psi along the step. The step
// removes the rounding of sum(a), so what it changes is the Lagrangian with the multiplier b + db.
func (s *interior) search(longest, db float64) float64 {
	b := s.b + db
	slope := func(t float64) float64 {
		sum := s.f.slope(t)
		for i, d := range s.step {
			if d != 0 {
				c, _ := s.p.Loss.Curve(s.p.Y[i], s.a[i]+t*d, s.p.Gamma)
				sum += (c + b) * d
			}
		}
		return sum
	}
	return lineSearch(slope, longest)
}

// lineSearch returns a length, at most the longest, at which the slope of a convex function is a
// small share of that at 0.
func lineSearch(slope func(t float64) float64, longest float64) float64 {
	const descent = 1e-3 // of the slope at 0
	first := slope(0)
	if !(first < 0) { // the slope is rounding: Newton's step refines the solution
		return min(1, longest)
	}
	limit := descent * -first
	lo, flo := 0.0, first
	hi := min(1, longest)
	fhi := slope(hi)
	for fhi < -limit && hi < longest && hi < 1e6 {
		lo, flo = hi, fhi
		hi = min(2*hi, longest)
		fhi = slope(hi)
	}
	if fhi <= limit {
		return hi
	}
	const most = 40
	for range most {
		t := lo + (hi-lo)*flo/(flo-fhi)
		if !(t > lo+0.05*(hi-lo) && t < hi-0.05*(hi-lo)) { // also where fhi is infinite
			t = lo + (hi-lo)/2
		}
		switch f := slope(t); {
		case math.Abs(f) <= limit:
			return t
		case f < 0:
			lo, flo = t, f
		default:
			hi, fhi = t, f
		}
	}
	return max(lo, 1e-3*hi)
}

// move takes the step and evaluates f there.
func (s *interior) move(eval *evaluator, t, db float64) bool {
	for _, v := range s.barriers {
		dense.AddScaled(v.x, t, v.dx)
		dense.AddScaled(v.z, t, v.dz)
	}
	moved := false
	for i, d := range s.step {
		next := s.a[i] + t*d
		moved = moved || next != s.a[i]
		s.a[i] = min(max(next, s.lo[i]), s.hi[i]) // rounding beside a large slack
	}
	s.b += t * db
	s.refresh(eval)
	if t < 1e-10 {
		s.stalls++
	} else {
		s.stalls = 0
	}
	return moved && s.stalls < 3
}

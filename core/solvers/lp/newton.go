package lp

import (
	"math"

	"lplab/core/solvers/loss"
	"lplab/core/spaces/gram"
)

// Newton is Newton's method on the dual. On explicit features with Newton systems that are solved
// without M (gram.Side) it is the interior-point method on the form itself (interior.go), completed
// on the active set (active.go). For the squared loss it is a method with steps that do not depend on
// n (reduced.go), and for a psi that is steep at the ends of its domain Newton's method on the primal
// (irls.go). With M it is proximal Newton:
//
//	z = argmin_z <omega, z - a> + (1/2) (z-a)' ((q-1) M + mu D) (z-a) + sum psi_i(z_i)
//	a := a + t (z - a)
//
// The inner problem is solved to high accuracy by the same two, and t backtracks from 1 until
// Lambda falls by a share of the predicted decrease (Lee, Sun, Saunders, Proximal Newton-type
// methods, SIAM J. Optim. 2014, sec. 3). mu, Marquardt's damping in units of the Hessian's
// diagonal D, is increased only where a step fails: the duals of hinge, absolute and
// epsilon-insensitive losses are not strongly convex. Where psi needs no multipliers, the first trial
// has the roots of single points (ownRoots) in z. Every trial is one pass, which gives the next Hessian too.
type Newton struct{}

func init() {
	Registry.Add("newton", func(struct{}) Method { return Newton{} })
	Registry.Add("auto", func(struct{}) Method { return Newton{} })
}

func (Newton) String() string { return "newton" }

// needs has M at two points, the Hessian of the model and its factor. The passes include linesearch.
func (Newton) needs() Needs { return Needs{Matrices: 4, Passes: 8} }

// Prepare accepts every loss.
func (n Newton) Prepare(p *Problem) (Stepper, error) {
	if form, ok := p.Form.(*gram.Features); ok && form.Side() == gram.Dimensions && loss.IsQuadratic(p.Loss) {
		return newReduced(p, form), nil
	}
	return n.onPoints(p), nil
}

// onPoints is Prepare for steps on n points.
func (Newton) onPoints(p *Problem) Stepper {
	if form, ok := p.Form.(gram.Explicit); ok && form.Side() != gram.Points {
		f := newExplicitForm(form, p.Intercept)
		if p.Loss.Steep() {
			return newIRLS(p, f)
		}
		return newDirectNewton(p, f)
	}
	n := len(p.Y)
	s := newProximalNewton(p, &quadratic{byMatrix: newByMatrix(n, p.Intercept), q: p.Form.Q(), norms: p.Norms, c: make([]float64, n), step: make([]float64, n)})
	s.m, s.mNext = make([]float64, n*n), make([]float64, n*n)
	if p.Form.Q() > 2 && !s.interior.isBarred() {
		s.own = make([]float64, n)
	}
	return s
}

// newProximalNewton returns proximal Newton on a model of the form, without memory for M.
func newProximalNewton(p *Problem, inner model) *newton {
	n := len(p.Y)
	return &newton{
		problem: p, z: make([]float64, n), next: newPoint(n),
		inner: inner, interior: newInterior(p, inner), active: newActiveSet(p, inner),
		damping: minDamping, most: maxDamping,
	}
}

// directNewton is Newton's method on a form without M.
type directNewton struct {
	problem  *Problem
	interior *interior
	active   *activeSet
	gap      float64 // of the interior point's iterate
	trialGap float64 // gap at which the active set was last tried
	done     bool    // x is the active set's
}

func newDirectNewton(p *Problem, f smooth) *directNewton {
	s := &directNewton{problem: p, interior: newInterior(p, f)}
	if s.interior.isBarred() {
		s.active = newActiveSet(p, f)
	}
	return s
}

func (s *directNewton) Start(x *point, eval *evaluator, nearby *Result) {
	switch {
	case s.interior.isBarred():
		if eval.finish(x); x.Gap == 0 { // and the domain may have no interior with a sum of 0
			return
		}
	case nearby != nil && nearby.NormPower > 0: // the line search along the first step does the rest
		copy(x.alpha, nearby.Alpha)
	default:
		startOnRay(s.problem, x, nil, eval, nearby)
	}
	s.interior.start(eval, x.alpha)
	s.trialGap = math.Inf(1)
	s.take(x, eval, s.interior.a, s.interior.g, s.interior.b)
	s.gap, s.interior.relativeGap = x.Gap, x.Relative()
}

// take stores a point with its gradient of the form in x.
func (s *directNewton) take(x *point, eval *evaluator, a, g []float64, b float64) {
	copy(x.alpha, a)
	copy(x.omega, g)
	x.intercept = b
	s.problem.balance(x.alpha)
	eval.finish(x)
}

// The active set is tried where the interior-point method stalls, and where its relative gap is at
// most nearEnd and its gap has fallen by the factor again since the last trial.
const (
	nearEnd = 1e-2
	retry   = 0.1
)

func (s *directNewton) Step(x *point, eval *evaluator) bool {
	moved := !s.done && s.interior.iterate(eval)
	if eval.err != nil {
		return false
	}
	if moved {
		s.take(x, eval, s.interior.a, s.interior.g, s.interior.b)
		s.gap, s.interior.relativeGap = x.Gap, x.Relative()
	}
	if !s.interior.isBarred() || s.done {
		return moved
	}
	if moved && !(x.Gap <= nearEnd*x.Scale() && s.gap <= retry*s.trialGap) {
		return true
	}
	s.trialGap, s.done = s.gap, !moved
	s.active.fromInterior(s.interior)
	s.active.polish(eval, 0)
	if eval.err != nil || !(s.active.gap < s.gap) {
		s.interior.f.evaluate(eval, s.interior.g, s.interior.a) // the Hessian there
		return moved
	}
	s.take(x, eval, s.active.best, s.active.bestG, s.active.b)
	if !s.done {
		s.interior.f.evaluate(eval, s.interior.g, s.interior.a)
	}
	return true
}

// The damping is relative to the Hessian's diagonal.
const (
	minDamping   = 1e-13
	firstRaise   = 1e-5 // where damping begins when it is first needed
	maxDamping   = 1e16
	armijo       = 1e-4 // share of the predicted decrease that must be had
	trustworthy  = 0.5  // share from which on the damping is reduced
	innerShare   = 1e-3 // of the gap, left by the inner problem,
	innerDual    = 1e-2 // or of this share of the dual, if that is less
	mostInner    = 60   // iterations of an inner problem,
	mostStale    = 12   // or in a row that do not halve its gap
	nearSolution = 1e-8 // relative gap from which on a step that fails may be rounding
)

var _ sharer = (*newton)(nil)

type newton struct {
	problem  *Problem
	m        []float64 // M at the current point; nil where the model does without
	mNext    []float64
	z        []float64 // the minimiser of the model
	own      []float64 // that with ownRoots; nil where psi needs multipliers
	next     *point
	inner    model
	interior *interior
	active   *activeSet
	damping  float64
	most     float64 // damping at which a step is given up
}

func (s *newton) Start(x *point, eval *evaluator, nearby *Result) {
	startOnRay(s.problem, x, s.m, eval, nearby)
}

func (s *newton) Step(x *point, eval *evaluator) bool {
	most := s.most
	if s.problem.Form.Q() == 2 && x.Relative() <= nearSolution {
		most = min(most, firstRaise) // the form is its own model: what fails is rounding
	}
	for !s.try(x, eval) {
		if s.damping >= most || eval.hasFailed() {
			return false
		}
		s.damping = max(10*s.damping, firstRaise)
	}
	return true
}

// try solves one inner problem and searches along its direction.
func (s *newton) try(x *point, eval *evaluator) bool {
	p := s.problem
	s.inner.set(eval, x, s.m, s.damping)
	s.solve(x, eval)
	if eval.hasFailed() {
		return false
	}
	if s.own != nil && s.damping == minDamping {
		copy(s.own, s.z)
		if p.ownRoots(s.own, x.alpha, s.m) && s.move(x, eval, s.own, 1) {
			return true
		}
	}
	return s.move(x, eval, s.z, 1) || s.move(x, eval, s.z, 0.25)
}

// move moves x by the share t of the way to z, if the dual falls by a share of what the model predicts.
func (s *newton) move(x *point, eval *evaluator, z []float64, t float64) bool {
	p := s.problem
	predicted := p.psi(z) - p.psi(x.alpha)
	moved := false
	for i, z := range z {
		predicted += x.omega[i] * (z - x.alpha[i])
		moved = moved || z != x.alpha[i]
	}
	if !moved {
		return false
	}
	for i, a := range x.alpha {
		s.next.alpha[i] = a + t*(z[i]-a)
	}
	if t == 1 {
		copy(s.next.alpha, z) // to the last digit: bounds are met exactly
	}
	s.next.intercept = x.intercept
	eval.at(s.next, s.mNext)
	// Near the end the change of the dual is below its rounding. Steps are then compared by the
	// gap, which is summed without cancellation.
	nearEnd := -predicted <= 1e-8*(math.Abs(x.Dual)+x.power)
	decrease := x.Dual - s.next.Dual
	falls := decrease >= -armijo*t*predicted && predicted < 0
	closes := nearEnd && s.next.Gap <= x.Gap/2
	if !falls && !closes {
		return false
	}
	if t == 1 && (closes || decrease >= -trustworthy*predicted) {
		s.damping /= 10
		if s.damping < firstRaise/100 {
			s.damping = minDamping
		}
	}
	x.copyFrom(s.next)
	s.m, s.mNext = s.mNext, s.m
	return true
}

func (s *newton) share(r *Result, isBest bool) {
	if isBest {
		r.m = s.m
	}
}

// solve stores the minimiser of the inner problem in z, to a share of the gap at x if it can.
func (s *newton) solve(x *point, eval *evaluator) {
	// Where gamma is large the gap is far larger than what the dual may still fall by.
	target := innerShare * min(x.Gap, innerDual*math.Abs(x.Dual))
	if s.interior.isBarred() {
		s.active.fromPoint(x.alpha, x.intercept)
		if s.active.polish(eval, target) {
			copy(s.z, s.active.best)
			return
		}
	}
	in := s.interior
	in.start(eval, x.alpha)
	gap, near, staleSteps := math.Inf(1), x.intercept, 0
	for range mostInner {
		var now float64
		now, near = s.problem.residuals(in.g, in.a, near)
		if staleSteps++; now < gap/2 {
			staleSteps = 0
		}
		if now < gap {
			gap = now
			copy(s.z, in.a)
		}
		if gap <= target || staleSteps >= mostStale || eval.hasFailed() || !in.iterate(eval) {
			break
		}
	}
	if eval.err != nil {
		return
	}
	if in.isBarred() {
		s.active.fromInterior(in)
		if s.active.polish(eval, 0); s.active.gap < gap {
			copy(s.z, s.active.best)
		}
	}
	s.problem.balance(s.z)
}

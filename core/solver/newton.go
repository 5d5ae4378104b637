package solver

import "math"

// Newton is proximal Newton with the free Hessian (q-1) M of the form:
//
//	z = argmin_z <omega, z - a> + (1/2) (z-a)' ((q-1) M + mu D) (z-a) + sum psi_i(z_i)
//	a := a + t (z - a)
//
// where the inner problem is solved to high accuracy on n variables
// (subproblem.go), t backtracks from 1 until Lambda falls by a share of the
// predicted decrease (Lee, Sun, Saunders, Proximal Newton-type methods, SIAM J.
// Optim. 2014, sec. 3), and mu, Marquardt's damping in units of the Hessian's own
// diagonal D, so that the points' scales do not matter, rises only where the
// Hessian is too flat to be trusted: the duals of hinge, absolute and
// epsilon-insensitive losses are not strongly convex. Every trial is one pass
// that yields the next Hessian too.
type Newton struct{}

var _ Method = Newton{}

// String names the method.
func (Newton) String() string { return "newton" }

// Prepare implements Method. Every loss will do.
func (Newton) Prepare(p *Problem) (Stepper, error) {
	n := len(p.Y)
	return &newton{
		problem: p,
		m:       make([]float64, n*n),
		mNext:   make([]float64, n*n),
		z:       make([]float64, n),
		next:    newPoint(n),
		inner:   newSubproblem(p),
		damping: minDamping,
	}, nil
}

// The damping is relative to the Hessian's diagonal.
const (
	minDamping  = 1e-13
	firstRaise  = 1e-5 // where damping begins when it is first needed
	maxDamping  = 1e8
	armijo      = 1e-4 // share of the predicted decrease that must be had
	trustworthy = 0.5  // share at which the model earns less damping
	innerShare  = 1e-3 // of the gap, left by the inner problem
)

type newton struct {
	problem *Problem
	m       []float64 // M at the current point
	mNext   []float64
	z       []float64
	next    *point
	inner   *subproblem
	damping float64
}

// Start implements Stepper: the best point on a ray of feasible directions.
func (s *newton) Start(x *point, eval *evaluator, nearby *Result) {
	startOnRay(s.problem, x, s.m, eval, nearby)
}

// matrix is M at the current point.
func (s *newton) matrix() []float64 { return s.m }

// Step implements Stepper.
func (s *newton) Step(x *point, eval *evaluator) bool {
	for !s.try(x, eval) {
		if s.damping >= maxDamping {
			return false
		}
		s.damping = max(10*s.damping, firstRaise)
	}
	return true
}

// try solves one inner problem and searches along its direction.
func (s *newton) try(x *point, eval *evaluator) bool {
	p := s.problem
	copy(s.z, x.alpha)
	s.inner.solve(s.z, x, s.m, s.damping, innerShare*x.gap)
	predicted := p.psi(s.z) - p.psi(x.alpha)
	moved := false
	for i, z := range s.z {
		predicted += x.omega[i] * (z - x.alpha[i])
		moved = moved || z != x.alpha[i]
	}
	if !moved {
		return false
	}
	// Near the end the change of the dual drowns in its rounding, which for large
	// alpha is far above its last digit. The gap, summed without cancellation,
	// still tells better from worse, and bounds the dual's excess by itself.
	nearEnd := -predicted <= 1e-8*(math.Abs(x.dual)+x.power)
	for _, t := range [...]float64{1, 0.25} {
		for i, a := range x.alpha {
			s.next.alpha[i] = a + t*(s.z[i]-a)
		}
		if t == 1 {
			copy(s.next.alpha, s.z) // to the last digit: bounds are met exactly
		}
		eval.at(s.next, s.mNext)
		decrease := x.dual - s.next.dual
		falls := decrease >= -armijo*t*predicted && predicted < 0
		closes := nearEnd && s.next.gap <= x.gap/2
		if falls || closes {
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
	}
	return false
}

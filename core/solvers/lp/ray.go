package lp

import (
	"math"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
)

// startOnRay stores in x the best point on a ray, evaluated, and its matrix M in m where m is not
// nil: with q > 2 the Hessian of the form vanishes at 0. Along a direction d the form is t^q V(d)/q,
// and omega and M have degrees q-1 and q-2 in t, so one pass gives the whole ray.
//
// The direction is nearby, the solution of another problem, where it has a multiple better than 0.
// Otherwise it is a proximal step of psi from 0, which is feasible for every loss, with a step
// lambda_i for each point.
func startOnRay(p *Problem, x *point, m []float64, eval *evaluator, nearby *Result) {
	if nearby != nil && moveNearby(p, x, m, eval, nearby) {
		return
	}
	clear(x.alpha)
	lambda := make([]float64, len(p.Y))
	for i := range lambda {
		lambda[i] = p.Gamma
		if p.Norms != nil {
			lambda[i] = p.ownStep(i)
		}
	}
	p.prox(x.alpha, x.alpha, lambda)
	moveAlongRay(p, x, m, eval)
}

// startAtZero stores 0 in x, evaluated, or the best multiple of nearby.
func startAtZero(p *Problem, x *point, eval *evaluator, nearby *Result) {
	if nearby != nil {
		startOnRay(p, x, nil, eval, nearby)
		return
	}
	eval.at(x, nil)
}

// moveNearby stores in x the best multiple of a solution, evaluated without a pass where the
// solution has its omega (and M). It returns false where the multiple is 0.
func moveNearby(p *Problem, x *point, m []float64, eval *evaluator, nearby *Result) bool {
	copy(x.alpha, nearby.Alpha)
	if nearby.Omega == nil || m != nil && nearby.m == nil {
		return moveAlongRay(p, x, m, eval)
	}
	copy(x.omega, nearby.Omega)
	copy(m, nearby.m)
	x.intercept = nearby.Intercept
	eval.finish(x)
	return scaleOnRay(p, x, m)
}

// moveAlongRay replaces x.alpha by its best multiple, evaluated in one pass, and reports whether
// that is not 0.
func moveAlongRay(p *Problem, x *point, m []float64, eval *evaluator) bool {
	eval.at(x, m)
	return eval.err == nil && scaleOnRay(p, x, m)
}

// scaleOnRay does so for an alpha that has been evaluated.
func scaleOnRay(p *Problem, x *point, m []float64) bool {
	t := bestOnRay(p, x)
	if t == 1 {
		return true
	}
	q := p.Form.Q()
	scale(x.alpha, t)
	scale(x.omega, math.Pow(t, q-1))
	scale(m, math.Pow(t, q-2))
	p.certify(x)
	return t > 0
}

// scale multiplies v by s; 0 of anything, infinite too, is 0.
func scale(v []float64, s float64) {
	if s == 0 {
		clear(v)
	}
	for i := range v {
		v[i] *= s
	}
}

// bestOnRay returns the multiple t >= 0 of x.alpha that minimises the dual, to three digits, or 1
// where that is better.
func bestOnRay(p *Problem, x *point) float64 {
	q := p.Form.Q()
	psi := func(t float64) float64 {
		var s float64
		for i, d := range x.alpha {
			s += p.Loss.Psi(p.Y[i], t*d, p.Gamma)
		}
		return s
	}
	if loss.IsQuadratic(p.Loss) {
		quadratic, linear := dense.Dot(x.alpha, x.alpha)/(2*p.Gamma), dense.Dot(x.alpha, p.Y)
		psi = func(t float64) float64 { return t * (t*quadratic - linear) }
	}
	value := func(t float64) float64 { return math.Pow(t, q)*x.power/q + psi(t) }
	best, least := 0.0, 0.0
	for e := 20; e >= -1000; e-- { // kernel values may be close to overflow
		t := math.Ldexp(1, e)
		if v := value(t); v < least {
			best, least = t, v
		} else if least < 0 {
			break // the dual is convex: it rises again, to 0 at 0
		}
	}
	if best == 0 {
		return 0
	}
	t := optimize.GoldenSection(value, best/2, best*2, 1e-3)
	if value(1) <= value(t) {
		return 1
	}
	return t
}

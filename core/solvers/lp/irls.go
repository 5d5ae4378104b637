package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/penalty"
)

// irls is Newton's method on the primal problem in explicit features. It is for smooth losses with a
// psi that is steep at the ends of its domain: on the dual, Newton steps are then short. The problem is
//
//	min_{w, b} (1/p) ||w||_p^p + gamma sum_i L(y_i, F_i),  F = Phi w + b.
//
// With u = J_p(w), a_i = -gamma L'(y_i, F_i), gamma times the second derivatives of L in W, and the
// Hessian H = Phi E Phi' of the form at u, it is a sequence of weighted least-squares problems
// (iteratively reweighted least squares; Hastie, Tibshirani, Friedman, The Elements of Statistical
// Learning, sec. 4.4.1),
//
//	(H + W^-1) alpha + db 1 = W^-1 a + (q-1) Phi w,  sum(alpha) = 0,
//
// each followed by an exact search along w + t E (Phi' alpha - u), b + t db, on which the convex
// objective decreases. The iterate is alpha, clipped to the domain of psi. Where rounding ends the
// progress, proximal Newton continues on the dual.
//
// Where most rows are far on the wrong side, W vanishes, and steps are cut to almost nothing. W is then
// at least a share of the curvature of the secant of L' from 0, with which the step of the logistic
// loss needs no search (Jaakkola, Jordan, Bayesian parameter estimation via variational methods,
// Statistics and Computing 2000).
type irls struct {
	p       *Problem
	l       loss.Smooth
	f       *explicitForm
	w       []float64 // N
	b       float64
	next    *point
	primal  float64 // the objective at w
	damping float64 // the share of the secant's curvature

	best       *point
	staleSteps int // steps in a row without progress
	ended      bool
	dual       *newton // takes over when it has ended

	u, v    []float64 // N; v is the direction of w
	fit     []float64 // n: Phi w
	change  []float64 // n: Phi v
	inverse []float64 // n: W^-1
	alpha   []float64 // n
}

func newIRLS(p *Problem, f *explicitForm) *irls {
	n := len(p.Y)
	s := &irls{
		p: p, l: p.Loss.(loss.Smooth), f: f, next: newPoint(n), best: newPoint(n),
		dual: newProximalNewton(p, &explicitModel{explicitForm: f, norms: p.Norms, c: make([]float64, n), ridge: make([]float64, n), d: make([]float64, n)}),
	}
	for _, v := range []*[]float64{&s.u, &s.w, &s.v} {
		*v = make([]float64, len(f.u))
	}
	for _, v := range []*[]float64{&s.fit, &s.change, &s.inverse, &s.alpha} {
		*v = make([]float64, n)
	}
	return s
}

func (s *irls) Start(x *point, eval *evaluator, nearby *Result) {
	startOnRay(s.p, x, nil, eval, nearby)
	if eval.err != nil || !eval.ok(s.f.shared.form.Adjoint(eval.ctx, s.u, x.alpha)) {
		return
	}
	for k, u := range s.u {
		s.w[k] = signedPower(u, s.p.Form.Q()-1)
	}
	copy(s.fit, x.omega)
	s.b = x.intercept
	s.best.copyFrom(x)
	s.primal = s.objective(s.w, s.fit, s.b)
}

// A step makes progress where it halves the least gap, or decreases the objective by a share of it.
const (
	mostStill = 5 // steps without progress
	progress  = 1e-10
	rise      = 1e-12 // of the objective, by rounding
)

func (s *irls) Step(x *point, eval *evaluator) bool {
	if s.ended {
		return s.dual.Step(x, eval)
	}
	before := s.primal
	moved := s.step(x, eval)
	if eval.err != nil {
		return false
	}
	s.staleSteps++
	if moved && x.Gap < s.best.Gap/2 {
		s.best.copyFrom(x)
		s.staleSteps = 0
	}
	if s.primal < before*(1-progress) {
		s.staleSteps = 0
	}
	if !moved || s.staleSteps == mostStill {
		s.ended = true
		x.copyFrom(s.best)
	}
	return true
}

// objective returns the primal objective at w with fitted = Phi w.
func (s *irls) objective(w, fit []float64, b float64) float64 {
	return penalty.Power{Q: s.p.Form.Q()}.Value(w) + s.p.Gamma*loss.Sum(s.l, s.p.Y, fit, b)
}

// Limits of W.
const (
	leastDamping   = 1e-3
	leastCurvature = 1e-12 // the least second derivative of L: it vanishes far on either side
)

// step takes a step, and stores its alpha in x.
func (s *irls) step(x *point, eval *evaluator) bool {
	q, form := s.p.Form.Q(), s.f.shared.form
	for k, w := range s.w {
		s.u[k] = signedPower(w, 1/(q-1))
	}
	s.f.shared.setCurvature(s.u)
	for i, y := range s.p.Y {
		t := s.fit[i] + s.b
		slope, _ := s.l.Subdifferential(y, t)
		curvature := max(s.l.Curvature(y, t), leastCurvature)
		if s.damping > 0 && t != 0 {
			atZero, _ := s.l.Subdifferential(y, 0)
			curvature = max(curvature, s.damping*(slope-atZero)/t)
		}
		s.inverse[i] = 1 / (s.p.Gamma * curvature)
		s.alpha[i] = float64(s.inverse[i]*-s.p.Gamma*slope) + float64((q-1)*s.fit[i])
	}
	if !s.f.factor(eval, s.inverse) {
		return false
	}
	const most, least, share = 1e-4, 1e-13, 1e-2
	db := s.f.solve(eval, s.alpha, s.alpha, 0, max(least, min(most, share*x.Relative())))
	if eval.err != nil || math.IsNaN(floats.Sum(s.alpha)) || !eval.ok(form.Adjoint(eval.ctx, s.v, s.alpha)) {
		return false
	}
	for k, v := range s.v {
		s.v[k] = s.f.shared.e[k] * (v - s.u[k])
	}
	if !eval.ok(form.Apply(eval.ctx, s.change, s.v)) {
		return false
	}
	eval.passes++
	t := s.search(db)
	floats.AddScaledTo(s.v, s.w, t, s.v)
	floats.AddScaledTo(s.change, s.fit, t, s.change)
	objective := s.objective(s.v, s.change, s.b+t*db)
	if !(objective <= s.primal*(1+rise)) { // the direction is wrong by rounding
		s.damping = min(1, max(10*s.damping, leastDamping))
		return s.damping < 1
	}
	switch {
	case t < 0.1:
		s.damping = min(1, max(10*s.damping, leastDamping))
	case t > 0.5:
		if s.damping /= 10; s.damping < leastDamping {
			s.damping = 0
		}
	}
	s.w, s.v, s.fit, s.change = s.v, s.w, s.change, s.fit
	s.primal = objective
	s.b += t * db
	s.clip(s.next.alpha)
	s.next.intercept = s.b
	eval.at(s.next, nil)
	if eval.err != nil {
		return false
	}
	x.copyFrom(s.next)
	return true
}

// clip stores alpha in dst, moved inside the domain and to sum 0: at most half as close to an end as
// the dual point of the fitted values.
func (s *irls) clip(dst []float64) {
	for i, y := range s.p.Y {
		lo, hi := s.l.Domain(y, s.p.Gamma)
		slope, _ := s.l.Subdifferential(y, s.fit[i]+s.b)
		a := -s.p.Gamma * slope
		dst[i] = min(max(s.alpha[i], lo+(a-lo)/2), hi-(hi-a)/2)
	}
	s.p.balance(dst)
}

// search returns the length of the step that minimises the objective.
func (s *irls) search(db float64) float64 {
	e := 1 / (s.p.Form.Q() - 1) // p-1
	return lineSearch(func(t float64) float64 {
		var sum float64
		for k, v := range s.v {
			sum += signedPower(s.w[k]+t*v, e) * v
		}
		for i, c := range s.change {
			slope, _ := s.l.Subdifferential(s.p.Y[i], s.fit[i]+s.b+t*(c+db))
			sum += s.p.Gamma * slope * (c + db)
		}
		return sum
	}, math.Inf(1))
}

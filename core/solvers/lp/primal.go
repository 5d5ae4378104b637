package lp

import (
	"fmt"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/penalty"
	"lplab/core/spaces/gram"
)

// primal is shared by the methods that work on the N weights w of
//
//	F(w) = gamma sum_i L(y_i, <w, Phi(x_i)> + b) + (1/p)||w||_p^p      [S eq. 22]
//
// with the best b for every w where the model has an intercept.
//
// The certified and returned dual point is the best multiple of
//
//	alpha_i = -gamma L'(y_i, <w, Phi(x_i)> + b)      [S eq. 25],
//
// which is feasible, with sum(alpha) = 0 for the best b, and tends to the dual solution as w tends
// to the primal one. Its gap certifies alpha and the weights J_q(Phi* alpha), not w: F(w), which is
// Record.Primal and counts for the iterations of [S table 1], may be near its minimum long before,
// because the gap grows with the square of (q-1) gamma M.
type primal struct {
	problem   *Problem
	form      gram.Explicit
	loss      loss.Smooth
	lipschitz float64   // gamma times the Lipschitz constant of L'
	u         []float64 // N: Phi* alpha where alpha has last been taken
}

// newPrimal returns an error where the problem has no smooth loss or no explicit features.
func newPrimal(p *Problem, m Method) (primal, error) {
	smooth, err := loss.NeedSmooth(p.Loss, m)
	if err != nil {
		return primal{}, err
	}
	form, ok := p.Form.(gram.Explicit)
	if !ok {
		return primal{}, fmt.Errorf("method %v works on the weights of explicit features, and a tensor has none; choose strategy features, or method newton", m)
	}
	return primal{problem: p, form: form, loss: smooth, lipschitz: p.Gamma * smooth.Smoothness(), u: make([]float64, form.Dimension())}, nil
}

// start stores the first weights in w, those of the best multiple of nearby or 0, and their fit
// Phi w. x is scratch.
func (s *primal) start(w, fit []float64, x *point, eval *evaluator, nearby *Result) {
	if nearby == nil {
		return
	}
	copy(x.alpha, nearby.Alpha)
	if !moveAlongRay(s.problem, x, nil, eval) || !eval.ok(s.form.Adjoint(eval.ctx, w, x.alpha)) {
		return
	}
	for k, u := range w {
		w[k] = signedPower(u, s.form.Q()-1) // J_q
	}
	eval.ok(s.form.Apply(eval.ctx, fit, w))
}

// objective returns F of the weights with the given fit, and its b.
func (s *primal) objective(w, fit []float64) (value, b float64) {
	if s.problem.Intercept {
		b = loss.BestIntercept(s.problem.Loss, s.problem.Y, fit, 0)
	}
	data := loss.Sum(s.problem.Loss, s.problem.Y, fit, b)
	return float64(s.problem.Gamma*data) + penalty.Power{Q: s.form.Q()}.Value(w), b
}

// dual stores the alpha of a fit in x, and Phi* alpha, which is minus the gradient of the data
// term, in u. Then it certifies the best multiple of alpha.
func (s *primal) dual(x *point, fit []float64, b float64, eval *evaluator) {
	p := s.problem
	for i, t := range fit {
		slope, _ := p.Loss.Subdifferential(p.Y[i], t+b)
		x.alpha[i] = -p.Gamma * slope
	}
	p.balance(x.alpha)
	eval.ok(s.form.Adjoint(eval.ctx, s.u, x.alpha))
	eval.at(x, nil)
	if eval.err == nil {
		scaleOnRay(p, x, nil)
	}
}

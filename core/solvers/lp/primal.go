package lp

import (
	"fmt"
	"math"

	"lplab/core/solvers/loss"
)

// primal is what the methods share that work on the N weights w of
//
//	F(w) = gamma sum_i L(y_i, <w, Phi(x_i)> + b) + (1/p)||w||_p^p      [S eq. 22]
//
// with b at its best for every w where the model has an intercept.
//
// Their iterate is w, and what is certified and returned is the dual point that
// belongs to it by the second half of [S eq. 25],
//
//	alpha_i = -gamma L'(y_i, <w, Phi(x_i)> + b),
//
// or the best multiple of it, which one pass gives too: far from the solution the
// gradient of the loss is many times too long. That alpha is feasible for every
// such loss, sum(alpha) = 0 with an intercept because b is the best one, and ends
// at the dual solution where w ends at the primal one. Its gap is a certificate of
// alpha, and of the weights J_q(Phi* alpha) that a report lists, not of w: F(w)
// may be near its minimum long before, because the gap grows with the square of
// (q-1) gamma M. The numbers of iterations of [S table 1] are those of F(w), which
// is Record.Primal; the certificate has the primal at the weights of alpha.
type primal struct {
	problem   *Problem
	form      Explicit
	loss      loss.Smooth
	p         float64
	lipschitz float64   // gamma times that of L': of the data term's derivative by the fit
	u         []float64 // N: Phi* alpha where alpha has last been taken
}

// newPrimal checks what a primal method needs.
func newPrimal(p *Problem, m Method) (primal, error) {
	smooth, err := loss.NeedSmooth(p.Loss, m)
	if err != nil {
		return primal{}, err
	}
	form, ok := p.Form.(Explicit)
	if !ok {
		return primal{}, fmt.Errorf("method %v works on the weights of explicit features, and a tensor has none; choose strategy features, or method newton", m)
	}
	q := form.Q()
	return primal{problem: p, form: form, loss: smooth, p: q / (q - 1), lipschitz: p.Gamma * smooth.Smoothness(), u: make([]float64, form.Dimension())}, nil
}

// start stores weights to begin with in w: 0, or those of the best multiple of
// nearby; and their fit Phi w. x is scratch.
func (s *primal) start(w, fit []float64, x *point, eval *evaluator, nearby *Result) {
	if nearby == nil {
		return
	}
	copy(x.alpha, nearby.Alpha)
	if !moveAlongRay(s.problem, x, nil, eval) {
		return
	}
	if !eval.ok(s.form.Adjoint(eval.ctx, w, x.alpha)) {
		return
	}
	for k, u := range w {
		w[k] = signedPower(u, s.form.Q()-1) // J_q
	}
	eval.ok(s.form.Apply(eval.ctx, fit, w))
}

// objective returns F of the weights with the given fit, and its b.
func (s *primal) objective(w, fit []float64) (value, b float64) {
	var norm float64
	for _, v := range w {
		norm += math.Pow(math.Abs(v), s.p)
	}
	if s.problem.Intercept {
		b = loss.BestIntercept(s.problem.Loss, s.problem.Y, fit, 0)
	}
	data := loss.Sum(s.problem.Loss, s.problem.Y, fit, b)
	return float64(s.problem.Gamma*data) + norm/s.p, b
}

// dual stores the alpha that belongs to a fit in x, and Phi* alpha, which is minus
// the gradient of the data term, in u. Then it certifies the best multiple of
// alpha.
func (s *primal) dual(x *point, fit []float64, b float64, eval *evaluator) {
	p := s.problem
	for i, t := range fit {
		slope, _ := p.Loss.Subdifferential(p.Y[i], t+b)
		x.alpha[i] = -p.Gamma * slope
	}
	if p.Intercept {
		p.balance(x.alpha)
	}
	eval.ok(s.form.Adjoint(eval.ctx, s.u, x.alpha))
	eval.at(x, nil)
	if eval.err == nil {
		scaleOnRay(p, x, nil)
	}
}

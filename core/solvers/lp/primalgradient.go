package lp

import "math"

// PrimalGradient is gradient descent on the primal with the line search of [S alg. 2.1], with
// which [S sec. 4] compares the dual methods:
//
//	while F(w) - F(w - lambda g) < lambda (1 - Delta) ||g||^2
//	    lambda := Theta lambda
//	w := w - lambda g,   g = J_p(w) - Phi* alpha(w)
//
// In every iteration lambda begins with 2 Delta ||g||^2 / (l ||Phi g||^2), where l is gamma times
// the Lipschitz constant of L': for the squared loss no longer step meets the condition. The
// gradient of the norm is not Lipschitz continuous near weights of 0, so convergence may be
// very slow [S sec. 2.3].
//
// An iteration applies Phi and its adjoint once for the step, because the fit is linear in lambda,
// and once for the certificate.
type PrimalGradient struct{}

func init() { Registry.Add("primal-gradient", func(struct{}) Method { return PrimalGradient{} }) }

func (PrimalGradient) String() string { return "primal-gradient" }

// needs has two passes for each of 1000 iterations [S table 1].
func (PrimalGradient) needs() Needs { return Needs{Passes: 2000, Features: true} }

func (d PrimalGradient) Prepare(p *Problem) (Stepper, error) {
	base, err := newPrimal(p, d)
	if err != nil {
		return nil, err
	}
	n, features := len(p.Y), base.form.Dimension()
	return &primalGradient{
		primal: base,
		w:      make([]float64, features), g: make([]float64, features), next: make([]float64, features),
		fit: make([]float64, n), h: make([]float64, n), fitNext: make([]float64, n),
	}, nil
}

type primalGradient struct {
	primal
	w, g, next      []float64 // N
	fit, h, fitNext []float64 // Phi times each of them
	value           float64   // F(w)
	steps           int
}

// refresh is the number of steps after which the fit is computed anew, against rounding.
const refresh = 64

func (s *primalGradient) Start(x *point, eval *evaluator, nearby *Result) {
	s.start(s.w, s.fit, x, eval, nearby)
	var b float64
	s.value, b = s.objective(s.w, s.fit)
	s.dual(x, s.fit, b, eval)
	x.objective = s.value
}

func (s *primalGradient) Step(x *point, eval *evaluator) bool {
	const shortest = 1e-200 // keeps the first lambda a finite number where Phi g = 0
	var g2, h2 float64
	p := s.form.Q() / (s.form.Q() - 1)
	for k, w := range s.w {
		s.g[k] = signedPower(w, p-1) - s.u[k]
		g2 += float64(s.g[k] * s.g[k])
	}
	if !(g2 > 0) || math.IsInf(g2, 1) || !eval.ok(s.form.Apply(eval.ctx, s.h, s.g)) { // no slope is left, or values overflow
		return false
	}
	for _, h := range s.h {
		h2 += float64(h * h)
	}
	if !(s.lipschitz*h2 < math.Inf(1)) {
		return false
	}
	for lambda := 2 * lineDelta * g2 / max(s.lipschitz*h2, shortest*g2); ; lambda *= lineTheta {
		moved := false
		for k, w := range s.w {
			s.next[k] = w - float64(lambda*s.g[k])
			moved = moved || s.next[k] != w
		}
		if !moved {
			return false
		}
		for i, t := range s.fit {
			s.fitNext[i] = t - float64(lambda*s.h[i])
		}
		value, b := s.objective(s.next, s.fitNext)
		if s.value-value < lambda*(1-lineDelta)*g2 || math.IsNaN(value) {
			continue
		}
		s.value = value
		s.w, s.next = s.next, s.w
		s.fit, s.fitNext = s.fitNext, s.fit
		if s.steps++; s.steps%refresh == 0 {
			eval.ok(s.form.Apply(eval.ctx, s.fit, s.w))
		}
		s.dual(x, s.fit, b, eval)
		x.objective = s.value
		return true
	}
}

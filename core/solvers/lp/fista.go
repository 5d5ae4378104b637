package lp

import (
	"lplab/core/solvers/penalty"
	"lplab/core/solvers/proximal"
	"lplab/core/spaces/gram"
)

// Fista is the accelerated proximal gradient method on the primal [core/solvers/proximal],
// without restarts, with which [S sec. 4] compares the dual methods. F(w) may increase.
//
// The certificate is that of the alpha of z; the next step needs its Phi* alpha. An iteration
// applies Phi and its adjoint once for the step and once for the certificate.
type Fista struct{}

func init() { Registry.Add("fista", func(struct{}) Method { return Fista{} }) }

func (Fista) String() string { return "fista" }

func (Fista) needs() Needs { return PrimalGradient{}.needs() }

func (f Fista) Prepare(p *Problem) (Stepper, error) {
	base, err := newPrimal(p, f)
	if err != nil {
		return nil, err
	}
	return &fista{primal: base}, nil
}

type fista struct {
	primal
	iteration *proximal.Iteration
}

// operator is Phi of an explicit form. The evaluator keeps its errors.
type operator struct {
	form gram.Explicit
	eval *evaluator
}

func (o operator) Apply(dst, b []float64) {
	if o.eval.err == nil {
		o.eval.ok(o.form.Apply(o.eval.ctx, dst, b))
	}
}

func (o operator) Adjoint(dst, a []float64) {
	if o.eval.err == nil {
		o.eval.ok(o.form.Adjoint(o.eval.ctx, dst, a))
	}
}

func (s *fista) Start(x *point, eval *evaluator, nearby *Result) {
	w, fit := make([]float64, s.form.Dimension()), make([]float64, len(s.problem.Y))
	s.start(w, fit, x, eval, nearby)
	p := s.problem
	s.iteration = proximal.New(&proximal.Problem{
		X: operator{s.form, eval}, Y: p.Y, Loss: s.loss, Gamma: p.Gamma, Penalty: penalty.Power{Q: s.form.Q()}, Intercept: p.Intercept,
	}, proximal.Settings{Accelerated: true}, len(w), w)
	s.certify(x, eval)
}

func (s *fista) Step(x *point, eval *evaluator) bool {
	if !s.iteration.Step(eval.ctx) || eval.err != nil {
		return false
	}
	s.certify(x, eval)
	return true
}

// certify stores the best multiple of the alpha of z in x.
func (s *fista) certify(x *point, eval *evaluator) {
	copy(x.alpha, s.iteration.Alpha)
	eval.at(x, nil)
	if eval.err == nil {
		scaleOnRay(s.problem, x, nil)
	}
	x.objective, _ = s.objective(s.iteration.B, s.iteration.Fit)
}

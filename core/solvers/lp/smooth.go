package lp

import (
	"math"

	"lplab/core/spaces/gram"
)

// smooth is a smooth convex function f on n points, which with the psi_i makes a
// problem: the form on explicit features, or Newton's quadratic model of a form.
// Its Hessian is H of the system.
type smooth interface {
	system
	// evaluate stores the gradient of f at a in dst and takes H there.
	evaluate(eval *evaluator, dst, a []float64)
	// along takes a direction d from the point evaluated last, where the gradient
	// is g.
	along(eval *evaluator, g, d []float64)
	// slope returns the derivative of f(a + t d) by t.
	slope(t float64) float64
	// rank returns the largest rank that H may have.
	rank() int
}

// explicitForm is f(a) = (1/q)||Phi* a||_q^q on explicit features.
type explicitForm struct {
	system
	shared *explicitSystem
	u, v   []float64 // N: Phi* a and Phi* d
	w      []float64 // N: J_q(u)
}

var _ smooth = (*explicitForm)(nil)

// newExplicitForm returns nil for a form of the side of the points, where M is
// formed.
func newExplicitForm(form Explicit, balanced bool) *explicitForm {
	system, shared := systemOf(form, balanced)
	if system == nil {
		return nil
	}
	n := form.Dimension()
	return &explicitForm{system, shared, make([]float64, n), make([]float64, n), make([]float64, n)}
}

// evaluate implements smooth.
func (f *explicitForm) evaluate(eval *evaluator, dst, a []float64) {
	form := f.shared.form
	eval.passes++
	if eval.err != nil || !eval.ok(form.Adjoint(eval.ctx, f.u, a)) {
		return
	}
	for k, u := range f.u {
		f.w[k] = signedPower(u, form.Q()-1)
	}
	if eval.ok(form.Apply(eval.ctx, dst, f.w)) {
		f.shared.setCurvature(f.u)
	}
}

// along implements smooth.
func (f *explicitForm) along(eval *evaluator, _, d []float64) {
	if eval.err == nil {
		eval.ok(f.shared.form.Adjoint(eval.ctx, f.v, d))
	}
}

// slope implements smooth.
func (f *explicitForm) slope(t float64) float64 {
	e, sum := f.shared.form.Q()-1, 0.0
	for k, v := range f.v {
		if v != 0 {
			sum += signedPower(f.u[k]+t*v, e) * v
		}
	}
	return sum
}

// rank implements smooth.
func (f *explicitForm) rank() int { return len(f.u) }

// signedPower is sign(v)|v|^e.
func signedPower(v, e float64) float64 {
	if e >= 1 {
		return v * gram.AbsPower(v, e-1)
	}
	return math.Copysign(math.Pow(math.Abs(v), e), v)
}

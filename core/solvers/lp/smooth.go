package lp

import (
	"math"

	"lplab/core/spaces/gram"
)

// smooth is a smooth convex function f on n points, with the Hessian H of the system: the form on
// explicit features, or Newton's quadratic model of a form.
type smooth interface {
	system
	// evaluate stores the gradient of f at a in dst and takes H there.
	evaluate(eval *evaluator, dst, a []float64)
	// along takes a direction d from the point evaluated last, with the gradient g there.
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
}

// newExplicitForm takes a form that is not of the side Points, on which M is formed.
func newExplicitForm(form gram.Explicit, balanced bool) *explicitForm {
	system, shared := systemOf(form, balanced)
	n := form.Dimension()
	return &explicitForm{system, shared, make([]float64, n), make([]float64, n)}
}

func (f *explicitForm) evaluate(eval *evaluator, dst, a []float64) {
	form, w := f.shared.form, f.shared.small
	eval.passes++
	if eval.err != nil || !eval.ok(form.Adjoint(eval.ctx, f.u, a)) {
		return
	}
	for k, u := range f.u {
		w[k] = signedPower(u, form.Q()-1) // J_q(u)
	}
	if eval.ok(form.Apply(eval.ctx, dst, w)) {
		f.shared.setCurvature(f.u)
	}
}

func (f *explicitForm) along(eval *evaluator, _, d []float64) {
	if eval.err == nil {
		eval.ok(f.shared.form.Adjoint(eval.ctx, f.v, d))
	}
}

func (f *explicitForm) slope(t float64) float64 {
	e, sum := f.shared.form.Q()-1, 0.0
	for k, v := range f.v {
		if v != 0 {
			sum += signedPower(f.u[k]+t*v, e) * v
		}
	}
	return sum
}

func (f *explicitForm) rank() int { return len(f.u) }

// signedPower is sign(v)|v|^e.
func signedPower(v, e float64) float64 {
	if e >= 1 {
		return v * gram.AbsPower(v, e-1)
	}
	return math.Copysign(math.Pow(math.Abs(v), e), v)
}

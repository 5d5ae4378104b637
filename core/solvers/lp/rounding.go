package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/spaces/gram"
)

// bound stores in the certificate of x how far rounding may have moved its gap: with
// bounds D_i on the errors of omega_i (gram.Form) and delta_i = D_i + u (|b| + |y_i|),
//
//	Rounding = sum_i max over +- of FY_i(omega_i + b +- delta_i, alpha_i) - Gap
//
// for the Fenchel-Young residuals FY_i. Bounds by Hoelder's inequality take no pass;
// where they are not enough, the certificate is that of a more accurate omega.
func (e *evaluator) bound(x *point) {
	p := e.problem
	e.errors = resized(e.errors, len(x.alpha))
	errors := e.errors
	if p.boundMagnitude(errors, x.alpha) {
		floats.Scale(gram.Digits*p.Form.Q(), errors)
		if x.Rounding = p.rounding(x, errors); x.Within(e.tolerance) {
			return
		}
	}
	e.passes++
	if e.ok(p.Form.Accurate(e.ctx, x.omega, errors, x.alpha)) {
		e.finish(x)
		x.Rounding = p.rounding(x, errors)
	}
}

// boundMagnitude stores kappa_i (sum_j |alpha_j| kappa_j)^(q-1) in dst, with
// kappa_i = ||Phi(x_i)||_q: a few of its last digits bound the error of omega_i; false
// where the norms are not known.
func (p *Problem) boundMagnitude(dst, alpha []float64) bool {
	if p.Norms == nil {
		return false
	}
	var sum float64
	for i, a := range alpha {
		sum += math.Abs(a) * p.Norms[i]
	}
	floats.ScaleTo(dst, math.Pow(sum, p.Form.Q()-1), p.Norms)
	return true
}

// rounding returns the bound for given bounds on the errors of omega, to which it adds the
// rounding of omega_i + b.
func (p *Problem) rounding(x *point, errors []float64) float64 {
	const u = 0x1p-53
	for i, o := range x.omega {
		if o != 0 { // otherwise omega_i + b is the intercept
			errors[i] += u * (math.Abs(x.intercept) + math.Abs(p.Y[i]))
		}
	}
	return max(0, loss.SumGapNear(p.Loss, p.Y, x.omega, errors, x.intercept, x.alpha, p.Gamma)-x.Gap)
}

package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/spaces/gram"
)

// bound stores a bound on the rounding of the gap in the certificate of x: with bounds D_i on the
// errors of omega_i (gram.Form) and delta_i = D_i + u (|b| + |y_i|),
//
//	Rounding = sum_i max over +- of FY_i(omega_i + b +- delta_i, alpha_i) - Gap
//
// for the Fenchel-Young residuals FY_i. Where Hoelder's bounds are too large, it evaluates a more
// accurate omega.
func (e *evaluator) bound(x *point) {
	p := e.problem
	if p.boundMagnitude(e.errors, x.alpha) {
		floats.Scale(gram.Digits*p.Form.Q(), e.errors)
		if x.Rounding = p.addRounding(x, e.errors); x.Within(e.tolerance) {
			return
		}
	}
	e.passes++
	if e.ok(p.Form.Accurate(e.ctx, x.omega, e.errors, x.alpha)) {
		e.finish(x)
		x.Rounding = p.addRounding(x, e.errors)
	}
}

// boundMagnitude stores kappa_i (sum_j |alpha_j| kappa_j)^(q-1) in dst, with kappa_i =
// ||Phi(x_i)||_q: a few of its last digits bound the error of omega_i. It returns false where the
// norms are unknown.
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

// addRounding returns the bound, and adds the rounding of omega_i + b to the given errors of omega.
func (p *Problem) addRounding(x *point, errors []float64) float64 {
	const u = 0x1p-53
	for i, o := range x.omega {
		if o != 0 { // otherwise omega_i + b is the intercept
			errors[i] += u * (math.Abs(x.intercept) + math.Abs(p.Y[i]))
		}
	}
	return max(0, loss.SumGapNear(p.Loss, p.Y, x.omega, errors, x.intercept, x.alpha, p.Gamma)-x.Gap)
}

package lp

import (
	"math"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/penalty"
)

// Errors bound the distance of a solution from the minimiser by its gap. They are not
// statistical errors.
type Errors struct {
	Gap       float64 // with a bound on its rounding
	Distance  float64 // bounds ||w* - w||_p
	Intercept float64 // bounds |b* - b|
}

// rounding is the relative rounding of the terms of a residual.
const rounding = 0x1p-50

// Errors returns the bounds for a result of the problem, which must have Norms if it has an intercept.
func (p *Problem) Errors(r *Result) Errors {
	q := p.Form.Q()
	e := Errors{Gap: r.Gap + r.Rounding}
	for i, a := range r.Alpha {
		e.Gap += rounding * math.Abs(a) * (math.Abs(r.Omega[i]) + math.Abs(r.Intercept) + math.Abs(p.Y[i]))
	}
	e.Distance = penalty.Power{Q: q}.Radius(math.Pow(r.NormPower, 1-1/q), e.Gap)
	if !p.Intercept {
		return e
	}
	slack, largest := make([]float64, len(p.Y)), 0.0
	for i, norm := range p.Norms {
		slack[i] = e.Prediction(norm)
		largest = max(largest, math.Abs(p.Y[i]), math.Abs(r.Omega[i]))
	}
	lo, hi := loss.InterceptRange(p.Loss, p.Y, r.Omega, slack, r.Intercept)
	e.Intercept = max(hi-r.Intercept, r.Intercept-lo, 0) + rounding*largest
	return e
}

// Weight bounds how far below and above w the same weight of the minimiser may lie; q is the exponent of
// the form.
func (e Errors) Weight(w, q float64) (below, above float64) {
	return penalty.Power{Q: q}.Interval(w, e.Gap)
}

// Prediction bounds |f*(x) - f(x)|, for norm = ||Phi(x)||_q.
func (e Errors) Prediction(norm float64) float64 { return e.Distance*norm + e.Intercept }

package solver

import (
	"errors"
	"math"

	"lplab/core/gram"
	"lplab/core/optimize"
)

// digits is how many units in the last place of the sum of the absolute values of
// its terms omega may be off by rounding.
const digits = 4 * 0x1p-52

// bound stores in the certificate of a converged result how far rounding in omega
// may have moved its gap: with |K|[|alpha|, ..., |alpha|, .] for the magnitude of
// omega's terms, delta_i = 4 epsilon times that, and
//
//	Rounding = sum_i max over +- of FY_i(omega_i + b +- delta_i, alpha_i) - FY_i(omega_i + b, alpha_i)
//
// for the Fenchel-Young residuals FY_i. A bound on the magnitude by Hoelder's
// inequality takes no pass; one over the tensor is made where that is not enough. A
// result that is not within the tolerance with the bound is one that stalled.
func (e *evaluator) bound(r *Result, form gram.Rounded, tolerance float64) error {
	magnitude := make([]float64, len(r.Alpha))
	if e.problem.boundMagnitude(magnitude, r.Alpha) {
		r.Rounding = e.problem.rounding(r, magnitude)
		if r.Within(tolerance) {
			return nil
		}
	}
	e.passes++
	switch err := form.Magnitude(e.ctx, magnitude, r.Alpha); {
	case err != nil && errors.Is(err, e.ctx.Err()):
		r.Status = optimize.Cancelled
		return nil
	case err != nil:
		return err
	}
	r.Rounding = e.problem.rounding(r, magnitude)
	if !r.Within(tolerance) {
		r.Status = optimize.Stalled
	}
	return nil
}

// boundMagnitude stores kappa_i (sum_j |alpha_j| kappa_j)^(q-1) in dst, with
// kappa_i = ||Phi(x_i)||_q; false where the diagonal of the form is not known.
func (p *Problem) boundMagnitude(dst, alpha []float64) bool {
	if p.Diagonal == nil {
		return false
	}
	q := p.Form.Q()
	var sum float64
	for i, k := range p.Diagonal {
		dst[i] = math.Pow(k, 1/q)
		sum += math.Abs(alpha[i]) * dst[i]
	}
	factor := math.Pow(sum, q-1)
	for i := range dst {
		dst[i] *= factor
	}
	return true
}

// rounding returns the bound for given magnitudes of omega's terms.
func (p *Problem) rounding(r *Result, magnitude []float64) float64 {
	var sum float64
	for i, a := range r.Alpha {
		t, delta := r.Omega[i]+r.Intercept, digits*magnitude[i]
		at := p.Loss.Gap(p.Y[i], t, a, p.Gamma)
		above, below := p.Loss.Gap(p.Y[i], t+delta, a, p.Gamma), p.Loss.Gap(p.Y[i], t-delta, a, p.Gamma)
		sum += max(0, above-at, below-at)
	}
	return sum
}

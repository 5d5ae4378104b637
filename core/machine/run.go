package machine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/solver"
)

// run watches over a fit: it keeps the history and the best alpha, and says when to end.
type run struct {
	fit      *Fit
	settings Settings
	zero     float64 // P(0)
	best     Fit     // alpha and certificate of the smallest gap
	stale    int     // records since then
}

// patience is how many records in a row may bring no smaller gap. A gap may rise for a
// while without harm; where it does not fall any more, rounding has won.
const patience = 50

// begin returns a fit at alpha = 0, not certified yet, and its run. zero is P(0).
func begin(d *Data, strength, zero float64, s Settings) (*Fit, *run) {
	n := len(d.Y)
	fit := &Fit{Strength: strength, Alpha: make([]float64, n), Fitted: make([]float64, n), data: d}
	r := &run{fit: fit, settings: s, zero: zero}
	r.best.Gap = math.Inf(1)
	return fit, r
}

// record takes down the certificate of the fit, and tells whether the fit is done: then
// it holds the best alpha there was, with its status.
func (r *run) record(ctx context.Context) (done bool, err error) {
	f := r.fit
	if math.IsNaN(f.Gap-f.Gap) || math.IsNaN(f.Primal-f.Primal) {
		return true, fmt.Errorf("the objective is not a finite number; standardize the features, or scale the target or the kernel")
	}
	step := Step{f.Iterations, f.Primal, f.Dual, f.Gap}
	f.History = append(f.History, step)
	if r.settings.Monitor != nil {
		r.settings.Monitor(step)
	}
	if f.Gap < r.best.Gap {
		r.keep()
	} else {
		r.stale++
	}
	switch target := r.settings.Tolerance * min(max(1, math.Abs(f.Dual)), r.zero); {
	case f.Gap <= target:
		f.Status = solver.Converged
	case ctx.Err() != nil:
		f.Status = solver.Cancelled
	case r.stale >= patience:
		f.Status = solver.Stalled
	case f.Iterations >= r.settings.MaxIterations:
		f.Status = solver.IterationLimit
	default:
		f.Iterations++
		return false, nil
	}
	r.restore()
	return true, nil
}

// keep copies what belongs to the present alpha.
func (r *run) keep() {
	f := r.fit
	r.best.Alpha = append(r.best.Alpha[:0], f.Alpha...)
	r.best.Fitted = append(r.best.Fitted[:0], f.Fitted...)
	r.best.Intercept, r.best.Primal, r.best.Dual, r.best.Gap = f.Intercept, f.Primal, f.Dual, f.Gap
	r.stale = 0
}

// restore returns to the best alpha.
func (r *run) restore() {
	f := r.fit
	copy(f.Alpha, r.best.Alpha)
	copy(f.Fitted, r.best.Fitted)
	f.Intercept, f.Primal, f.Dual, f.Gap = r.best.Intercept, r.best.Primal, r.best.Dual, r.best.Gap
	f.History = slices.Clip(f.History)
}

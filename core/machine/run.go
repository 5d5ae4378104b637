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
	dual     float64 // the largest so far
	stale    int     // records since the gap fell, the dual rose or the method advanced
}

// patience is how many records in a row may bring neither a smaller gap nor a larger dual
// before rounding is taken to have won.
const patience = 20

// begin returns a fit at alpha = 0, not certified yet, and its run. zero is P(0).
func begin(d *Data, strength, zero float64, s Settings) (*Fit, *run) {
	n := len(d.Y)
	fit := &Fit{Strength: strength, Alpha: make([]float64, n), Fitted: make([]float64, n), data: d}
	r := &run{fit: fit, settings: s, zero: zero}
	r.best.Gap, r.dual = math.Inf(1), math.Inf(-1)
	return fit, r
}

// record takes down the certificate of the fit, and tells whether the fit is done: then
// it holds the best alpha there was, with its status.
func (r *run) record(ctx context.Context) (done bool, err error) {
	f := r.fit
	if math.IsNaN(f.Gap-f.Gap) || math.IsNaN(f.Primal-f.Primal) {
		return true, fmt.Errorf("the objective is not a finite number; regularise more, standardize the features, or scale the target or the kernel")
	}
	step := Step{Iteration: f.Iterations, Primal: f.Primal, Dual: f.Dual, Gap: f.Gap}
	f.History = append(f.History, step)
	if r.settings.Monitor != nil {
		r.settings.Monitor(step)
	}
	r.stale++
	if f.Dual > r.dual+1e-12*math.Abs(f.Dual) {
		r.dual, r.stale = f.Dual, 0
	}
	if f.Gap < r.best.Gap {
		r.stale = 0
		r.keep()
	}
	switch {
	case f.Gap <= r.settings.Target(f.Dual, r.zero):
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

// advanced says that the method came nearer by what its certificate does not show yet.
func (r *run) advanced() { r.stale = 0 }

// end ends the fit at the best alpha there was.
func (r *run) end(status solver.Status) {
	r.fit.Status = status
	r.restore()
}

// keep copies what belongs to the present alpha.
func (r *run) keep() {
	f := r.fit
	r.best.Alpha = append(r.best.Alpha[:0], f.Alpha...)
	r.best.Fitted = append(r.best.Fitted[:0], f.Fitted...)
	r.best.Intercept, r.best.Primal, r.best.Dual, r.best.Gap = f.Intercept, f.Primal, f.Dual, f.Gap
}

// restore returns to the best alpha.
func (r *run) restore() {
	f := r.fit
	copy(f.Alpha, r.best.Alpha)
	copy(f.Fitted, r.best.Fitted)
	f.Intercept, f.Primal, f.Dual, f.Gap = r.best.Intercept, r.best.Primal, r.best.Dual, r.best.Gap
	f.History = slices.Clip(f.History)
}

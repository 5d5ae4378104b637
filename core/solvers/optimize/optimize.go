// Package optimize holds what all iterative methods share: Status, Settings, Certificate and a
// driver for the stopping rule, the limits, cancellation, the records and the best iterate. A
// method only moves its iterate and certifies it.
//
// Every problem is a pair of minimisations, primal P and dual D, with
//
//	gap = P(w) + D(alpha) >= 0,
//
// zero exactly at a pair of solutions: -D is a lower bound of the minimum of P.
package optimize

import (
	"context"
	"errors"
	"math"
)

// Status is the way in which a run ended.
type Status int

// The ways a run ends. Only Converged carries a gap within the tolerance.
const (
	Converged      Status = iota
	IterationLimit        // Settings.MaxIterations iterations were taken
	Cancelled             // the context ended
	Stalled               // no step improves the iterate in floating point
)

// String returns the status as reports have it.
func (s Status) String() string {
	return [...]string{"converged", "iteration-limit", "cancelled", "stalled"}[s]
}

// Certificate bounds the distance of an iterate from the minimum, in units of the objective.
type Certificate struct {
	Primal float64 // P at the iterate's weights
	Dual   float64 // D at the iterate's dual point
	Gap    float64 // Primal + Dual >= 0, summed without cancellation
	// Rounding bounds how far Gap may lie below the exact gap because of rounding; 0 where that
	// is negligible.
	Rounding float64
}

// Scale returns max(|Primal|, |Dual|), the unit of the relative gap.
func (c Certificate) Scale() float64 { return max(math.Abs(c.Primal), math.Abs(c.Dual)) }

// Relative returns (Gap + Rounding) / Scale, which does not depend on the units
// of the target, the features or the penalty. It is 0 where both objectives are.
func (c Certificate) Relative() float64 {
	if scale := c.Scale(); scale > 0 {
		return (c.Gap + c.Rounding) / scale
	}
	return 0
}

// Within reports whether Gap + Rounding <= tolerance * Scale, the rule of convergence. It is false
// for NaN.
func (c Certificate) Within(tolerance float64) bool {
	return c.Gap+c.Rounding <= tolerance*c.Scale()
}

// IsFinite reports whether gap and objectives are numbers.
func (c Certificate) IsFinite() bool {
	return !math.IsNaN(c.Gap-c.Gap) && !math.IsNaN(c.Primal-c.Primal) && !math.IsNaN(c.Dual-c.Dual)
}

// Settings are the limits of a run. There are no defaults: with the zero value no iteration is taken.
type Settings struct {
	Tolerance     float64 // on Certificate.Relative
	MaxIterations int
	// Monitor, where not nil, is called with every record, first before any step.
	Monitor func(Record)
}

// Record is one entry of the history: the certificate after a number of iterations.
type Record struct {
	Iteration int
	Certificate
}

// Result is the end of a run, with the certificate of the iterate of the smallest gap, which the
// method holds after the run.
type Result struct {
	Status Status
	Certificate
	Iterations int
}

// Method is an iterative algorithm on one problem, at its current iterate.
type Method interface {
	// Certificate returns the certificate of the current iterate.
	Certificate() Certificate
	// Step takes at most limit iterations, certifies the iterate, and returns how many it took:
	// 0 where no step makes progress in floating point. It returns within 100 ms after the
	// context has ended; the iterate then need not be certified.
	Step(ctx context.Context, limit int) int
	// Keep saves the current iterate as the best so far.
	Keep()
	// Restore returns to the iterate that was saved last.
	Restore()
}

// Run steps the method until its certificate is within the tolerance or a limit is reached, and
// leaves it at the iterate with the smallest gap. The error is the context's where it ended before
// any iterate was certified, or for a problem that cannot be evaluated at the start; a limit is a
// status, and so is a context that ended later.
func Run(ctx context.Context, m Method, s Settings) (Result, error) {
	r := Result{Certificate: Certificate{Gap: math.Inf(1)}}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	if !m.Certificate().IsFinite() {
		return r, errors.New("the objective is not a finite number at the starting point; standardise the features or scale the target")
	}
	end := func(s Status) (Result, error) {
		m.Restore()
		r.Status = s
		return r, nil
	}
	for {
		c := m.Certificate()
		if !c.IsFinite() {
			return end(Stalled)
		}
		converged := c.Within(s.Tolerance)
		if c.Gap <= r.Gap || converged {
			r.Certificate = c
			m.Keep()
		}
		if s.Monitor != nil {
			s.Monitor(Record{r.Iterations, c})
		}
		if converged {
			return end(Converged)
		}
		if ctx.Err() != nil {
			return end(Cancelled)
		}
		if r.Iterations >= s.MaxIterations {
			return end(IterationLimit)
		}
		steps := m.Step(ctx, s.MaxIterations-r.Iterations)
		if ctx.Err() != nil {
			return end(Cancelled)
		}
		if steps == 0 {
			return end(Stalled)
		}
		r.Iterations += steps
	}
}

package solver

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Status says how a solve ended.
type Status int

// The ways a solve ends. Only Converged carries a gap within the tolerance.
const (
	Converged      Status = iota
	IterationLimit        // Settings.MaxIterations steps were taken
	Cancelled             // the context ended
	Stalled               // no step improves on the point in floating point
)

// Settings are the limits of a solve.
type Settings struct {
	Tolerance     float64 // on gap / max(1, |dual|)
	MaxIterations int
	// Start, where not nil, is an alpha on whose ray to begin: that of a problem
	// nearby, another gamma or loss. Without one, or where no multiple of it is
	// feasible and better than 0, the method begins where it likes.
	Start []float64
	// From, where not nil, is the solution of a problem with the same form, to begin
	// near it as near Start, without the pass that this takes.
	From *Result
	// Monitor, where not nil, hears every record, the first one before any step.
	Monitor func(Record)
}

// Record is one entry of the history: the certificate before step Iteration+1.
type Record struct {
	Iteration int
	Dual, Gap float64
	// Primal is F at the method's own weights: those of alpha, where it is
	// Gap - Dual, or the iterate of a primal method.
	Primal float64
}

// Result is the end of a solve. Everything in it belongs to the same alpha.
type Result struct {
	Status     Status
	Alpha      []float64 // n
	Omega      []float64 // n: <w, Phi(x_i)>, without the intercept
	Intercept  float64
	Dual       float64 // Lambda(alpha)
	Primal     float64 // F(w(alpha)) = Gap - Dual
	Gap        float64 // >= 0
	NormPower  float64 // ||w||_p^p = alpha . omega
	Iterations int
	Passes     int // evaluations of the form
	History    []Record

	m []float64 // M at Alpha, nil where the method did not need it
}

// Method makes the stepper of one algorithm for one problem, or says why the
// problem is not one it can solve.
type Method interface {
	fmt.Stringer
	Prepare(p *Problem) (Stepper, error)
}

// Stepper is one algorithm at work. It changes the point it is given and prints
// nothing, watches no limit and keeps no history.
type Stepper interface {
	// Start stores in x the point the method begins with, evaluated: near another
	// solution, of which at least alpha is known, where nearby is not nil.
	Start(x *point, eval *evaluator, nearby *Result)
	// Step moves x to the next iterate, with omega of its alpha; false when no
	// step makes progress in floating point.
	Step(x *point, eval *evaluator) bool
}

// evaluator counts passes over the data.
type evaluator struct {
	ctx     context.Context
	problem *Problem
	passes  int
}

// at stores the form's omega at x.alpha in x, and its matrix M in m where m is
// not nil, and certifies x. Once the context has ended there are no more passes:
// the point is then worth nothing, which its infinite gap says.
func (e *evaluator) at(x *point, m []float64) {
	if e.ctx.Err() == nil {
		e.passes++
		if m == nil {
			e.problem.Form.Omega(x.omega, x.alpha)
		} else {
			e.problem.Form.OmegaM(x.omega, m, x.alpha)
		}
	}
	if e.ctx.Err() != nil { // the pass may have ended early
		x.power, x.dual, x.gap = math.Inf(1), math.Inf(1), math.Inf(1)
		return
	}
	e.problem.certify(x)
}

// Solve runs the method until the relative gap is within the tolerance or a
// limit is met. The error is for a problem the method cannot solve; a limit is
// a status, and so is a context that ended once there was a point to give.
func Solve(ctx context.Context, p *Problem, method Method, s Settings) (*Result, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	stepper, err := method.Prepare(p)
	if err != nil {
		return nil, err
	}
	eval := &evaluator{ctx: ctx, problem: p}
	n := len(p.Y)
	x, best := newPoint(n), newPoint(n)
	nearby := s.From
	if nearby == nil && s.Start != nil {
		nearby = &Result{Alpha: s.Start}
	}
	stepper.Start(x, eval, nearby)

	result := &Result{}
	best.gap = math.Inf(1)
	for {
		if ctx.Err() != nil && math.IsInf(x.gap, 1) {
			if len(result.History) == 0 {
				return nil, ctx.Err()
			}
			result.Status = Cancelled
			break
		}
		if math.IsNaN(x.gap) || math.IsNaN(x.dual) {
			if result.Iterations == 0 {
				return nil, fmt.Errorf("the objective is not a finite number at the starting point; standardize the features or scale the target")
			}
			result.Status = Stalled
			break
		}
		if x.gap <= best.gap {
			best.copyFrom(x)
		}
		record := Record{Iteration: result.Iterations, Dual: x.dual, Gap: x.gap, Primal: x.primal}
		result.History = append(result.History, record)
		if s.Monitor != nil {
			s.Monitor(record)
		}
		if x.gap <= s.Tolerance*max(1, math.Abs(x.dual)) {
			result.Status = Converged
			break
		}
		if ctx.Err() != nil {
			result.Status = Cancelled
			break
		}
		if result.Iterations >= s.MaxIterations {
			result.Status = IterationLimit
			break
		}
		if !stepper.Step(x, eval) {
			result.Status = Stalled
			if ctx.Err() != nil {
				result.Status = Cancelled
			}
			break
		}
		result.Iterations++
	}
	result.Alpha, result.Omega = best.alpha, best.omega
	result.Intercept = best.intercept
	result.Dual, result.Gap, result.Primal = best.dual, best.gap, best.gap-best.dual
	result.NormPower = best.power
	result.Passes = eval.passes
	if newton, ok := stepper.(interface{ matrix() []float64 }); ok && slices.Equal(x.alpha, best.alpha) {
		result.m = newton.matrix()
	}
	return result, nil
}

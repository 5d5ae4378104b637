package lp

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lplab/core/registry"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// Result is the end of a solve. Everything in it belongs to the same alpha.
type Result struct {
	optimize.Result
	Alpha     []float64 // n
	Omega     []float64 // n: <w, Phi(x_i)>, without the intercept
	Intercept float64
	NormPower float64 // ||w||_p^p = alpha . omega
	Passes    int     // evaluations of the form

	m      []float64    // M at Alpha, nil where the method did not need it
	shared *covariances // nil where the method did not need them
}

// Registry holds the methods by the names that experiments give them.
var Registry registry.Of[struct{}, Method]

// Method makes the stepper of an algorithm for a problem. The error is for a problem that the
// algorithm cannot solve.
type Method interface {
	fmt.Stringer
	Prepare(p *Problem) (Stepper, error)
}

// Stepper is an algorithm on a problem. After an error of the evaluator the stepper returns, and
// the driver reports the error.
type Stepper interface {
	// Start moves x from 0 to the first point, evaluated: near another solution, of which at
	// least alpha is known, where nearby is not nil.
	Start(x *point, eval *evaluator, nearby *Result)
	// Step moves x to the next iterate, with omega of its alpha; false where no step makes
	// progress in floating point.
	Step(x *point, eval *evaluator) bool
}

// sharer is a stepper with quantities that the solve of a similar problem can reuse.
type sharer interface {
	// share stores them in the result; isBest reports that the stepper ended at its alpha.
	share(r *Result, isBest bool)
}

// evaluator evaluates the form for a stepper. The first error, the context's or the form's, ends
// all evaluations, so a stepper may check for it once in a step.
type evaluator struct {
	ctx     context.Context
	problem *Problem
	passes  int
	err     error

	tolerance float64   // on the relative gap
	errors    []float64 // n: scratch of bound
	most      int       // iterations that one step may take
	steps     int       // that the last step took
}

// ok keeps the first error, and reports whether there is none.
func (e *evaluator) ok(err error) bool {
	if e.err == nil {
		e.err = err
	}
	return e.err == nil
}

// hasFailed reports whether an evaluation has failed or the context has ended.
func (e *evaluator) hasFailed() bool { return !e.ok(e.ctx.Err()) }

// at stores the form's omega at x.alpha in x, and its matrix M in m where m is not nil, and
// certifies x. After a failed evaluation the gap is infinite.
func (e *evaluator) at(x *point, m []float64) {
	if e.err == nil {
		e.passes++
		e.ok(e.problem.Form.OmegaM(e.ctx, x.omega, m, x.alpha))
	}
	e.finish(x)
}

// finish certifies a point with its omega, or gives it an infinite gap.
func (e *evaluator) finish(x *point) {
	if e.err != nil {
		inf := math.Inf(1)
		x.power, x.objective, x.Certificate = inf, inf, optimize.Certificate{Primal: inf, Dual: inf, Gap: inf}
		return
	}
	e.problem.certify(x)
}

// run is a stepper with its iterate as an optimize.Method.
type run struct {
	stepper Stepper
	eval    *evaluator
	x, best *point
	isBest  bool // x is best
	watched bool // a record of every iteration is wanted
}

// Certificate returns the certificate of the iterate, which is not finite where F at the method's
// own weights is not. Rounding is set only within the tolerance, and left out where it exceeds the
// tolerance itself, so that the run ends.
func (r *run) Certificate() optimize.Certificate {
	if r.x.Rounding == 0 && r.x.Within(r.eval.tolerance) && r.eval.err == nil {
		r.eval.bound(r.x)
	}
	c := r.x.Certificate
	if c.Rounding > r.eval.tolerance*c.Scale() {
		c.Rounding = 0
	}
	if math.IsNaN(r.x.objective - r.x.objective) {
		c.Primal = r.x.objective
	}
	return c
}

func (r *run) Step(_ context.Context, limit int) int {
	r.isBest = false
	r.eval.steps, r.eval.most = 1, 1
	if !r.watched {
		r.eval.most = limit
	}
	if r.stepper.Step(r.x, r.eval) && r.eval.err == nil {
		return r.eval.steps
	}
	return 0
}

func (r *run) Keep() {
	r.best.copyFrom(r.x)
	r.isBest = true
}

func (r *run) Restore() { r.x = r.best }

// Solve runs the method until its certificate is within the tolerance or a limit is reached. Where
// nearby is not nil, it begins at the best multiple of the alpha of that solution, of a problem with
// the same points and another gamma or loss, if the method has no starting point of its own and a
// multiple is feasible and better than 0. The error is for a problem that the method cannot solve, or
// a failed evaluation; a limit is a status, and so is a context that ended after the first certified
// point. Record.Primal is F at the method's own weights. Where the form has rounded entries, it begins on
// these (solveRounded).
func Solve(ctx context.Context, p *Problem, method Method, s optimize.Settings, nearby *Result) (*Result, error) {
	if form, ok := gram.Rounded(p.Form); ok {
		return solveRounded(ctx, p, form, method, s, nearby)
	}
	return solve(ctx, p, method, s, nearby)
}

// solve is Solve on the form alone.
func solve(ctx context.Context, p *Problem, method Method, s optimize.Settings, nearby *Result) (*Result, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	p, centre := p.centred()
	stepper, err := method.Prepare(p)
	if err != nil {
		return nil, err
	}
	n := len(p.Y)
	if nearby != nil && len(nearby.Alpha) != n {
		return nil, fmt.Errorf("the solution to begin near has %d points, and the problem %d", len(nearby.Alpha), n)
	}
	if nearby != nil && centre != 0 {
		shifted := *nearby
		shifted.Intercept -= centre
		nearby = &shifted
	}
	r := &run{stepper: stepper, x: newPoint(n), best: newPoint(n), watched: s.Monitor != nil}
	r.eval = &evaluator{ctx: ctx, problem: p, tolerance: s.Tolerance, errors: make([]float64, n)}
	stepper.Start(r.x, r.eval, nearby)
	if r.eval.hasFailed() {
		return nil, r.eval.err
	}
	if monitor := s.Monitor; monitor != nil {
		s.Monitor = func(record optimize.Record) {
			record.Primal = r.x.objective
			monitor(record)
		}
	}
	end, err := optimize.Run(ctx, r, s)
	if err != nil {
		return nil, err
	}
	if err := r.eval.err; err != nil && !errors.Is(err, ctx.Err()) {
		return nil, err
	}
	result := &Result{
		Result: end, Alpha: r.best.alpha, Omega: r.best.omega, Intercept: r.best.intercept + centre,
		NormPower: r.best.power,
	}
	result.Rounding = r.best.Rounding
	switch {
	case r.eval.err != nil:
		result.Status = optimize.Cancelled
	case end.Status == optimize.Converged && !result.Within(s.Tolerance):
		result.Status = optimize.Stalled
	}
	if s, ok := stepper.(sharer); ok {
		s.share(result, r.isBest)
	}
	result.Passes = r.eval.passes
	return result, nil
}

package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lplab/core/experiment"
	"lplab/core/gram"
	"lplab/core/solver"
)

// What the methods ask for.
const (
	newtonMatrices = 4 // n x n: M at two points, the model's Hessian and its factor
	newtonPasses   = 8 // expected, linesearch included
	gradientPasses = 60
)

// build chooses the strategy and evaluates what it needs once for all passes.
func (r *run) build(ctx context.Context) error {
	m := r.spec.Model
	q, even := m.P.EvenQ()
	request := gram.Request{
		Kernel: kernelOf(m.Kernel), N: r.x.N, D: r.x.D, Q: m.P.Q(), EvenQ: even,
		Budget: r.options.MemoryBudget, Passes: gradientPasses,
		Wanted: gram.Strategy(r.spec.Solver.Strategy), Engine: r.options.Engine,
	}
	r.sparse = r.sparseRows(request.Kernel)
	request.Sparse, request.SparseOnly = r.sparse, r.design.Train.Sparse != nil
	r.method = methodOf(r.spec.Solver.Method)
	if _, newton := r.method.(solver.Newton); newton {
		request.Matrices, request.Passes = newtonMatrices, newtonPasses
	}
	if even {
		request.Q = float64(q)
	}
	var err error
	if r.plan, err = gram.Choose(request); err != nil {
		return err
	}
	if request.SparseOnly && r.plan.Strategy != gram.SparseStrategy {
		r.x.X = r.sparse.Dense()
	}
	r.say("build")
	clock := forecast{plan: r.plan, passes: request.Passes, start: r.options.Clock()}
	r.form, err = gram.New(ctx, request, r.plan, r.x, func(f float64) {
		if r.form != nil { // built: these are passes of the solve
			at := r.at
			at.Fraction = f
			r.options.Progress(at)
			return
		}
		r.options.Progress(experiment.Progress{Phase: "build", Fraction: f, Remaining: clock.building(f, r.options.Clock())})
	})
	r.out.Solver.Seconds.Build = r.options.Clock() - clock.start
	var over *gram.Overflow
	if errors.As(err, &over) {
		return r.overflow(over)
	}
	return err
}

// overflow says which row the kernel cannot take, and what to do.
func (r *run) overflow(over *gram.Overflow) error {
	return fmt.Errorf("the kernel (%v) overflows on row %d of the data (counted from 0), whose values are too large for it; %s",
		kernelOf(r.spec.Model.Kernel), r.design.Train.Rows[r.rows[over.Point]], r.remedy())
}

// remedy is what to do about values that are too large for the kernel.
func (r *run) remedy() string {
	kernel, standardized := r.spec.Model.Kernel.Type, r.spec.Preprocess.Standardize
	switch {
	case kernel == experiment.KernelExponential && standardized:
		return "choose a polynomial kernel, or fewer features"
	case kernel == experiment.KernelExponential:
		return "turn on standardize, or choose a polynomial kernel"
	case kernel == experiment.KernelPolynomial && standardized:
		return "choose a lower degree"
	case kernel == experiment.KernelPolynomial:
		return "turn on standardize, or choose a lower degree"
	case standardized:
		return "leave out columns or rows of such size, or scale the target"
	}
	return "turn on standardize, or scale the columns"
}

// largestTarget leaves room for squares of the target, and for their sums times
// gamma.
const largestTarget = 1e100

// solve finds alpha with its certificate.
func (r *run) solve(ctx context.Context) error {
	y := make([]float64, len(r.rows))
	for k, i := range r.rows {
		y[k] = r.design.Train.Y[i]
		if math.Abs(y[k]) > largestTarget {
			return fmt.Errorf("target %q is %g in row %d of the data (counted from 0), and its square is beyond the largest number; scale the target to at most %g",
				r.spec.Target, y[k], r.design.Train.Rows[i], largestTarget)
		}
	}
	problem := &solver.Problem{Form: r.form, Loss: r.loss, Y: y, Intercept: r.spec.Preprocess.Intercept,
		Diagonal: r.diagonal()}
	start := r.options.Clock()
	r.at = experiment.Progress{Phase: "solve"}
	r.gamma = r.spec.Model.Gamma.Value
	if r.spec.Model.Gamma.Auto {
		r.gamma = solver.GammaScale(problem)
	}
	problem.Gamma = r.gamma
	settings := solver.Settings{
		Tolerance:     r.spec.Solver.Tolerance,
		MaxIterations: r.spec.Solver.MaxIterations,
		Monitor: func(i solver.Record) {
			r.out.Objective.History = append(r.out.Objective.History,
				experiment.Record{Dual: i.Dual, Gap: i.Gap, Seconds: r.options.Clock() - start})
			r.at = experiment.Progress{Phase: "solve", Iteration: i.Iteration, Dual: i.Dual, Gap: i.Gap}
			r.options.Progress(r.at)
		},
	}
	if last := &r.session.solved; r.options.Warm && last.design == r.design && slices.Equal(last.rows, r.rows) {
		settings.Start = last.alpha
	}
	var err error
	r.result, err = solver.Solve(ctx, problem, r.method, settings)
	r.out.Solver.Seconds.Solve = r.options.Clock() - start
	if err == nil {
		r.session.solved = solved{r.design, r.rows, r.result.Alpha}
	}
	return err
}

package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// lpTrainer is some of the training rows with the form over them: all that lp
// solutions for different gammas, or on parts of those rows, have in common.
type lpTrainer struct {
	run    *run
	loss   loss.Loss
	method lp.Method
	rows   []int        // of design.Train
	x      dense.Points // their features; without numbers where only sparse has them
	sparse *sparse.Rows // the same without their zeros, nil where that is of no use
	y      []float64
	plan   gram.Plan
	form   gram.Form
	series kernel.Kernel // whole, of which run.kernel is truncated; nil where it is not

	norms []float64 // ||Phi(x_i)||_q

	column  func(variable int) []float64 // for lists of monomials; nil until there is one
	columns map[int][]float64            // features by their places, where every list has all

	root     *lpTrainer // itself, or what this one has only other labels than
	explicit *lpTrainer // of root: the same rows on features, nil until rounding in the tensor asks for it
}

// What the methods ask for.
const (
	newtonMatrices = 4 // n x n: M at two points, the model's Hessian and its factor
	newtonPasses   = 8 // expected, linesearch included
	gradientPasses = 60
	primalPasses   = 2000 // two an iteration [S table 1]
)

var _ trainer = (*lpTrainer)(nil)

// trainLP chooses the strategy for some training rows and evaluates what it needs
// once for all passes.
func trainLP(ctx context.Context, r *run, rows []int) (trainer, error) {
	b := &lpTrainer{run: r, rows: rows, y: r.targets(rows), loss: lossOf(r.spec.Model.Loss), method: methods[r.spec.Solver.Method]}
	b.x, b.root = b.points(), b
	request := r.request(b.x.N, b.x.D)
	b.sparse = b.sparseRows(request.Kernel)
	request.Sparse, request.SparseOnly = b.sparse, r.design.Train.Sparse != nil
	if _, finite := kernel.Dimension(r.kernel, b.x.D); b.x.X != nil && !finite {
		request.Reach = slices.Max(gram.Diagonal(kernel.Linear, b.x, request.Q))
	}
	var err error
	if b.plan, err = gram.Choose(request); err != nil {
		return nil, err
	}
	if request.SparseOnly && b.plan.Strategy != gram.SparseStrategy {
		b.x.X = b.sparse.Dense()
	}
	if b.plan.Strategy == gram.TruncatedStrategy {
		r.degree = b.plan.Degree // of the folds too
		own := *r
		own.kernel = kernel.Truncate(r.kernel, b.plan.Degree)
		b.run, b.series = &own, r.kernel
	}
	r.say("build")
	clock := forecast{plan: b.plan, passes: request.Passes, start: r.options.Clock()}
	b.form, err = gram.New(ctx, request, b.plan, b.x, func(f float64) {
		if b.form != nil { // built: these are passes of a solve
			r.pass(f)
			return
		}
		r.options.Progress(experiment.Progress{Phase: "build", Fraction: f, Remaining: clock.building(f, r.options.Clock())})
	})
	var over *gram.Overflow
	if errors.As(err, &over) {
		return nil, b.overflow(over)
	}
	var out *gram.Outside
	if errors.As(err, &out) {
		return nil, b.outside(out)
	}
	if err != nil {
		return nil, err
	}
	b.norms = b.normsOf()
	return b, nil
}

// request asks for a plan over n rows of d features.
func (r *run) request(n, d int) gram.Request {
	m := r.spec.Model
	q, even := m.P.EvenQ()
	request := gram.Request{
		Kernel: r.kernel, N: n, D: d, Q: m.P.Q(), EvenQ: even,
		Budget: r.options.MemoryBudget, Passes: gradientPasses,
		Wanted: gram.Strategy(r.spec.Solver.Strategy), Engine: r.options.Engine,
		Degree: r.degree, Tolerance: r.spec.Solver.Tolerance, Trainers: 1,
	}
	strengths, parts := fitsOf(r.spec, r.parameter)
	if request.Fits = strengths * parts; hasAutoScale(r.spec.Model.Kernel) {
		request.Trainers = parts
	}
	switch method := methods[r.spec.Solver.Method].(type) {
	case lp.Newton:
		request.Matrices, request.Passes = newtonMatrices, newtonPasses
	case lp.PrimalGradient, lp.Fista:
		request.FeaturesFor, request.Passes = fmt.Sprint(method), primalPasses
	}
	if even {
		request.Q = float64(q)
	}
	request.Boxed = !loss.IsSmooth(lossOf(m.Loss))
	return request
}

// problem is the dual on all rows of the trainer.
func (b *lpTrainer) problem(gamma float64) *lp.Problem {
	return &lp.Problem{Form: b.form, Loss: b.loss, Y: b.y, Gamma: gamma,
		Intercept: b.run.spec.Preprocess.Intercept, Norms: b.norms}
}

// at gathers the elements of v at some places.
func at[T any](v []T, places []int) []T {
	gathered := make([]T, len(places))
	for k, i := range places {
		gathered[k] = v[i]
	}
	return gathered
}

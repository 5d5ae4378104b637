package lab

import (
	"context"
	"errors"
	"math"
	"slices"

	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/reweight"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// lpTrainer holds some of the training rows with the form over them: what lp solutions for different
// gammas, or on parts of the rows, have in common.
type lpTrainer struct {
	run    *run
	loss   loss.Loss
	method lp.Method
	rows   []int // of design.Train
	y      []float64
	form   gram.Form
	norms  []float64         // ||Phi(x_i)||_q
	parent *lpTrainer        // the trainer that this one restricts, or itself
	within []int             // places of the rows in parent; nil if it is this one
	part   *gram.Restriction // of the form of parent; nil if it is this one

	// What follows is the same as in parent.
	x      dense.Points // features of its rows; without numbers if only sparse has them
	sparse *sparse.Rows // the same without zeros; nil if not needed
	plan   gram.Plan
	kernel kernel.Kernel // of the form: that of run, or its series truncated at plan.Degree

	column func(variable int) []float64 // for lists of monomials; nil until there is one
	terms  *terms                       // the last list: the next one has some of its features

	last struct { // of reweighting
		problem *reweight.Problem
		columns [][]float64 // of parent
	}

	root       *lpTrainer // the trainer that this one was relabelled from, or itself
	onFeatures *lpTrainer // of root: the same rows on features, made when rounding in the tensor stalls
}

// trainLP chooses the strategy for some training rows and makes the form.
func trainLP(ctx context.Context, r *run, rows []int) (trainer, error) {
	b := &lpTrainer{run: r, kernel: r.kernel, rows: rows, y: r.targets(rows, 0), loss: lossOf(r.spec.Model.Loss), method: methodOf(r.spec.Solver)}
	b.x, b.root, b.parent = dense.Points{N: len(rows), D: r.design.D()}, b, b
	if r.design.Train.Sparse == nil {
		b.x = rowsOf(points(r.design.Train, r.design.D()), rows)
	}
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
		b.kernel = kernel.Truncate(r.kernel, b.plan.Degree)
	}
	r.beginPhase("build")
	clock := forecast{plan: b.plan, passes: request.Passes, start: r.options.Clock()}
	b.form, err = gram.New(ctx, request, b.plan, b.x, func(f float64) {
		if b.form != nil { // built: this is a pass of a solve
			r.pass(f)
			return
		}
		r.options.Progress(experiment.Progress{Phase: "build", Fraction: f, Remaining: clock.buildSeconds(f, r.options.Clock())})
	})
	if over, ok := errors.AsType[*gram.Overflow](err); ok {
		return nil, b.overflow(over)
	}
	if out, ok := errors.AsType[*gram.OutsideError](err); ok {
		return nil, b.outsideError(out)
	}
	if err != nil {
		return nil, err
	}
	var powers []float64
	if q := b.form.Q(); b.plan.Strategy == gram.SparseStrategy {
		powers = gram.SparseDiagonal(b.kernel, b.sparse, q)
	} else {
		powers = gram.Diagonal(b.kernel, b.x, q)
	}
	b.norms = lists.Map(powers, func(v float64) float64 { return math.Pow(v, 1/b.form.Q()) })
	return b, nil
}

// request returns the request of a plan for n rows of d features.
func (r *run) request(n, d int) gram.Request {
	m := r.spec.Model
	q, even := m.P.EvenQ()
	strengths, parts := fitsOf(r.spec, r.parameter)
	method := methodOf(r.spec.Solver)
	needs := lp.NeedsOf(method)
	request := gram.Request{
		Kernel: r.kernel, N: n, D: d, Q: m.P.Q(), EvenQ: even,
		Budget: r.options.MemoryBudget, Matrices: needs.Matrices, Passes: needs.Passes,
		Wanted: gram.Strategy(r.spec.Solver.Strategy), Engine: r.options.Engine,
		Degree: r.degree, Tolerance: r.spec.Solver.Tolerance, Trainers: 1, Fits: strengths * parts,
		Boxed: !loss.IsSmooth(lossOf(m.Loss)),
	}
	if hasAutoScale(m.Kernel) {
		request.Trainers = parts
	}
	if needs.Features {
		request.FeaturesFor = method.String()
	}
	if even {
		request.Q = float64(q)
	}
	return request
}

// problem returns the dual on the rows of the trainer.
func (b *lpTrainer) problem(gamma float64) *lp.Problem {
	return &lp.Problem{Form: b.form, Loss: b.loss, Y: b.y, Gamma: gamma, Intercept: b.run.spec.Preprocess.Intercept, Norms: b.norms}
}

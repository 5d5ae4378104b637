package gram

import (
	"context"
	"errors"
	"fmt"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// Strategy is a way to evaluate the form.
type Strategy string

// The strategies. Auto lets the cost model choose.
const (
	Auto            Strategy = "auto"
	FeatureStrategy Strategy = "features"
	TensorStrategy  Strategy = "tensor"
	StreamStrategy  Strategy = "streamed"
	SparseStrategy  Strategy = "sparse"

	TruncatedStrategy Strategy = "truncated"
)

// Plan is the chosen strategy and the reason for it.
type Plan struct {
	Strategy Strategy
	Reason   string  // one sentence with the costs of all
	Build    float64 // estimated seconds before the first pass,
	Pass     float64 // and of one pass, of which Request.Passes are expected
	Room     int64   // entries of a tensor that may be held,
	Rounded  bool    // and the others are held rounded to 32 bits,
	Held     int64   // in this number of bytes
	Side     Side    // of features
	Blocks   bool    // features are not held
	Degree   int     // of a truncated series
}

// Request is what a plan is made for.
type Request struct {
	Kernel kernel.Kernel
	N, D   int // training points and variables
	Q      float64
	EvenQ  bool // q is an even integer, so that the tensor kernel exists
	// Budget bounds the bytes of the form and of the method's Matrices, which
	// are n x n; 0 Matrices means that the method solves no Newton systems.
	Budget   int64
	Matrices int
	Passes   int // that the method is expected to take
	// Boxed means that the dual has bounds or kinks, and is solved by interior points.
	Boxed bool
	// FeaturesFor names a method that takes explicit features, without M; "": any form.
	FeaturesFor string
	Wanted      Strategy
	// Reach is the largest sum |x|^q of the points, 0 where it is not known; Degree the
	// degree of a truncated series, 0 to choose it by Tolerance, the number of Trainers on
	// the same number of points, and the number of Fits besides the one that Passes counts.
	Reach          float64
	Degree         int
	Tolerance      float64
	Trainers, Fits int
	Engine         Engine
	// Sparse is the points without their zeros, nil where they have none or few. SparseOnly
	// means that the points are given in this form; few kernels need them in full.
	Sparse     *sparse.Rows
	SparseOnly bool
}

// Limits of the automatic choice.
const (
	// Costs below negligible are not compared: the first possible strategy is taken.
	negligible = 1e-3 // seconds
	// A strategy that takes longer than patience is used only by explicit choice.
	patience = 3600 // seconds
	// Where all solves of an infinite series take longer than this on the tensor, a
	// truncated one may replace it that leaves out more than the tolerance: of several
	// models and of one.
	exactPatience       = 10 // seconds
	exactPatienceForOne = 60
)

// Choose estimates the strategies and picks the cheapest possible one, or checks the wanted one. It
// compares costs at reference rates, so the choice is the same on every machine with room; the plan
// and its reason have the costs at the engine's rates. The error is one sentence with the remedy.
func Choose(r Request) (Plan, error) {
	rates := r.Engine.Rates(r)
	costs := r.costs(rates)
	reference := referenceRates(r.Kernel)
	reference.Room = rates.Room
	for i, c := range r.costs(reference) {
		costs[i].reference = c.Build + float64(r.Passes)*c.Pass
		costs[i].request = float64(max(1, r.Trainers))*c.Build + r.passes()*c.Pass
		costs[i].seconds = costs[i].Build + float64(r.Passes)*costs[i].Pass
	}
	if r.Wanted != Auto {
		for _, c := range costs {
			if c.Strategy != r.Wanted {
				continue
			}
			if c.obstacle != "" {
				return Plan{}, fmt.Errorf("strategy %q is not possible: %s", r.Wanted, c.refusal())
			}
			c.Reason = "as asked for; " + compare(costs)
			return c.Plan, nil
		}
		panic("gram: unknown strategy " + r.Wanted)
	}
	byStrategy := map[Strategy]*cost{}
	var best *cost
	for _, c := range costs {
		byStrategy[c.Strategy] = c
		if c.obstacle == "" && !c.uncertain && (best == nil || c.cheaperThan(best)) {
			best = c
		}
	}
	sparse := byStrategy[SparseStrategy]
	if r.SparseOnly && sparse.obstacle == "" {
		best = sparse
	}
	limit := float64(exactPatience)
	if r.Fits <= 1 {
		limit = exactPatienceForOne
	}
	if c := byStrategy[TruncatedStrategy]; c != nil && c.obstacle == "" && (r.Degree > 0 || c.uncertain && (best == nil || best.request > limit)) {
		best = c
	}
	if best != nil && best.reference <= patience {
		best.Reason = compare(costs)
		return best.Plan, nil
	}
	cost := byStrategy[TensorStrategy]
	switch _, finite := kernel.Dimension(r.Kernel, r.D); {
	case finite && r.SparseOnly:
		cost = sparse
	case finite && !r.EvenQ, r.FeaturesFor != "":
		cost = byStrategy[FeatureStrategy]
	}
	if best != nil {
		return Plan{}, best.tooLong(cost)
	}
	return Plan{}, errors.New(cost.refusal())
}

// New carries out a plan: it builds the form.
func New(ctx context.Context, r Request, p Plan, x dense.Points, progress func(float64)) (Form, error) {
	switch p.Strategy {
	case TruncatedStrategy:
		if err := Check(r.Kernel, x, r.Q); err != nil {
			return nil, err
		}
		r = r.truncateAt(p.Degree)
		fallthrough
	case FeatureStrategy:
		if p.Blocks {
			return NewBlocks(ctx, r.Engine, r.Kernel, x, r.Q)
		}
		return NewFeatures(ctx, r.Kernel, x, r.Q, p.Side)
	case SparseStrategy:
		return NewSparse(ctx, r.Kernel, r.Sparse, r.Q, p.Side)
	}
	form, err := r.Engine.Tensor(ctx, r.Kernel, x, int(r.Q), p.Room, p.Rounded, progress)
	if batch, ok := form.(Batch); ok && err == nil {
		return &Lockstep{Batch: batch}, nil
	}
	return form, err
}

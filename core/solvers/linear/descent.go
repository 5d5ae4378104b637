package linear

import (
	"context"
	"math"
	"slices"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

type (
	certificate = optimize.Certificate
	ridgeNorm   = penalty.RidgeSum[penalty.Norm]
)

// descent is block coordinate descent on a working set. A sweep minimises P over one
// block after another (block.go): over a single feature, with z = ||x_j||^2,
//
//	b_j = soft(x_j.r + z b_j, first) / (z + second)                       [Z].
//
// A step fits a working set of blocks as if there were no others: the blocks that are not 0, those
// with the largest ||X_B'r||, and all that were in it before. The certificate of all features shows
// whether more are needed (Massias, Gramfort, Salmon, ICML 2018). Where the working set has all
// blocks, a step is a few sweeps. Newton steps (newton.go) follow sweeps that cost as much as one
// such step, later less; each counts as a sweep.
type descent struct {
	h         *elastic
	q         quadratic
	squares   []float64 // ||x_j||^2
	power     float64   // ||y||^2
	tolerance float64   // of the run

	x, best *iterate

	set       []int // the working set: blocks, ascending
	member    []bool
	score     []float64 // by block; scratch
	curvature []float64 // by block, 0 where not known yet

	// The problem on the working set.
	columns  []int     // its features
	part     elastic   // h on them
	b        []float64 // of them
	old      []float64 // of the largest block; scratch
	slope    []float64 // likewise
	eigen    []float64 // likewise
	gradient []float64 // of the working set; scratch

	// exactForm, where not nil, replaces q where rounding in q lets the gap fall no further.
	exactForm func() quadratic
	progress
	smooth *newton
}

// progress holds what the stopping and switching rules need of earlier steps.
type progress struct {
	least      certificate // gap and primal so far
	staleSteps int         // steps since one of them fell
	spent      float64     // multiplications of the sweeps since the last step of Newton's method
	patience   float64     // the share of the price of such a step that they may take
}

const (
	sweeps   = 5   // after which a working set is certified
	smallest = 64  // the fewest blocks that a working set grows by
	finer    = 0.3 // share of the target to which a working set is fitted
)

// newDescent begins at b, where that is not nil.
func newDescent(h *elastic, q quadratic, squares []float64, power float64, b []float64, tolerance float64) *descent {
	d := len(squares)
	blocks, widest := h.Inner.Blocks(d), h.widest(d)
	vector := func(n int) []float64 { return make([]float64, n) }
	s := &descent{
		h: h, q: q, squares: squares, power: power, tolerance: tolerance, progress: progress{patience: hesitant}, smooth: &newton{},
		member: make([]bool, blocks), score: vector(blocks), curvature: vector(blocks),
		old: vector(widest), slope: vector(widest), eigen: vector(widest),
		x:    &iterate{b: vector(d), gradient: vector(d)},
		best: &iterate{b: vector(d), gradient: vector(d)},
	}
	copy(s.x.b, b)
	s.evaluate()
	s.least = s.x.certificate
	return s
}

func (s *descent) Certificate() certificate { return s.x.certificate }

func (s *descent) Keep() { s.best.copyFrom(s.x) }

func (s *descent) Restore() { s.x.copyFrom(s.best) }

func (s *descent) evaluate() {
	s.q.evaluate(s.x)
	s.x.certificate = s.h.certify(s.x)
}

// Step takes sweeps, or steps of Newton's method, each of which is an iteration.
func (s *descent) Step(ctx context.Context, limit int) int {
	s.choose()
	s.restrict()
	target := s.tolerance * s.x.certificate.Scale()
	all := len(s.set) == len(s.member)
	steps, moved := 0, false
	for steps < limit && ctx.Err() == nil {
		if s.spent > s.patience*s.price(s.activeFeatures()) {
			steps += s.polish(ctx, limit-steps)
			moved = true
		} else {
			steps++
			if !s.sweep(ctx, false) {
				break
			}
			moved = true
			for range min(sweeps-1, limit-steps) {
				if ctx.Err() != nil {
					return steps
				}
				steps++
				if !s.sweep(ctx, true) {
					break
				}
			}
		}
		if all || ctx.Err() != nil || s.gap() <= finer*target {
			break
		}
	}
	if ctx.Err() != nil {
		return steps
	}
	if !moved {
		if s.exactForm == nil {
			return 0
		}
		s.staleSteps = staleGram
	}
	for k, j := range s.columns {
		s.x.b[j] = s.b[k]
	}
	s.evaluate()
	if s.isStalled() {
		return 0
	}
	return steps
}

const (
	falling    = 1e-12 // relative decrease of the objective that counts as progress
	staleGram  = 3     // steps without progress after which q is replaced,
	staleExact = 20    // and after which the descent has stalled
)

// isStalled reports whether there is no progress, also with the exact q.
func (s *descent) isStalled() bool {
	s.staleSteps++
	c := s.x.certificate
	if c.Gap < s.least.Gap {
		s.least.Gap, s.staleSteps = c.Gap, 0
	}
	if c.Primal < s.least.Primal*(1-falling) {
		s.least.Primal, s.staleSteps = c.Primal, 0
	}
	if s.exactForm != nil && s.staleSteps >= staleGram {
		s.q, s.exactForm, s.staleSteps = s.exactForm(), nil, 0
		s.evaluate()
	}
	return s.staleSteps >= staleExact
}

// polish takes steps of Newton's method until no block becomes 0 by one, and returns
// their number.
func (s *descent) polish(ctx context.Context, limit int) int {
	steps := 0
	for better, fewer := false, true; fewer && steps < limit && ctx.Err() == nil; {
		better, fewer = s.newton(ctx)
		if steps++; better {
			s.patience = max(s.patience*backoff, s.leastPatience())
		} else {
			s.patience /= backoff
		}
	}
	s.spent = 0
	return steps
}

// choose adds blocks to the working set.
func (s *descent) choose() {
	x, h := s.x, s.h.Inner
	outside := s.score[:0]
	support := 0
	_, gram := s.q.(*byGram)
	for k := range s.member {
		from, to := h.Block(k)
		if penalty.Length(x.b[from:to]) > 0 {
			support++
			s.member[k] = true
		}
		s.member[k] = s.member[k] || gram
		if !s.member[k] {
			outside = append(outside, penalty.Length(x.gradient[from:to]))
		}
	}
	inside := len(s.member) - len(outside)
	least := math.Inf(1)
	if more := max(smallest, 2*support) - inside; more > 0 || inside == len(s.set) {
		least = max(dense.NthLargest(outside, min(len(outside), max(more, smallest))), math.SmallestNonzeroFloat64)
	}
	s.set = s.set[:0]
	for k := range s.member {
		from, to := h.Block(k)
		if s.member[k] = s.member[k] || penalty.Length(x.gradient[from:to]) >= least; s.member[k] {
			s.set = append(s.set, k)
		}
	}
}

// restrict makes the problem on the working set.
func (s *descent) restrict() {
	s.columns, s.b = s.columns[:0], s.b[:0]
	bounds := append(s.part.Inner.Bounds[:0], 0)
	for _, k := range s.set {
		from, to := s.h.Inner.Block(k)
		for j := from; j < to; j++ {
			s.columns = append(s.columns, j)
			s.b = append(s.b, s.x.b[j])
		}
		bounds = append(bounds, len(s.columns))
	}
	s.part.ridgeNorm = s.h.ridgeNorm
	if s.h.Inner.Bounds != nil {
		s.part.Inner.Bounds = bounds
	}
	s.gradient = slices.Grow(s.gradient[:0], len(s.columns))[:len(s.columns)]
	s.q.begin(s.columns, s.x)
}

// checkWork is the multiplications between two checks of the context.
const checkWork = 1 << 22

// sweep minimises over the blocks of the working set in turn, of those that are not 0
// alone where active is set, and reports whether any changed by more than rounding.
func (s *descent) sweep(ctx context.Context, active bool) bool {
	var largest, since float64 // ||change of r||^2
	look, move, _ := s.q.costs()
	for at, k := range s.set {
		from, to := s.part.Inner.Block(at)
		if active && penalty.Length(s.b[from:to]) == 0 {
			continue
		}
		change := s.minimise(k, from, to)
		cost := float64(to-from) * look
		if change != 0 {
			cost += float64(to-from) * move
		}
		largest, s.spent = max(largest, change), s.spent+cost
		if since += cost; since > checkWork {
			if since = 0; ctx.Err() != nil {
				return true
			}
		}
	}
	return largest > still*still*s.power
}

// still is the change of the fit, as a share of ||y||, below which it is rounding.
const still = 1e-16

// activeFeatures returns how many features are in blocks that are not 0.
func (s *descent) activeFeatures() int {
	count := 0
	for k := range s.set {
		if from, to := s.part.Inner.Block(k); penalty.Length(s.b[from:to]) > 0 {
			count += to - from
		}
	}
	return count
}

// gap returns the gap of the problem on the working set.
func (s *descent) gap() float64 {
	q := s.q.(*byResidual)
	q.gradient(s.gradient, 0)
	return s.part.certify(&iterate{
		b: s.b, gradient: s.gradient, squares: dense.Dot(q.residual, q.residual), target: dense.Dot(q.c.y, q.residual),
	}).Gap
}

package linear

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

// newton is a step of Newton's method on the nonzero blocks, where P is smooth. It
// follows sweeps that have found the right blocks. For the lasso the step is exact
// (feature-sign search; Lee, Battle, Raina, Ng 2007), for groups the steps converge
// quadratically (Bareilles, Iutzeler, Malick, "Newton acceleration on manifolds
// identified by proximal gradient methods", 2020).
//
// With H = X_S'X_S + second + first (1 - u u')/||b_B|| on each block, u = b_B/||b_B||,
// the direction is d = H^-1 (X_S'r - second b - first u). A block that would change its sign is set
// to 0. The line search needs only X_S'X_S.
type newton struct {
	at        []int     // the features of S, as places in the working set
	bounds    []int     // of the blocks among them
	gram      []float64 // X_S'X_S, upper triangle
	factor    []float64
	gradient  []float64 // X_S'r
	slope     []float64 // of -P along S
	direction []float64
	b, trial  []float64 // of S
	change    []float64 // trial - b
	curved    []float64 // X_S'X_S change
}

// most features of a step: X_S'X_S and its factor take 32 MB each.
const mostNewton = 2000

// Steps are taken where sweeps have cost as much as a step, at first times hesitant.
// After a success the next comes earlier, by the factor backoff: it ends what a sweep
// began. After a failure it comes as much later. The least share is smaller where the
// columns are known by their residual, because a sweep then costs n and not d.
const (
	hesitant              = 1
	backoff               = 0.25
	leastShare, leastGram = 1e-3, 0.3
)

func (s *descent) leastPatience() float64 {
	if _, ok := s.q.(*byGram); ok && !s.q.spectral() {
		return leastGram
	}
	return leastShare
}

// price is about how many multiplications a step takes that has m features; one that
// has too many is out of reach.
func (s *descent) price(m int) float64 {
	if m > mostNewton {
		return math.Inf(1)
	}
	size := float64(m)
	_, _, entry := s.q.costs()
	return size*size*entry + size*size*size/3
}

// dampings are tried in turn, as shares of the mean of H's diagonal that are added to
// it, until H can be decomposed: features may be collinear.
var dampings = [...]float64{1e-15, 1e-13, 1e-9, 1e-5}

// Steps are tried from the whole one down, each shorter than the last by the factor
// shorten, except for the one where the first block becomes 0: until a share, shortest,
// of that or of the whole.
const (
	shorten  = 0.25
	shortest = 1e-3
)

// level is the growth of P, as a share of it, that may be rounding: if there is no
// more, a step counts as one to where P is less that makes the slope less by the
// factor flatter.
const (
	level   = 1e-14
	flatter = 0.5
)

// turned is the b_B.c_B from which on, as a share of ||b_B||^2, a block c_B counts as
// turned against b_B: except for rounding, 0.
const turned = 1e-12

// newton takes a step to where P is less, if it finds one, and reports whether a block
// became 0 by it: then there are fewer blocks for another step.
func (s *descent) newton(ctx context.Context) (better, fewer bool) {
	w := s.smooth
	w.gather(s)
	m := len(w.at)
	if m == 0 {
		return false, false
	}
	if s.price(m) < checked && !w.solve(s) || s.price(m) >= checked && !s.solveInterruptibly(ctx) {
		return false, false
	}
	before, length := w.value(s, w.b), floats.Norm(w.slope, 2)
	first := math.Inf(1)
	if s.h.Inner.Weight > 0 { // otherwise nothing keeps a block at 0
		first = w.crossing()
	}
	for t := 1.0; t >= shortest*min(1, first); t *= shorten {
		if t < first && first < t/shorten {
			t = first
		}
		w.move(s, t)
		multiplySymmetric(w.curved, w.gram, w.change)
		change := floats.Dot(w.change, w.curved)/2 - floats.Dot(w.change, w.gradient) + w.value(s, w.trial) - before
		if change < 0 || change <= level*math.Abs(s.certificate.Primal) && w.steepness(s) < flatter*length {
			for k := range len(w.bounds) - 1 {
				from, to := w.bounds[k], w.bounds[k+1]
				at := w.at[from]
				copy(s.b[at:at+to-from], w.trial[from:to])
				s.q.commit(at, w.change[from:to])
			}
			return true, s.active() < m
		}
	}
	return false, false
}

// solveInterruptibly solves a large system.
func (s *descent) solveInterruptibly(ctx context.Context) bool {
	w, solved := s.smooth, false
	if optimize.Interruptibly(ctx, func() { solved = w.solve(s) }) != nil {
		s.smooth = &newton{} // what is still written to is left alone
		return false
	}
	return solved
}

// gather finds S.
func (w *newton) gather(s *descent) {
	w.at, w.bounds, w.b = w.at[:0], append(w.bounds[:0], 0), w.b[:0]
	for k := range s.set {
		from, to := s.part.Inner.Block(k)
		if penalty.Length(s.b[from:to]) == 0 {
			continue
		}
		for at := from; at < to; at++ {
			w.at = append(w.at, at)
		}
		w.b = append(w.b, s.b[from:to]...)
		w.bounds = append(w.bounds, len(w.at))
	}
	m := len(w.at)
	for _, v := range []*[]float64{&w.gradient, &w.slope, &w.trial, &w.change, &w.curved} {
		*v = resize(*v, m)
	}
	w.gram, w.factor = resize(w.gram, m*m), resize(w.factor, m*m)
}

// solve stores the direction, and reports whether there is one.
func (w *newton) solve(s *descent) bool {
	m := len(w.at)
	s.q.hessian(w.gram, w.at)
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		s.q.gradient(w.gradient[from:to], w.at[from])
	}
	clear(w.curved)
	copy(w.trial, w.b)
	w.steepness(s)
	w.direction = append(w.direction[:0], w.slope...)
	var trace float64
	for i := range m {
		trace += w.gram[i*m+i] + s.h.Weight
	}
	for _, damping := range dampings {
		copy(w.factor, w.gram)
		for k := range len(w.bounds) - 1 {
			w.addCurvature(s, w.bounds[k], w.bounds[k+1], damping*trace/float64(m))
		}
		if factor, ok := lapack64.Potrf(blas64.Symmetric{N: m, Stride: m, Data: w.factor, Uplo: blas.Upper}); ok {
			lapack64.Potrs(factor, blas64.General{Rows: m, Cols: 1, Stride: 1, Data: w.direction})
			return !math.IsNaN(floats.Sum(w.direction))
		}
	}
	return false
}

// addCurvature adds that of the penalty of a block, and the damping, to the factor.
func (w *newton) addCurvature(s *descent, from, to int, damping float64) {
	m, b := len(w.at), w.b[from:to]
	length := penalty.Length(b)
	for i := from; i < to; i++ {
		row := w.factor[i*m : (i+1)*m]
		row[i] += s.h.Weight + damping
		if to == from+1 {
			return
		}
		row[i] += s.h.Inner.Weight / length
		for j := i; j < to; j++ {
			row[j] -= s.h.Inner.Weight * (b[i-from] / length) * (b[j-from] / length) / length
		}
	}
}

// steepness stores the slope of -P at trial, X_S'r - curved - second b - first u, and
// returns its length. Of blocks that are 0 it stores 0.
func (w *newton) steepness(s *descent) float64 {
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		b := w.trial[from:to]
		length := penalty.Length(b)
		if length == 0 {
			clear(w.slope[from:to])
			continue
		}
		for i, v := range b {
			w.slope[from+i] = w.gradient[from+i] - w.curved[from+i] - s.h.Weight*v - s.h.Inner.Weight*v/length
		}
	}
	return floats.Norm(w.slope, 2)
}

// value returns h of coefficients of S.
func (w *newton) value(s *descent, b []float64) float64 {
	var norms float64
	for k := range len(w.bounds) - 1 {
		norms += penalty.Length(b[w.bounds[k]:w.bounds[k+1]])
	}
	return float64(s.h.Inner.Weight*norms) + float64(s.h.Weight/2*floats.Dot(b, b))
}

// crossing returns the share of the step at which the first block becomes 0, or
// orthogonal to what it was.
func (w *newton) crossing() float64 {
	first := math.Inf(1)
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		b := w.b[from:to]
		if slope := floats.Dot(b, w.direction[from:to]); slope < 0 {
			first = min(first, -floats.Dot(b, b)/slope)
		}
	}
	return first
}

// move stores the trial at the share t of the step, and the change before it is rounded
// to coefficients.
func (w *newton) move(s *descent, t float64) {
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		old, b := w.b[from:to], w.trial[from:to]
		change := w.change[from:to]
		floats.ScaleTo(change, t, w.direction[from:to])
		floats.AddTo(b, old, change)
		if s.h.Inner.Weight > 0 && floats.Dot(b, old) <= turned*floats.Dot(old, old) {
			clear(b)
			floats.ScaleTo(change, -1, old)
		}
	}
}

// multiplySymmetric stores A v in dst, of the upper triangle of A.
func multiplySymmetric(dst, a, v []float64) {
	n := len(v)
	blas64.Symv(1, blas64.Symmetric{N: n, Stride: n, Data: a, Uplo: blas.Upper}, blas64.Vector{N: n, Inc: 1, Data: v}, 0, blas64.Vector{N: n, Inc: 1, Data: dst})
}

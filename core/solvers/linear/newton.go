package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

// newton is a step of Newton's method on the nonzero blocks, where P is smooth. For the lasso
// the step is exact (feature-sign search; Lee, Battle, Raina, Ng 2007), for groups the steps
// converge quadratically (Bareilles, Iutzeler, Malick, "Newton acceleration on manifolds
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
	image     []float64 // X_S'X_S change
}

// Steps follow sweeps that have cost as much as a step times the patience: hesitant at first,
// then multiplied by backoff after a success, and divided by it after a failure. Its least value
// is smaller with byResidual, where a column of a sweep costs n and not d.
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

// price estimates the multiplications of a step of m features, infinite where these are too many.
func (s *descent) price(m int) float64 {
	const mostNewton = 2000 // features of a step: X_S'X_S and its factor take 32 MB each
	if m > mostNewton {
		return math.Inf(1)
	}
	size := float64(m)
	_, _, entry := s.q.costs()
	return size*size*entry + size*size*size/3
}

const (
	shorten    = 0.25  // ratio of the lengths of successive trials of a step
	shortest   = 1e-3  // least length, as a share of the whole or of that where a block becomes 0
	level      = 1e-14 // relative growth of P that may be rounding; then a step is accepted
	flatter    = 0.5   // if it reduces the slope by this factor
	signChange = 1e-12 // share of ||b_B||^2 up to which b_B.c_B is 0: c_B has changed its sign
)

// newton reports whether it found a step that lowers P, and whether a block became 0 by it.
func (s *descent) newton(ctx context.Context) (better, fewer bool) {
	w := s.smooth
	w.gather(s)
	m := len(w.at)
	if m == 0 {
		return false, false
	}
	if s.price(m) < checkWork && !w.solve(s) || s.price(m) >= checkWork && !s.solveInterruptibly(ctx) {
		return false, false
	}
	before, length := w.value(s, w.b), floats.Norm(w.slope, 2)
	first := math.Inf(1)
	if s.h.Inner.Weight > 0 { // otherwise nothing keeps a block at 0
		first = w.crossingShare()
	}
	for t := 1.0; t >= shortest*min(1, first); t *= shorten {
		if t < first && first < t/shorten {
			t = first
		}
		w.move(s, t)
		multiplySymmetric(w.image, w.gram, w.change)
		change := dense.Dot(w.change, w.image)/2 - dense.Dot(w.change, w.gradient) + w.value(s, w.trial) - before
		if change < 0 || change <= level*math.Abs(s.x.certificate.Primal) && w.steepness(s) < flatter*length {
			for k := range len(w.bounds) - 1 {
				from, to := w.bounds[k], w.bounds[k+1]
				at := w.at[from]
				copy(s.b[at:at+to-from], w.trial[from:to])
				s.q.commit(at, w.change[from:to])
			}
			return true, s.activeFeatures() < m
		}
	}
	return false, false
}

func (s *descent) solveInterruptibly(ctx context.Context) bool {
	w, solved := s.smooth, false
	if optimize.Interruptibly(ctx, func() { solved = w.solve(s) }) != nil {
		s.smooth = &newton{} // the interrupted call may still write to the old one
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
	for _, v := range []*[]float64{&w.gradient, &w.slope, &w.trial, &w.change, &w.image} {
		*v = slices.Grow((*v)[:0], m)[:m]
	}
	w.gram, w.factor = slices.Grow(w.gram[:0], m*m)[:m*m], slices.Grow(w.factor[:0], m*m)[:m*m]
}

// solve stores the direction, and reports whether there is one.
func (w *newton) solve(s *descent) bool {
	m := len(w.at)
	s.q.hessian(w.gram, w.at)
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		s.q.gradient(w.gradient[from:to], w.at[from])
	}
	clear(w.image)
	copy(w.trial, w.b)
	w.steepness(s)
	w.direction = append(w.direction[:0], w.slope...)
	var trace float64
	for i := range m {
		trace += w.gram[i*m+i] + s.h.Weight
	}
	// Shares of the mean of H's diagonal are added to it until H can be decomposed: features may be collinear.
	for _, damping := range [...]float64{1e-15, 1e-13, 1e-9, 1e-5} {
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

// addCurvature adds the curvature of the penalty of a block, and the damping, to the factor.
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

// steepness stores the slope of -P at trial, X_S'r - curved - second b - first u, with 0 for
// blocks that are 0, and returns its length.
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
			w.slope[from+i] = w.gradient[from+i] - w.image[from+i] - s.h.Weight*v - s.h.Inner.Weight*v/length
		}
	}
	return floats.Norm(w.slope, 2)
}

// value returns h of coefficients of S.
func (w *newton) value(s *descent, b []float64) float64 {
	return ridgeNorm{Inner: penalty.Norm{Weight: s.h.Inner.Weight, Bounds: w.bounds}, Weight: s.h.Weight}.Value(b)
}

// crossingShare returns the share of the step at which the first block becomes 0, or
// orthogonal to what it was.
func (w *newton) crossingShare() float64 {
	first := math.Inf(1)
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		b := w.b[from:to]
		if slope := dense.Dot(b, w.direction[from:to]); slope < 0 {
			first = min(first, -dense.Dot(b, b)/slope)
		}
	}
	return first
}

// move stores the trial at the share t of the step, and the change.
func (w *newton) move(s *descent, t float64) {
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		old, b := w.b[from:to], w.trial[from:to]
		change := w.change[from:to]
		floats.ScaleTo(change, t, w.direction[from:to])
		floats.AddTo(b, old, change)
		if s.h.Inner.Weight > 0 && dense.Dot(b, old) <= signChange*dense.Dot(old, old) {
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

package linear

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// newton is a step of Newton's method on the blocks that are not 0, where P is
// smooth, with which sweeps that have found the right blocks end: of the lasso it
// is exact (feature-sign search; Lee, Battle, Raina, Ng 2007), of groups quadratically
// convergent (Bareilles, Iutzeler, Malick, "Newton acceleration on manifolds
// identified by proximal gradient methods", 2020).
//
// With H = X_S'X_S + second + first (1 - u u')/||b_B|| on each block, u = b_B/||b_B||,
// it goes along d = H^-1 (X_S'r - second b - first u). A block that would turn against
// what it was becomes 0.
type newton struct {
	at        []int     // the features of S, as places in the working set
	bounds    []int     // of the blocks among them
	x         []float64 // their columns, one after another
	hessian   []float64
	factor    []float64
	gradient  []float64 // of -P along S
	slope     float64   // its length
	direction []float64
	b         []float64 // of the working set
	residual  []float64
	change    []float64 // of the features of S
}

// widest is the most features of a step: H and its factor take 32 MB each.
const widest = 2000

// Steps are taken where sweeps have cost as much as a step, at first times hesitant.
// After a success the next comes earlier, by the factor bolder, as far as boldest: it
// ends what a sweep began. After a failure it comes as much later.
const (
	hesitant = 1
	bolder   = 0.25
	boldest  = 1e-3
)

// overhead is what a feature costs in a sweep beside its numbers.
const overhead = 50

// price is about how many multiplications a step takes that has m features of n
// numbers; one that has too many is out of reach.
func price(m, n int) float64 {
	if m > widest {
		return math.Inf(1)
	}
	size := float64(m)
	return size*size*float64(n)/2 + size*size*size/3
}

// dampings are tried in turn, as shares of the mean of H's diagonal that are added to
// it, until H can be decomposed: features may be collinear.
var dampings = [...]float64{1e-13, 1e-9, 1e-5}

// Steps are tried from the whole one down, each shorter than the last by the factor
// shorten, but for the one where the first block becomes 0: until a share, shortest,
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
// turned against b_B: but for rounding, 0.
const turned = 1e-12

// newton takes a step to where P is less, if it finds one, and tells whether a block
// became 0 by it: then there are fewer blocks for another step.
func (s *descent) newton() (better, fewer bool) {
	w := &s.smooth
	w.gather(s)
	m, n := len(w.at), s.c.n
	if m == 0 || !w.solve(s, m, n) {
		return false, false
	}
	before := s.objective(s.b, s.residual)
	first := w.crossing(s)
	for t := 1.0; t >= shortest*min(1, first); t *= shorten {
		if t < first && first < t/shorten {
			t = first
		}
		w.move(s, t)
		change := s.objective(w.b, w.residual) - before
		if change < 0 || change <= level*before && w.steepness(s, w.b, w.residual) < flatter*w.slope {
			copy(s.b, w.b)
			copy(s.residual, w.residual)
			return true, s.active() < m
		}
	}
	return false, false
}

// gather finds S, and writes down its columns.
func (w *newton) gather(s *descent) {
	w.at, w.bounds = w.at[:0], append(w.bounds[:0], 0)
	for k := range s.set {
		from, to := s.part.block(k)
		if norm(s.b[from:to]) == 0 {
			continue
		}
		for at := from; at < to; at++ {
			w.at = append(w.at, at)
		}
		w.bounds = append(w.bounds, len(w.at))
	}
	m, n := len(w.at), s.c.n
	w.x = resize(w.x, m*n)
	clear(w.x)
	for k, at := range w.at {
		s.c.x.AddScaled(w.x[k*n:(k+1)*n], 1, s.columns[at])
	}
}

// solve stores the direction, and tells whether there is one.
func (w *newton) solve(s *descent, m, n int) bool {
	w.hessian, w.factor = resize(w.hessian, m*m), resize(w.factor, m*m)
	x := blas64.General{Rows: m, Cols: n, Stride: n, Data: w.x}
	blas64.Syrk(blas.NoTrans, 1, x, 0, blas64.Symmetric{N: m, Stride: m, Data: w.hessian, Uplo: blas.Upper})
	w.slope = w.steepness(s, s.b, s.residual)
	w.direction = append(w.direction[:0], w.gradient...)
	var trace float64
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		b := s.b[w.at[from] : w.at[from]+to-from]
		length := norm(b)
		for i := from; i < to; i++ {
			v := b[i-from]
			w.hessian[i*m+i] += s.h.second
			if to > from+1 {
				w.hessian[i*m+i] += s.h.first / length
				for j := i; j < to; j++ {
					w.hessian[i*m+j] -= s.h.first * (v / length) * (b[j-from] / length) / length
				}
			}
			trace += w.hessian[i*m+i]
		}
	}
	for _, damping := range dampings {
		copy(w.factor, w.hessian)
		for i := range m {
			w.factor[i*m+i] += damping * trace / float64(m)
		}
		if factor, ok := lapack64.Potrf(blas64.Symmetric{N: m, Stride: m, Data: w.factor, Uplo: blas.Upper}); ok {
			lapack64.Potrs(factor, blas64.General{Rows: m, Cols: 1, Stride: 1, Data: w.direction})
			return !math.IsNaN(floats.Sum(w.direction))
		}
	}
	return false
}

// steepness stores X_S'r - second b - first u, and returns its length. Of blocks that
// are 0 it stores 0.
func (w *newton) steepness(s *descent, b, residual []float64) float64 {
	m, n := len(w.at), s.c.n
	x := blas64.General{Rows: m, Cols: n, Stride: n, Data: w.x}
	w.gradient = resize(w.gradient, m)
	g := w.gradient
	blas64.Gemv(blas.NoTrans, 1, x, blas64.Vector{N: n, Inc: 1, Data: residual}, 0, blas64.Vector{N: m, Inc: 1, Data: g})
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		b := b[w.at[from] : w.at[from]+to-from]
		length := norm(b)
		for i, v := range b {
			if length == 0 {
				g[from+i] = 0
			} else {
				g[from+i] -= float64(s.h.second*v) + s.h.first*v/length
			}
		}
	}
	return floats.Norm(g, 2)
}

// crossing returns the share of the step with which the first block becomes 0, or
// turns at right angles to what it was.
func (w *newton) crossing(s *descent) float64 {
	first := math.Inf(1)
	if s.h.first == 0 {
		return first // nothing keeps a block at 0
	}
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		b := s.b[w.at[from] : w.at[from]+to-from]
		if slope := floats.Dot(b, w.direction[from:to]); slope < 0 {
			first = min(first, -floats.Dot(b, b)/slope)
		}
	}
	return first
}

// move stores what is at the share t of the step.
func (w *newton) move(s *descent, t float64) {
	w.b = append(w.b[:0], s.b...)
	w.residual = append(w.residual[:0], s.residual...)
	w.change = resize(w.change, len(w.at))
	for k := range len(w.bounds) - 1 {
		from, to := w.bounds[k], w.bounds[k+1]
		old := s.b[w.at[from] : w.at[from]+to-from]
		b := w.b[w.at[from] : w.at[from]+to-from]
		floats.AddScaled(b, t, w.direction[from:to])
		if s.h.first > 0 && floats.Dot(b, old) <= turned*floats.Dot(old, old) {
			clear(b)
		}
		floats.SubTo(w.change[from:to], b, old)
	}
	n := s.c.n
	x := blas64.General{Rows: len(w.at), Cols: n, Stride: n, Data: w.x}
	blas64.Gemv(blas.Trans, -1, x, blas64.Vector{N: len(w.at), Inc: 1, Data: w.change}, 1, blas64.Vector{N: n, Inc: 1, Data: w.residual})
}

// resize returns room for n numbers, in v where it has it.
func resize(v []float64, n int) []float64 {
	if cap(v) < n {
		return make([]float64, n)
	}
	return v[:n]
}

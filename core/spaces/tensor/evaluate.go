package tensor

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Evaluate stores the values of the functions of some dual vectors a over the points p,
//
//	f(x) = sum_{i_1 ... i_{q-1}} K(x_{i_1}, ..., x_{i_{q-1}}, x) a_{i_1} ... a_{i_{q-1}},
//
// at the points x in dst, a slice for each of alphas, by the tensor kernel k of order q
// [S eq. 17]. A point x costs 2 d C(n+q-2, q-1) flops, and each of alphas another
// 2 C(n+q-2, q-1), where n is the number of points with a nonzero a in some of alphas; the exponential
// kernel takes half the time on AVX2. The error is the context's, which is checked before each block of the tensor.
func Evaluate(ctx context.Context, dst [][]float64, p dense.Points, q int, k kernel.Kernel, alphas [][]float64, x dense.Points) error {
	e := newEvaluator(p, q, k.Apply, alphas)
	if _, ok := k.(kernel.Exponential); ok && tilesOfPowers != nil && q > 2 && e.points.N > 0 && p.D > 0 {
		e.tiles = newExpTiles(e.points, q, e.alphas)
	}
	// Groups of points x share the terms that do not depend on x.
	processors := 1
	if float64(Count(e.points.N, e.q-1))*float64(x.N) > worthSharing {
		processors = runtime.GOMAXPROCS(0)
	}
	size := max(1, min(mostTogether, x.N/(4*processors)))
	var failure atomic.Pointer[error]
	group := func(g int) {
		if failure.Load() != nil {
			return
		}
		s := e.pool.take()
		defer e.pool.give(s)
		if err := e.at(ctx, s, dst, x, g*size, min((g+1)*size, x.N)); err != nil {
			failure.Store(&err)
		}
	}
	groups := (x.N + size - 1) / size
	if processors > 1 {
		dense.Parallel(groups, group)
	} else {
		for g := range groups {
			group(g)
		}
	}
	if err := failure.Load(); err != nil {
		return *err
	}
	return nil
}

// worthSharing is the least number of entries for several processors: a tenth of a millisecond.
const worthSharing = 1 << 16

// mostTogether is the largest number of points in a group.
const mostTogether = 16

// Support returns the points with a nonzero a in some of the dual vectors, and the vectors over them.
func Support(p dense.Points, alphas [][]float64) (dense.Points, [][]float64) {
	support := dense.Points{D: p.D}
	parts := make([][]float64, len(alphas))
	for i := range p.N {
		if !slices.ContainsFunc(alphas, func(alpha []float64) bool { return alpha[i] != 0 }) {
			continue
		}
		support.X = append(support.X, p.Row(i)...)
		support.N++
		for k, alpha := range alphas {
			parts[k] = append(parts[k], alpha[i])
		}
	}
	return support, parts
}

// evaluator is what the evaluations at all points share.
type evaluator struct {
	points dense.Points
	panels *dense.Panels // of the points
	q      int
	apply  func([]float64)
	alphas [][]float64
	// pairs are, for every dual vector, the packed triangle of a_i a_j, of which those with
	// i = j are halved.
	pairs [][]float64
	tiles *expTiles // of an exponential kernel, or nil
	pool  pool[evaluation]
}

// evaluation is the scratch memory of one processor.
type evaluation struct {
	triangles dense.Triangles
	outer     outer
	product   []float64 // of the outer points
	z         []float64
	block     []float64
	factors   []float64 // by dual vector
	sums      []float64 // by dual vector
	tiled     [mostTogether]bool
	exp       *expSums
}

// newEvaluator prepares evaluations on the points with a nonzero weight in some of the dual vectors.
func newEvaluator(p dense.Points, q int, apply func([]float64), alphas [][]float64) *evaluator {
	e := &evaluator{q: q, apply: apply, pairs: make([][]float64, len(alphas))}
	e.points, e.alphas = Support(p, alphas)
	n := e.points.N
	if q > 2 {
		e.panels = dense.NewPanels(e.points)
		for k, alpha := range e.alphas {
			for j, a := range alpha {
				for _, b := range alpha[:j] {
					e.pairs[k] = append(e.pairs[k], a*b)
				}
				e.pairs[k] = append(e.pairs[k], a*a/2)
			}
		}
	}
	e.pool.make = func() *evaluation {
		s := &evaluation{product: make([]float64, p.D), z: make([]float64, p.D), factors: make([]float64, len(alphas)), sums: make([]float64, len(alphas))}
		if q == 2 {
			s.block = make([]float64, n)
		} else if n > 0 {
			s.block, s.outer = make([]float64, triangle(n)), newOuter(n, q-1, 0)
		}
		if e.tiles != nil {
			s.exp = newExpSums(e.tiles)
		}
		return s
	}
	return e
}

// at stores the values at the points from .. to-1 of x.
func (e *evaluator) at(ctx context.Context, s *evaluation, dst [][]float64, x dense.Points, from, to int) error {
	for _, values := range dst {
		clear(values[from:to])
	}
	if e.points.N > 0 && e.q > 2 {
		return e.blocks(ctx, s, dst, x, from, to)
	}
	for r := from; r < to && e.points.N > 0; r++ { // sum_i a_i g(<x_i, x>)
		for i := range s.block {
			s.block[i] = dense.Dot(e.points.Row(i), x.Row(r))
		}
		e.apply(s.block)
		for k, alpha := range e.alphas {
			dst[k][r] = dense.Dot(s.block, alpha)
		}
	}
	return ctx.Err()
}

// blocks is at for larger q, by blocks of the symmetric tensor T of order q-1 over the points, with
// x as the last argument of the kernel. The weight of an entry is the number of permutations of its
// indices: (q-1)! over the factorials of the multiplicities.
func (e *evaluator) blocks(ctx context.Context, s *evaluation, dst [][]float64, x dense.Points, from, to int) error {
	for r := from; r < to; r++ {
		s.tiled[r-from] = e.tiles != nil && e.tiles.fits(x.Row(r))
	}
	o := &s.outer
	for o.seek(0); ; {
		weight, lowest := o.weight()
		k, m := o.bound(), float64(lowest) // k is m of the outer indices
		for a, alpha := range e.alphas {
			s.factors[a] = factorial(e.q-1) * weight
			for _, i := range o.index {
				s.factors[a] *= alpha[i]
			}
		}
		copy(s.product, e.points.Row(o.index[0]))
		for _, i := range o.index[1:] {
			dense.Multiply(s.product, s.product, e.points.Row(i))
		}
		if e.tiles != nil {
			s.exp.bound(e.tiles, k, m)
		}
		for r := from; r < to; r++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			clear(s.sums)
			if s.tiled[r-from] {
				dense.Multiply(s.z, s.product, x.Row(r))
				s.exp.add(e.tiles, s.sums, s.z, k)
			} else {
				e.addBlock(s, x.Row(r), k, m)
			}
			for a, c := range s.factors {
				if c != 0 {
					dst[a][r] += float64(c * s.sums[a])
				}
			}
		}
		if o.next() == 0 {
			return nil
		}
	}
}

// addBlock adds the block at the point x to the sum of each dual vector; k occurs m times among the outer indices.
func (e *evaluator) addBlock(s *evaluation, x []float64, k int, m float64) {
	block := s.block[:s.outer.size()]
	s.triangles.Compute(block, e.panels, s.product, x, k, 1)
	e.apply(block)
	inner, last := block[:triangle(k)], block[triangle(k):]
	for a, alpha := range e.alphas {
		edge := loops.DotProduct(last[:k], alpha)/(m+1) + last[k]*alpha[k]/((m+1)*(m+2))
		s.sums[a] += loops.DotProduct(inner, e.pairs[a]) + float64(alpha[k]*edge)
	}
}

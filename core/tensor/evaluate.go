package tensor

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// Evaluate stores the functions that some dual vectors a over the points p stand for,
//
//	f(x) = sum_{i_1 ... i_{q-1}} K(x_{i_1}, ..., x_{i_{q-1}}, x) a_{i_1} ... a_{i_{q-1}},
//
// at the points x in dst, a slice for each of alphas, by the tensor kernel of order q alone
// (see Build for apply) [S eq. 17]. A point x costs 2 d C(n+q-2, q-1) flops, and every a
// another 2 C(n+q-2, q-1), where n counts the points whose a is not 0 in all of them. The
// points x are shared among all processors where that is worth it. The error is the context's, which is looked at
// before every block of the tensor.
func Evaluate(ctx context.Context, dst [][]float64, p Points, q int, apply func([]float64), alphas [][]float64, x Points) error {
	e := newEvaluator(p, q, apply, alphas)
	point := func(i int) error {
		s := e.pool.Get().(*evaluation)
		defer e.pool.Put(s)
		if err := e.at(ctx, s, x.Row(i)); err != nil {
			return err
		}
		for k, v := range s.values {
			dst[k][i] = v
		}
		return nil
	}
	if float64(Count(e.points.N, q-1))*float64(x.N) > worthSharing {
		var failed atomic.Bool
		Parallel(x.N, func(i int) {
			if !failed.Load() && point(i) != nil {
				failed.Store(true)
			}
		})
		return ctx.Err()
	}
	for i := range x.N {
		if err := point(i); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// worthSharing is from how many entries several processors evaluate: a tenth of a
// millisecond.
const worthSharing = 1 << 16

// Support returns the points that have an a other than 0 in some of the dual vectors, and
// these over them.
func Support(p Points, alphas [][]float64) (Points, [][]float64) {
	support := Points{D: p.D}
	own := make([][]float64, len(alphas))
	for i := range p.N {
		if !slices.ContainsFunc(alphas, func(alpha []float64) bool { return alpha[i] != 0 }) {
			continue
		}
		support.X = append(support.X, p.Row(i)...)
		support.N++
		for k, alpha := range alphas {
			own[k] = append(own[k], alpha[i])
		}
	}
	return support, own
}

// evaluator is what the evaluations at all points share.
type evaluator struct {
	points Points
	q      int
	apply  func([]float64)
	alphas [][]float64
	// pairs are, for every dual vector, the packed triangle of a_i a_j, of which those with
	// i = j are halved.
	pairs [][]float64
	pool  sync.Pool // of *evaluation
}

// evaluation is the scratch memory of one processor.
type evaluation struct {
	triangle Triangle
	outer    outer
	z        []float64
	block    []float64
	values   []float64 // by dual vector
}

func newEvaluator(p Points, q int, apply func([]float64), alphas [][]float64) *evaluator {
	e := &evaluator{q: q, apply: apply, pairs: make([][]float64, len(alphas))}
	e.points, e.alphas = Support(p, alphas)
	n := e.points.N
	if q > 2 {
		for k, alpha := range e.alphas {
			for j, a := range alpha {
				for _, b := range alpha[:j] {
					e.pairs[k] = append(e.pairs[k], a*b)
				}
				e.pairs[k] = append(e.pairs[k], a*a/2)
			}
		}
	}
	e.pool.New = func() any {
		s := &evaluation{z: make([]float64, p.D), block: make([]float64, max(n, n*(n+1)/2)), values: make([]float64, len(alphas))}
		if q > 2 && n > 0 {
			s.outer = newOuter(n, q-1, 0)
		}
		return s
	}
	return e
}

// at stores the values at one point.
func (e *evaluator) at(ctx context.Context, s *evaluation, x []float64) error {
	clear(s.values)
	switch {
	case e.points.N == 0:
	case e.q == 2:
		e.single(s, x)
	default:
		return e.blocks(ctx, s, x)
	}
	return ctx.Err()
}

// single is at for q = 2: sum_i a_i g(<x_i, x>).
func (e *evaluator) single(s *evaluation, x []float64) {
	values := s.block[:e.points.N]
	for i := range values {
		values[i] = dot(e.points.Row(i), x)
	}
	e.apply(values)
	for k, alpha := range e.alphas {
		s.values[k] = dot(values, alpha)
	}
}

// blocks is at for larger q, block by block of a tensor T of order q-1 whose entries have x
// as one more slot. An entry counts as often as its indices can be ordered, which is (q-1)!
// over the factorials of the multiplicities.
func (e *evaluator) blocks(ctx context.Context, s *evaluation, x []float64) error {
	scale := factorial(e.q - 1)
	o := &s.outer
	for o.seek(0); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		copy(s.z, x)
		for _, i := range o.index {
			multiply(s.z, s.z, e.points.Row(i))
		}
		k := o.bound()
		block := s.block[:o.size()]
		s.triangle.Compute(block, e.points, s.z, k)
		e.apply(block)
		weight, lowest := o.weight()
		inner, last := block[:k*(k+1)/2], block[k*(k+1)/2:]
		for a, alpha := range e.alphas {
			c := scale * weight
			for _, i := range o.index {
				c *= alpha[i]
			}
			if c == 0 {
				continue
			}
			m := float64(lowest) // so often k is an outer index
			edge := dotProduct(last[:k], alpha)/(m+1) + last[k]*alpha[k]/((m+1)*(m+2))
			s.values[a] += float64(c * (dotProduct(inner, e.pairs[a]) + float64(alpha[k]*edge)))
		}
		if o.next() == 0 {
			return nil
		}
	}
}

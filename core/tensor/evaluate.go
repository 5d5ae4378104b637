package tensor

import (
	"context"
	"slices"
)

// Evaluator computes the functions that some dual vectors a stand for,
//
//	f(x) = sum_{i_1 ... i_{q-1}} K(x_{i_1}, ..., x_{i_{q-1}}, x) a_{i_1} ... a_{i_{q-1}},
//
// at new points x by the tensor kernel alone [S eq. 17]. Points whose a is zero
// in all of them do not enter. A point x costs 2 d C(n+q-2, q-1) flops, and every
// a another 4 C(n+q-2, q-1). It owns scratch memory and is not safe for concurrent
// use.
type Evaluator struct {
	q        int
	points   Points // those with a /= 0
	alphas   [][]float64
	apply    func([]float64)
	triangle Triangle
	block    []float64
	partial  *partial
	z        []float64
}

// NewEvaluator prepares evaluation for a kernel of order q (see Build for apply)
// and dual vectors over the points.
func NewEvaluator(p Points, q int, apply func([]float64), alphas ...[]float64) *Evaluator {
	e := &Evaluator{q: q, apply: apply, points: Points{D: p.D}, z: make([]float64, p.D), alphas: make([][]float64, len(alphas))}
	for i := range p.N {
		if !slices.ContainsFunc(alphas, func(alpha []float64) bool { return alpha[i] != 0 }) {
			continue
		}
		e.points.X = append(e.points.X, p.Row(i)...)
		e.points.N++
		for k, alpha := range alphas {
			e.alphas[k] = append(e.alphas[k], alpha[i])
		}
	}
	n := e.points.N
	e.block = make([]float64, max(n, n*(n+1)/2))
	if q > 2 {
		e.partial = newPartial(n, q-1)
	}
	return e
}

// At stores f(x) for every dual vector in dst. The error is the context's, which is
// looked at before every block of the tensor.
func (e *Evaluator) At(ctx context.Context, dst, x []float64) error {
	clear(dst)
	switch {
	case e.points.N == 0:
	case e.q == 2:
		e.pairs(dst, x)
	default:
		return e.blocks(ctx, dst, x)
	}
	return ctx.Err()
}

// pairs is At for q = 2: sum_i a_i g(<x_i, x>).
func (e *Evaluator) pairs(dst, x []float64) {
	s := e.block[:e.points.N]
	for i := range s {
		s[i] = dot(e.points.Row(i), x)
	}
	e.apply(s)
	for k, alpha := range e.alphas {
		dst[k] = dot(s, alpha)
	}
}

// blocks is At for larger q, block by block of a tensor of order q-1 whose
// entries have x as one more slot.
func (e *Evaluator) blocks(ctx context.Context, dst, x []float64) error {
	o := newOuter(e.points.N, e.q-1, 0)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		copy(e.z, x)
		for _, i := range o.index {
			for l, v := range e.points.Row(i) {
				e.z[l] *= v
			}
		}
		k := o.bound()
		block := e.block[:o.size()]
		e.triangle.Compute(block, e.points, e.z, k)
		e.apply(block)
		o.premultiply(block)
		for a, alpha := range e.alphas {
			c := e.partial.products(o.index, alpha)
			if c == 0 {
				continue
			}
			blockOmega(e.partial.v, block, alpha, k)
			dst[a] += float64(c * dotProduct(e.partial.v[:k+1], alpha) / 2)
		}
		if o.next() == 0 {
			break
		}
	}
	for a := range dst {
		dst[a] *= factorial(e.q - 1)
	}
	return nil
}

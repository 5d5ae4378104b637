package linear

import (
	"context"

	"lplab/core/solvers/penalty"
)

// GramGroups is the group lasso
//
//	P(b) = 1/2 ||y - Xb||^2 + lambda sum_B ||b_B||_2
//
// for y and columns of X that are known only by their inner products, by the same descent as
// GroupLasso. It is not safe for concurrent use.
type GramGroups struct {
	descent *descent
	q       *byGram
}

// eager is the patience at first: the eigenvalues of a kernel's Gram matrix decay fast, and
// sweeps are slow.
const eager = 0.5

// GramPoint is one y, with its coefficients, which the next lambda begins with.
type GramPoint struct {
	Correlation []float64 // X'y
	Square      float64   // ||y||^2
	B           []float64 // the best coefficients so far

	Best     certificate // of B
	b        []float64   // the last iterate
	progress progress
}

// NewGramGroups takes X'X, d x d, which must be diagonal in every block, and the bounds
// of the blocks: block k is bounds[k] to bounds[k+1].
func NewGramGroups(gram []float64, bounds []int) *GramGroups {
	d := bounds[len(bounds)-1]
	q := &byGram{gram: gram, diagonal: true, slope: make([]float64, d), correlation: make([]float64, d)}
	squares := make([]float64, d)
	for j := range squares {
		squares[j] = gram[j*d+j]
	}
	h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Bounds: bounds}}}
	return &GramGroups{newDescent(h, q, squares, 0, nil, 0), q}
}

// Begin certifies the coefficients of a point for a lambda. The tolerance is the run's.
func (g *GramGroups) Begin(p *GramPoint, lambda, tolerance float64) {
	s := g.descent
	s.h.Inner.Weight, s.tolerance = lambda, tolerance
	p.b = append(p.b[:0], p.B...)
	g.load(p)
	p.Best = s.x.certificate
	p.progress = progress{patience: eager, least: p.Best}
}

// load moves the descent to the last iterate of a point.
func (g *GramGroups) load(p *GramPoint) {
	s := g.descent
	g.q.correlation, g.q.power, s.power = p.Correlation, p.Square, p.Square
	copy(s.x.b, p.b)
	s.progress = p.progress
	s.evaluate()
}

// Step takes a few sweeps or steps of Newton's method, and reports whether there is progress.
func (g *GramGroups) Step(ctx context.Context, p *GramPoint) bool {
	s := g.descent
	g.load(p)
	steps := s.Step(ctx, sweeps)
	p.progress = s.progress
	copy(p.b, s.x.b)
	if c := s.x.certificate; c.Gap < p.Best.Gap {
		copy(p.B, s.x.b)
		p.Best = c
	}
	return steps > 0
}

// Scale returns the lambda from which on a point has b = 0.
func (g *GramGroups) Scale(p *GramPoint) float64 { return g.descent.h.Inner.Dual(p.Correlation) }

// Norms returns ||v_B|| of every block.
func (g *GramGroups) Norms(v []float64) []float64 { return g.descent.h.Inner.Norms(v) }

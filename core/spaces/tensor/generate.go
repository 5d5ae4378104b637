package tensor

import "lplab/core/numeric/dense"

// generator computes the blocks of a Gram tensor from its points, in the order of the layout.
// It owns scratch memory and is not safe for concurrent use.
type generator struct {
	points   dense.Points
	apply    func([]float64) // replaces s by g(s)
	outer    outer
	at       int64 // the entry at which the next block begins
	changed  int   // how many of the leading outer indices are new there
	triangle dense.Triangle
	products [][]float64 // products[t] = x_{o_t} o ... o x_{o_last}
}

// newGenerator returns a generator that stands at the block beginning at entry at.
func newGenerator(p dense.Points, q int, apply func([]float64), at int64) *generator {
	g := &generator{points: p, apply: apply, outer: newOuter(p.N, q, at), at: at}
	g.changed = len(g.outer.index)
	g.products = make([][]float64, g.changed+1)
	for t := range g.products {
		g.products[t] = make([]float64, p.D)
	}
	ones := g.products[g.changed]
	for l := range ones {
		ones[l] = 1
	}
	return g
}

// seek moves to the block that begins at entry at.
func (g *generator) seek(at int64) {
	if at != g.at {
		g.outer.seek(at)
		g.at, g.changed = at, len(g.outer.index)
	}
}

// next stores the entries of the next block at the beginning of dst and returns their number.
func (g *generator) next(dst []float64) int {
	for t := g.changed - 1; t >= 0; t-- {
		dense.Multiply(g.products[t], g.points.Row(g.outer.index[t]), g.products[t+1])
	}
	block := dst[:g.outer.size()]
	g.triangle.Compute(block, g.points, g.products[0], g.outer.bound())
	g.apply(block)
	g.outer.premultiply(block)
	g.at += int64(len(block))
	g.changed = g.outer.next()
	return len(block)
}

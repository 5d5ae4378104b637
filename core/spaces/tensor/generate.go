package tensor

import "lplab/core/numeric/dense"

// generator computes the blocks of a Gram tensor from its points, in the order of the layout.
// It owns scratch memory and is not safe for concurrent use.
type generator struct {
	points    *dense.Panels
	apply     func([]float64) // replaces s by g(s)
	outer     outer
	at        int64 // the entry at which the next block begins
	changed   int   // how many of the leading outer indices are new there
	triangles dense.Triangles
	products  [][]float64 // products[t] = x_{o_t} o ... o x_{o_last}, t > 0
}

// computedTogether is the most blocks that are computed together.
const computedTogether = 6

// newGenerator returns a generator that stands at the block beginning at entry at.
func newGenerator(p *dense.Panels, q int, apply func([]float64), at int64) *generator {
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

// next stores the entries of the next blocks with the same outer indices but the first at the beginning of dst, at most
// computedTogether blocks and as many as fit, and returns the number of entries. dst has room for one block.
func (g *generator) next(dst []float64) int {
	for t := g.changed - 1; t > 0; t-- {
		dense.Multiply(g.products[t], g.points.Row(g.outer.index[t]), g.products[t+1])
	}
	bound, entries, count := g.outer.bound(), 0, 0
	for k := bound; k <= g.outer.top(0) && count < computedTogether; k++ {
		size := triangle(k + 1)
		if entries+size > len(dst) {
			break
		}
		entries += size
		count++
	}
	dst = dst[:entries]
	if len(g.outer.index) == 0 {
		g.triangles.Compute(dst, g.points, g.products[0], g.products[0], bound, 1) // weights 1
	} else {
		g.triangles.Compute(dst, g.points, g.points.X[bound*g.points.D:], g.products[1], bound, count)
	}
	g.apply(dst)
	for range count {
		size := g.outer.size()
		g.outer.premultiply(dst[:size])
		dst = dst[size:]
		g.changed = g.outer.next()
	}
	g.at += int64(entries)
	return entries
}

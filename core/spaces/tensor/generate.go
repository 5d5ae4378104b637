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

	// Of the blocks that are computed together: their entries, products[0], and bounds.
	blocks  [][]float64
	weights [computedTogether][]float64
	bounds  []int
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
	for b := range g.weights {
		g.weights[b] = make([]float64, p.D)
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

// next stores the entries of the next blocks of a row, as many as dst has room for and are computed
// together, at the beginning of dst, and returns their number. There is room for one.
func (g *generator) next(dst []float64) int {
	for t := g.changed - 1; t > 0; t-- {
		dense.Multiply(g.products[t], g.points.Row(g.outer.index[t]), g.products[t+1])
	}
	g.blocks, g.bounds = g.blocks[:0], g.bounds[:0]
	entries := 0
	for k := g.outer.bound(); k <= g.outer.top(0) && len(g.blocks) < computedTogether; k++ {
		size := (k + 1) * (k + 2) / 2
		if entries+size > len(dst) {
			break
		}
		z := g.weights[len(g.blocks)]
		if len(g.outer.index) == 0 {
			copy(z, g.products[0])
		} else {
			dense.Multiply(z, g.points.Row(k), g.products[1])
		}
		g.blocks, g.bounds = append(g.blocks, dst[entries:entries+size]), append(g.bounds, k)
		entries += size
	}
	g.triangles.Compute(g.blocks, g.points, g.weights[:len(g.blocks)], g.bounds)
	for _, block := range g.blocks {
		g.apply(block)
		g.outer.premultiply(block)
		g.changed = g.outer.next()
	}
	g.at += int64(entries)
	return entries
}

package dense

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// avx2Interleave returns the points in chunks of coordinates, a chunk in panels of eight points, and
// a panel interleaved, so that a register holds a coordinate of four points.
func avx2Interleave(p Points) []float64 {
	panels := make([]float64, (p.N+tileRows-1)/tileRows*tileRows*p.D)
	rest := panels
	for from := 0; from < p.D; from += chunk {
		w := min(chunk, p.D-from)
		for i := 0; i < p.N; i += tileRows {
			packPanel(rest, p.X[from:], p.D, w, i, p.N-1)
			rest = rest[tileRows*w:]
		}
	}
	return panels
}

// avx2Columns has the memory of a columnKernel and of a blockKernel.
type avx2Columns struct {
	x, z    [groupColumns][]float64       // of the vectors x o z of a group,
	factors [groupColumns][2]*float64     // and where they begin
	y       [groupColumns * chunk]float64 // the products x o z, four coordinates of each vector in turns
	strips  []float64                     // the results,
	sums    [groupColumns][]float64       // by vector
	panels  []float64                     // the points y of a block
}

var ones = slices.Repeat([]float64{1}, chunk)

// compute is a columnKernel.
func (c *avx2Columns) compute(group []column, p *Panels, from int) {
	w := min(chunk, p.D-from)
	for s := range c.x {
		column := group[min(s, len(group)-1)]
		c.x[s], c.z[s] = p.Row(len(column.dst) - 1)[from:][:w], column.z[from:][:w]
	}
	sums := c.sum(p.interleaved[from*(len(p.interleaved)/p.D):], w, len(group), len(group[len(group)-1].dst))
	for s, column := range group {
		if from == 0 {
			copy(column.dst, sums[s])
		} else {
			floats.Add(column.dst, sums[s][:len(column.dst)])
		}
	}
}

// addBlock is a blockKernel.
func (c *avx2Columns) addBlock(dst []float64, stride, n, m int, x, y []float64, w int) {
	c.panels = grow(c.panels, (m+tileRows-1)/tileRows*tileRows*w)
	for j := 0; j < m; j += tileRows {
		packPanel(c.panels[j*w:], y, w, w, j, m-1)
	}
	for i := 0; i < n; i += groupColumns {
		count := min(groupColumns, n-i)
		for s := range c.x {
			c.x[s], c.z[s] = x[(i+min(s, count-1))*w:][:w], ones[:w]
		}
		for s, products := range c.sum(c.panels, w, count, m) {
			floats.Add(dst[(i+s)*stride:][:m], products)
		}
	}
}

// sum returns the inner products of the first rows points of panels with the vectors x o z, of which count are wanted.
func (c *avx2Columns) sum(panels []float64, w, count, rows int) [][]float64 {
	stride := (rows + tileRows - 1) / tileRows * tileRows
	c.strips = grow(c.strips, groupColumns*stride)
	for s, x := range c.x {
		c.factors[s] = [2]*float64{&x[0], &c.z[s][0]}
		for l := w &^ 3; l < w; l++ {
			c.y[(w&^3)*groupColumns+4*s+l&3] = x[l] * c.z[s][l]
		}
		c.sums[s] = c.strips[s*stride:][:rows]
	}
	innerColumns(&c.strips[0], stride, &panels[0], &c.y[0], &c.factors, w, (rows+3)/4)
	return c.sums[:count]
}

// innerColumns stores in six strips, stride numbers apart, the inner products of the first 4 fours points of
// panels, of w numbers, with the vectors at y. Of these it first computes the products of the factors but
// for the last w mod 4 numbers. It stores to the end of the last panel.
//
//go:noescape
func innerColumns(strips *float64, stride int, panels, y *float64, factors *[groupColumns][2]*float64, w, fours int)

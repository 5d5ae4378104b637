package dense

import "gonum.org/v1/gonum/floats"

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

// avx2Columns is a columnKernel.
type avx2Columns struct {
	factors [groupColumns][2]*float64     // the points and weights of a group
	y       [groupColumns * chunk]float64 // their products, four coordinates of each column in turns
	strips  []float64                     // the columns of the group
}

func (c *avx2Columns) compute(group []column, p *Panels, from int) {
	rows := len(group[len(group)-1].dst)
	stride := (rows + tileRows - 1) / tileRows * tileRows
	c.strips = grow(c.strips, groupColumns*stride)
	w := min(chunk, p.D-from)
	for s := range groupColumns {
		column := group[min(s, len(group)-1)]
		x, z := p.Row(len(column.dst) - 1)[from:][:w], column.z[from:][:w]
		c.factors[s] = [2]*float64{&x[0], &z[0]}
		for l := w &^ 3; l < w; l++ {
			c.y[(w&^3)*groupColumns+4*s+l&3] = x[l] * z[l]
		}
	}
	innerColumns(&c.strips[0], stride, &p.interleaved[from*(len(p.interleaved)/p.D)], &c.y[0], &c.factors, w, (rows+3)/4)
	for s, column := range group {
		if sums := c.strips[s*stride:][:len(column.dst)]; from == 0 {
			copy(column.dst, sums)
		} else {
			floats.Add(column.dst, sums)
		}
	}
}

// innerColumns stores in six strips, stride numbers apart, the inner products of the first 4 fours points of
// panels, of w numbers, with the vectors at y. Of these it first computes the products of the factors but
// for the last w mod 4 numbers. It stores to the end of the last panel.
//
//go:noescape
func innerColumns(strips *float64, stride int, panels, y *float64, factors *[groupColumns][2]*float64, w, fours int)

package dense

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

// avx2Compute is Kernels.Columns.
func (c *columns) avx2Compute(p *Panels) {
	rows := len(c.group[len(c.group)-1].dst)
	stride := (rows + tileRows - 1) / tileRows * tileRows
	c.strips = grow(c.strips, groupColumns*stride)
	height := len(p.interleaved) / p.D
	for from := 0; from < p.D; from += chunk {
		w := min(chunk, p.D-from)
		for s, column := range c.group {
			point := p.Row(len(column.dst) - 1)[from:]
			multiplyVectors(&c.y[4*s], 4*groupColumns, &point[0], &column.z[from:][:w][0], w)
		}
		keep := uint64(0)
		if from > 0 {
			keep--
		}
		addColumns(&c.strips[0], stride, &p.interleaved[from*height], &c.y[0], w, (rows+3)/4, keep)
	}
	for s, column := range c.group {
		copy(column.dst, c.strips[s*stride:])
	}
	c.group = c.group[:0]
}

// addColumns adds to six strips, stride numbers apart, the inner products of the first 4 fours points of
// panels, of w numbers, with the vectors at y. Where keep is 0, it stores them instead;
// otherwise all bits of keep are set.
//
//go:noescape
func addColumns(strips *float64, stride int, panels, y *float64, w, fours int, keep uint64)

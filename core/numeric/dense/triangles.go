package dense

import "slices"

// Panels are points with a copy of them in the order of the processor's kernel of Triangles. They
// are immutable, and safe for concurrent use.
type Panels struct {
	Points
	interleaved []float64 // empty where the processor has no such kernel
}

// NewPanels returns the panels of the points p.
func NewPanels(p Points) *Panels { return &Panels{p, kernels.Interleave(p)} }

// Prefix returns the first m points, which share the memory of p.
func (p *Panels) Prefix(m int) *Panels { return &Panels{p.Points.Prefix(m), p.interleaved} }

// Triangles computes weighted Gram triangles of the same points, as Triangle does, and with the
// same digits. It is faster for several at once. The zero value is ready for use. It keeps scratch
// memory and is not safe for concurrent use.
type Triangles struct {
	one     Triangle
	columns columns
}

// Compute stores in dst[t] the triangle of points 0..k[t] with the weights z[t].
func (t *Triangles) Compute(dst [][]float64, p *Panels, z [][]float64, k []int) {
	if len(p.interleaved) > 0 {
		t.columns.compute(dst, p, z, k)
		return
	}
	for i := range dst {
		t.one.Compute(dst[i], p.Points, z[i], k[i])
	}
}

// A group has this many columns of triangles, which are computed together.
const groupColumns = 6

// columns computes triangles by groups of columns, in the order of their lengths.
type columns struct {
	group []column // Kernels.Columns computes and clears it
	room  any      // scratch memory of Kernels.Columns
}

// column is one column of a triangle: the products of the points with point len(dst)-1.
type column struct{ dst, z []float64 }

func (c *columns) compute(dst [][]float64, p *Panels, z [][]float64, k []int) {
	for from := 0; from < p.D; from += chunk {
		for j := range slices.Max(k) + 1 {
			for i := range dst {
				if j > k[i] {
					continue
				}
				c.group = append(c.group, column{dst[i][j*(j+1)/2:][:j+1], z[i]})
				if len(c.group) == groupColumns {
					kernels.Columns(c, p, from)
				}
			}
		}
		if len(c.group) > 0 {
			kernels.Columns(c, p, from)
		}
	}
}

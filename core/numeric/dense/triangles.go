package dense

import "slices"

// Panels are points with a copy of them in the order of the processor's kernel of Triangles. They
// are immutable, and safe for concurrent use.
type Panels struct {
	Points
	interleaved []float64 // empty where the processor has no such kernel
}

// NewPanels returns the panels of the points p.
func NewPanels(p Points) *Panels {
	panels := &Panels{Points: p}
	if kernels.Interleave != nil {
		panels.interleaved = kernels.Interleave(p)
	}
	return panels
}

// Prefix returns the first m points, which share the memory of p.
func (p *Panels) Prefix(m int) *Panels { return &Panels{p.Points.Prefix(m), p.interleaved} }

// Triangles computes weighted Gram triangles of the same points, as Triangle does, and with the
// same digits. It is faster for several at once. The zero value is ready for use. It keeps scratch
// memory and is not safe for concurrent use.
type Triangles struct {
	one     Triangle
	columns columnKernel
	group   []column
}

// Compute stores in dst[t] the triangle of points 0..k[t] with the weights z[t].
func (t *Triangles) Compute(dst [][]float64, p *Panels, z [][]float64, k []int) {
	if len(p.interleaved) > 0 {
		if t.columns == nil {
			t.columns = kernels.Columns()
		}
		t.byColumns(dst, p, z, k)
		return
	}
	for i := range dst {
		t.one.Compute(dst[i], p.Points, z[i], k[i])
	}
}

// A group has this many columns of triangles, which are computed together.
const groupColumns = 6

// columnKernel computes columns of triangles of the same points, or of the products of two sets of points.
type columnKernel interface {
	// compute computes at most six columns, the shortest first, over the coordinates of the chunk that
	// begins at from.
	compute(group []column, p *Panels, from int)
	// addBlock adds the products of n points x with m points y, of w numbers each, w <= 256, to dst, as Cross.Add does.
	addBlock(dst []float64, stride, n, m int, x, y []float64, w int)
}

// column is one column of a triangle: the products of the points with point len(dst)-1.
type column struct{ dst, z []float64 }

// byColumns computes triangles by groups of columns, in the order of their lengths.
func (t *Triangles) byColumns(dst [][]float64, p *Panels, z [][]float64, k []int) {
	for from := 0; from < p.D; from += chunk {
		for j := range slices.Max(k) + 1 {
			for i := range dst {
				if j > k[i] {
					continue
				}
				t.group = append(t.group, column{dst[i][j*(j+1)/2:][:j+1], z[i]})
				if len(t.group) == groupColumns {
					t.columns.compute(t.group, p, from)
					t.group = t.group[:0]
				}
			}
		}
		if len(t.group) > 0 {
			t.columns.compute(t.group, p, from)
			t.group = t.group[:0]
		}
	}
}

package dense

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
	weights []float64
}

// Compute stores in dst, one after another, count triangles, of points 0..k, 0..k+1, ..., with the weights u_0 o v,
// u_1 o v, .... u has these vectors one after another.
func (t *Triangles) Compute(dst []float64, p *Panels, u, v []float64, k, count int) {
	if kernels.Triangles != nil {
		kernels.Triangles(dst, p.interleaved, p.D, u, v, k, count)
		return
	}
	t.weights = grow(t.weights, count*p.D)
	for b := range count {
		kernels.Multiply(t.weights[b*p.D:][:p.D], u[b*p.D:], v)
	}
	if len(p.interleaved) > 0 {
		if t.columns == nil {
			t.columns = kernels.Columns()
		}
		t.byColumns(dst, p, k, count)
		return
	}
	for b := range count {
		size := (k + b + 1) * (k + b + 2) / 2
		t.one.Compute(dst[:size], p.Points, t.weights[b*p.D:][:p.D], k+b)
		dst = dst[size:]
	}
}

// A group has this many columns of triangles, which are computed together.
const groupColumns = 6

// columnKernel computes at most six columns of triangles of the same points, the shortest first, over the
// coordinates of the chunk that begins at from.
type columnKernel = func(group []column, p *Panels, from int)

// column is one column of a triangle: the products of the points with point len(dst)-1.
type column struct{ dst, z []float64 }

// byColumns computes triangles by groups of columns, in the order of their lengths.
func (t *Triangles) byColumns(dst []float64, p *Panels, k, count int) {
	for from := 0; from < p.D; from += chunk {
		for j := range k + count {
			left := dst
			for b := range count {
				if j <= k+b {
					t.group = append(t.group, column{left[j*(j+1)/2:][:j+1], t.weights[b*p.D:][:p.D]})
				}
				if len(t.group) == groupColumns {
					t.columns(t.group, p, from)
					t.group = t.group[:0]
				}
				left = left[(k+b+1)*(k+b+2)/2:]
			}
		}
		if len(t.group) > 0 {
			t.columns(t.group, p, from)
			t.group = t.group[:0]
		}
	}
}

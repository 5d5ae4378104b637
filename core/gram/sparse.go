package gram

import (
	"context"
	"fmt"
	"math"

	"lplab/core/kernel"
	"lplab/core/sparse"
)

// Sparse evaluates the form on the features of sparse rows, for any q >= 2: 4
// flops an entry for omega, and 2 for M for every pair of entries that share a
// column. A zero costs nothing.
//
// Centred rows keep their zeros. With Phi = S - 1 c',
//
//	u = S* a - c sum(a),  M = S T S* - g 1' - 1 g' + (c' T c) 1 1',  g = S T c,
//
// where T = diag(|u|^(q-2)).
type Sparse struct {
	q    float64
	phi  *sparse.Features
	u, t []float64 // u = Phi* a, t = |u|^(q-2); then u = J_q(u)
	g    []float64 // of centred rows
}

var _ Explicit = (*Sparse)(nil)

// NewSparse expands sparse rows into the features of k: see sparse.Expand for the
// kernels that it takes. The error is an *Overflow that names a point with a
// feature too large to square, or the context's.
func NewSparse(ctx context.Context, k kernel.Kernel, rows *sparse.Rows, q float64) (*Sparse, error) {
	phi, err := sparse.Expand(ctx, k, rows, q)
	if err != nil {
		return nil, err
	}
	worst := rows.N // the first point that overflows
	for c := range phi.Columns() {
		in, values := phi.Column(c)
		for e, v := range values {
			if !(math.Abs(v) <= largestFeature) {
				worst = min(worst, int(in[e]))
			}
		}
	}
	if worst < rows.N {
		return nil, &Overflow{Point: worst}
	}
	columns := phi.Columns()
	return &Sparse{q: q, phi: phi, u: make([]float64, columns), t: make([]float64, columns), g: make([]float64, rows.N)}, nil
}

// Points implements Form.
func (f *Sparse) Points() int { return f.phi.N }

// Q implements Form.
func (f *Sparse) Q() float64 { return f.q }

// Features returns Phi.
func (f *Sparse) Features() *sparse.Features { return f.phi }

// Dimension implements Explicit: the monomials that have a column.
func (f *Sparse) Dimension() int { return f.phi.Columns() }

// Apply implements Explicit.
func (f *Sparse) Apply(dst, w []float64) { f.phi.Apply(dst, w) }

// Adjoint implements Explicit.
func (f *Sparse) Adjoint(dst, alpha []float64) { f.phi.Adjoint(dst, alpha) }

// Omega implements Form.
func (f *Sparse) Omega(dst, alpha []float64) {
	f.phi.Adjoint(f.u, alpha)
	for k, u := range f.u {
		f.t[k] = absPower(u, f.q-2)
		f.u[k] = f.t[k] * u // J_q(u)
	}
	f.phi.Apply(dst, f.u)
}

// OmegaM implements Form.
func (f *Sparse) OmegaM(dst, m, alpha []float64) {
	f.Omega(dst, alpha)
	n := f.phi.N
	clear(m)
	for k, t := range f.t {
		if t == 0 {
			continue
		}
		rows, values := f.phi.Column(k)
		for b, i := range rows {
			row, tv := m[int(i)*n:], t*values[b]
			for a, j := range rows[:b+1] {
				row[j] += float64(tv * values[a])
			}
		}
	}
	if center := f.phi.Center(); center != nil {
		f.uncentre(m, center)
	}
	for i := range n {
		for j := range i {
			m[j*n+i] = m[i*n+j]
		}
	}
}

// uncentre takes the center's part from the lower triangle of M.
func (f *Sparse) uncentre(m, center []float64) {
	clear(f.g)
	var both float64
	for k, t := range f.t {
		tc := t * center[k]
		both += float64(tc * center[k])
		rows, values := f.phi.Column(k)
		for e, i := range rows {
			f.g[i] += float64(tc * values[e])
		}
	}
	n := f.phi.N
	for i, gi := range f.g {
		for j, gj := range f.g[:i+1] {
			m[i*n+j] += both - gi - gj
		}
	}
}

// SparseDiagonal is Diagonal of sparse rows.
func SparseDiagonal(k kernel.Kernel, rows *sparse.Rows, q float64) []float64 {
	d := make([]float64, rows.N)
	var center float64
	for _, c := range rows.Center {
		center += absPower(c, q)
	}
	for i := range d {
		d[i] = center
		index, value := rows.Row(i)
		for e, v := range value {
			if rows.Center == nil {
				d[i] += absPower(v, q)
				continue
			}
			c := rows.Center[index[e]]
			d[i] += absPower(v-c, q) - absPower(c, q)
		}
	}
	k.Apply(d)
	return d
}

// What a pass does for each entry, column, and pair of entries of a column takes
// the time of so many flops of the Hessian on dense features, as measured: entries
// lie anywhere in memory.
const (
	entryFlops  = 60
	columnFlops = 60
	pairFlops   = 3
)

// sparse is for points most of whose coordinates are 0.
func (r Request) sparse() cost {
	c := cost{strategy: SparseStrategy}
	features, finite := kernel.Dimension(r.Kernel, r.D)
	_, highest := r.Kernel.Degrees()
	switch {
	case !finite:
		c.obstacle = fmt.Sprintf("the %v kernel has infinitely many features", r.Kernel)
		c.remedy = r.instead()
		return c
	case r.Sparse == nil || r.Sparse.Center != nil && highest > 1:
		c.obstacle = "standardize centres the columns, so that no cell stays zero"
		c.remedy = "turn off standardize, or choose the linear kernel"
		return c
	case features == math.MaxInt64:
		c.obstacle = fmt.Sprintf("the %v kernel on %d variables has %s features", r.Kernel, r.D, count(float64(features)))
		c.remedy = "choose a lower degree"
		return c
	}
	entries, pairs := sparse.Size(r.Kernel, r.Sparse)
	columns := min(entries+float64(r.D), float64(features))
	n := float64(r.N)
	// A row and a value for each entry; place, last variable, u, t and a weight for
	// each column.
	size := func(m float64) float64 { return 12*entries*m/n + 40*columns + r.matrices(m)*8 }
	if size(n) > float64(r.Budget) {
		c.obstacle = fmt.Sprintf("%s non-zero features of %d points and the solver's matrices take %s, more than the memory budget of %s",
			count(entries), r.N, bytes(size(n)), bytes(float64(r.Budget)))
		c.remedy = r.fewer(size, "choose a lower degree or fewer features")
		return c
	}
	c.size = fmt.Sprintf("%s non-zero features", count(entries))
	c.pass = entryFlops*entries + columnFlops*columns
	if r.FeaturesFor == "" {
		c.pass += pairFlops*pairs + n*n // for M
	}
	c.pass /= r.Engine.Rates(r).Products
	return c
}

// dense adds to the cost of a strategy that the points have to be written out in
// full.
func (r Request) dense(c *cost) {
	size := func(n float64) float64 { return 8 * n * float64(r.D) }
	if n := float64(r.N); c.obstacle == "" && size(n) > float64(r.Budget) {
		c.obstacle = fmt.Sprintf("the data with their zeros take %s, more than the memory budget of %s", bytes(size(n)), bytes(float64(r.Budget)))
		c.remedy = r.fewer(size, "choose a polynomial kernel and turn off standardize")
	}
}

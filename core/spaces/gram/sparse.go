package gram

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// Sparse evaluates the form on the features of sparse rows, for any q >= 2, with 4 flops for omega
// for every entry that is not 0, and 2 for M for every pair of them in a column. Centred rows keep
// their zeros. With Phi = S - 1 c',
//
//	u = S* a - c sum(a),  M = S T S* - g 1' - 1 g' + (c' T c) 1 1',  g = S T c,
//
// where T = diag(|u|^(q-2)).
type Sparse struct {
	shape // d counts the monomials that have a column
	phi   *sparse.Features
	u, t  []float64 // u = Phi* a, t = |u|^(q-2); then u = J_q(u)
	g     []float64 // of centred rows

	error float64 // relative, of features
}

var _ Explicit = (*Sparse)(nil)

// NewSparse expands sparse rows into the features of a kernel that sparse.Expand takes. The error is
// an *Overflow that names a point with a feature too large to square, or the context's.
func NewSparse(ctx context.Context, k kernel.Kernel, rows *sparse.Rows, q float64, side Side) (*Sparse, error) {
	if side == Dimensions {
		panic("gram: sparse features have no covariance matrix")
	}
	phi, err := sparse.Expand(ctx, k, rows, q)
	if err != nil {
		return nil, err
	}
	first := rows.N // the first point that overflows
	for c := range phi.Columns() {
		in, values := phi.Column(c)
		for e, v := range values {
			if !(math.Abs(v) <= largestFeature) {
				first = min(first, int(in[e]))
			}
		}
	}
	if first < rows.N {
		return nil, &Overflow{Point: first}
	}
	error := 0.0
	if k != kernel.Kernel(kernel.Linear) || rows.Center != nil {
		error = productError
	}
	return sparseForm(phi, q, side, error), nil
}

func sparseForm(phi *sparse.Features, q float64, side Side, error float64) *Sparse {
	columns := phi.Columns()
	return &Sparse{shape: newShape(phi.N, columns, q, side), phi: phi, error: error, u: make([]float64, columns), t: make([]float64, columns), g: make([]float64, phi.N)}
}

func (f *Sparse) Features() *sparse.Features { return f.phi }

func (f *Sparse) Apply(ctx context.Context, dst, w []float64) error {
	f.phi.Apply(dst, w)
	return ctx.Err()
}

func (f *Sparse) Adjoint(ctx context.Context, dst, alpha []float64) error {
	f.phi.Adjoint(dst, alpha)
	return ctx.Err()
}

// Squares is, with the centre c of a column, sum_k e_k (s_ik - c_k)^2.
func (f *Sparse) Squares(ctx context.Context, dst, e []float64) error {
	clear(dst)
	center := f.phi.Center()
	var all float64
	for k, v := range e {
		c := 0.0
		if center != nil {
			c = center[k]
			all += float64(v * c * c)
		}
		rows, values := f.phi.Column(k)
		for at, i := range rows {
			dst[i] += float64(v * (values[at] - 2*c) * values[at])
		}
	}
	floats.AddConst(all, dst)
	return ctx.Err()
}

func (f *Sparse) Select(ctx context.Context, rows []int) (Explicit, error) {
	return sparseForm(f.phi.Select(rows), f.q, f.side, f.error), ctx.Err()
}

func (f *Sparse) Accurate(ctx context.Context, omega, errors, alpha []float64) error {
	ones := slices.Repeat([]float64{1}, len(alpha))
	total, squares := dense.DotTwice(alpha, ones), floats.Dot(alpha, alpha)
	part := make([]float64, 0, len(alpha)+1)
	for k := range f.u {
		if k%pairsBlock == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		rows, values := f.phi.Column(k)
		part = part[:0]
		f.t[k] = 0
		for e, i := range rows {
			part = append(part, alpha[i])
			f.t[k] += float64(values[e] * alpha[i] * (values[e] * alpha[i]))
		}
		f.u[k] = dense.DotTwice(values, part)
		if centre := f.phi.Center(); centre != nil {
			f.u[k] -= centre[k] * total
			f.t[k] += centre[k] * centre[k] * squares
		}
	}
	return accurate(ctx, f, omega, errors, f.u, f.t, f.error)
}

func (f *Sparse) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.phi.Adjoint(f.u, alpha)
	for k, u := range f.u {
		f.t[k] = AbsPower(u, f.q-2)
		f.u[k] = f.t[k] * u // J_q(u)
	}
	f.phi.Apply(dst, f.u)
	if err := ctx.Err(); err != nil || m == nil {
		return err
	}
	n := f.phi.N
	clear(m)
	for k, t := range f.t {
		if k%pairsBlock == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
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
	return nil
}

// pairsBlock is the number of columns between two checks of the context.
const pairsBlock = 64

// uncentre subtracts the terms of the center from the lower triangle of M.
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
		center += AbsPower(c, q)
	}
	for i := range d {
		d[i] = center
		index, value := rows.Row(i)
		for e, v := range value {
			if rows.Center == nil {
				d[i] += AbsPower(v, q)
				continue
			}
			c := rows.Center[index[e]]
			d[i] += AbsPower(v-c, q) - AbsPower(c, q)
		}
	}
	k.Apply(d)
	return d
}

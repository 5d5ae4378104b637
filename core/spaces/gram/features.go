package gram

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Features evaluates the form on explicit features, with 4 n N flops for omega and n^2 N more for M,
// for any q >= 2 [S remark 2.5]. Phi is held by columns for side Dimensions, and else by rows.
type Features struct {
	shape
	phi   dense.Points // n rows of d features, or for side Dimensions d rows of n points
	error float64      // relative, of features: products and roots are rounded

	covariance []float64 // Phi'Phi, packed; nil until first asked for
	u, t       []float64 // room for u = Phi* a and t = |u|^(q-2)
	triangle   dense.Triangle
}

var _ Explicit = (*Features)(nil)

// largestFeature keeps the products of two features, of which M is made, finite.
const largestFeature = 1e150

// productError bounds the relative rounding error of a feature that is a product.
const productError = 2 * epsilon

// NewFeatures expands the points into the features of k, which must have finitely many, for Newton
// systems on the given side; q must be at least 2. The error is an *Overflow that names a point with a feature too large
// to square, or the context's.
func NewFeatures(ctx context.Context, k kernel.Kernel, x dense.Points, q float64, side Side) (*Features, error) {
	x.Check("gram")
	n64, finite := kernel.Dimension(k, x.D)
	if !finite {
		panic("gram: features of an infinite-dimensional kernel")
	}
	f := newFeatures(x.N, int(n64), q, side)
	isLinear := k == kernel.Kernel(kernel.Linear)
	if isLinear && f.side != Dimensions {
		f.phi = x
		return f, f.check(largestFeature)
	}
	if !isLinear {
		f.error = productError
	}
	f.phi.X = make([]float64, f.n*f.d)
	if err := f.expand(ctx, k, x); err != nil {
		return nil, err
	}
	return f, f.check(largestFeature)
}

// FromColumns takes features by columns of n values, each multiplied by its scale. The error is as
// of NewFeatures.
func FromColumns(columns [][]float64, scale []float64, n int, q float64, side Side) (*Features, error) {
	f := newFeatures(n, len(columns), q, side)
	f.phi.X = make([]float64, f.n*f.d)
	f.error = productError
	if f.side == Dimensions {
		for k, values := range columns {
			floats.ScaleTo(f.phi.X[k*n:(k+1)*n], scale[k], values)
		}
		return f, f.check(largestFeature)
	}
	const width = 8 // columns, so that neighbouring numbers are written together
	for from := 0; from < f.d; from += width {
		group := columns[from:min(from+width, f.d)]
		for i := range n {
			row := f.phi.X[i*f.d+from:][:len(group)]
			for k, values := range group {
				row[k] = scale[from+k] * values[i]
			}
		}
	}
	return f, f.check(largestFeature)
}

func newFeatures(n, d int, q float64, side Side) *Features {
	f := &Features{shape: newShape(n, d, q, side), phi: dense.Points{N: n, D: d}, u: make([]float64, d), t: make([]float64, d)}
	if side == Dimensions {
		f.phi = dense.Points{N: d, D: n}
	}
	return f
}

// check returns an *Overflow that names the first point with a feature above the largest, or nil.
func (f *Features) check(largest float64) error {
	first := f.n
	for at, v := range f.phi.X {
		if math.Abs(v) <= largest {
			continue
		}
		i := at % f.phi.D
		if f.side != Dimensions {
			i = at / f.phi.D
		}
		first = min(first, i)
	}
	if first < f.n {
		return &Overflow{Point: first}
	}
	return nil
}

// expand writes the features of x, monomial run by monomial run.
func (f *Features) expand(ctx context.Context, k kernel.Kernel, x dense.Points) error {
	row, column := f.d, 1 // distances in memory of neighbours in a column and in a row
	if f.side == Dimensions {
		row, column = 1, f.n
	}
	at := 0 // the place of the run's first feature of point 0
	if lowest, _ := k.Degrees(); lowest == 0 {
		c := kernel.Constant(k, nil, f.q)
		for i := range f.n {
			f.phi.X[i*row] = c
		}
		at += column
	}
	_, highest := k.Degrees()
	product := make([]float64, f.n)
	var err error
	kernel.Runs(k, x.D, highest, f.q, func(r kernel.Run) bool {
		if err = ctx.Err(); err != nil {
			return false
		}
		for i := range product {
			xi := x.Row(i)
			product[i] = 1
			for _, v := range r.Prefix {
				product[i] *= xi[v]
			}
		}
		for j := r.From; j < x.D; j++ {
			c := r.Constant(j)
			for i, p := range product {
				f.phi.X[at+i*row] = c * p * x.X[i*x.D+j]
			}
			at += column
		}
		return true
	})
	return err
}

// passBlock is the numbers of Phi between two checks of the context: some milliseconds.
const passBlock = 1 << 22

// blocks calls work for consecutive ranges of count vectors with length numbers each until the
// context ends, and returns its error.
func blocks(ctx context.Context, count, length int, work func(from, to int)) error {
	step := max(1, passBlock/max(1, length))
	for from := 0; from < count; from += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		work(from, min(from+step, count))
	}
	return ctx.Err()
}

// separateBlocks is like blocks, for a method that stores separate results for every range in dst. A large pass
// runs on all processors; their number does not change the results.
func (f *Features) separateBlocks(ctx context.Context, count, length int, work func(f *Features, dst, v []float64, from, to int), dst, v []float64) error {
	if count*length < passBlock/4 {
		return blocks(ctx, count, length, func(from, to int) { work(f, dst, v, from, to) })
	}
	step := max(1, passBlock/(16*length))
	dense.Parallel((count+step-1)/step, func(part int) {
		if ctx.Err() == nil {
			work(f, dst, v, part*step, min((part+1)*step, count))
		}
	})
	return ctx.Err()
}

// columnBlock is the number of points of a column added at a time, so that dst stays in cache.
const columnBlock = 2048

func (f *Features) Apply(ctx context.Context, dst, w []float64) error {
	return f.separateBlocks(ctx, f.n, f.d, (*Features).apply, dst, w)
}

// apply is Apply for a range of points.
func (f *Features) apply(dst, w []float64, from, to int) {
	if f.side != Dimensions {
		dense.Products(dst[from:to], f.phi.X[from*f.d:], f.d, w)
		return
	}
	for ; from < to; from += columnBlock {
		end := min(from+columnBlock, to)
		part := dst[from:end]
		clear(part)
		dense.AddRows(part, f.phi.X[from:], f.n, w)
	}
}

func (f *Features) Adjoint(ctx context.Context, dst, alpha []float64) error {
	if f.side == Dimensions {
		return f.separateBlocks(ctx, f.d, f.n, (*Features).products, dst, alpha)
	}
	clear(dst)
	return blocks(ctx, f.n, f.d, func(from, to int) {
		dense.AddRows(dst, f.phi.X[from*f.d:], f.d, alpha[from:to])
	})
}

// products stores the products of some columns with alpha.
func (f *Features) products(dst, alpha []float64, from, to int) {
	dense.Products(dst[from:to], f.phi.X[from*f.n:], f.n, alpha)
}

func (f *Features) Squares(ctx context.Context, dst, e []float64) error {
	if f.side == Dimensions {
		clear(dst)
		return blocks(ctx, f.d, f.n, func(from, to int) {
			for k := from; k < to; k++ {
				for i, v := range f.phi.Row(k) {
					dst[i] += float64(e[k] * v * v)
				}
			}
		})
	}
	return blocks(ctx, f.n, f.d, func(from, to int) {
		for i := from; i < to; i++ {
			var s float64
			for k, v := range f.phi.Row(i) {
				s += float64(e[k] * v * v)
			}
			dst[i] = s
		}
	})
}

func (f *Features) Accurate(ctx context.Context, omega, errors, alpha []float64) error {
	clear(f.u)
	clear(f.t)
	low := make([]float64, f.d)
	if err := f.addTwice(ctx, f.u, low, f.t, alpha); err != nil {
		return err
	}
	floats.Add(f.u, low)
	return accurate(ctx, f, omega, errors, f.u, f.t, f.error)
}

// addTwice adds Phi* alpha to high + low, with twice the digits, and the squares of its terms
// to squares.
func (f *Features) addTwice(ctx context.Context, high, low, squares, alpha []float64) error {
	if f.side == Dimensions {
		dense.Parallel(f.phi.N, func(k int) {
			if ctx.Err() != nil {
				return
			}
			column := f.phi.Row(k)
			high[k] += dense.DotTwice(column, alpha)
			for i, v := range column {
				squares[k] += float64(v * alpha[i] * (v * alpha[i]))
			}
		})
		return ctx.Err()
	}
	return blocks(ctx, f.phi.N, f.phi.D, func(from, to int) {
		for i := from; i < to; i++ {
			row := f.phi.Row(i)
			dense.AddScaledTwice(high, low, alpha[i], row)
			for k, v := range row {
				squares[k] += float64(v * alpha[i] * (v * alpha[i]))
			}
		}
	})
}

func (f *Features) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	if m == nil {
		return omega(ctx, f, f.u, dst, alpha)
	}
	if f.side == Dimensions {
		panic("gram: M of features that are held by columns")
	}
	if err := f.Adjoint(ctx, f.u, alpha); err != nil {
		return err
	}
	for k, u := range f.u {
		f.t[k] = AbsPower(u, f.q-2)
	}
	n := f.n
	if err := f.triangle.Square(ctx, m, f.phi, f.t); err != nil {
		return err
	}
	dense.Products(dst, m, n, alpha)
	return nil
}

// Covariance stores Phi' diag(c) Phi in dst, N x N, for side Dimensions; c nil means ones, and that matrix is computed once.
func (f *Features) Covariance(ctx context.Context, dst, c []float64) error {
	if f.side != Dimensions {
		panic("gram: covariance of features that are held by rows")
	}
	if c != nil {
		return f.triangle.Square(ctx, dst, f.phi, c)
	}
	if f.covariance == nil {
		packed := make([]float64, f.d*(f.d+1)/2)
		if err := f.triangle.ComputeContext(ctx, packed, f.phi, nil, f.d-1); err != nil {
			return err
		}
		f.covariance = packed
	}
	dense.Unpack(dst, f.covariance, f.d)
	return nil
}

// Block stores Phi_F diag(e) Phi_F' in dst, k x k, for the k points F and side Dimensions.
func (f *Features) Block(ctx context.Context, dst []float64, points []int, e []float64) error {
	rows := dense.Points{N: len(points), D: f.d, X: make([]float64, len(points)*f.d)}
	for k := range f.d {
		column := f.phi.Row(k)
		for i, point := range points {
			rows.X[i*f.d+k] = column[point]
		}
	}
	return f.triangle.Square(ctx, dst, rows, e)
}

// Select computes the covariance matrix as that of all rows less that of the others, where the former
// is known and the others are fewer.
func (f *Features) Select(ctx context.Context, rows []int) (Explicit, error) {
	s := newFeatures(len(rows), f.d, f.q, f.side)
	s.phi.X, s.error = make([]float64, s.n*s.d), f.error
	f.gather(s, rows)
	if f.covariance == nil || 2*len(rows) < f.n {
		return s, nil
	}
	others := newFeatures(f.n-len(rows), f.d, f.q, f.side)
	others.phi.X = make([]float64, others.n*others.d)
	f.gather(others, dense.Without(f.n, rows))
	s.covariance = make([]float64, len(f.covariance))
	if err := s.triangle.ComputeContext(ctx, s.covariance, others.phi, nil, f.d-1); err != nil {
		return nil, err
	}
	floats.SubTo(s.covariance, f.covariance, s.covariance)
	return s, nil
}

func (f *Features) gather(s *Features, rows []int) {
	if f.side != Dimensions {
		for i, row := range rows {
			copy(s.phi.Row(i), f.phi.Row(row))
		}
		return
	}
	for k := range f.d {
		from, to := f.phi.Row(k), s.phi.Row(k)
		for i, row := range rows {
			to[i] = from[row]
		}
	}
}

// AbsPower is |u|^e, by multiplications where e is an even integer, or a cube root where it is 1/3
// or 2/3.
func AbsPower(u, e float64) float64 {
	if half := e / 2; half == math.Trunc(half) && half < 64 {
		return kernel.Power(u*u, int(half))
	}
	switch e {
	case 1.0 / 3:
		return math.Cbrt(math.Abs(u))
	case 2.0 / 3:
		root := math.Cbrt(u)
		return root * root
	}
	return math.Pow(math.Abs(u), e)
}

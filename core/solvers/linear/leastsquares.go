package linear

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/solvers/optimize"
)

// LeastSquares is the b of least norm among those that minimise
//
//	P(b) = ||y - Xb||^2,   b = X^+ y = sum_k v_k (u_k.y) / s_k           [Z],
//
// by the singular values s_k of X = U S V', where values below max(n, d) epsilon times s_1, or times the size of the
// columns in v_k before their means were subtracted, are rounding. They and those after them count as 0. An iteration
// refines b by the fit of y - Xb.
//
// The dual point is the projection r - UU'r of the residual r = y - Xb, so gap = ||U'r||^2.
// It counts as 0 where ||U'r|| is at most the rounding of r, max(n, d) epsilon
// (||y|| + sum_j ||x_j|| |b_j|), and so does P where ||r|| is: y is then fitted exactly.
// The Residual is max_j |x_j.r| / (||x_j|| ||y||).
type LeastSquares struct{}

func init() { Registry.Add("least-squares", func(Parameters) Method { return LeastSquares{} }) }

func (LeastSquares) String() string { return "least squares" }

// Scale returns 0: there is no lambda.
func (LeastSquares) Scale(*Data) (float64, error) { return 0, nil }

// Fit uses neither lambda nor from.
func (LeastSquares) Fit(ctx context.Context, d *Data, _ float64, from *Fit, s optimize.Settings) (*Fit, error) {
	c, svd, err := d.decompose(ctx)
	if err != nil {
		return nil, err
	}
	if err := checkStart(from, c.d); err != nil {
		return nil, err
	}
	m := &refinement{c: c, svd: svd, b: make([]float64, c.d), residual: slices.Clone(c.y)}
	m.next, m.trial = make([]float64, c.d), make([]float64, c.n)
	result, err := optimize.Run(ctx, newDirect(ctx, m.refine, 1), s)
	if err != nil {
		return nil, err
	}
	f := &Fit{Result: result, Coefficients: m.b, Residual: c.cosine(m.residual)}
	c.finish(f, 0)
	return f, nil
}

// refinement is least squares at a b, with room for a better one.
type refinement struct {
	c        *centredData
	svd      *decomposition
	b, next  []float64
	residual []float64
	trial    []float64
}

// certify returns the certificate of b, by its residual.
func (m *refinement) certify(b, r []float64) certificate {
	size := math.Sqrt(m.c.power)
	for j, v := range b {
		size += math.Sqrt(m.c.squares[j]) * math.Abs(v)
	}
	bound := float64(max(m.c.n, m.c.d)) * epsilon * size
	gap, left := m.svd.project(r), floats.Norm(r, 2)
	if left <= bound {
		return certificate{}
	}
	if gap <= bound {
		gap = 0
	}
	return certificate{Primal: left * left, Dual: gap*gap - left*left, Gap: gap * gap}
}

// refine adds the solution for the residual if the residual is then more nearly orthogonal to
// the features.
func (m *refinement) refine() (certificate, bool) {
	m.svd.solve(m.next, m.residual)
	floats.Add(m.next, m.b)
	m.c.residual(m.trial, m.next)
	better := m.svd.project(m.trial) < m.svd.project(m.residual)
	if better {
		m.b, m.next = m.next, m.b
		m.residual, m.trial = m.trial, m.residual
	}
	return m.certify(m.b, m.residual), better
}

// Rank returns how many singular values of the features, less their means where
// there is an intercept, do not count as 0.
func (LeastSquares) Rank(ctx context.Context, d *Data) (int, error) {
	_, svd, err := d.decompose(ctx)
	if err != nil {
		return 0, err
	}
	return svd.rank, nil
}

// Leverages returns the diagonal of the matrix that takes y to the fitted values,
// sum_k u_ik^2, and 1/n more for the constant. They add up to the rank, and 1 more.
func (LeastSquares) Leverages(ctx context.Context, d *Data) ([]float64, error) {
	c, svd, err := d.decompose(ctx)
	if err != nil {
		return nil, err
	}
	h := make([]float64, c.n)
	for i := range h {
		h[i] = d.constants() / float64(c.n)
		for k := range svd.rank {
			u := svd.u.At(i, k)
			h[i] += float64(u * u)
		}
	}
	return h, nil
}

// cosine returns the residual of the normal equations: see LeastSquares.
func (c *centredData) cosine(residual []float64) float64 {
	var largest float64
	for j, square := range c.squares {
		if square > 0 {
			largest = max(largest, math.Abs(c.x.Dot(j, residual))/math.Sqrt(square))
		}
	}
	if c.power > 0 {
		largest /= math.Sqrt(c.power)
	}
	return largest
}

// fullest is the largest number of values of a matrix that is decomposed.
const fullest = 20_000_000

// decomposition is the singular value decomposition of the features. Values from the rank on count as 0.
type decomposition struct {
	mat.SVD
	rank int
	u    mat.Matrix // n rows, a column for each value
}

// decompose returns the centred data and their singular values.
func (d *Data) decompose(ctx context.Context) (*centredData, *decomposition, error) {
	c, err := d.prepare(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := d.first().svd.get(ctx, func() (*decomposition, error) { return factorize(ctx, c) })
	return c, s, err
}

// factorize returns the singular values and left singular vectors of centred data.
func factorize(ctx context.Context, c *centredData) (*decomposition, error) {
	s := &decomposition{}
	if c.n*c.d == 0 {
		return s, ctx.Err()
	}
	if float64(c.n)*float64(c.d) > fullest {
		return nil, fmt.Errorf("least squares needs all %d x %d numbers of the features at once, of which there may be %d: take fewer of either, or ridge regression", c.n, c.d, fullest)
	}
	ok := false
	if err := optimize.Interruptibly(ctx, func() { ok = s.Factorize(mat.NewDense(c.d, c.n, c.full()).T(), mat.SVDThin) }); err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("the singular values of the features could not be computed: standardise them")
	}
	values := s.Values(nil)
	var v mat.Dense
	s.VTo(&v)
	for s.rank < len(values) {
		parts := mat.Col(nil, s.rank, &v)
		floats.Mul(parts, c.raw)
		if size := max(values[0], floats.Norm(parts, 2)); values[s.rank] <= float64(max(c.n, c.d))*epsilon*size {
			break
		}
		s.rank++
	}
	if s.rank > 0 {
		var u mat.Dense
		s.UTo(&u)
		s.u = u.Slice(0, c.n, 0, s.rank)
	}
	return s, nil
}

// epsilon is the distance of 1 from the next number.
const epsilon = 0x1p-52

// project returns ||U'r||.
func (s *decomposition) project(r []float64) float64 {
	if s.rank == 0 {
		return 0
	}
	var parts mat.VecDense
	parts.MulVec(s.u.T(), mat.NewVecDense(len(r), r))
	return mat.Norm(&parts, 2)
}

// solve stores X^+ y in dst.
func (s *decomposition) solve(dst, y []float64) {
	clear(dst)
	if s.rank > 0 {
		s.SolveVecTo(mat.NewVecDense(len(dst), dst), mat.NewVecDense(len(y), y), s.rank)
	}
}

// full returns all numbers of the features, column after column.
func (c *centredData) full() []float64 {
	columns := make([]float64, c.d*c.n)
	for j := range c.d {
		c.x.AddScaled(columns[j*c.n:(j+1)*c.n], 1, j)
	}
	return columns
}

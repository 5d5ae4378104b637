package linear

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/solver"
)

// LeastSquares is the b of least norm among those that minimise
//
//	P(b) = ||y - Xb||^2,   b = X^+ y = sum_k v_k (u_k.y) / s_k           [Z],
//
// by the singular values s_k of X = U S V', of which those count as 0 that are below
// s_1 max(n, d) epsilon. Its second iteration fits what rounding left of y - Xb.
// The residual of the normal equations is max_j |x_j.(y - Xb)| / (||x_j|| ||y||), the
// largest cosine between a feature and what is not fitted, taken with the length of y.
type LeastSquares struct{}

var _ Method = LeastSquares{}

// String names the method.
func (LeastSquares) String() string { return "least squares" }

// Scale implements Method: there is no lambda.
func (LeastSquares) Scale(*Data) (float64, error) { return 0, nil }

// Fit implements Method. It has no use for a lambda or a fit to begin near.
func (LeastSquares) Fit(ctx context.Context, d *Data, _ float64, _ *Fit, s Settings) (*Fit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c, svd, err := d.decompose()
	if err != nil {
		return nil, err
	}
	f := &Fit{Coefficients: make([]float64, c.d)}
	residual := slices.Clone(c.y)
	trial, next := make([]float64, c.n), make([]float64, c.d)
	for {
		f.Residual = c.slant(residual)
		f.Primal = floats.Dot(residual, residual)
		f.record(s)
		if f.Residual <= s.Tolerance {
			f.Status = solver.Converged
			break
		}
		if f.stopped(ctx, s) {
			break
		}
		svd.solve(next, residual)
		floats.Add(next, f.Coefficients)
		c.residual(trial, next)
		if !(c.slant(trial) < f.Residual) {
			f.Status = solver.Stalled
			break
		}
		copy(f.Coefficients, next)
		residual, trial = trial, residual
		f.Iterations++
	}
	c.finish(f, d, residual)
	return f, nil
}

// Rank returns how many singular values of the features, less their means where
// there is an intercept, do not count as 0.
func (LeastSquares) Rank(d *Data) (int, error) {
	_, svd, err := d.decompose()
	if err != nil {
		return 0, err
	}
	return len(svd.values), nil
}

// Leverages returns the diagonal of the matrix that takes y to the fitted values,
// sum_k u_ik^2, and 1/n more for the constant. They add up to the rank, and 1 more.
func (LeastSquares) Leverages(d *Data) ([]float64, error) {
	c, svd, err := d.decompose()
	if err != nil {
		return nil, err
	}
	h := make([]float64, c.n)
	for i := range h {
		h[i] = d.constants() / float64(c.n)
		for k := range svd.values {
			u := svd.u.At(i, k)
			h[i] += float64(u * u)
		}
	}
	return h, nil
}

// slant is the residual of the normal equations: see LeastSquares.
func (c *centred) slant(residual []float64) float64 {
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

// fullest is how many numbers of the features are written down for a singular value
// decomposition at the most.
const fullest = 20_000_000

// singular is the singular value decomposition of the features, of the values that
// do not count as 0.
type singular struct {
	once   sync.Once
	values []float64  // falling
	u, v   mat.Matrix // n and d rows, a column for each value
	failed error
}

// decompose returns the centred data and their singular values.
func (d *Data) decompose() (*centred, *singular, error) {
	c, err := d.prepare()
	if err != nil {
		return nil, nil, err
	}
	d.singular.once.Do(func() { d.singular.factorize(c) })
	return c, &d.singular, d.singular.failed
}

func (s *singular) factorize(c *centred) {
	if c.n*c.d == 0 {
		return
	}
	if float64(c.n)*float64(c.d) > fullest {
		s.failed = fmt.Errorf("least squares needs all %d x %d numbers of the features at once, of which there may be %d: take fewer of either, or ridge regression", c.n, c.d, fullest)
		return
	}
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(c.d, c.n, c.full()).T(), mat.SVDThin) {
		s.failed = fmt.Errorf("the singular values of the features could not be computed: standardize them")
		return
	}
	s.values = svd.Values(nil)
	least := s.values[0] * float64(max(c.n, c.d)) * epsilon
	for k, v := range s.values {
		if v <= least {
			s.values = s.values[:k]
			break
		}
	}
	if len(s.values) == 0 {
		return
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	s.u, s.v = u.Slice(0, c.n, 0, len(s.values)), v.Slice(0, c.d, 0, len(s.values))
}

// epsilon is the distance of 1 from the next number.
const epsilon = 0x1p-52

// solve stores X^+ y in dst.
func (s *singular) solve(dst, y []float64) {
	clear(dst)
	if len(s.values) == 0 {
		return
	}
	parts := mat.NewVecDense(len(s.values), nil)
	parts.MulVec(s.u.T(), mat.NewVecDense(len(y), y))
	floats.Div(parts.RawVector().Data, s.values)
	mat.NewVecDense(len(dst), dst).MulVec(s.v, parts)
}

// full writes all numbers of the features down, column after column.
func (c *centred) full() []float64 {
	columns := make([]float64, c.d*c.n)
	for j := range c.d {
		c.x.AddScaled(columns[j*c.n:(j+1)*c.n], 1, j)
	}
	return columns
}

package linear

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// centredData is y and the columns of X less their means, or as they are without an intercept. The
// best constant for given coefficients is the mean of y - Xb, so it need not be fitted.
type centredData struct {
	n, d    int
	x       Matrix
	y       []float64
	mean    []float64 // of the columns, 0 without an intercept
	level   float64   // the mean of y, likewise
	squares []float64 // ||x_j||^2
	power   float64   // ||y||^2
	raw     []float64 // ||x_j|| with the mean, or that of the mean subtracted earlier if it is larger

	correlation []float64 // X'y
}

// zeroShare bounds what counts as rounding: of a mean, as a share of the column's root mean
// square, and of what is left of a column without its mean, as a share of that.
const zeroShare = 1e-13

// prepare returns the data without the constant, which is computed once.
func (d *Data) prepare(ctx context.Context) (*centredData, error) {
	return d.centred.get(ctx, func() (*centredData, error) {
		if d.like == nil {
			return centre(ctx, d)
		}
		first, err := d.like.prepare(ctx)
		if err != nil {
			return nil, err
		}
		c := *first
		if err := c.setTargets(d); err != nil {
			return nil, err
		}
		c.correlate()
		return &c, ctx.Err()
	})
}

// centre returns the data less their means. The error is for numbers that are not finite, or the context's.
func centre(ctx context.Context, data *Data) (*centredData, error) {
	n, d := data.X.Dims()
	if len(data.Y) != n {
		panic("linear: as many targets as points are needed")
	}
	c := &centredData{n: n, d: d, x: data.X, mean: make([]float64, d), squares: make([]float64, d), raw: make([]float64, d)}
	if err := c.setTargets(data); err != nil {
		return nil, err
	}
	s := &shiftedMatrix{inner: data.X, mean: c.mean, constant: make([]bool, d)}
	shift := false
	column := make([]float64, n)
	for j := range d {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clear(column)
		data.X.AddScaled(column, 1, j)
		before := dense.Dot(column, column)
		if math.IsNaN(before - before) {
			return nil, &FeatureError{Feature: j}
		}
		c.squares[j] = before
		c.raw[j] = math.Sqrt(before)
		if data.Offsets != nil {
			c.raw[j] = max(c.raw[j], data.Offsets[j]*math.Sqrt(float64(n)))
		}
		if !data.Intercept || before == 0 {
			continue
		}
		for _, v := range column {
			c.mean[j] += v / float64(n)
		}
		size := math.Sqrt(before / float64(n))
		shift = shift || math.Abs(c.mean[j]) > zeroShare*size
		floats.AddConst(-c.mean[j], column)
		c.squares[j] = dense.Dot(column, column)
		if math.Sqrt(c.squares[j]/float64(n)) <= zeroShare*size {
			s.constant[j] = true
			c.squares[j] = 0
		}
	}
	if shift {
		c.x = s
		if _, ok := data.X.(*denseMatrix); ok {
			m := newDense(n, d)
			for j, column := range m.columns {
				s.AddScaled(column, 1, j)
			}
			c.x = m
		}
	}
	c.correlate()
	return c, ctx.Err()
}

// setTargets sets what follows from the targets alone.
func (c *centredData) setTargets(data *Data) error {
	c.level, c.power = 0, 0
	if data.Intercept && c.n > 0 {
		for _, y := range data.Y {
			c.level += y / float64(c.n)
		}
	}
	c.y = make([]float64, c.n)
	for i, y := range data.Y {
		if math.IsNaN(y - y) {
			return fmt.Errorf("the target of row %d is %g: it must be a number", i, y)
		}
		c.y[i] = y - c.level
		c.power += float64(c.y[i] * c.y[i])
	}
	if math.IsInf(c.power, 0) {
		return fmt.Errorf("the target is too large for its squares to be numbers: give it in other units")
	}
	if math.Sqrt(c.power/float64(c.n)) <= zeroShare*math.Abs(c.level) { // a constant
		clear(c.y)
		c.power = 0
	}
	return nil
}

func (c *centredData) correlate() {
	c.correlation = make([]float64, c.d)
	c.Adjoint(c.correlation, c.y)
}

// finish completes a fit from its coefficients on the centred data.
func (c *centredData) finish(f *Fit, lambda float64) {
	f.data, f.Lambda = c, lambda
	f.Intercept = c.level - dense.Dot(c.mean, f.Coefficients)
}

// Apply stores Xb in dst.
func (c *centredData) Apply(dst, b []float64) {
	clear(dst)
	for j, v := range b {
		if v != 0 {
			c.x.AddScaled(dst, v, j)
		}
	}
}

// residual stores y - Xb in dst.
func (c *centredData) residual(dst, b []float64) {
	c.Apply(dst, b)
	floats.SubTo(dst, c.y, dst)
}

// Adjoint stores X'v in dst.
func (c *centredData) Adjoint(dst, v []float64) {
	for j := range dst {
		dst[j] = c.x.Dot(j, v)
	}
}

// shiftedMatrix is a matrix less the means of its columns. Constant columns are 0.
type shiftedMatrix struct {
	inner    Matrix
	mean     []float64
	constant []bool
}

func (s *shiftedMatrix) Dims() (n, d int) { return s.inner.Dims() }

func (s *shiftedMatrix) Dot(j int, v []float64) float64 {
	if s.constant[j] {
		return 0
	}
	return s.inner.Dot(j, v) - float64(s.mean[j]*floats.Sum(v))
}

func (s *shiftedMatrix) AddScaled(dst []float64, a float64, j int) {
	if s.constant[j] {
		return
	}
	s.inner.AddScaled(dst, a, j)
	floats.AddConst(-float64(a*s.mean[j]), dst)
}

package linear

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
)

// Ridge minimises
//
//	P(b) = ||y - Xb||^2 + lambda ||b||^2                                 [Z, H 3.2.1]
//
// in one of its two forms,
//
//	primal  b = (X'X + lambda)^-1 X'y           d x d
//	dual    b = X' a,  a = (XX' + lambda)^-1 y   n x n,
//
// by a reduction of the matrix (core/numeric/dense), which all lambdas share. Each iteration refines
// the solution by the residual of the equations. With r = y - Xb the dual point is 2r, so
//
//	gap = ||lambda b - X'r||^2 / lambda.
//
// The Residual is max_j |lambda b_j - x_j.r| as a share of max_j |x_j.y|.
type Ridge struct {
	Form Form
}

// Form is which of two equivalent systems of equations is solved.
type Form int

// The forms of ridge regression.
const (
	Smaller Form = iota // the one with the smaller matrix
	Primal              // on the d features
	Dual                // on the n points
)

func init() { Registry.Add("ridge", func(p Parameters) Method { return Ridge{Form: p.Form} }) }

func (Ridge) String() string { return "ridge" }

// Scale returns ||X||_F^2, the sum of the eigenvalues of X'X. For larger lambda, ridge has less
// than one effective degree of freedom beside the constant.
func (Ridge) Scale(d *Data) (float64, error) {
	c, err := d.prepare(context.Background())
	if err != nil || c.power == 0 {
		return 0, err
	}
	return floats.Sum(c.squares), nil
}

// system returns the factor of the equations of one form, with X'X, or XX' if dual is set.
func (r Ridge) system(ctx context.Context, d *Data, lambda float64) (c *centredData, factor *dense.BandFactor, dual bool, err error) {
	if c, err = d.prepare(ctx); err != nil {
		return nil, nil, false, err
	}
	dual = r.Form == Dual || r.Form == Smaller && c.n < c.d
	cached, size, compute := &d.first().primal, c.d, func(ctx context.Context) ([]float64, error) {
		matrix, err := d.covariances(ctx, c)
		return slices.Clone(matrix), err
	}
	if dual {
		cached, size, compute = &d.first().dual, c.n, c.gram
	}
	reduced, err := cached.get(ctx, func() (*dense.Reduction, error) {
		matrix, err := compute(ctx)
		if err != nil {
			return nil, err
		}
		return dense.Reduce(ctx, size, matrix), ctx.Err()
	})
	if err != nil {
		return nil, nil, false, err
	}
	if factor = reduced.Factorise(lambda); factor == nil {
		return nil, nil, false, fmt.Errorf("the features have values that are too large for their equations: standardise them")
	}
	return c, factor, dual, nil
}

// Fit does not use from.
func (r Ridge) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if _, err := d.begin(ctx, lambda, from); err != nil {
		return nil, err
	}
	c, factor, dual, err := r.system(ctx, d, lambda)
	if err != nil {
		return nil, err
	}
	m := &ridgeSolution{c: c, factor: factor, dual: dual, lambda: lambda, x: newRidgePoint(c), next: newRidgePoint(c)}
	// After two iterations the two forms agree to rounding, also for a small lambda.
	result, err := optimize.Run(ctx, newDirect(ctx, m.refine, 2), s)
	if err != nil {
		return nil, err
	}
	f := &Fit{Result: result, Coefficients: m.x.b}
	if scale := floats.Norm(c.correlation, math.Inf(1)); scale > 0 {
		f.Residual = floats.Norm(m.x.violation, math.Inf(1)) / scale
	}
	c.finish(f, lambda)
	return f, nil
}

// ridgeSolution is an iterate, with room for a better one.
type ridgeSolution struct {
	c       *centredData
	factor  *dense.BandFactor
	dual    bool
	lambda  float64
	x, next *ridgePoint
}

// refine adds the solution for the residual of the equations, if that becomes smaller.
func (m *ridgeSolution) refine() (certificate, bool) {
	from, x := m.x, m.next
	if m.dual { // a = from.a + (XX' + lambda)^-1 (from.residual - lambda from.a), b = X'a
		floats.AddScaledTo(x.alpha, from.residual, -m.lambda, from.alpha)
		m.solve(x.alpha)
		floats.Add(x.alpha, from.alpha)
		m.c.Adjoint(x.b, x.alpha)
	} else { // b = from.b + (X'X + lambda)^-1 from.violation
		copy(x.b, from.violation)
		m.solve(x.b)
		floats.Add(x.b, from.b)
	}
	m.c.residual(x.residual, x.b)
	m.c.Adjoint(x.violation, x.residual)
	dense.AddScaled(x.violation, -m.lambda, x.b)
	better := x.gap(m.lambda) < from.gap(m.lambda)
	if better {
		m.x, m.next = x, from
	}
	gap := m.x.gap(m.lambda)
	primal := dense.Dot(m.x.residual, m.x.residual) + float64(m.lambda*dense.Dot(m.x.b, m.x.b))
	return certificate{Primal: primal, Dual: gap - primal, Gap: gap}, better
}

// solve replaces v by the solution of the equations for it.
func (m *ridgeSolution) solve(v []float64) {
	m.factor.ToBand(v)
	m.factor.Solve(v)
	m.factor.FromBand(v)
}

// ridgePoint is an iterate of ridge regression.
type ridgePoint struct {
	b, alpha  []float64 // alpha of the dual form only
	residual  []float64 // y - Xb
	violation []float64 // X'(y - Xb) - lambda b
}

// newRidgePoint returns b = 0.
func newRidgePoint(c *centredData) *ridgePoint {
	x := &ridgePoint{make([]float64, c.d), make([]float64, c.n), make([]float64, c.n), make([]float64, c.d)}
	copy(x.residual, c.y)
	copy(x.violation, c.correlation)
	return x
}

func (x *ridgePoint) gap(lambda float64) float64 {
	return dense.Dot(x.violation, x.violation) / lambda
}

// Leverages returns the diagonal of the hat matrix. Its sum is the degrees of freedom.
func (r Ridge) Leverages(ctx context.Context, d *Data, lambda float64) ([]float64, error) {
	c, factor, dual, err := r.system(ctx, d, lambda)
	if err != nil {
		return nil, err
	}
	h := make([]float64, c.n)
	constant := d.constants() / float64(c.n)
	if dual { // H = I - lambda (XX' + lambda)^-1
		inverse, err := factor.InverseDiagonal(ctx, lambda, false)
		for i, v := range inverse {
			h[i] = constant + 1 - float64(lambda*v)
		}
		return h, err
	}
	columns := c.full()
	dense.Parallel(c.n, func(i int) { // h_i = x_i'(X'X + lambda)^-1 x_i
		x := make([]float64, c.d)
		for j := range x {
			x[j] = columns[j*c.n+i]
		}
		factor.ToBand(x)
		y := slices.Clone(x)
		factor.Solve(y)
		h[i] = constant + dense.Dot(x, y)
	})
	return h, ctx.Err()
}

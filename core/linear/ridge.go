package linear

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/solver"
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
// by the eigenvalues of the matrix, which all lambdas share. Each iteration refines
// the solution by what the equations still lack. With r = y - Xb the dual objective
// at the feasible point 2r is P(b) less
//
//	gap = ||lambda b - X'r||^2 / lambda,
//
// and the residual of the optimality conditions is max_j |lambda b_j - x_j.r| as a
// share of max_j |x_j.y|.
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

var _ Method = Ridge{}

// String names the method.
func (Ridge) String() string { return "ridge" }

// Scale implements Method: ||X||_F^2, the sum of the eigenvalues of X'X, from which
// on ridge has less than one effective degree of freedom beside the constant. No
// lambda makes all its coefficients 0.
func (Ridge) Scale(d *Data) (float64, error) {
	c, err := d.prepare()
	if err != nil || c.power == 0 {
		return 0, err
	}
	return floats.Sum(c.squares), nil
}

// system is the equations of one form of ridge regression, decomposed.
func (r Ridge) system(d *Data) (c *centred, s *spectrum, dual bool, err error) {
	if c, err = d.prepare(); err != nil {
		return nil, nil, false, err
	}
	dual = r.Form == Dual || r.Form == Smaller && c.n < c.d
	if dual {
		s, err = d.dualSpectrum(c)
	} else {
		s, err = d.primalSpectrum(c)
	}
	return c, s, dual, err
}

// refined is how many iterations are made in any case: the second leaves of the
// rounding of the first, which grows as lambda falls, nothing that the two forms
// differ in.
const refined = 2

// Fit implements Method. It needs no fit to begin near.
func (r Ridge) Fit(ctx context.Context, d *Data, lambda float64, _ *Fit, s Settings) (*Fit, error) {
	if err := checkLambda(lambda); err != nil {
		return nil, err
	}
	c, system, dual, err := r.system(d)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := newRidgePoint(c)
	next := newRidgePoint(c)
	work := make([]float64, len(system.values))
	f := &Fit{Lambda: lambda, Certified: true}
	converged := false
	for {
		f.Gap = x.gap(lambda)
		f.Primal = floats.Dot(x.residual, x.residual) + float64(lambda*floats.Dot(x.b, x.b))
		f.Dual = f.Primal - f.Gap
		f.record(s)
		if converged = f.Gap <= s.Target(f.Dual, c.power); converged && f.Iterations >= refined {
			break
		}
		if f.stopped(ctx, s) {
			break
		}
		if dual {
			next.refineDual(x, c, system, lambda, work)
		} else {
			next.refinePrimal(x, c, system, lambda, work)
		}
		if !(next.gap(lambda) < f.Gap) {
			f.Status = solver.Stalled
			break
		}
		x, next = next, x
		f.Iterations++
	}
	if converged {
		f.Status = solver.Converged
	}
	if scale := floats.Norm(c.correlation, math.Inf(1)); scale > 0 {
		f.Residual = floats.Norm(x.lack, math.Inf(1)) / scale
	}
	f.Coefficients = x.b
	c.finish(f, d, x.residual)
	return f, nil
}

// ridgePoint is an iterate of ridge regression.
type ridgePoint struct {
	b, alpha []float64 // alpha of the dual form only
	residual []float64 // y - Xb
	lack     []float64 // X'(y - Xb) - lambda b
}

// newRidgePoint returns b = 0.
func newRidgePoint(c *centred) *ridgePoint {
	x := &ridgePoint{make([]float64, c.d), make([]float64, c.n), make([]float64, c.n), make([]float64, c.d)}
	copy(x.residual, c.y)
	copy(x.lack, c.correlation)
	return x
}

func (x *ridgePoint) gap(lambda float64) float64 { return floats.Dot(x.lack, x.lack) / lambda }

// refinePrimal stores b = from.b + (X'X + lambda)^-1 from.lack.
func (x *ridgePoint) refinePrimal(from *ridgePoint, c *centred, s *spectrum, lambda float64, work []float64) {
	s.apply(x.b, from.lack, lambda, work)
	floats.Add(x.b, from.b)
	x.evaluate(c, lambda)
}

// refineDual stores a = from.a + (XX' + lambda)^-1 (from.residual - lambda from.a),
// and b = X'a.
func (x *ridgePoint) refineDual(from *ridgePoint, c *centred, s *spectrum, lambda float64, work []float64) {
	floats.AddScaledTo(x.residual, from.residual, -lambda, from.alpha)
	s.apply(x.alpha, x.residual, lambda, work)
	floats.Add(x.alpha, from.alpha)
	c.adjoint(x.b, x.alpha)
	x.evaluate(c, lambda)
}

// evaluate stores what follows from b.
func (x *ridgePoint) evaluate(c *centred, lambda float64) {
	c.residual(x.residual, x.b)
	c.adjoint(x.lack, x.residual)
	floats.AddScaled(x.lack, -lambda, x.b)
}

// DegreesOfFreedom returns the trace of the matrix that takes y to the fitted
// values, sum_k s_k/(s_k + lambda) for the eigenvalues s_k of X'X, and 1 more for the
// constant.
func (r Ridge) DegreesOfFreedom(d *Data, lambda float64) (float64, error) {
	_, system, _, err := r.system(d)
	if err != nil {
		return 0, err
	}
	return system.degrees(lambda) + d.constants(), nil
}

// Leverages returns the diagonal of that matrix, from which LeaveOneOut follows.
func (r Ridge) Leverages(d *Data, lambda float64) ([]float64, error) {
	c, system, dual, err := r.system(d)
	if err != nil {
		return nil, err
	}
	h := make([]float64, c.n)
	floats.AddConst(d.constants()/float64(c.n), h)
	if len(system.values) == 0 {
		return h, nil
	}
	// H = U m/(m + lambda) U' by the eigenvectors of XX', XV 1/(m + lambda) (XV)' by
	// those of X'X.
	rows := system.vectors
	if !dual {
		rows = new(mat.Dense)
		rows.Mul(mat.NewDense(c.d, c.n, c.full()).T(), system.vectors)
	}
	for i := range h {
		for k, v := range rows.RawRowView(i) {
			share := 1 / (system.values[k] + lambda)
			if dual {
				share *= system.values[k]
			}
			h[i] += float64(v * v * share)
		}
	}
	return h, nil
}

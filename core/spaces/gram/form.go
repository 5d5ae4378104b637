// Package gram evaluates the smooth part of the dual, (1/q)||Phi* a||_q^q, by
// the strategy that is cheapest for the problem.
//
// With u = Phi* a and M = K[a, ..., a, ., .] = Phi diag(|u|^(q-2)) Phi*,
//
//	omega = M a     its gradient, and the fitted values <w, Phi(x_i)>
//	(q-1) M         its Hessian
//	a.omega         ||Phi* a||_q^q = ||w||_p^p
//
// so one pass over the data gives value, gradient and Hessian.
package gram

import (
	"context"
	"math"
)

// Form is (1/q)||Phi* a||_q^q on n training points. It owns scratch memory and is not safe for
// concurrent use. The error of a method is the context's, or one sentence for the user where the
// evaluation failed, such as for a lost worker; the results are then undefined. A method returns
// within 100 ms after the context has ended.
type Form interface {
	// Points returns n.
	Points() int
	// Q returns the exponent q = p/(p-1) >= 2.
	Q() float64
	// OmegaM stores omega in dst and, where m is not nil, the symmetric n x n matrix M, row-major, in m.
	// dst and alpha have n elements and do not overlap.
	OmegaM(ctx context.Context, dst, m, alpha []float64) error
	// Accurate takes omega at alpha, as OmegaM stores it, makes it more accurate where it can,
	// and stores bounds on the absolute errors that rounding leaves in it in errors.
	Accurate(ctx context.Context, omega, errors, alpha []float64) error
}

// Digits bounds the rounding error of a sum, relative to the sum of the absolute values of its terms.
const Digits = 4 * epsilon

const epsilon, unit = 0x1p-52, 0x1p-53 // the spacing of numbers at 1, and the largest rounding error

// accurate is Accurate of an explicit form, for u = Phi* alpha computed with twice the digits and
// v_k = sum_i (Phi_ik alpha_i)^2, which it overwrites. The relative errors of features, at most
// featureError, are independent with mean 0, so that the squares of their effects on a sum add up
// (Higham, Mary, A new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 2019).
func accurate(ctx context.Context, f Explicit, omega, errors, u, v []float64, featureError float64) error {
	n, q, most := float64(f.Points()), f.Q(), 0.0
	share := featureError + n*n*math.Sqrt(n)*unit*unit // with what twice the digits leave
	for k, square := range v {
		size := math.Abs(u[k])
		off := unit*size + share*math.Sqrt(square)
		v[k] = q * AbsPower(size+off, q-2) * off
		u[k] *= AbsPower(size, q-2) // J_q(u)
		v[k] += (unit*math.Sqrt(float64(len(u))) + featureError) * math.Abs(u[k])
		most = max(most, v[k])
	}
	if err := f.Apply(ctx, omega, u); err != nil {
		return err
	}
	for k := range v { // so that no square overflows
		if v[k] > 0 {
			v[k] /= most
			v[k] *= v[k]
		}
	}
	err := f.Squares(ctx, errors, v)
	for i, square := range errors {
		errors[i] = most * math.Sqrt(max(0, square))
	}
	return err
}

// Explicit is a form on features that are written out, Phi as an n x N matrix.
type Explicit interface {
	Form
	// Dimension returns N.
	Dimension() int
	// Side returns the side on which Newton systems are solved.
	Side() Side
	// Apply stores Phi w in dst, n elements, for N weights w.
	Apply(ctx context.Context, dst, w []float64) error
	// Adjoint stores Phi* alpha in dst, N elements.
	Adjoint(ctx context.Context, dst, alpha []float64) error
	// Squares stores sum_k e_k Phi_ik^2 in dst, n elements: the diagonal of
	// Phi diag(e) Phi'.
	Squares(ctx context.Context, dst, e []float64) error
	// Select returns the form of some distinct rows, ascending. The error is the context's.
	Select(ctx context.Context, rows []int) (Explicit, error)
}

// omega is OmegaM without M of an explicit form, with room for N numbers in u.
func omega(ctx context.Context, f Explicit, u, dst, alpha []float64) error {
	if err := f.Adjoint(ctx, u, alpha); err != nil {
		return err
	}
	q := f.Q()
	for k, v := range u {
		u[k] = AbsPower(v, q-2) * v // J_q(u)
	}
	return f.Apply(ctx, dst, u)
}

// shape is what every explicit form has.
type shape struct {
	n, d int // d is N
	q    float64
	side Side
}

func newShape(n, d int, q float64, side Side) shape {
	if !(q >= 2) {
		panic("gram: q must be at least 2")
	}
	return shape{n, d, q, side}
}

func (s shape) Points() int { return s.n }

func (s shape) Q() float64 { return s.q }

func (s shape) Dimension() int { return s.d }

func (s shape) Side() Side { return s.side }

// Side is the side of Phi, n x N, on which Newton systems
// (Phi diag(e) Phi' + diag(d)) x = r are solved.
type Side int

// The sides.
const (
	Points     Side = iota // a factor of the n x n matrix
	Dimensions             // a factor of an N x N matrix, by the Woodbury formula
	Neither                // conjugate gradients, without a matrix
)

// Counts of the cost model, per Newton system.
const (
	gradientSteps = 40 // conjugate gradient steps, each of two passes
	systemPasses  = 10 // passes over Phi for residuals, right-hand sides and line search
	// The time of a flop of a factorisation or of a pass, as a multiple of that in a matrix product.
	slowFlops = 5.5
)

// newtonIterations are the expected iterations of a solve with a smooth dual.
const newtonIterations = 8

// ChooseSide returns the cheapest side for n points with N features, by the flops of a Newton iteration
// in units of those of a matrix product. weighted means that the diagonal d differs between points and
// iterations, as in the interior-point method, so that no covariance matrix can be reused. That method takes
// no conjugate gradients where an n x n matrix fits: its systems are ill-conditioned.
func ChooseSide(points, features int, weighted bool) Side {
	const mostPoints = 5000 // for which an n x n matrix is formed where conjugate gradients would be cheaper but converge badly
	n, d := float64(points), float64(features)
	pass, covariance := 2*n*d, n*d*d
	if !weighted {
		covariance /= newtonIterations
	}
	onPoints := n*n*d + slowFlops*(n*n*n/3+2*pass)
	onDimensions := slowFlops*(d*d*d/3+systemPasses*pass) + covariance
	onNeither := slowFlops * (2*gradientSteps + systemPasses) * pass
	switch {
	case onDimensions <= onPoints && (weighted || onDimensions <= onNeither):
		return Dimensions
	case weighted && points <= mostPoints || onPoints <= onNeither:
		return Points
	}
	return Neither
}

package machine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
)

// multiplyTwice stores K alpha in dst, computed with twice the digits and then rounded. It ends
// early with the context.
func (d *Data) multiplyTwice(ctx context.Context, dst, alpha []float64) {
	clear(dst)
	low := make([]float64, len(dst))
	for j, a := range alpha {
		if j%32 == 0 && ctx.Err() != nil {
			return
		}
		if a != 0 {
			dense.AddScaledTwice(dst, low, a, d.row(j))
		}
	}
	floats.Add(dst, low)
}

// certify computes the fitted values and the certificate of a feasible alpha for a loss.
// intercept returns the best one for K alpha in the fitted values. Where alpha is within the
// tolerance, K alpha is computed with twice the digits.
func (x *iterate) certify(ctx context.Context, l loss.Loss, tolerance float64, intercept func() float64) {
	d, f := x.data, x.fit
	evaluate := func() {
		f.Intercept = intercept()
		half := dense.Dot(f.Alpha, f.Fitted) / 2
		f.Certificate = optimize.Certificate{
			Primal: f.Strength*loss.Sum(l, d.Y, f.Fitted, f.Intercept) + half,
			Dual:   half + loss.SumPsi(l, d.Y, f.Alpha, f.Strength),
			Gap:    loss.SumGap(l, d.Y, f.Fitted, f.Intercept, f.Alpha, f.Strength),
		}
		floats.AddConst(f.Intercept, f.Fitted)
	}
	d.multiply(ctx, f.Fitted, f.Alpha)
	if evaluate(); f.Within(tolerance) {
		d.multiplyTwice(ctx, f.Fitted, f.Alpha)
		evaluate()
		f.Rounding = x.roundingBound(l)
	}
}

// roundingBound bounds how much the gap may exceed the computed one because of rounding in the
// values of multiplyTwice. The terms alpha_j k(x_i, x_j), with relative errors of order u^2, add
// up in modulus to at most kappa_i sum_j |alpha_j| kappa_j with kappa_i^2 = k(x_i, x_i).
func (x *iterate) roundingBound(l loss.Loss) float64 {
	const u = 0x1p-53
	f, n := x.fit, float64(len(x.fit.Alpha))
	kappa := func(i int) float64 { return math.Sqrt(max(0, x.data.row(i)[i])) }
	var size, imbalance float64
	for j, a := range f.Alpha {
		size += math.Abs(a) * kappa(j)
		imbalance += a
	}
	if size == 0 {
		return 0 // the values are the intercept
	}
	sum := math.Abs(imbalance * f.Intercept) // what the dual loses where alpha is balanced
	for i, y := range x.data.Y {
		a, t := f.Alpha[i], f.Fitted[i]
		e := 2*u*(math.Abs(t)+math.Abs(f.Intercept)) + n*n*u*u*kappa(i)*size
		at := l.Gap(y, t, a, f.Strength)
		sum += max(0, l.Gap(y, t+e, a, f.Strength)-at, l.Gap(y, t-e, a, f.Strength)-at)
	}
	return sum
}

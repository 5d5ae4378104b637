package machine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
)

// multiplyTwice stores K alpha in dst as if it were computed with twice the digits and then
// rounded. It ends early once the context has ended.
func (d *Data) multiplyTwice(ctx context.Context, dst, alpha []float64) {
	clear(dst)
	low := make([]float64, len(dst))
	for j, a := range alpha {
		if j%32 == 0 && ctx.Err() != nil {
			return
		}
		if a == 0 {
			continue
		}
		dense.AddScaledTwice(dst, low, a, d.row(j))
	}
	for i, v := range low {
		dst[i] += v
	}
}

// certify computes the fitted values and the certificate of alpha, which is feasible, as
// the dual of a loss. intercept returns the best one for K alpha in the fitted values. Where
// alpha is within the tolerance, K alpha is computed with all the digits there are.
func (x *iterate) certify(ctx context.Context, l loss.Loss, tolerance float64, intercept func() float64) {
	d, f := x.data, x.fit
	evaluate := func() {
		f.Intercept = intercept()
		half := floats.Dot(f.Alpha, f.Fitted) / 2
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
		f.Rounding = x.rounding(l)
	}
}

// rounding bounds how much larger than computed the gap of a dual with the loss may be
// because of rounding in the values, where multiplyTwice has computed them. The moduli of
// the terms alpha_j k(x_i, x_j), of which the error is some u^2, add up to at most
// kappa_i sum_j |alpha_j| kappa_j with kappa_i^2 = k(x_i, x_i).
func (x *iterate) rounding(l loss.Loss) float64 {
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

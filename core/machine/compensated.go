package machine

import (
	"context"
	"math"

	"lplab/core/dense"
	"lplab/core/loss"
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

package loss

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSums compares each sum with the sum of its terms by their definitions, and SumGapNear with the
// largest sum of residuals at points t_i + b + s errors_i, -1 <= s <= 1, where every term is convex.
func TestSums(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 3))
	for _, l := range allLosses() {
		const gamma, b, n = 3, 0.75, 6
		y, fit, errors, a := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		var sum, psi, gap, near float64
		for i := range n {
			y[i] = labels(l)[i%len(labels(l))]
			fit[i], errors[i] = y[i]+random.NormFloat64(), random.Float64()
			lo, hi := l.Domain(y[i], gamma)
			a[i] = max(lo, -9) + random.Float64()*(min(hi, 9)-max(lo, -9))
			residual := func(t float64) float64 { return gamma*l.Value(y[i], t) + l.Psi(y[i], a[i], gamma) + a[i]*t }
			sum += l.Value(y[i], fit[i]+b)
			psi += l.Psi(y[i], a[i], gamma)
			gap += residual(fit[i] + b)
			near += max(residual(fit[i]+b-errors[i]), residual(fit[i]+b+errors[i]))
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"Sum", Sum(l, y, fit, b), sum},
			{"SumPsi", SumPsi(l, y, a, gamma), psi},
			{"SumGap", SumGap(l, y, fit, b, a, gamma), gap},
			{"SumGapNear", SumGapNear(l, y, fit, errors, b, a, gamma), near},
		} {
			// The definition of a residual cancels terms of the size gamma y^2.
			if math.Abs(c.got-c.want) > 1e-14*gamma*1e6+1e-12*math.Abs(c.want) {
				t.Errorf("%v: %s is %g, the sum of its terms %g", l, c.name, c.got, c.want)
			}
		}
	}
}

package penalty

import (
	"math"
	"testing"
)

var conjugates = []float64{2, 2.2, 3, 4, 5, 6, 7.5, 8, 11, 21, 101}

// TestPowerProxIsOptimal compares over decades with bisection on z + lambda z^(p-1) = v, where the
// left side increases with z.
func TestPowerProxIsOptimal(t *testing.T) {
	for _, q := range conjugates {
		for e := -12; e <= 12; e += 2 {
			for f := -12; f <= 12; f++ {
				v, lambda := 1.7*math.Pow(10, float64(e)), 3.1*math.Pow(10, float64(f))
				lo, hi := 0.0, v
				for {
					mid := (lo + hi) / 2
					if lo > 0 && hi > 2*lo {
						mid = math.Sqrt(lo) * math.Sqrt(hi)
					}
					if mid <= lo || mid >= hi {
						break
					}
					if mid+lambda*math.Pow(mid, 1/(q-1)) > v {
						hi = mid
					} else {
						lo = mid
					}
				}
				got := powerProx(v, lambda, q)
				// p-1 is rounded; the power of the bisection multiplies this error by log
				// z, and the power q-1 by q.
				if d := math.Abs(got - hi); d > 2e-16*q*(10-math.Log(hi/v))*hi && hi > 1e-300 {
					t.Errorf("q=%g v=%g lambda=%g: %v, want %v (%g)", q, v, lambda, got, hi, d/hi)
				}
				if negative := powerProx(-v, lambda, q); negative != -got {
					t.Errorf("q=%g v=%g lambda=%g: %v for -v, %v for v", q, v, lambda, negative, got)
				}
			}
		}
	}
}

// TestExplicitRoots compares the formulas of Cardano and Ferrari with Newton's method, over all decades of numbers.
func TestExplicitRoots(t *testing.T) {
	for e := -307; e <= 307; e++ {
		kappa := 2.3 * math.Pow(10, float64(e))
		for name, roots := range map[string][2]float64{
			"cubic": {cubicRoot(kappa), powerRoot(kappa, 3)}, "quartic": {quarticRoot(kappa), powerRoot(kappa, 4)},
		} {
			if relative(roots[0], roots[1]) > 1e-14 {
				t.Errorf("%s root for kappa=%g: %v, by Newton's method %v", name, kappa, roots[0], roots[1])
			}
		}
	}
}

// TestPowerProxEnds checks that the prox leaves 0 at 0, that an infinite lambda moves every number
// to 0, and that the iteration ends for extreme numbers.
func TestPowerProxEnds(t *testing.T) {
	for _, q := range conjugates {
		for _, lambda := range []float64{0, 1e-300, 1, 1e300, math.Inf(1)} {
			if z := powerProx(0, lambda, q); z != 0 {
				t.Errorf("q=%g lambda=%g: 0 is moved to %g", q, lambda, z)
			}
			for _, v := range []float64{5e-324, 1, math.MaxFloat64} {
				if z := powerProx(v, lambda, q); !(z >= 0 && z <= v) || lambda == 0 && relative(z, v) > 1e-12 || math.IsInf(lambda, 1) && z != 0 {
					t.Errorf("q=%g lambda=%g: %g is moved to %g", q, lambda, v, z)
				}
			}
			if z := powerProx(math.NaN(), lambda, q); !math.IsNaN(z) {
				t.Errorf("q=%g lambda=%g: NaN is moved to %g", q, lambda, z)
			}
		}
	}
}

func relative(got, want float64) float64 { return math.Abs(got-want) / max(1e-300, math.Abs(want)) }

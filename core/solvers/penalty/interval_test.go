package penalty

import (
	"math"
	"testing"
)

// TestInterval checks that the Bregman distance, by its definition, is the gap at both ends of an interval,
// that its lower bound equals the gap at the radius, and the closed forms at b = 0 and for p = 2.
func TestInterval(t *testing.T) {
	for _, q := range []float64{2, 2.5, 3, 4, 6} {
		h := Power{Q: q}
		p := h.p()
		for _, b := range []float64{0, 1e-3, -0.7, 5} {
			for _, gap := range []float64{1e-6, 1e-3, 0.5, 20} {
				below, above := h.Interval(b, gap)
				for _, at := range []float64{b - below, b + above} {
					d := math.Pow(math.Abs(b), p)/p - math.Pow(math.Abs(at), p)/p - math.Copysign(math.Pow(math.Abs(at), p-1), at)*(b-at)
					if math.Abs(d-gap) > 1e-6*gap+1e-13*math.Pow(math.Abs(b), p) {
						t.Errorf("q = %g, b = %g, gap %g: the distance at %v is %v", q, b, gap, at, d)
					}
				}
				if want := math.Sqrt(2 * gap); q == 2 && (math.Abs(below-want) > 1e-9*want || math.Abs(above-want) > 1e-9*want) {
					t.Errorf("p = 2, b = %g: %v and %v, want %v", b, below, above, want)
				}
				r := h.Radius(math.Abs(b), gap)
				if max(below, above) > r*(1+1e-9) {
					t.Errorf("q = %g, b = %g: an end is %v away, beyond the radius %v", q, b, max(below, above), r)
				}
				if q == 2 && r < math.Sqrt(2*gap) {
					t.Errorf("p = 2: the radius %v is below its exact value %v", r, math.Sqrt(2*gap))
				}
				if bound := (p - 1) / 2 * r * r * math.Pow(math.Abs(b)+r, p-2); math.Abs(bound-gap) > 1e-9*gap {
					t.Errorf("q = %g, b = %g: at the radius %v the bound on the distance is %v, not %v", q, b, r, bound, gap)
				}
			}
		}
		if below, above := h.Interval(0, 0.1); math.Abs(below-math.Pow(0.1*q, 1/p)) > 1e-12 || above != below {
			t.Errorf("q = %g: at 0 the interval is [-%v, %v]", q, below, above)
		}
		// Without a gap the interval contains the real numbers that round to b, and little more.
		if below, above := h.Interval(1, 0); !(below >= 0x1p-53 && below < 1e-15 && above >= 0x1p-53 && above < 1e-15) {
			t.Errorf("without a gap the interval is [1 - %v, 1 + %v]", below, above)
		}
		if r := h.Radius(1, 0); r != 0 {
			t.Errorf("without a gap the radius is %v", r)
		}
	}
}

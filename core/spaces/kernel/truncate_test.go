package kernel

import (
	"math"
	"testing"
)

// TestTruncate checks that the truncated series is the polynomial of the coefficients up to the degree.
func TestTruncate(t *testing.T) {
	for _, c := range seriesCases {
		first := 1 // the lowest degree above 0 of a term
		for c.k.Coefficient(first) == 0 {
			first++
		}
		for degree := first; degree <= 7; degree++ {
			for _, s := range []float64{-1.7, 0.3, 2.1} {
				want := 0.0
				for m := range degree + 1 {
					want += c.k.Coefficient(m) * math.Pow(s, float64(m))
				}
				got := []float64{s}
				Truncate(c.k, degree).Apply(got)
				if math.Abs(got[0]-want) > 1e-13*(1+math.Abs(want)) {
					t.Errorf("%v at %g up to degree %d: %v, want %v", c.k, s, degree, got[0], want)
				}
			}
		}
	}
}

// TestScaled compares with g(by s), with the radius divided by the factor.
func TestScaled(t *testing.T) {
	for _, c := range seriesCases {
		for _, by := range []float64{0.25, 1.5} {
			k := Scaled(c.k, by)
			for _, s := range []float64{-1, 0.4, 1.3} {
				got, want := []float64{s}, c.g(by*s)
				if k.Apply(got); math.Abs(got[0]-want) > 1e-12*(1+math.Abs(want)) {
					t.Errorf("%v by %g at %g: %v, want %v", c.k, by, s, got[0], want)
				}
			}
			if r := c.k.Radius() / by; k.Radius() != r && math.Abs(k.Radius()-r) > 1e-14*r {
				t.Errorf("%v by %g: radius %v, want %v", c.k, by, k.Radius(), r)
			}
		}
	}
}

// TestScaledBeyondTheNumbers checks that coefficients of points that are far too large for a kernel are infinite or 0.
func TestScaledBeyondTheNumbers(t *testing.T) {
	for _, by := range []float64{1e35, 1e200} {
		if k := Scaled(Product(Exponential{}, Polynomial{2}), by); k.Coefficient(1) != 0 || !math.IsInf(k.Coefficient(30), 1) {
			t.Errorf("by %g: %g, %g", by, k.Coefficient(1), k.Coefficient(30))
		}
	}
}

// TestRemainder checks that the remainder is at least the sum of the coefficients above the degree, at most a
// quarter above the smallest of Cauchy's estimates on a fine grid of s, and 0 for a polynomial above its degree.
func TestRemainder(t *testing.T) {
	for _, c := range seriesCases {
		for _, degree := range []int{0, 1, 2, 3, 5, 8, 20, 40} {
			got, sum, least := Remainder(c.k, degree), 0.0, math.Inf(1)
			lowest, highest := c.k.Degrees()
			if degree >= highest {
				if got != 0 {
					t.Errorf("%v: %g remains above degree %d", c.k, got, degree)
				}
				continue
			}
			for m := max(degree+1, lowest); m <= min(highest, 150); m++ {
				sum += c.k.Coefficient(m)
			}
			for j := range 2000 {
				s := 1 + math.Exp2(20*float64(j)/2000-10)
				if r := c.k.Radius(); s < r {
					least = min(least, c.g(s)*math.Pow(s, -float64(degree+1)))
				}
			}
			if !(got >= sum*(1-1e-12) && got <= 1.25*least) {
				t.Errorf("%v above degree %d: %g, the coefficients sum to %g, the smallest estimate is %g", c.k, degree, got, sum, least)
			}
		}
	}
}

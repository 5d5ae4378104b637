package selection

import (
	"math"
	"testing"
)

// TestConcaveBound checks values of the R code that Shah published with the paper
// (r_concave_tail.R, minD, run with R 4.2).
func TestConcaveBound(t *testing.T) {
	for _, c := range []struct {
		pairs           int
		theta, tau, per float64
	}{
		{10, 0.02, 0.6, 0.00083194185}, {10, 0.02, 0.8, 0.00012107935}, {10, 0.02, 1, 1.4093291e-05},
		{10, 0.1, 0.6, 0.022009335}, {10, 0.1, 0.7, 0.0072596407}, {10, 0.1, 0.9, 0.0015052769},
		{10, 0.2, 0.6, 0.083511439}, {10, 0.2, 0.8, 0.015553524}, {10, 0.2, 1, 0.001870033},
		{50, 0.02, 0.6, 0.00033449898}, {50, 0.02, 0.8, 6.543047e-05}, {50, 0.02, 1, 1.8587486e-06},
		{50, 0.05, 0.7, 0.00096858618}, {50, 0.05, 0.9, 0.00017049569},
		{50, 0.1, 0.6, 0.011413381}, {50, 0.1, 0.7, 0.0042667368}, {50, 0.1, 1, 5.4906081e-05},
		{50, 0.2, 0.6, 0.055720468}, {50, 0.2, 0.8, 0.0094693924}, {50, 0.2, 0.9, 0.0037387997},
	} {
		const count = 1000
		got := concaveBound(int(math.Round(c.theta*count)), count, c.pairs, int(math.Round(c.tau*float64(2*c.pairs)))) / count
		if math.Abs(got-c.per) > 2e-4*c.per {
			t.Errorf("B %d, theta %g, tau %g: %.8g, want %.8g", c.pairs, c.theta, c.tau, got, c.per)
		}
	}
}

// TestConcaveTailBounds checks that no r-concave distribution of a family with the given mean has
// a larger tail than the bound, and that some have nearly as large a tail.
func TestConcaveTailBounds(t *testing.T) {
	const b, at = 20, 8
	for _, s := range []int{2, 4} {
		for _, eta := range []float64{0.03, 0.1, 0.15} {
			bound, most := concaveTail(eta, b, at, s), 0.0
			for end := at - 1; end <= b; end++ { // f is 0 beyond
				for shift := -6.0; shift < 4; shift += 0.01 {
					f := make([]float64, b+1)
					var sum, mean, tail float64
					for i := range end + 1 {
						f[i] = math.Pow(math.Exp(shift)+float64(i), -float64(s))
						sum += f[i]
						mean += float64(i) * f[i] / b
					}
					for i := at; i <= end; i++ {
						tail += f[i]
					}
					if mean/sum <= eta {
						most = max(most, tail/sum)
					}
				}
			}
			if most > bound*(1+1e-6) || most < 0.8*bound {
				t.Errorf("s %d, eta %g: the bound is %g, the largest tail %g", s, eta, bound, most)
			}
		}
	}
}

func TestPlanStability(t *testing.T) {
	for _, c := range []struct {
		count    int64
		expected float64
	}{{10, 1}, {100, 1}, {1000, 1}, {1000, 0.1}, {200_000, 1}} {
		s := PlanStability(c.count, 50, 1_000_000, c.expected)
		if s.Least != 75 || !(s.Bound <= c.expected) {
			t.Errorf("%+v", s)
		}
		if int64(s.PerHalf) < c.count && concaveBound(s.PerHalf+1, c.count, 50, 75) <= c.expected {
			t.Errorf("one more than %d of %d satisfies the bound", s.PerHalf, c.count)
		}
		if plain := MeinshausenBuehlmann(s.PerHalf, c.count, 0.75); plain < s.Bound {
			t.Errorf("%+v: the bound %g of Meinshausen and Bühlmann is smaller", s, plain)
		}
	}
	if s := PlanStability(1000, 50, 12, 1); s.PerHalf != 12 {
		t.Errorf("%+v: at most 12", s)
	}
	if s := PlanStability(2, 50, 100, 1e-9); s.PerHalf != 0 || s.Bound != 0 {
		t.Errorf("%+v: nothing can be selected", s)
	}
	// [MB] after theorem 1: q = sqrt(0.8 p) with pi = 0.9 bounds the number by 1.
	if got := MeinshausenBuehlmann(20, 500, 0.9); math.Abs(got-1) > 1e-12 {
		t.Errorf("%g, want 1", got)
	}
}

package selection

import (
	"math"
	"slices"
	"testing"

	"lplab/core/numeric/rng"
)

func TestFloor(t *testing.T) {
	largest := make([]float64, 99)
	for i := range largest {
		largest[i] = float64((37*i)%99 + 1) // 1 to 99
	}
	for _, c := range []struct {
		level, want float64
	}{
		{0.05, 95}, // the fifth largest: a p-value of (1 + 4)/100 is at most 0.05
		{0.01, 99},
		{0.1, 90},
		{0.009, math.Inf(1)},
	} {
		if got := Floor(largest, c.level); got != c.want {
			t.Errorf("level %g: %g, want %g", c.level, got, c.want)
		}
	}
	for level, want := range map[float64]int{0.05: 19, 0.01: 99, 0.3: 3} {
		if got := LeastPermutations(level); got != want {
			t.Errorf("at least %d permutations at level %g, want %d", got, level, want)
		}
		if some := make([]float64, want); math.IsInf(Floor(some, level), 1) || !math.IsInf(Floor(some[1:], level), 1) {
			t.Errorf("level %g: %d permutations are not the fewest with a finite floor", level, want)
		}
	}
}

// TestFloorLevel checks that the share of cases in which the floor of exchangeable values is
// exceeded is the level, within sampling error.
func TestFloorLevel(t *testing.T) {
	const cases, level = 4000, 0.05
	random, exceeded := rng.New(3), 0
	for range cases {
		own, permuted := random.Normal(), make([]float64, 39)
		for i := range permuted {
			permuted[i] = random.Normal()
		}
		if own > Floor(permuted, level) {
			exceeded++
		}
	}
	share := float64(exceeded) / cases
	if margin := 2 * math.Sqrt(level*(1-level)/cases); math.Abs(share-level) > margin {
		t.Errorf("exceeded in %.4f of the cases, want %g within %.4f", share, level, margin)
	}
}

func TestKnockoffThreshold(t *testing.T) {
	for _, c := range []struct {
		w    []float64
		fdr  float64
		want float64
	}{
		// (1 + 0)/5 is 0.2, so a rate of 0.19 has no threshold.
		{[]float64{5, 4, 3, 2, 1, -0.5, 0}, 0.2, 1},
		{[]float64{5, 4, 3, 2, 1, -0.5, 0}, 0.19, math.Inf(1)},
		{[]float64{5, 4, -3, 2, 1, 0.5, 0.4}, 0.34, 0.4}, // (1 + 1)/6
		{[]float64{5, 4, -3, 2, 1, 0.5, 0.4}, 0.3, math.Inf(1)},
		{[]float64{3, 3, -3, -3}, 0.5, math.Inf(1)},
		{nil, 0.5, math.Inf(1)},
		{[]float64{0, 0}, 1, math.Inf(1)},
	} {
		if got := KnockoffThreshold(c.w, c.fdr); got != c.want {
			t.Errorf("%v at %g: %g, want %g", c.w, c.fdr, got, c.want)
		}
	}
	for fdr, want := range map[float64]int{0.1: 10, 0.2: 5, 0.3: 4} {
		if got := LeastKnockoffs(fdr); got != want {
			t.Errorf("at least %d at %g, want %d", got, fdr, want)
		}
		w := make([]float64, want)
		for i := range w {
			w[i] = 1
		}
		if KnockoffThreshold(w, fdr) != 1 || !math.IsInf(KnockoffThreshold(w[1:], fdr), 1) {
			t.Errorf("%d is not the fewest at %g", want, fdr)
		}
	}
}

// TestKnockoffRate checks that, with random signs of the null statistics, the mean of the false
// discovery proportion is at most the rate.
func TestKnockoffRate(t *testing.T) {
	const cases, fdr = 3000, 0.2
	random := rng.New(9)
	var sum, squares, found float64
	for range cases {
		w := make([]float64, 60)
		for j := range w {
			if w[j] = random.Normal(); j < 15 {
				w[j] = 3 + w[j]
			}
		}
		at := KnockoffThreshold(w, fdr)
		var wrong, right float64
		for j, v := range w {
			switch {
			case v < at:
			case j < 15:
				right++
			default:
				wrong++
			}
		}
		share := wrong / max(1, wrong+right)
		sum, squares, found = sum+share, squares+share*share, found+right/15
	}
	mean := sum / cases
	margin := 2 * math.Sqrt((squares/cases-mean*mean)/cases)
	if mean > fdr+margin || found/cases < 0.7 {
		t.Errorf("false discovery rate %.3f with a margin of %.3f, power %.2f", mean, margin, found/cases)
	}
}

func TestPair(t *testing.T) {
	classes := []int{0, 1, 0, 0, 1, 0, 0, 2, 1, 1}
	random := rng.New(1)
	neither := map[int]bool{}
	for range 50 {
		first, second := Pair(classes, random)
		count := map[int]int{}
		for _, half := range [][]int{first, second} {
			if !slices.IsSorted(half) || len(half) != 2+2+1 {
				t.Fatalf("%v", half)
			}
			for _, i := range half {
				count[i]++
			}
		}
		for i, c := range classes {
			if most := map[bool]int{true: 2, false: 1}[c == 2]; count[i] > most {
				t.Errorf("row %d is in both of %v and %v", i, first, second)
			}
			if count[i] == 0 {
				neither[i] = true
			}
		}
	}
	if len(neither) != 5 { // each of the five rows of class 0 in some pair
		t.Errorf("rows %v are left out of some pair", neither)
	}
}

package bench

import (
	"math"
	"testing"
)

// TestMedianInterval checks the order statistics against the tables of the sign test.
func TestMedianInterval(t *testing.T) {
	for _, c := range []struct {
		n        int
		from, to float64 // ranks, from 1
	}{{5, 0, math.Inf(1)}, {6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {10, 2, 9}, {20, 6, 15}, {50, 18, 33}} {
		values := make([]float64, c.n)
		for i := range values {
			values[(i*7)%c.n] = float64(i + 1)
		}
		if c.n%7 == 0 {
			t.Fatal("the values are not all different")
		}
		median, from, to := medianInterval(values)
		if from != c.from || to != c.to || median != float64(c.n+1)/2 {
			t.Errorf("of %d values: %g, from %g to %g, want from %g to %g", c.n, median, from, to, c.from, c.to)
		}
	}
}

// TestAgainst checks that a longer time and a lower rate both count as slower, and that rounds
// are paired.
func TestAgainst(t *testing.T) {
	var base, changed [][]Row
	for round := range 10 {
		load := float64(1 + round%3) // the same for both in a round
		base = append(base, []Row{{ID: "a", Unit: "s", Value: 2 * load}, {ID: "b", Unit: "GB/s", Value: 10 / load}, {ID: "old", Unit: "s", Value: 1}})
		changed = append(changed, []Row{{ID: "a", Unit: "s", Value: load}, {ID: "b", Unit: "GB/s", Value: 8 / load}, {ID: "new", Unit: "s", Value: 1}})
	}
	ratios, err := Against(base, changed)
	if err != nil || len(ratios) != 2 {
		t.Fatal(ratios, err)
	}
	if r := ratios[0]; r.ID != "a" || r.Median != 0.5 || r.From != 0.5 || r.To != 0.5 || r.IsSlower() {
		t.Errorf("half the time: %v", r)
	}
	if r := ratios[1]; r.ID != "b" || math.Abs(r.Median-1.25) > 1e-15 || !r.IsSlower() {
		t.Errorf("a lower rate: %v", r)
	}
	changed[3][0].Failed = "out of memory"
	if _, err := Against(base, changed); err == nil {
		t.Error("a failed case is compared")
	}
}

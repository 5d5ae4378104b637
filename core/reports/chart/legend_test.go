package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpread checks that labels keep their order and their distance and stay inside the
// plot, and that their displacement is minimal, by a solution of the dual of the
// quadratic program.
func TestSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const distance = 10
	for range 200 {
		given := make([]float64, 1+r.IntN(6))
		for i := range given {
			given[i] = 100 + 40*r.Float64()
		}
		slices.Sort(given)
		got := slices.Clone(given)
		spread(got, distance, 0, 300) // wide bounds
		want := spreadByDual(given, distance)
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-6 {
				t.Fatalf("%v becomes %v, want %v", given, got, want)
			}
		}
	}
	for _, given := range [][]float64{{0, 0, 0}, {100, 100, 100}, {-50, 20, 500}} {
		got := slices.Clone(given)
		spread(got, distance, 0, 100)
		for i, p := range got {
			if p < 0 || p > 100 || i > 0 && p-got[i-1] < distance-1e-9 {
				t.Errorf("%v becomes %v", given, got)
			}
		}
	}
}

// spreadByDual minimises sum (p_i - given_i)^2 / 2 with p_(i+1) - p_i >= distance
// by coordinate ascent on the multipliers of the distances.
func spreadByDual(given []float64, distance float64) []float64 {
	p := slices.Clone(given)
	multipliers := make([]float64, len(p))
	for range 5000 {
		for i := 0; i+1 < len(p); i++ {
			change := max(-multipliers[i], (distance-(p[i+1]-p[i]))/2)
			multipliers[i] += change
			p[i] -= change
			p[i+1] += change
		}
	}
	return p
}

package dense

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNthLargest compares with a full sort.
func TestNthLargest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.Float64Range(0, 3), 1, 40).Draw(t, "v")
		if rapid.Bool().Draw(t, "ties") {
			for i := range v {
				v[i] = math.Round(v[i])
			}
		}
		n := rapid.IntRange(1, len(v)).Draw(t, "n")
		sorted := slices.Clone(v)
		slices.Sort(sorted)
		if got := NthLargest(v, n); got != sorted[len(sorted)-n] {
			t.Fatalf("%g, want %g", got, sorted[len(sorted)-n])
		}
	})
	if got := NthLargest(nil, 0); !math.IsInf(got, 1) {
		t.Errorf("of an empty slice: %g", got)
	}
}

func TestLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for n := range 40 {
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(r.IntN(9) - 4)
		}
		for k := range n + 2 {
			got := Largest(v, k)
			want := make([]int, n)
			for i := range want {
				want[i] = i
			}
			slices.SortStableFunc(want, func(a, b int) int { return int(math.Abs(v[b]) - math.Abs(v[a])) })
			if want = want[:min(k, n)]; !slices.Equal(got, want) {
				t.Fatalf("largest %d of %v: %v, want %v", k, v, got, want)
			}
		}
	}
}

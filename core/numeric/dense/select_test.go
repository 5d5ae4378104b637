package dense

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNthLargest: the same as after sorting.
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
		t.Errorf("of none: %g", got)
	}
}

package sparse

import (
	"cmp"
	"math"
	"slices"
)

// Largest returns the indices of the k largest |v|, falling, ties by index.
func Largest(v []float64, k int) []int {
	best, least := make([]int, 0, k), -1.0 // least is exceeded by what is added to the first k
	cut := func() {
		slices.SortFunc(best, func(a, b int) int {
			return cmp.Or(cmp.Compare(math.Abs(v[b]), math.Abs(v[a])), cmp.Compare(a, b))
		})
		if len(best) >= k {
			best = best[:k]
			least = math.Inf(1)
			if k > 0 {
				least = math.Abs(v[best[k-1]])
			}
		}
	}
	for i, x := range v {
		if math.Abs(x) > least || least < 0 {
			if best = append(best, i); len(best) >= 2*k {
				cut()
			}
		}
	}
	cut()
	return best
}

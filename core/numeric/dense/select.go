package dense

import (
	"cmp"
	"math"
	"slices"

	"lplab/core/lists"
)

// NthLargest returns the n-th largest of the values, which it reorders, by Hoare's selection;
// infinity for n = 0.
func NthLargest(values []float64, n int) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	lo, hi, at := 0, len(values)-1, n-1
	for lo < hi {
		pivot := values[lo+(hi-lo)/2]
		i, j := lo, hi
		for i <= j {
			for values[i] > pivot {
				i++
			}
			for values[j] < pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case at <= j:
			hi = j
		case at >= i:
			lo = i
		default:
			return values[at]
		}
	}
	return values[at]
}

// Largest returns the indices of the k largest |v|, falling, ties by index.
func Largest(v []float64, k int) []int {
	best := LargestInOrder(v, k)
	slices.SortFunc(best, func(a, b int) int {
		return cmp.Or(cmp.Compare(math.Abs(v[b]), math.Abs(v[a])), cmp.Compare(a, b))
	})
	return best
}

// LargestInOrder returns the indices of Largest, ascending.
func LargestInOrder(v []float64, k int) []int {
	if k = min(k, len(v)); k == 0 {
		return nil
	}
	sizes := lists.Map(v, math.Abs)
	least := NthLargest(sizes, k)
	best, ties := make([]int, 0, k), k
	for _, size := range sizes[:k] {
		if size > least {
			ties--
		}
	}
	for i, x := range v {
		size := math.Abs(x)
		isTie := size == least && ties > 0
		if isTie {
			ties--
		}
		if size > least || isTie {
			best = append(best, i)
		}
	}
	return best
}

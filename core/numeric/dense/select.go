package dense

import "math"

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

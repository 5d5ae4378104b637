package weights

import (
	"iter"
	"math"
	"slices"

	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// Rule finds the size above which weights count as selected. q is the exponent of the form.
type Rule func(l *Listing, q float64) float64

// TwiceDeviation is twice the population standard deviation of all weights [H sec. 6.3].
func TwiceDeviation(l *Listing, _ float64) float64 {
	var mean, squares float64
	n := float64(l.Count - int64(len(l.values))) // zeros
	for _, w := range l.values {
		n++
		d := w - mean
		mean += d / n
		squares += d * (w - mean)
	}
	return 2 * math.Sqrt(squares/max(1, n))
}

// LargestGap is the middle of the largest gap between successive sizes of the largest 101 weights.
func LargestGap(l *Listing, _ float64) float64 {
	const among = 101
	size := l.largestSizes(among)
	var threshold, gap float64
	for i := range size[1:] {
		if g := size[i] - size[i+1]; g > gap {
			gap, threshold = g, size[i+1]+g/2
		}
	}
	return threshold
}

// Largest selects the given number of the largest weights, fewer where others are as large as the last.
func Largest(count int) Rule {
	return func(l *Listing, _ float64) float64 {
		if int64(count) >= l.Count {
			return 0
		}
		return l.largestSizes(count + 1)[count]
	}
}

// CarryShare selects the largest weights that together have a share of the sum of |w_k|^p, with all that are as large
// as the last.
func CarryShare(share float64) Rule {
	return func(l *Listing, q float64) float64 {
		size := lists.Map(l.values, math.Abs)
		slices.Sort(size)
		slices.Reverse(size)
		var sum float64
		for i, w := range size {
			sum += math.Pow(w, Conjugate(q))
			if sum >= share*l.Power && i+1 < len(size) && size[i+1] < w {
				return size[i+1]
			}
		}
		return 0
	}
}

// Participation returns the participation ratio of the weights, (sum w^2)^2 / (N sum w^4). It is about 1/3
// for normal numbers, and s/N where s of N have the same size and the others are 0.
func (l *Listing) Participation() float64 {
	var largest, squares, fourths float64
	for _, w := range l.values {
		largest = max(largest, math.Abs(w))
	}
	if largest == 0 {
		return 0
	}
	for _, w := range l.values {
		v := w / largest * w / largest
		squares += v
		fourths += v * v
	}
	return squares * squares / (float64(l.Count) * fourths)
}

// largestSizes returns the count largest |w|, falling, with zeros for weights that are not kept; at
// least one.
func (l *Listing) largestSizes(count int) []float64 {
	size := make([]float64, 0, count)
	for _, i := range dense.Largest(l.values, count) {
		size = append(size, math.Abs(l.values[i]))
	}
	for len(size) == 0 || len(size) < count && int64(len(size)) < l.Count {
		size = append(size, 0)
	}
	return size
}

// Selection iterates over the weights above the threshold, with their places in monomial order.
func (l *Listing) Selection() iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for i, w := range l.values {
			if math.Abs(w) > l.Threshold && !yield(l.place(i), w) {
				return
			}
		}
	}
}

// Nonzero selects what is not exactly 0.
func Nonzero(*Listing, float64) float64 { return 0 }

// Conjugate is p = q/(q-1), the exponent of the norm of weights; 1 for an infinite q.
func Conjugate(q float64) float64 {
	if math.IsInf(q, 1) {
		return 1
	}
	return q / (q - 1)
}

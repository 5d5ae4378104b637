// Package tensor holds packed symmetric tensors of even order q over n points.
//
// # Layout
//
// A symmetric tensor has C(n+q-1, q) distinct entries, one for each index
// i_1 <= ... <= i_q (0-based). They lie in colexicographic order,
//
//	rank(i) = sum_{t=1..q} C(i_t + t - 1, t),
//
// which does not depend on n: the tensor of the first m points is a prefix of
// the tensor of n points. For fixed outer indices i_3 <= ... <= i_q the inner
// pair i_1 <= i_2 <= i_3 runs through a contiguous packed triangle, a block.
//
// Each entry is stored multiplied by (number of its distinct permutations)/q!, that is by
// 1/prod(multiplicity!), so that no inner loop of a contraction branches on equal indices.
//
// The layout replaces that of [H sec. 5]; only layout.go depends on it.
package tensor

import "lplab/core/spaces/kernel"

// MaxOrder is the largest supported order.
const MaxOrder = 8

// Count returns C(n+q-1, q), the number of entries of a packed tensor of order
// q over n points, or math.MaxInt64 where that does not fit.
func Count(n, q int) int64 { return kernel.Count(n, q) }

// Rank returns the place of the entry with the given non-decreasing indices.
func Rank(index []int) int64 {
	var r int64
	for t, i := range index {
		r += Count(i, t+1)
	}
	return r
}

// Unrank stores in dst the indices of the entry at the given place; len(dst) is
// the order. It is the inverse of Rank.
func Unrank(dst []int, rank int64) {
	for t := len(dst); t >= 1; t-- {
		// The largest i with C(i+t-1, t) <= rank.
		lo, hi := 0, 1
		for Count(hi, t) <= rank {
			lo, hi = hi, 2*hi
		}
		for hi-lo > 1 {
			mid := (lo + hi) / 2
			if Count(mid, t) <= rank {
				lo = mid
			} else {
				hi = mid
			}
		}
		dst[t-1] = lo
		rank -= Count(lo, t)
	}
}

// triangle returns n(n+1)/2, the number of entries of a block over n points.
func triangle(n int) int { return n * (n + 1) / 2 }

// paddedPlace returns the place of column j of a triangle over i <= j, packed with columns that are padded to multiples of four.
func paddedPlace(j int) int { return (j/4+1)*(j&^3)*2 + j%4*(j&^3+4) }

// outer iterates over the outer index tuples i_3 <= ... <= i_q of a tensor, that is over its blocks,
// in the order of the layout. At order 2 there is one block, with an empty tuple.
type outer struct {
	n     int
	index []int // index[0] = i_3, the bound of the inner pair
}

// newOuter returns an iterator at the block that contains rank.
func newOuter(n, q int, rank int64) outer {
	o := outer{n: n, index: make([]int, q-2)}
	o.seek(rank)
	return o
}

// seek moves to the block that contains rank.
func (o *outer) seek(rank int64) {
	var full [MaxOrder]int
	q := len(o.index) + 2
	Unrank(full[:q], rank)
	copy(o.index, full[2:q])
}

// bound is the largest inner index of the block.
func (o *outer) bound() int {
	if len(o.index) == 0 {
		return o.n - 1
	}
	return o.index[0]
}

// top is the largest index t of a block with the same further indices, or at order 2 the bound.
func (o *outer) top(t int) int {
	if t+1 < len(o.index) {
		return o.index[t+1]
	}
	return o.n - 1
}

// size is the number of entries of the block.
func (o *outer) size() int { return triangle(o.bound() + 1) }

// next moves to the following block and returns how many of the leading outer
// indices changed, 0 at the end.
func (o *outer) next() int {
	for t := range o.index {
		if o.index[t] < o.top(t) {
			o.index[t]++
			for s := range t {
				o.index[s] = 0
			}
			return t + 1
		}
	}
	return 0
}

// weight returns 1/prod(multiplicity!) of the outer tuple, and the multiplicity
// of its smallest index.
func (o *outer) weight() (w float64, lowest int) {
	w = 1
	run := 0
	for t, i := range o.index {
		if t > 0 && i == o.index[t-1] {
			run++
		} else {
			run = 1
		}
		w /= float64(run)
		if i == o.index[0] {
			lowest = run
		}
	}
	return w, lowest
}

// premultiply scales the values of a block into stored entries.
func (o *outer) premultiply(block []float64) {
	w, m := o.weight()
	k := o.bound()
	if w != 1 {
		for e := range block {
			block[e] *= w
		}
	}
	last := triangle(k)
	for i := range k {
		block[last+i] /= float64(m + 1)
	}
	for j := range k {
		block[triangle(j+1)-1] /= 2
	}
	block[last+k] /= float64((m + 1) * (m + 2))
}

package tensor

import (
	"slices"
	"testing"
)

// FuzzRank checks that each place has one entry with sorted indices, and that this entry has the place.
func FuzzRank(f *testing.F) {
	f.Add(uint8(2), uint64(0))
	f.Add(uint8(4), uint64(68_685_049)) // the last of 200 points
	f.Add(uint8(6), uint64(1)<<52)
	f.Add(uint8(8), uint64(1)<<62)
	f.Fuzz(func(t *testing.T, order uint8, place uint64) {
		q, rank := 1+int(order)%MaxOrder, int64(place>>2)
		index := make([]int, q)
		Unrank(index, rank)
		if index[0] < 0 || !slices.IsSorted(index) {
			t.Fatalf("order %d: %v has place %d", q, index, rank)
		}
		if back := Rank(index); back != rank {
			t.Fatalf("order %d: %v has place %d, not %d", q, index, back, rank)
		}
		last := index[q-1]
		if from, to := Count(last, q), Count(last+1, q); rank < from || rank >= to {
			t.Fatalf("order %d: place %d is not between %d and %d, where the last index is %d", q, rank, from, to, last)
		}
	})
}

package tensor_test

import (
	"math"
	"slices"
	"testing"

	"lplab/core/spaces/tensor"
)

// TestCourse compares the counts with a loop over all indices, and checks that n is one of the points.
func TestCourse(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 16, 17, 100, 399} {
		c := tensor.FootprintOf(n, 4)
		if c.Points[c.Here] != n {
			t.Errorf("n = %d: the footprint marks %d", n, c.Points[c.Here])
		}
		if !slices.IsSorted(c.Points) || len(slices.Compact(slices.Clone(c.Points))) != len(c.Points) || len(c.Points) > 60 {
			t.Errorf("n = %d: the points are %v", n, c.Points)
		}
	}
	c := tensor.FootprintOf(6, 4)
	for i, n := range c.Points {
		full, packed := 0, 0
		for a := range n {
			for b := range n {
				for d := range n {
					for e := range n {
						full++
						if a <= b && b <= d && d <= e {
							packed++
						}
					}
				}
			}
		}
		if c.Full[i] != float64(8*full) || c.Packed[i] != float64(8*packed) {
			t.Errorf("n = %d: %v and %v bytes, want %d and %d", n, c.Full[i], c.Packed[i], 8*full, 8*packed)
		}
	}
}

// TestLargeCourse checks that packed entries too many for 64 bits are still the full ones divided by about q!.
func TestLargeCourse(t *testing.T) {
	c := tensor.FootprintOf(200_000, 8)
	for i, n := range c.Points {
		if n < 1000 {
			continue
		}
		if ratio := c.Full[i] / c.Packed[i] / 40320; !(math.Abs(ratio-1) < 28.0/float64(n)+1e-9) {
			t.Errorf("n = %d: the ratio is 8! times %v", n, ratio)
		}
	}
}

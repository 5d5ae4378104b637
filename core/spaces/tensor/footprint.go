package tensor

import (
	"math"
	"slices"
)

// DefaultBudget is the default limit on the bytes of a tensor: 2 GiB, half of a WebAssembly memory.
const DefaultBudget = 2 << 30

// Footprint is the memory in bytes of tensors of one order by number of points: of all n^q entries,
// and of the C(n+q-1, q) distinct ones, in floating point because n^q may exceed an int64.
type Footprint struct {
	Order  int
	Points []int // ascending
	Full   []float64
	Packed []float64
	Here   int // index of the n asked for
}

// FootprintOf returns the footprint of tensors of even order q over up to three times n points, n >= 1.
func FootprintOf(n, q int) Footprint {
	const columns = 48 // about how many numbers of points a footprint has
	c := Footprint{Order: q}
	last := max(12, 3*n)
	step := max(1, last/columns)
	for m := min(step, n); m <= last || m <= n; m += step {
		if len(c.Points) > 0 && c.Points[len(c.Points)-1] < n && n < m {
			c.add(n)
		}
		c.add(m)
	}
	c.Here = slices.Index(c.Points, n)
	return c
}

func (c *Footprint) add(n int) {
	c.Points = append(c.Points, n)
	c.Full = append(c.Full, 8*math.Pow(float64(n), float64(c.Order)))
	c.Packed = append(c.Packed, 8*entries(n, c.Order))
}

// entries is C(n+q-1, q), rounded where it does not fit into 64 bits.
func entries(n, q int) float64 {
	if count := Count(n, q); count < math.MaxInt64 {
		return float64(count)
	}
	product := 1.0
	for i := 1; i <= q; i++ {
		product *= float64(n-1+i) / float64(i)
	}
	return product
}

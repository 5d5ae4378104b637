package tensor

import (
	"math"
	"slices"
)

// DefaultBudget is the default limit on the bytes of a tensor: 2 GiB, half of a WebAssembly memory.
const DefaultBudget = 2 << 30

// Course is the memory in bytes of tensors of one order by number of points: of all n^q entries,
// and of the C(n+q-1, q) distinct ones, in floating point because n^q may exceed an int64.
type Course struct {
	Order  int       `json:"order"`
	Points []int     `json:"points"` // ascending
	Full   []float64 `json:"full"`
	Packed []float64 `json:"packed"`
	Here   int       `json:"here"` // index of the n asked for
}

// columns is about how many numbers of points a course has.
const columns = 48

// CourseOf is the course of the even order q up to three times n points, n and q from 1.
func CourseOf(n, q int) Course {
	c := Course{Order: q}
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

func (c *Course) add(n int) {
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

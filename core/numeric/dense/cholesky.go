package dense

import (
	"context"
	"math"
	"sync/atomic"
)

// choleskyBlock is how many columns of a factor are computed together.
const choleskyBlock = 64

// Cholesky is the factor L of a positive definite matrix L L^T.
type Cholesky struct {
	n     int
	lower []float64 // n x n, row-major; undefined above the diagonal
}

// NewCholesky overwrites the lower triangle of a, row-major, with its factor, block of columns
// by block of columns from the left. It returns nil where the matrix is not positive definite
// in floating point, or the context has ended.
func NewCholesky(ctx context.Context, n int, a []float64) *Cholesky {
	c := &Cholesky{n, a}
	rows := newBlocks(ctx)
	size := n
	var left []float64
	if n > rowBlock {
		size = choleskyBlock
		left = make([]float64, size*n)
	}
	for first := 0; first < n; first += size {
		end := min(first+size, n)
		for j := first; j < end; j++ {
			for k, v := range c.row(j, first) {
				left[(j-first)*first+k] = -v
			}
		}
		var indefinite atomic.Bool
		update := func(s *scratch, i, count int) {
			if first > 0 {
				s.Add(a[i*n+first:], n, a[i*n:], n, count, left, first, end-first, first)
			}
			if !c.substitute(s, i, count, first, end) {
				indefinite.Store(true)
			}
		}
		// The block on the diagonal comes first: all others need its factor.
		if !rows.each(first, end, update) || indefinite.Load() || !rows.each(end, n, update) {
			return nil
		}
	}
	return c
}

// substitute computes the columns first to end of the rows i to i+count, which are those of the
// block on the diagonal or come after it, up to the diagonal. It reports whether all pivots are
// positive.
func (c *Cholesky) substitute(s *scratch, i, count, first, end int) bool {
	s.rows = grow(s.rows, count)
	for j := first; j < end; j++ {
		from := max(i, j)
		sums := s.rows[:i+count-from]
		Products(sums, c.lower[from*c.n+first:], c.n, c.row(j, j)[first:])
		if from == j {
			pivot := c.lower[j*c.n+j] - sums[0]
			if !(pivot > 0) || math.IsInf(pivot, 1) {
				return false
			}
			c.lower[j*c.n+j] = math.Sqrt(pivot)
			from, sums = from+1, sums[1:]
		}
		diagonal := c.lower[j*c.n+j]
		for k, sum := range sums {
			at := (from+k)*c.n + j
			c.lower[at] = (c.lower[at] - sum) / diagonal
		}
	}
	return true
}

// row returns the first count numbers of row i.
func (c *Cholesky) row(i, count int) []float64 { return c.lower[i*c.n:][:count] }

// Solve replaces x by (L L^T)^-1 x.
func (c *Cholesky) Solve(x []float64) {
	for i := range x {
		x[i] = (x[i] - Dot(c.row(i, i), x[:i])) / c.row(i, i+1)[i]
	}
	for i := c.n - 1; i >= 0; i-- {
		x[i] /= c.row(i, i+1)[i]
		AddScaled(x[:i], -x[i], c.row(i, i))
	}
}

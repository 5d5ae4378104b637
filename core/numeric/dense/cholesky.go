package dense

import (
	"context"
	"math"
	"sync/atomic"
)

// choleskyBlock is how many columns of a factor are computed together.
const choleskyBlock = 96

// substituted is how many of their rows are computed together.
const substituted = 32

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
	var left []float64
	if n > choleskyBlock {
		left = make([]float64, min(choleskyBlock, n-choleskyBlock)*n)
	}
	for first := 0; first < n; first += choleskyBlock {
		end := min(first+choleskyBlock, n)
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
			if !c.substitute(first, end, i, count) {
				indefinite.Store(true)
			}
		}
		// The block on the diagonal comes first: all others need its factor.
		if !eachBlock(ctx, first, end, update) || indefinite.Load() || !eachBlock(ctx, end, n, update) {
			return nil
		}
	}
	return c
}

// substitute computes the entries of count rows from row i on in the columns first to end, which are
// at most up to the diagonal of the last row, and reports whether all pivots are positive. The rows
// above, and the columns before first, are done.
func (c *Cholesky) substitute(first, end, i, count int) bool {
	var room [substituted]float64
	for ; count > 0; i, count = i+substituted, count-substituted {
		last := i + min(count, substituted)
		for j := first; j < min(end, last); j++ {
			from := max(i, j)
			sums := room[:last-from]
			Products(sums, c.lower[from*c.n+first:], c.n, c.row(j, j)[first:])
			if j == from {
				pivot := c.row(j, j+1)[j] - sums[0]
				if !(pivot > 0) || math.IsInf(pivot, 1) {
					return false
				}
				c.lower[j*c.n+j] = math.Sqrt(pivot)
				sums, from = sums[1:], from+1
			}
			pivot := c.lower[j*c.n+j]
			for k, sum := range sums {
				entry := &c.lower[(from+k)*c.n+j]
				*entry = (*entry - sum) / pivot
			}
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

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
			for k := i; k < i+count; k += 4 {
				from := first
				if k+4 <= i+count {
					from = min(k, end)
					c.substituteFour(k, first, from)
				}
				for j := k; from < end && j < min(k+4, i+count); j++ {
					if !c.substitute(j, first, from, end) {
						indefinite.Store(true)
						return
					}
				}
			}
		}
		// The block on the diagonal comes first: all others need its factor.
		if !eachBlock(ctx, first, end, update) || indefinite.Load() || !eachBlock(ctx, end, n, update) {
			return nil
		}
	}
	return c
}

// substitute computes the entries of row i in the block of columns first to end, or to the
// diagonal, where it reports whether the pivot is positive. Those before column from are known.
func (c *Cholesky) substitute(i, first, from, end int) bool {
	row := c.row(i, min(i+1, end))[first:]
	for j := from - first; j < len(row); j++ {
		other := c.row(first+j, first+j+1)[first:]
		s := row[j]
		for k, v := range other[:j] {
			s -= float64(v * row[k])
		}
		if first+j < i {
			row[j] = s / other[j]
			continue
		}
		if !(s > 0) || math.IsInf(s, 1) {
			return false
		}
		row[j] = math.Sqrt(s)
	}
	return true
}

// substituteFour computes the entries of the rows i .. i+3 from column first to end, at most i, side
// by side, as each operation on one row depends on the one before.
func (c *Cholesky) substituteFour(i, first, end int) {
	a, b, d, e := c.row(i, end)[first:], c.row(i+1, end)[first:], c.row(i+2, end)[first:], c.row(i+3, end)[first:]
	for j := range a {
		other := c.row(first+j, first+j+1)[first:]
		left := other[:j]
		aj, bj, dj, ej := a[:len(left)], b[:len(left)], d[:len(left)], e[:len(left)]
		s, t, u, v := a[j], b[j], d[j], e[j]
		for k, l := range left {
			s -= float64(l * aj[k])
			t -= float64(l * bj[k])
			u -= float64(l * dj[k])
			v -= float64(l * ej[k])
		}
		a[j], b[j], d[j], e[j] = s/other[j], t/other[j], u/other[j], v/other[j]
	}
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

package dense

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// BandFactor is the Cholesky factor L of B + shift I.
type BandFactor struct {
	*Reduction
	lower []float64 // row i of L from column i-bandwidth on, bandwidth+1 numbers
}

// Factorise returns the factor of B + lambda I. Where rounding makes that indefinite, it doubles
// the shift until the matrix is definite. It returns nil where B is not finite.
func (r *Reduction) Factorise(lambda float64) *BandFactor {
	f := &BandFactor{r, make([]float64, r.n*(bandwidth+1))}
	for shift := lambda; !f.try(shift); {
		var largest float64
		for i := range r.n {
			largest = max(largest, math.Abs(r.rows[i*(r.n+1)]))
		}
		shift = max(2*shift, 0x1p-52*largest)
		if !(shift < 4*largest+4*lambda) {
			return nil
		}
	}
	return f
}

// try factors B + shift I, and reports whether that is positive definite in floating point.
func (f *BandFactor) try(shift float64) bool {
	for i := range f.n {
		row := f.at(i)
		first := max(0, i-bandwidth)
		copy(row[first-i+bandwidth:], f.rows[i*f.n+first:][:i-first+1])
		for j := first; j < i; j++ {
			other, from := f.at(j), max(first, j-bandwidth)
			s := row[j-i+bandwidth]
			left, right := row[from-i+bandwidth:j-i+bandwidth], other[from-j+bandwidth:bandwidth]
			for k, v := range left {
				s -= float64(v * right[k])
			}
			row[j-i+bandwidth] = s / other[bandwidth]
		}
		pivot := row[bandwidth] + shift
		for _, v := range row[:bandwidth] {
			pivot -= float64(v * v)
		}
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		row[bandwidth] = math.Sqrt(pivot)
	}
	return true
}

// at returns row i of L. Its entries left of column 0 are 0.
func (f *BandFactor) at(i int) []float64 { return f.lower[i*(bandwidth+1):][:bandwidth+1] }

// Solve replaces x by L^-T L^-1 x: (C + shift I)^-1 = Q L^-T L^-1 Q^T.
func (f *BandFactor) Solve(x []float64) {
	for i := range x {
		row, first := f.at(i), max(0, i-bandwidth)
		x[i] = (x[i] - floats.Dot(row[first-i+bandwidth:bandwidth], x[first:i])) / row[bandwidth]
	}
	for i := len(x) - 1; i >= 0; i-- {
		row, first := f.at(i), max(0, i-bandwidth)
		x[i] /= row[bandwidth]
		floats.AddScaled(x[first:i], -x[i], row[first-i+bandwidth:bandwidth])
	}
}

// InverseDiagonal returns the diagonal of (C + lambda I)^-1, or of H (C + lambda I)^-1 H
// with H = I - 11^T/n: the squared norms of the columns of L^-1 Q^T, or L^-1 Q^T H. The
// error is the context's, or reports values that are too large.
func (r *Reduction) InverseDiagonal(ctx context.Context, lambda float64, centred bool) ([]float64, error) {
	f := r.Factorise(lambda)
	if f == nil {
		return nil, fmt.Errorf("the matrix has values that are too large to be factored; standardise the features, or scale the matrix")
	}
	x := r.transposeQ(ctx)
	if x == nil {
		return nil, ctx.Err()
	}
	n := r.n
	diagonal := make([]float64, n)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row := x[i*n:][:n]
		if centred {
			floats.AddConst(-floats.Sum(row)/float64(n), row)
		}
		lower := f.at(i)
		for j := max(0, i-bandwidth); j < i; j++ {
			floats.AddScaled(row, -lower[j-i+bandwidth], x[j*n:][:n])
		}
		for j, v := range row {
			row[j] = v / lower[bandwidth]
			diagonal[j] += row[j] * row[j]
		}
	}
	return diagonal, nil
}

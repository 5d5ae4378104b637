// Package sparse holds points with few nonzero coordinates, and their features under a
// kernel, without storing zeros. Expand computes the Features of Rows, from which
// gram.NewSparse makes the form of an lp problem and linear.Sparse the matrix of a linear model.
package sparse

import (
	"slices"

	"lplab/core/numeric/dense"
)

// Rows are N points of R^D, stored by their nonzero coordinates, row by row (CSR). They are
// immutable. Where Center is not nil, point i is row i less Center,
//
//	x_ij = row_ij - Center_j,
//
// so that centred columns keep their zeros.
type Rows struct {
	N, D   int
	Start  []int     // N+1: row i is Start[i] to Start[i+1] of the next two
	Index  []int32   // coordinates, ascending within a row
	Value  []float64 // of these coordinates
	Center []float64 // D, or nil for 0
}

// Row returns the coordinates of row i, ascending, and its values there. They alias the rows.
func (r *Rows) Row(i int) (index []int32, value []float64) {
	from, to := r.Start[i], r.Start[i+1]
	return r.Index[from:to], r.Value[from:to]
}

// Select returns the given rows in the given order.
func (r *Rows) Select(which []int) *Rows {
	s := &Rows{N: len(which), D: r.D, Start: make([]int, len(which)+1), Center: r.Center}
	for k, i := range which {
		s.Start[k+1] = s.Start[k] + r.Start[i+1] - r.Start[i]
	}
	s.Index, s.Value = make([]int32, s.Start[s.N]), make([]float64, s.Start[s.N])
	for k, i := range which {
		index, value := r.Row(i)
		copy(s.Index[s.Start[k]:], index)
		copy(s.Value[s.Start[k]:], value)
	}
	return s
}

// Dense returns the points as N x D numbers, row-major.
func (r *Rows) Dense() []float64 {
	x := make([]float64, r.N*r.D)
	for i := range r.N {
		row := x[i*r.D : (i+1)*r.D]
		index, value := r.Row(i)
		for e, j := range index {
			row[j] = value[e]
		}
		for j, c := range r.Center {
			row[j] -= c
		}
	}
	return x
}

// FromDense keeps what is not 0 of n x d numbers, row-major.
func FromDense(n, d int, x []float64) *Rows {
	r := &Rows{N: n, D: d, Start: make([]int, n+1)}
	count := dense.Nonzeros(x)
	r.Index, r.Value = make([]int32, 0, count), make([]float64, 0, count)
	for i := range n {
		for j, v := range x[i*d : (i+1)*d] {
			if v != 0 {
				r.Index = append(r.Index, int32(j))
				r.Value = append(r.Value, v)
			}
		}
		r.Start[i+1] = len(r.Value)
	}
	return r
}

// Column is one coordinate of n points.
type Column struct {
	Rows   []int32 // ascending
	Values []float64
}

// FromColumns makes rows of their columns.
func FromColumns(n int, columns []Column) *Rows {
	r := &Rows{N: n, D: len(columns), Start: make([]int, n+1)}
	for _, c := range columns {
		for _, i := range c.Rows {
			r.Start[i+1]++
		}
	}
	for i := range n {
		r.Start[i+1] += r.Start[i]
	}
	r.Index, r.Value = make([]int32, r.Start[n]), make([]float64, r.Start[n])
	next := slices.Clone(r.Start[:n])
	for j, c := range columns {
		for e, i := range c.Rows {
			r.Index[next[i]], r.Value[next[i]] = int32(j), c.Values[e]
			next[i]++
		}
	}
	return r
}

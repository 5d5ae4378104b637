package linear

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/sparse"
)

// denseMatrix holds all numbers of a matrix of n rows, column by column.
type denseMatrix struct {
	n       int
	columns [][]float64
}

// Dense returns the matrix of n x d numbers, which are given row by row and copied.
func Dense(n, d int, rows []float64) Matrix {
	if len(rows) != n*d {
		panic("linear: as many numbers as rows times columns are needed")
	}
	m := newDense(n, d)
	for i := range n {
		for j, v := range rows[i*d : (i+1)*d] {
			m.columns[j][i] = v
		}
	}
	return m
}

// Columns returns the matrix of one or more columns of the same length, which it keeps.
func Columns(columns [][]float64) Matrix {
	if len(columns) == 0 || slices.ContainsFunc(columns, func(c []float64) bool { return len(c) != len(columns[0]) }) {
		panic("linear: one or more columns of the same length are needed")
	}
	return &denseMatrix{len(columns[0]), columns}
}

func newDense(n, d int) *denseMatrix {
	m, values := &denseMatrix{n, make([][]float64, d)}, make([]float64, n*d)
	for j := range m.columns {
		m.columns[j] = values[j*n : (j+1)*n]
	}
	return m
}

func (m *denseMatrix) Dims() (n, d int) { return m.n, len(m.columns) }

func (m *denseMatrix) Dot(j int, v []float64) float64 { return dense.Dot(m.columns[j], v) }

func (m *denseMatrix) AddScaled(dst []float64, s float64, j int) {
	dense.AddScaled(dst, s, m.columns[j])
}

// features are columns with few nonzero numbers.
type features struct{ *sparse.Features }

// Sparse returns the matrix of sparse features, centred ones too. It keeps them.
func Sparse(f *sparse.Features) Matrix { return features{f} }

func (m features) Dims() (n, d int) { return m.N, m.Columns() }

func (m features) Dot(j int, v []float64) float64 {
	var sum float64
	rows, values := m.Column(j)
	for e, i := range rows {
		sum += float64(values[e] * v[i])
	}
	if center := m.Center(); center != nil && center[j] != 0 {
		var total float64
		for _, x := range v {
			total += x
		}
		sum -= float64(center[j] * total)
	}
	return sum
}

func (m features) AddScaled(dst []float64, s float64, j int) {
	rows, values := m.Column(j)
	for e, i := range rows {
		dst[i] += float64(s * values[e])
	}
	if center := m.Center(); center != nil && center[j] != 0 {
		floats.AddConst(-(s * center[j]), dst)
	}
}

package linear

import "gonum.org/v1/gonum/floats"

// dense holds all numbers of a matrix, column after column.
type dense struct {
	n, d   int
	values []float64
}

var _ Matrix = (*dense)(nil)

// Dense returns the matrix of n x d numbers, which are given row by row and copied.
func Dense(n, d int, rows []float64) Matrix {
	if len(rows) != n*d {
		panic("linear: as many numbers as rows times columns are needed")
	}
	m := &dense{n, d, make([]float64, n*d)}
	for i := range n {
		for j, v := range rows[i*d : (i+1)*d] {
			m.values[j*n+i] = v
		}
	}
	return m
}

// Dims implements Matrix.
func (m *dense) Dims() (n, d int) { return m.n, m.d }

// Dot implements Matrix.
func (m *dense) Dot(j int, v []float64) float64 { return floats.Dot(m.column(j), v) }

// AddScaled implements Matrix.
func (m *dense) AddScaled(dst []float64, s float64, j int) { floats.AddScaled(dst, s, m.column(j)) }

func (m *dense) column(j int) []float64 { return m.values[j*m.n : (j+1)*m.n] }

// Columns is a matrix of columns.
type Columns [][]float64

var _ Matrix = Columns(nil)

// Dims implements Matrix.
func (x Columns) Dims() (n, d int) { return len(x[0]), len(x) }

// Dot implements Matrix.
func (x Columns) Dot(j int, v []float64) float64 { return floats.Dot(x[j], v) }

// AddScaled implements Matrix.
func (x Columns) AddScaled(dst []float64, s float64, j int) { floats.AddScaled(dst, s, x[j]) }

package linear

import (
	"gonum.org/v1/gonum/floats"

	"lplab/core/spaces/sparse"
)

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

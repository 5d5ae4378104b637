package gram

import (
	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Diagonal returns K(x_i, ..., x_i) = ||Phi(x_i)||_q^q of every point,
// g(sum_j |x_ij|^q), for any q >= 2.
func Diagonal(k kernel.Kernel, x dense.Points, q float64) []float64 {
	d := make([]float64, x.N)
	for i := range d {
		for _, v := range x.Row(i) {
			d[i] += AbsPower(v, q)
		}
	}
	k.Apply(d)
	return d
}

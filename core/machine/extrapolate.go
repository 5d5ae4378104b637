package machine

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// extrapolate stores in trial what Anderson's method makes of the last sweeps, and reports
// whether there is such: the mixture of the iterates, with shares c_i that sum to 1, of
// which the sweeps would change least,
//
//	min || sum_i c_i (x_i - x_(i-1)) ||,
//
// c = z / sum z with U^T U z = 1 for the matrix U of the changes (Bertrand and Massias,
// "Anderson acceleration of coordinate descent", 2021).
func (w *work) extrapolate() bool {
	x := &w.iterates
	var trace float64
	for i := range sweeps {
		for j := range i + 1 {
			var v float64
			for k := range w.trial {
				v += (x[i+1][k] - x[i][k]) * (x[j+1][k] - x[j][k])
			}
			w.system[j*sweeps+i] = v
			if i == j {
				trace += v
			}
		}
		w.shares[i] = 1
	}
	if trace == 0 {
		return false
	}
	for i := range sweeps {
		w.system[i*sweeps+i] += 1e-14 * trace // the changes may depend on each other
	}
	factor, ok := lapack64.Potrf(blas64.Symmetric{N: sweeps, Stride: sweeps, Data: w.system[:], Uplo: blas.Upper})
	if !ok {
		return false
	}
	lapack64.Potrs(factor, blas64.General{Rows: sweeps, Cols: 1, Stride: 1, Data: w.shares[:]})
	var sum float64
	for _, z := range w.shares {
		sum += z
	}
	if !(sum > 0) {
		return false
	}
	clear(w.trial)
	for i, z := range w.shares {
		addScaled(w.trial, z/sum, x[i+1])
	}
	return true
}

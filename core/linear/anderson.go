package linear

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// anderson extrapolates the iterates of sweeps: of b_0, ..., b_K it takes the affine
// combination of b_1, ..., b_K that makes the combined difference of successive
// iterates the smallest (Bertrand, Massias, "Anderson acceleration of coordinate
// descent", AISTATS 2021, algorithm 1). What is linear in b, the residual, is
// combined along.
type anderson struct {
	count       int // of iterates held
	bs          [sweeps + 1][]float64
	residuals   [sweeps + 1][]float64
	b, residual []float64 // the extrapolation

	difference [2][]float64
	system     [sweeps * sweeps]float64
	weights    [sweeps]float64
}

// begin forgets all iterates but this.
func (a *anderson) begin(b, residual []float64) {
	a.count = 0
	a.add(b, residual)
}

// add notes an iterate.
func (a *anderson) add(b, residual []float64) {
	a.bs[a.count] = append(a.bs[a.count][:0], b...)
	a.residuals[a.count] = append(a.residuals[a.count][:0], residual...)
	a.count++
}

// regular is added to the diagonal of the equations, as a share of its sum, to make
// them solvable.
const regular = 1e-12

// combine stores the extrapolation, and tells whether there is one.
func (a *anderson) combine() bool {
	k := a.count - 1
	if k < sweeps {
		return false
	}
	u := a.difference
	var trace float64
	for i := range k {
		u[0] = subtract(u[0], a.bs[i+1], a.bs[i])
		for j := range i + 1 {
			u[1] = subtract(u[1], a.bs[j+1], a.bs[j])
			a.system[j*k+i] = floats.Dot(u[0], u[1])
		}
		trace += a.system[i*k+i]
		a.weights[i] = 1
	}
	a.difference = u
	for i := range k {
		a.system[i*k+i] += regular * trace
	}
	factor, ok := lapack64.Potrf(blas64.Symmetric{N: k, Stride: k, Data: a.system[:], Uplo: blas.Upper})
	if !ok {
		return false
	}
	lapack64.Potrs(factor, blas64.General{Rows: k, Cols: 1, Stride: 1, Data: a.weights[:]})
	total := floats.Sum(a.weights[:])
	if total == 0 {
		return false
	}
	a.b = append(a.b[:0], a.bs[0]...)
	a.residual = append(a.residual[:0], a.residuals[0]...)
	clear(a.b)
	clear(a.residual)
	for i := range k {
		floats.AddScaled(a.b, a.weights[i]/total, a.bs[i+1])
		floats.AddScaled(a.residual, a.weights[i]/total, a.residuals[i+1])
	}
	return true
}

// subtract stores x - y in dst, which it makes as long as they are.
func subtract(dst, x, y []float64) []float64 {
	dst = append(dst[:0], x...)
	floats.Sub(dst, y)
	return dst
}

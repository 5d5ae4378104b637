package mercer

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/lists"
)

// rounding times the number of rows and the norm of a matrix bounds the negative eigenvalues that
// count as zero: well above rounding errors, and far below those of functions that are no kernels.
const rounding = 1e-12

// checkPSD checks whether a symmetric n x n matrix, row-major, is positive semidefinite: whether no
// eigenvalue is below -1e-12 n times its norm, the largest sum of moduli in a row. The error names the smallest
// eigenvalue and the row where its vector is largest, or an entry that is not symmetric or not finite.
func checkPSD(n int, k []float64) error {
	var norm float64
	for i := range n {
		var sum float64
		for j, v := range k[i*n : (i+1)*n] {
			if !finite(v) {
				return fmt.Errorf("entry %d,%d of the matrix is %g: it must be a number", i, j, v)
			}
			sum += math.Abs(v)
		}
		norm = max(norm, sum)
	}
	if !finite(norm) {
		return fmt.Errorf("the entries of the matrix are too large to add; scale them")
	}
	for i := range n {
		for j := range i {
			if a, b := k[i*n+j], k[j*n+i]; math.Abs(a-b) > rounding*norm {
				return fmt.Errorf("the matrix is not symmetric: entry %d,%d is %g and entry %d,%d is %g; they must be equal", i, j, a, j, i, b)
			}
		}
	}
	bound := rounding * float64(n) * norm
	shifted := slices.Clone(k)
	for i := range n {
		shifted[i*(n+1)] += bound
	}
	var factor mat.Cholesky
	if bound == 0 || factor.Factorize(mat.NewSymDense(n, shifted)) {
		return nil
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, k), true) {
		return fmt.Errorf("the eigenvalues of the matrix cannot be computed; scale its entries")
	}
	smallest := eigen.Values(nil)[0]
	if smallest >= -bound {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	at := floats.MaxIdx(lists.Map(mat.Col(nil, 0, &vectors), math.Abs))
	return fmt.Errorf("the matrix is not positive semidefinite (it has the eigenvalue %.3g, with an eigenvector that is largest at row %d), so that no features give these inner products; add at least %.3g to its diagonal, or choose a kernel", smallest, at, -smallest)
}

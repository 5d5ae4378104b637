package linear

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"lplab/core/solvers/optimize"
)

// spectrum is the eigenvalues and eigenvectors of X'X, d x d, or of XX', n x n.
type spectrum struct {
	values  []float64  // ascending, none below 0
	vectors *mat.Dense // by columns
}

// spectrum returns the spectrum of XX' if dual is set, and otherwise of X'X.
func (d *Data) spectrum(ctx context.Context, c *centredData, dual bool) (*spectrum, error) {
	cached, size := &d.first().primal, c.d
	if dual {
		cached, size = &d.first().dual, c.n
	}
	return cached.get(ctx, func() (*spectrum, error) {
		compute := c.gram
		if !dual {
			compute = func(ctx context.Context) ([]float64, error) { return d.covariances(ctx, c) }
		}
		matrix, err := compute(ctx)
		if err != nil {
			return nil, err
		}
		return decompose(ctx, size, matrix)
	})
}

// decompose returns the spectrum of a symmetric matrix.
func decompose(ctx context.Context, size int, matrix []float64) (*spectrum, error) {
	if size == 0 {
		return &spectrum{vectors: &mat.Dense{}}, ctx.Err()
	}
	eigen, ok := new(mat.EigenSym), false
	if err := optimize.Interruptibly(ctx, func() { ok = eigen.Factorize(mat.NewSymDense(size, matrix), true) }); err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("the eigenvalues of the features could not be computed: standardize them")
	}
	s := &spectrum{eigen.Values(nil), new(mat.Dense)}
	for k, v := range s.values {
		s.values[k] = max(v, 0)
	}
	eigen.VectorsTo(s.vectors)
	return s, nil
}

// apply stores (M + lambda)^-1 v in dst for the decomposed matrix M. work is as long as v.
func (s *spectrum) apply(dst, v []float64, lambda float64, work []float64) {
	if len(s.values) == 0 {
		return
	}
	w := mat.NewVecDense(len(work), work)
	w.MulVec(s.vectors.T(), mat.NewVecDense(len(v), v))
	for k, value := range s.values {
		work[k] /= value + lambda
	}
	mat.NewVecDense(len(dst), dst).MulVec(s.vectors, w)
}

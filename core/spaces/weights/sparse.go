package weights

import (
	"context"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// Sparse is a solved problem on sparse rows. It keeps the weights of monomials that are not 0 on
// every row; all others are 0.
type Sparse struct {
	kernel kernel.Kernel
	phi    *sparse.Features
	q      float64
	w      []float64 // of the columns of phi
}

// NewSparse takes the features of the training rows under k, the exponent q, and alpha.
func NewSparse(k kernel.Kernel, q float64, phi *sparse.Features, alpha []float64) *Sparse {
	s := &Sparse{kernel: k, phi: phi, q: q, w: make([]float64, phi.Columns())}
	phi.Adjoint(s.w, alpha)
	for c, u := range s.w {
		s.w[c], _ = dualityMap(u, q)
	}
	return s
}

// Examine lists the weights. The error is the context's.
func (s *Sparse) Examine(ctx context.Context, limits Limits) (Listing, error) {
	_, highest := s.kernel.Degrees()
	count, _ := kernel.Dimension(s.kernel, s.phi.D)
	l := Listing{Count: count, MaxDegree: highest, Variables: dense.UpTo(s.phi.D)}
	l.take(limits, s.q, s.w, func(c int) Weight {
		m, constant := s.phi.Monomial(c)
		index, _ := kernel.Index(s.kernel, s.phi.D, m)
		return Weight{Index: int(index), Monomial: m, Constant: constant}
	})
	return l, ctx.Err()
}

// At returns the weight of a monomial.
func (s *Sparse) At(m kernel.Monomial) float64 {
	if c, ok := s.phi.Find(m); ok {
		return s.w[c]
	}
	return 0
}

// Predict returns f(x) = <w, Phi(x)> for other rows x with the same center. The error is the context's.
func (s *Sparse) Predict(ctx context.Context, rows *sparse.Rows) ([]float64, error) {
	return s.phi.Predict(ctx, s.w, rows)
}

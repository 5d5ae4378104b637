package weights

import (
	"context"
	"math"

	"lplab/core/kernel"
	"lplab/core/sparse"
)

// Sparse is a solved problem on sparse rows. Of all N weights, those of monomials
// that are 0 on every row are 0, and only the others are kept.
type Sparse struct {
	kernel kernel.Kernel
	phi    *sparse.Features
	q      float64
	w      []float64 // of the columns of phi
	power  float64   // the sum of |w_k|^p
}

// NewSparse takes the features of the training rows under k, for the exponent q,
// and alpha.
func NewSparse(k kernel.Kernel, q float64, phi *sparse.Features, alpha []float64) *Sparse {
	s := &Sparse{kernel: k, phi: phi, q: q, w: make([]float64, phi.Columns())}
	phi.Adjoint(s.w, alpha)
	for c, u := range s.w {
		w, power := dualityMap(u, q)
		s.w[c] = w
		s.power += power
	}
	return s
}

// Examine lists the weights, all of them. Listing.Values is left out unless
// limits.Values asks for it and they are at most limits.Examined. The error is the
// context's.
func (s *Sparse) Examine(ctx context.Context, limits Limits) (Listing, error) {
	_, highest := s.kernel.Degrees()
	count, _ := kernel.Dimension(s.kernel, s.phi.D)
	l := Listing{Count: count, Power: s.power, MaxDegree: highest, Complete: true, Variables: identity(s.phi.D)}
	place := func(m kernel.Monomial) int {
		index, _ := kernel.Index(s.kernel, s.phi.D, m)
		return int(index)
	}
	l.kept, l.place = s.w, func(c int) int {
		m, _ := s.phi.Monomial(c)
		return place(m)
	}
	l.apply(limits.Rule, s.q)
	for c, w := range s.w {
		if limits.Shares == nil {
			break
		}
		m, _ := s.phi.Monomial(c)
		limits.Shares.one(m, math.Pow(math.Abs(w), Conjugate(s.q)))
	}
	for _, c := range largest(s.w, limits.Listed) {
		m, constant := s.phi.Monomial(c)
		l.Top = append(l.Top, Weight{Index: place(m), Monomial: m, Value: s.w[c], Constant: constant})
	}
	if limits.Values && count <= int64(limits.Examined) {
		l.Values = make([]float64, count)
		for c, w := range s.w {
			m, _ := s.phi.Monomial(c)
			l.Values[place(m)] = w
		}
	}
	return l, ctx.Err()
}

// At returns the weight of a monomial.
func (s *Sparse) At(m kernel.Monomial) float64 {
	if c, ok := s.phi.Find(m); ok {
		return s.w[c]
	}
	return 0
}

// Predict returns f(x) = <w, Phi(x)> for other rows x with the same center. The
// error is the context's.
func (s *Sparse) Predict(ctx context.Context, rows *sparse.Rows) ([]float64, error) {
	return s.phi.Predict(ctx, s.w, rows)
}

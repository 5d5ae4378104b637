// Package gram evaluates the smooth part of the dual, (1/q)||Phi* a||_q^q, by
// the strategy that is cheapest for the problem at hand.
//
// With u = Phi* a and M = K[a, ..., a, ., .] = Phi diag(|u|^(q-2)) Phi*,
//
//	omega = M a     its gradient, and the fitted values <w, Phi(x_i)>
//	(q-1) M         its Hessian
//	a.omega         ||Phi* a||_q^q = ||w||_p^p
//
// so that one pass over the data gives value, gradient and Hessian.
package gram

// Form is (1/q)||Phi* a||_q^q on n training points. It owns scratch memory and
// is not safe for concurrent use.
type Form interface {
	// Points returns n.
	Points() int
	// Q returns the exponent q = p/(p-1) >= 2.
	Q() float64
	// Omega stores omega in dst; both slices have n elements and do not overlap.
	Omega(dst, alpha []float64)
	// OmegaM stores omega in dst and the symmetric n x n matrix M, row-major
	// with both triangles, in m.
	OmegaM(dst, m, alpha []float64)
}

// Explicit is a form on features that are written out, Phi as an n x N matrix:
// what a method that works on the weights w needs.
type Explicit interface {
	Form
	// Dimension returns N.
	Dimension() int
	// Apply stores Phi w in dst, n elements, for N weights w.
	Apply(dst, w []float64)
	// Adjoint stores Phi* alpha in dst, N elements.
	Adjoint(dst, alpha []float64)
}

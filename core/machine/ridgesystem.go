package machine

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// ridgeSystem is A, with alpha = A y the solution of kernel ridge: (K + lambda I)^-1, and
// with an intercept (HKH + lambda I)^-1 H.
type ridgeSystem interface {
	// solve stores A rhs in dst, for a rhs with sum 0 where there is an intercept.
	solve(dst, rhs []float64)
	// inverseDiagonal stores the diagonal of A in dst.
	inverseDiagonal(dst []float64)
}

// ridgeSystem factors A for one lambda, or by the eigenvalues that serve many. Where lambda
// is so small that rounding makes the matrix indefinite, they are what remains.
func (d *Data) ridgeSystem(lambda float64, many bool) ridgeSystem {
	if !many {
		if c := d.cholesky(lambda); c != nil {
			return c
		}
	}
	return spectral{d.eigenvalues(), lambda, d.constant()}
}

// constant describes the constant vector where there is an intercept. It is an
// eigenvector of HKH with the eigenvalue 0; adding size/n 11^T makes that a size like
// the others', and changes nothing for vectors of sum 0.
type constant struct{ n, size float64 }

func (d *Data) constant() constant {
	if !d.Intercept {
		return constant{}
	}
	n := float64(len(d.Y))
	size := d.trace() / n
	if size == 0 {
		size = 1
	}
	return constant{n, size}
}

// share is what the constant vector contributes to each entry of the diagonal of
// (HKH + size/n 11^T + lambda I)^-1, and does not to A.
func (c constant) share(lambda float64) float64 {
	if c.n == 0 {
		return 0
	}
	return 1 / (c.n * (c.size + lambda))
}

// matrix is K, or HKH + size/n 11^T where there is an intercept.
func (d *Data) matrix() *mat.SymDense {
	m := d.centred()
	if c := d.constant(); c.n > 0 {
		for i := range m {
			m[i] += c.size / c.n
		}
	}
	return mat.NewSymDense(len(d.Y), m)
}

type choleskySystem struct {
	factor mat.Cholesky
	lambda float64
	constant
}

// cholesky returns nil where the matrix is not positive definite in floating point.
func (d *Data) cholesky(lambda float64) *choleskySystem {
	m := d.matrix()
	for i := range len(d.Y) {
		m.SetSym(i, i, m.At(i, i)+lambda)
	}
	c := &choleskySystem{lambda: lambda, constant: d.constant()}
	if !c.factor.Factorize(m) || math.IsInf(c.factor.Cond(), 1) {
		return nil
	}
	return c
}

func (c *choleskySystem) solve(dst, rhs []float64) {
	n := len(dst)
	// The error is of a bad condition, which the certificate shows.
	_ = c.factor.SolveVecTo(mat.NewVecDense(n, dst), mat.NewVecDense(n, rhs))
}

func (c *choleskySystem) inverseDiagonal(dst []float64) {
	var inverse mat.SymDense
	_ = c.factor.InverseTo(&inverse) // as in solve
	for i := range dst {
		dst[i] = inverse.At(i, i) - c.share(c.lambda)
	}
}

// spectrum holds the eigenvalues and eigenvectors of a data's matrix once somebody has
// asked for them.
type spectrum struct {
	mutex   sync.Mutex
	values  []float64 // none below 0
	vectors *mat.Dense
}

// eigenvalues computes the spectrum at the first call.
func (d *Data) eigenvalues() *spectrum {
	s := &d.spectrum
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.vectors == nil {
		var eigen mat.EigenSym
		if !eigen.Factorize(d.matrix(), true) {
			panic("machine: a symmetric matrix of numbers has eigenvalues")
		}
		s.values = eigen.Values(nil)
		for i, v := range s.values {
			s.values[i] = max(0, v) // of a positive semidefinite matrix, up to rounding
		}
		s.vectors = new(mat.Dense)
		eigen.VectorsTo(s.vectors)
	}
	return s
}

// spectral is A by eigenvalues, V diag(1/(values + lambda)) V^T.
type spectral struct {
	*spectrum
	lambda float64
	constant
}

func (s spectral) solve(dst, rhs []float64) {
	n := len(dst)
	out := mat.NewVecDense(n, dst)
	var along mat.VecDense
	along.MulVec(s.vectors.T(), mat.NewVecDense(n, rhs))
	for k, v := range s.values {
		along.SetVec(k, along.AtVec(k)/(v+s.lambda))
	}
	out.MulVec(s.vectors, &along)
}

func (s spectral) inverseDiagonal(dst []float64) {
	for i := range dst {
		dst[i] = -s.share(s.lambda)
		for k, v := range s.vectors.RawRowView(i) {
			dst[i] += v * v / (s.values[k] + s.lambda)
		}
	}
}

package linear

import (
	"fmt"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// spectrum is the eigenvalues and eigenvectors of X'X, d x d, or of XX', n x n,
// computed when first asked for.
type spectrum struct {
	once    sync.Once
	values  []float64  // ascending, none below 0
	vectors *mat.Dense // by columns
	failed  error
}

// primalSpectrum is the one of X'X.
func (d *Data) primalSpectrum(c *centred) (*spectrum, error) {
	d.primal.once.Do(func() { d.primal.factorize(c.d, c.covariances) })
	return &d.primal, d.primal.failed
}

// dualSpectrum is the one of XX'.
func (d *Data) dualSpectrum(c *centred) (*spectrum, error) {
	d.dual.once.Do(func() { d.dual.factorize(c.n, c.gram) })
	return &d.dual, d.dual.failed
}

func (s *spectrum) factorize(size int, fill func(*mat.SymDense)) {
	if size == 0 {
		s.vectors = &mat.Dense{}
		return
	}
	m := mat.NewSymDense(size, nil)
	fill(m)
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		s.failed = fmt.Errorf("the eigenvalues of the features could not be computed: standardize them")
		return
	}
	s.values = eigen.Values(nil)
	for k, v := range s.values {
		s.values[k] = max(v, 0)
	}
	s.vectors = new(mat.Dense)
	eigen.VectorsTo(s.vectors)
}

// covariances stores X'X in m.
func (c *centred) covariances(m *mat.SymDense) {
	column := make([]float64, c.n)
	for i := range c.d {
		clear(column)
		c.x.AddScaled(column, 1, i)
		for j := i; j < c.d; j++ {
			m.SetSym(i, j, c.x.Dot(j, column))
		}
	}
}

// panel is how many columns are written down at a time to sum XX'.
const panel = 64

// gram stores XX' in m.
func (c *centred) gram(m *mat.SymDense) {
	columns := make([]float64, panel*c.n)
	for from := 0; from < c.d; from += panel {
		width := min(panel, c.d-from)
		clear(columns)
		for k := range width {
			c.x.AddScaled(columns[k*c.n:(k+1)*c.n], 1, from+k)
		}
		m.SymRankK(m, 1, mat.NewDense(width, c.n, columns[:width*c.n]).T())
	}
}

// apply stores (M + lambda)^-1 v in dst, M being the matrix decomposed; work has
// as many numbers as they.
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

// degrees returns the sum of value/(value + lambda).
func (s *spectrum) degrees(lambda float64) float64 {
	var sum float64
	for _, v := range s.values {
		sum += v / (v + lambda)
	}
	return sum
}

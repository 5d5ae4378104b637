package mercer

import (
	"context"
	"fmt"
	"slices"

	"lplab/core/numeric/dense"
)

// Matrix is k(x, t) = x^T A t with a symmetric positive semidefinite A, the general
// linear kernel [K, "General linear kernel"].
type Matrix struct {
	d int
	a []float64
}

func init() { Registry.Add("matrix", func(p Parameters) Kernel { return p.Matrix }) }

// NewMatrix makes the kernel of the d x d matrix a, row-major, which it copies. The error states why
// it is no kernel.
func NewMatrix(d int, a []float64) (Matrix, error) {
	if len(a) != d*d {
		panic("mercer: a matrix kernel needs d*d numbers")
	}
	m := Matrix{d, slices.Clone(a)}
	if err := checkPSD(d, a); err != nil {
		return Matrix{}, fmt.Errorf("the matrix kernel: %w", err)
	}
	return m, nil
}

func (m Matrix) String() string { return fmt.Sprintf("matrix of order %d", m.d) }

func (m Matrix) ValidatePoint(x []float64) error {
	if len(x) != m.d {
		return fmt.Errorf("the matrix kernel has %d rows, and a point has %d numbers; give the matrix a row for each feature", m.d, len(x))
	}
	return nil
}

func (m Matrix) At(x, t []float64) float64 {
	var s float64
	for i, v := range x {
		s += v * dense.Dot(m.a[i*m.d:(i+1)*m.d], t)
	}
	return s
}

// Block computes A t once for every t.
func (m Matrix) Block(_ context.Context, dst []float64, xs, ts [][]float64) {
	at := make([]float64, m.d)
	for j, t := range ts {
		for i := range m.d {
			at[i] = dense.Dot(m.a[i*m.d:(i+1)*m.d], t)
		}
		for i, x := range xs {
			dst[i*len(ts)+j] = dense.Dot(at, x)
		}
	}
}

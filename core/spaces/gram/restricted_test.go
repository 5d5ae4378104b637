package gram

import (
	"context"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// TestRestrictedIsTheFormOfItsPoints compares with a form of these points alone.
func TestRestrictedIsTheFormOfItsPoints(t *testing.T) {
	const n = 9
	x := randomPoints(n, 3)
	for _, rows := range [][]int{{4}, {0, 1, 2}, {0, 3, 5, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}} {
		own := dense.Points{N: len(rows), D: x.D}
		for _, i := range rows {
			own.X = append(own.X, x.Row(i)...)
		}
		for name, whole := range map[string]Form{
			"tensor":   newTensor(t, kernel.Exponential{}, x, 4),
			"features": mustFeatures(t, kernel.Polynomial{Degree: 2}, x, 3),
			"sparse":   newSparse(t, kernel.Polynomial{Degree: 2}, sparse.FromDense(x.N, x.D, x.X), 3),
		} {
			alone := Form(newTensor(t, kernel.Exponential{}, own, 4))
			if name != "tensor" {
				alone = mustFeatures(t, kernel.Polynomial{Degree: 2}, own, 3)
			}
			r := mustRestrict(t, whole, rows).Form()
			alpha := randomAlpha(len(rows))
			before := slices.Clone(alpha)
			assertClose(t, name, evaluate(r, alpha), evaluate(alone, alpha), 1e-12)
			if !slices.Equal(alpha, before) || r.Points() != len(rows) || r.Q() != whole.Q() {
				t.Errorf("%s: alpha is changed, or %d points and q = %g", name, r.Points(), r.Q())
			}
			omega, m := make([]float64, len(rows)), make([]float64, len(rows)*len(rows))
			if a := testing.AllocsPerRun(3, func() { r.OmegaM(context.Background(), omega, m, alpha) }); a != 0 {
				t.Errorf("%s: %g allocations", name, a)
			}
		}
	}
}

package gram

import (
	"context"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// TestRestrictedIsTheFormOfItsPoints: against a form built for the points alone.
func TestRestrictedIsTheFormOfItsPoints(t *testing.T) {
	const n = 9
	x := randomPoints(n, 3)
	for _, rows := range [][]int{{4}, {0, 1, 2}, {8, 3, 5, 0}, {0, 1, 2, 3, 4, 5, 6, 7, 8}} {
		own := dense.Points{N: len(rows), D: x.D}
		for _, i := range rows {
			own.X = append(own.X, x.Row(i)...)
		}
		for name, whole := range map[string]Form{
			"tensor":   newTensor(t, kernel.Exponential{}, x, 4),
			"features": mustFeatures(t, kernel.Polynomial{Degree: 2}, x, 3),
		} {
			alone := Form(newTensor(t, kernel.Exponential{}, own, 4))
			if name == "features" {
				alone = mustFeatures(t, kernel.Polynomial{Degree: 2}, own, 3)
			}
			r := mustRestrict(t, whole, rows)
			alpha := randomAlpha(len(rows))
			before := slices.Clone(alpha)
			assertClose(t, name, evaluated(r, alpha), evaluated(alone, alpha), 1e-12)
			if !slices.Equal(alpha, before) || r.Points() != len(rows) || r.Q() != whole.Q() {
				t.Errorf("%s: alpha changed, or %d points and q = %g", name, r.Points(), r.Q())
			}
			everywhere, omega := make([]float64, n), make([]float64, len(rows))
			r.Everywhere(context.Background(), everywhere, alpha)
			r.Omega(context.Background(), omega, alpha)
			for i, row := range rows {
				if everywhere[row] != omega[i] {
					t.Errorf("%s: omega of point %d is %v and %v", name, row, everywhere[row], omega[i])
				}
			}
			m := make([]float64, len(rows)*len(rows))
			if a := testing.AllocsPerRun(3, func() { r.OmegaM(context.Background(), omega, m, alpha) }); a != 0 {
				t.Errorf("%s: %g allocations", name, a)
			}
		}
	}
}

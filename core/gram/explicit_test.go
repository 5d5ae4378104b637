package gram

import (
	"math"
	"testing"

	"lplab/core/kernel"
	"lplab/core/sparse"
)

// TestExplicitAgainstDefinition: omega = Phi J_q(Phi* alpha) of the definition, by
// the two products, and <Phi w, alpha> = <w, Phi* alpha> for any w.
func TestExplicitAgainstDefinition(t *testing.T) {
	const n = 7
	x := thin(randomPoints(n, 5), 3)
	rows := []int{6, 0, 3, 4}
	for _, k := range []kernel.Kernel{kernel.Linear{}, kernel.Polynomial{Degree: 3}, kernel.Finite(2, 0, 1)} {
		for _, q := range []float64{2, 3, 4} {
			features := newFeatures(t, k, x, q)
			forms := map[string]Explicit{
				"features":   features,
				"sparse":     newSparse(t, k, sparse.FromDense(x.N, x.D, x.X), q),
				"restricted": Restrict(features, rows).Form().(Explicit),
			}
			for name, f := range forms {
				points := x
				if name == "restricted" {
					points.N, points.X = len(rows), nil
					for _, i := range rows {
						points.X = append(points.X, x.Row(i)...)
					}
				}
				alpha := randomAlpha(points.N)
				want, _ := naive(k, points, q, alpha)
				w, u, omega := make([]float64, f.Dimension()), make([]float64, f.Dimension()), make([]float64, points.N)
				f.Adjoint(u, alpha)
				for i, v := range u {
					w[i] = math.Copysign(math.Pow(math.Abs(v), q-1), v)
				}
				f.Apply(omega, w)
				assertClose(t, name, omega, want, 1e-12)

				var left, right, size float64
				for i := range w {
					w[i] = math.Cos(float64(i))
					right += w[i] * u[i]
					size += math.Abs(w[i] * u[i])
				}
				f.Apply(omega, w)
				for i, a := range alpha {
					left += omega[i] * a
				}
				if math.Abs(left-right) > 1e-12*size {
					t.Errorf("%s, %v, q=%g: <Phi w, alpha> = %v, <w, Phi* alpha> = %v", name, k, q, left, right)
				}
			}
		}
	}
}

// TestRestrictedTensorIsNotExplicit: a tensor does not get features by leaving
// points out.
func TestRestrictedTensorIsNotExplicit(t *testing.T) {
	form := Restrict(newTensor(t, kernel.Linear{}, randomPoints(5, 2), 4), []int{1, 3}).Form()
	if _, explicit := form.(Explicit); explicit {
		t.Error("it claims to be")
	}
}

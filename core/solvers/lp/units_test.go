package lp

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// TestUnitsOfTheTargetDoNotMatter checks that, with the target times c and gamma times c^(p-2) for the squared
// loss, alpha is c^(p-1) times the alpha of c = 1, within the same tolerance: both terms of the primal are
// scaled by c^p.
func TestUnitsOfTheTargetDoNotMatter(t *testing.T) {
	const tolerance = 1e-9
	for _, side := range []gram.Side{gram.Points, gram.Dimensions, gram.Neither} {
		for _, q := range []float64{2, 4, 6} {
			for _, intercept := range []bool{false, true} {
				dual := q / (q - 1) // p
				var one Result
				for _, c := range []float64{1, 1e-7, 1e-3, 1e4, 1e8} {
					p := randomProblemOn(t, side, kernel.Linear, loss.Squared{}, q, 24, 9, 3*math.Pow(c, dual-2), intercept)
					floats.Scale(c, p.Y)
					r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: tolerance, MaxIterations: 100})
					what := fmt.Sprintf("%s, q %g, intercept %v, target times %g", sides[side], q, intercept, c)
					if r.Status != optimize.Converged || r.Gap > tolerance*math.Abs(r.Dual)*1.001 {
						t.Errorf("%s: %v, gap %g of %g", what, r.Status, r.Gap, r.Dual)
					}
					if c == 1 {
						one = *r
						continue
					}
					if want := one.Dual * math.Pow(c, dual); math.Abs(r.Dual-want) > 3*tolerance*math.Abs(want) {
						t.Errorf("%s: dual %g, want %g", what, r.Dual, want)
					}
					alpha := append([]float64(nil), r.Alpha...)
					floats.Scale(math.Pow(c, 1-dual), alpha)
					if far := floats.Distance(alpha, one.Alpha, 2); far > 1e-3*floats.Norm(one.Alpha, 2) {
						t.Errorf("%s: alpha is at distance %g from the alpha of c = 1, which has the norm %g", what, far, floats.Norm(one.Alpha, 2))
					}
				}
			}
		}
	}
}

// TestOffsetOfTheTargetDoesNotMatter checks that, with an intercept, the target plus a constant has the objective of the
// target, also where the constant is far larger than its deviations, and the constant more as intercept.
func TestOffsetOfTheTargetDoesNotMatter(t *testing.T) {
	const tolerance, offset = 1e-10, 1 << 30
	for _, side := range []gram.Side{gram.Points, gram.Dimensions, gram.Neither} {
		for _, l := range []loss.Loss{loss.Squared{}, loss.EpsilonInsensitive{}, loss.Huber{Rho: 1}} {
			for _, gamma := range []float64{1, 100} {
				p := randomProblemOn(t, side, kernel.Linear, l, 4, 24, 9, gamma, true)
				for i, y := range p.Y {
					p.Y[i] = math.Ldexp(math.Round(math.Ldexp(y, 20)), -20) // the sum has all its digits
				}
				settings := optimize.Settings{Tolerance: tolerance, MaxIterations: 200}
				one := mustSolve(t, p, Newton{}, settings)
				floats.AddConst(offset, p.Y)
				r := mustSolve(t, p, Newton{}, settings)
				r = mustSolve(t, p, Newton{}, settings, r)
				what := fmt.Sprintf("%s, %v, gamma %g", sides[side], l, gamma)
				if r.Status != optimize.Converged || math.Abs(r.Primal-one.Primal) > 3*tolerance*one.Primal {
					t.Errorf("%s: %v, primal %.12g, without the offset %.12g", what, r.Status, r.Primal, one.Primal)
				}
				if b := r.Intercept - offset; math.Abs(b-one.Intercept) > 1e-4 {
					t.Errorf("%s: intercept %g, without the offset %g", what, b, one.Intercept)
				}
			}
		}
	}
}

package lp

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// TestSidesAgree checks that the Newton systems of all sides reach the same objective, for every
// loss, more and fewer points than features, and six decades of gamma.
func TestSidesAgree(t *testing.T) {
	shapes := 0
	for _, l := range losses {
		for _, size := range [][2]int{{25, 50}, {60, 6}, {300, 12}} {
			for _, q := range []float64{2, 3, 4, 11} {
				for _, gamma := range []float64{1e-3, 1, 1e3} {
					for _, intercept := range []bool{false, true} {
						if shapes++; testing.Short() && shapes%5 != 0 {
							continue // -short takes a fifth of the cases, over all losses, sizes, orders and gammas
						}
						name := fmt.Sprintf("%v/n=%d,d=%d/q=%g/gamma=%g/intercept=%v", l, size[0], size[1], q, gamma, intercept)
						t.Run(name, func(t *testing.T) {
							s := optimize.Settings{Tolerance: 1e-10, MaxIterations: 100}
							if q > 4 {
								s.Tolerance = 1e-9 // |u|^10 magnifies the rounding of u
							}
							results := map[gram.Side]*Result{}
							for side := range sides {
								if side != gram.Dimensions && !loss.IsSmooth(l) && (size[0] > 100 || side == gram.Neither) {
									continue // the interior-point method is chosen there only where M is too large
								}
								p := randomProblemOn(t, side, kernel.Linear, l, q, size[0], size[1], gamma, intercept)
								r := mustSolve(t, p, Newton{}, s)
								if r.Status != optimize.Converged {
									t.Errorf("%s: %v after %d iterations, relative gap %.2g", sides[side], r.Status, r.Iterations, r.Relative())
								}
								if intercept {
									assertBalanced(t, r.Alpha)
								}
								results[side] = r
							}
							want := results[gram.Dimensions]
							for side, r := range results {
								if e := math.Abs(r.Dual - want.Dual); e > 1e-9*want.Scale() {
									t.Errorf("%s: dual %v, and %v on the side of the dimensions", sides[side], r.Dual, want.Dual)
								}
							}
						})
					}
				}
			}
		}
	}
}

// TestAStepSquaresTheGap checks that one undamped Newton step on the smaller side, from a solution
// with a relative gap of 1e-7, leaves at most 1e-10.
func TestAStepSquaresTheGap(t *testing.T) {
	for _, side := range []gram.Side{gram.Dimensions, gram.Neither} {
		for _, size := range [][2]int{{60, 6}, {300, 12}, {25, 50}} {
			for _, q := range []float64{2, 3, 4, 11} {
				for _, gamma := range []float64{1e-3, 1, 1e3, 1e5} {
					p := randomProblemOn(t, side, kernel.Linear, loss.Squared{}, q, size[0], size[1], gamma, true)
					r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-7, MaxIterations: 100})
					next, err := Solve(context.Background(), p, undampedNewton{}, optimize.Settings{MaxIterations: 1}, r)
					if err != nil || !(next.Relative() <= 1e-10) {
						t.Errorf("%s, n=%d, d=%d, q=%g, gamma=%g: from %.2g to %.2g, %v", sides[side], size[0], size[1], q, gamma, r.Relative(), next.Relative(), err)
					}
				}
			}
		}
	}
}

package lp

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

var smoothLosses = []loss.Loss{loss.Squared{}, loss.Huber{Rho: 0.3}, loss.Logistic{}}

// TestPrimalMethodsFindNewtonsOptimum checks that the primal methods reach the optimum of Newton's
// method, for every p, with more and fewer points than features. Gradient descent runs only for p
// from 3/2: near p = 1 it hardly moves [S table 1].
func TestPrimalMethodsFindNewtonsOptimum(t *testing.T) {
	for _, l := range smoothLosses {
		for _, q := range []float64{2, 3, 4, 5, 6, 21} {
			for _, size := range [][2]int{{20, 9}, {20, 60}} {
				for _, intercept := range []bool{false, true} {
					for _, m := range []Method{Fista{}, PrimalGradient{}} {
						limit := 600
						if m == (PrimalGradient{}) {
							limit = 2000
							if q > 3 {
								continue
							}
						}
						t.Run(fmt.Sprintf("%v/%v/q=%g/d=%d/intercept=%v", m, l, q, size[1], intercept), func(t *testing.T) {
							p := randomProblem(t, kernel.Linear, l, q, size[0], size[1], 0.5, intercept)
							want := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-13, MaxIterations: 100})
							s, records := recorded(optimize.Settings{Tolerance: 1e-8, MaxIterations: limit})
							r := mustSolve(t, p, m, s)
							history := *records
							if r.Status != optimize.Converged {
								t.Errorf("status %v after %d iterations, gap %g", r.Status, r.Iterations, r.Gap)
							}
							if math.Abs(r.Dual-want.Dual) > 1e-7*want.Primal || math.Abs(r.Primal-want.Primal) > 1e-7*want.Primal {
								t.Errorf("dual %v and primal %v, want %v and %v", r.Dual, r.Primal, want.Dual, want.Primal)
							}
							for _, h := range history {
								if h.Primal < want.Primal*(1-1e-10) {
									t.Fatalf("iteration %d: F = %v is below its minimum %v", h.Iteration, h.Primal, want.Primal)
								}
							}
							if last := history[r.Iterations].Primal; last > want.Primal*(1+1e-5) {
								t.Errorf("F = %v at the end, want %v", last, want.Primal)
							}
							if intercept {
								assertBalanced(t, r.Alpha)
							}
						})
					}
				}
			}
		}
	}
}

// TestFistaOnGolden checks that FISTA reaches the objective of the independent program.
func TestFistaOnGolden(t *testing.T) {
	solved := 0
	for _, g := range readGolden(t) {
		f, explicit := g.forms(t)["features, points"]
		if _, smooth := g.loss.(loss.Smooth); !explicit || !smooth {
			continue
		}
		solved++
		t.Run(g.name, func(t *testing.T) {
			r := mustSolve(t, g.problem(f), Fista{}, optimize.Settings{Tolerance: 1e-8, MaxIterations: 20000})
			if r.Status != optimize.Converged {
				t.Errorf("status %v after %d iterations, gap %g", r.Status, r.Iterations, r.Gap)
			}
			if math.Abs(r.Dual-g.dual) > 1e-8*math.Abs(g.dual) {
				t.Errorf("dual %v, want %v", r.Dual, g.dual)
			}
		})
	}
	if solved < 8 {
		t.Errorf("only %d golden experiments have features and a smooth loss", solved)
	}
}

// TestPrimalObjectiveOfGradientDescentNeverRises checks over many steps that the objective does
// not rise, near p = 1 included, and that it stays F of the weights, computed here from scratch.
func TestPrimalObjectiveOfGradientDescentNeverRises(t *testing.T) {
	const n, d, gamma = 20, 30, 2.0
	for _, l := range smoothLosses {
		for _, q := range []float64{2, 4, 11} {
			p := randomProblem(t, kernel.Linear, l, q, n, d, gamma, false)
			s, err := PrimalGradient{}.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			eval, x := &evaluator{ctx: context.Background(), problem: p}, newPoint(n)
			s.Start(x, eval, nil)
			for range 3*refresh + 7 {
				before := x.objective
				if !s.Step(x, eval) {
					break
				}
				if x.objective > before {
					t.Fatalf("%v q=%g: F rises from %v to %v", l, q, before, x.objective)
				}
			}
			var want float64
			w, points := s.(*primalGradient).w, randomPoints(n, d)
			for _, v := range w {
				want += math.Pow(math.Abs(v), q/(q-1)) * (q - 1) / q
			}
			for i := range n {
				var fit float64
				for k, v := range points.Row(i) {
					fit += v * w[k]
				}
				want += gamma * l.Value(p.Y[i], fit)
			}
			if relative(x.objective, want) > 1e-12 {
				t.Errorf("%v q=%g: F = %v, and computed from the weights %v", l, q, x.objective, want)
			}
		}
	}
}

// TestPrimalMethodsNeedFeaturesAndASmoothLoss checks that the primal methods refuse other losses
// and forms before any work.
func TestPrimalMethodsNeedFeaturesAndASmoothLoss(t *testing.T) {
	for _, m := range []Method{PrimalGradient{}, Fista{}} {
		for _, l := range losses {
			p := randomProblem(t, kernel.Linear, l, 4, 10, 5, 1, false)
			_, err := m.Prepare(p)
			switch l.(type) {
			case loss.Squared, loss.Huber, loss.Logistic, loss.SmoothedHinge:
				if err != nil {
					t.Errorf("%v: %v", m, err)
				}
			default:
				if err == nil || !strings.Contains(err.Error(), l.String()) || !strings.Contains(err.Error(), m.String()) {
					t.Errorf("%v with %v: error %v, want one that names both", m, l, err)
				}
			}
		}
		f, err := new(gram.Portable).Tensor(context.Background(), kernel.Linear, randomPoints(5, 3), 4, 1<<62, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := &Problem{Form: f, Loss: loss.Squared{}, Y: make([]float64, 5), Gamma: 1}
		if _, err := Solve(context.Background(), p, m, optimize.Settings{}, nil); err == nil || !strings.Contains(err.Error(), m.String()) || !strings.Contains(err.Error(), "choose strategy features") {
			t.Errorf("%v on a tensor: error %v, want one that suggests the strategy features", m, err)
		}
	}
}

// TestPrimalWarmStart checks that a start near the solution takes fewer steps to the same objective.
func TestPrimalWarmStart(t *testing.T) {
	for _, m := range []Method{PrimalGradient{}, Fista{}} {
		p := randomProblem(t, kernel.Linear, loss.Squared{}, 3, 20, 9, 2, true)
		near := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 60})
		p.Gamma *= 1.01
		s := optimize.Settings{Tolerance: 1e-9, MaxIterations: 2000}
		cold := mustSolve(t, p, m, s)
		warm := mustSolve(t, p, m, s, &Result{Alpha: near.Alpha})
		if warm.Status != optimize.Converged || warm.Iterations >= cold.Iterations || relative(warm.Dual, cold.Dual) > 1e-8 {
			t.Errorf("%v: %d iterations to %v, from zero %d to %v", m, warm.Iterations, warm.Dual, cold.Iterations, cold.Dual)
		}
	}
}

// TestHugeGammaIsNoObstacle checks that all records are finite where the form of alpha = gamma y,
// the alpha of weights 0, overflows: its multiple 0 is certified.
func TestHugeGammaIsNoObstacle(t *testing.T) {
	for _, m := range []Method{PrimalGradient{}, Fista{}} {
		p := randomProblem(t, kernel.Linear, loss.Squared{}, 21, 10, 5, 1e30, false)
		s, history := recorded(optimize.Settings{Tolerance: 1e-8, MaxIterations: 50})
		mustSolve(t, p, m, s)
		for _, h := range *history {
			if math.IsNaN(h.Gap-h.Gap) || math.IsNaN(h.Dual-h.Dual) || math.IsNaN(h.Primal-h.Primal) {
				t.Fatalf("%v: %+v", m, h)
			}
		}
	}
}

// TestBestOnRay checks that no power of two gives a smaller value than bestOnRay.
func TestBestOnRay(t *testing.T) {
	for _, l := range losses {
		for _, size := range []float64{1e-200, 1e-9, 1, 1e5, 1e60} {
			for _, gamma := range []float64{1e-6, 1, 1e6} {
				p := randomProblem(t, kernel.Linear, l, 4, 12, 5, gamma, false)
				x := newPoint(12)
				for i, y := range p.Y {
					x.alpha[i] = y * size
				}
				(&evaluator{ctx: context.Background(), problem: p}).at(x, nil)
				value := func(t float64) float64 {
					s := x.power / 4 * math.Pow(t, 4)
					for i, a := range x.alpha {
						s += l.Psi(p.Y[i], t*a, gamma)
					}
					return s
				}
				found := value(bestOnRay(p, x))
				for e := -1000; e <= 20; e++ {
					if v := value(math.Ldexp(1, e)); v < found-1e-14*math.Abs(found) {
						t.Errorf("%v gamma=%g size=%g: %v found, %v at 2^%d", l, gamma, size, found, v, e)
						break
					}
				}
			}
		}
	}
}

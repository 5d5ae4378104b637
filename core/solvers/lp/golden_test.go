package lp

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// golden is the problem of one experiment of testdata/golden, with answers computed by an independent program.
type golden struct {
	name                  string
	kernel                kernel.Kernel
	loss                  loss.Loss
	x                     dense.Points
	y                     []float64
	q                     float64
	gamma, dual, primal   float64
	alpha, fit            []float64
	normPower             float64
	alphaIsUnique, smooth bool
}

// readGolden reads the experiments of testdata/golden.
func readGolden(t testing.TB) []golden {
	files, err := filepath.Glob("../../../testdata/golden/*.json")
	if err != nil || len(files) != 14 {
		t.Fatalf("%d golden experiments, want 14 (%v)", len(files), err)
	}
	var all []golden
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Name string
			Spec struct {
				Data  struct{ Rows [][]float64 }
				Split struct{ Train []int }
				Model struct {
					Kernel struct {
						Type   string
						Degree int
					}
					Loss struct {
						Type         string
						Epsilon, Rho float64
					}
					Gamma float64
					P     any
				}
			}
			Expected struct {
				Alpha             []float64
				Dual, Primal      float64
				Train_predictions []float64
				Norm_pp           float64
			}
		}
		if err := json.Unmarshal(b, &doc); err != nil {
			t.Fatal(err)
		}
		g := golden{
			name: doc.Name, gamma: doc.Spec.Model.Gamma,
			dual: doc.Expected.Dual, primal: doc.Expected.Primal,
			alpha: doc.Expected.Alpha, fit: doc.Expected.Train_predictions,
			normPower: doc.Expected.Norm_pp,
		}
		switch doc.Spec.Model.P {
		case "2/1":
			g.q = 2
		case "4/3":
			g.q = 4
		case "6/5":
			g.q = 6
		case 1.1:
			g.q = 11
		default:
			t.Fatalf("%s: p = %v", g.name, doc.Spec.Model.P)
		}
		switch doc.Spec.Model.Kernel.Type {
		case "linear":
			g.kernel = kernel.Linear
		case "polynomial":
			g.kernel = kernel.Polynomial{Degree: doc.Spec.Model.Kernel.Degree}
		case "exponential":
			g.kernel = kernel.Exponential{}
		}
		l := doc.Spec.Model.Loss
		g.loss = map[string]loss.Loss{
			"squared": loss.Squared{}, "absolute": loss.EpsilonInsensitive{},
			"epsilon-insensitive": loss.EpsilonInsensitive{Epsilon: l.Epsilon},
			"huber":               loss.Huber{Rho: l.Rho}, "hinge": loss.Hinge{}, "logistic": loss.Logistic{},
		}[l.Type]
		switch l.Type {
		case "squared", "logistic", "huber":
			g.alphaIsUnique = true
		}
		g.smooth = l.Type == "squared"
		for _, i := range doc.Spec.Split.Train {
			row := doc.Spec.Data.Rows[i]
			g.x.X = append(g.x.X, row[:len(row)-1]...)
			g.y = append(g.y, row[len(row)-1])
		}
		g.x.N, g.x.D = len(g.y), len(g.x.X)/len(g.y)
		all = append(all, g)
	}
	return all
}

// forms returns the forms that can evaluate the problem, by name.
func (g golden) forms(t testing.TB) map[string]gram.Form {
	forms := map[string]gram.Form{}
	if _, finite := kernel.Dimension(g.kernel, g.x.D); finite {
		for side, name := range sides {
			f, err := gram.NewFeatures(context.Background(), g.kernel, g.x, g.q, side)
			if err != nil {
				t.Fatal(err)
			}
			forms["features, "+name] = f
		}
	}
	if q := int(g.q); q%2 == 0 {
		f, err := new(gram.Portable).Tensor(context.Background(), g.kernel, g.x, q, 1<<62, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		forms["tensor"] = f
	}
	return forms
}

func (g golden) problem(f gram.Form) *Problem {
	return &Problem{Form: f, Loss: g.loss, Y: g.y, Gamma: g.gamma}
}

// recorded returns the settings with a monitor that adds every record to the history.
func recorded(s optimize.Settings) (optimize.Settings, *[]optimize.Record) {
	history := new([]optimize.Record)
	s.Monitor = func(r optimize.Record) { *history = append(*history, r) }
	return s, history
}

// mustSolve solves the problem and checks that the gap is not negative and agrees with the
// certificate of the returned alpha.
func mustSolve(t *testing.T, p *Problem, m Method, s optimize.Settings, nearby ...*Result) *Result {
	t.Helper()
	var near *Result
	if len(nearby) > 0 {
		near = nearby[0]
	}
	r, err := Solve(context.Background(), p, m, s, near)
	if err != nil {
		t.Fatal(err)
	}
	if r.Gap < 0 {
		t.Errorf("gap %g < 0", r.Gap)
	}
	certified := newPoint(len(p.Y))
	copy(certified.alpha, r.Alpha)
	certified.intercept = r.Intercept
	(&evaluator{ctx: context.Background(), problem: p}).at(certified, nil)
	// M alpha and the pass for omega alone differ in rounding, which a large alpha
	// magnifies.
	if d := math.Abs(certified.Gap - r.Gap); d > 2e-9*max(1, math.Abs(r.Dual))+1e-13*p.Gamma {
		t.Errorf("the certified gap is %g, and the gap at the returned alpha is %g", r.Gap, certified.Gap)
	}
	return r
}

func relative(got, want float64) float64 { return math.Abs(got-want) / max(1e-300, math.Abs(want)) }

func TestNewtonOnGolden(t *testing.T) {
	for _, g := range readGolden(t) {
		for name, f := range g.forms(t) {
			t.Run(g.name+"/"+name, func(t *testing.T) {
				tolerance := 1e-12
				if name == "tensor" && !g.alphaIsUnique { // the bound on its rounding is larger than 1e-12
					tolerance = 1e-10
				}
				r := mustSolve(t, g.problem(f), Newton{}, optimize.Settings{Tolerance: tolerance, MaxIterations: 60})
				if r.Status != optimize.Converged {
					t.Errorf("status %v after %d iterations, gap %g", r.Status, r.Iterations, r.Gap)
				}
				if e := relative(r.Dual, g.dual); e > 1e-9 {
					t.Errorf("dual %v, want %v", r.Dual, g.dual)
				}
				if e := relative(r.Primal, g.primal); e > 1e-9 {
					t.Errorf("primal %v, want %v", r.Primal, g.primal)
				}
				if e := relative(r.NormPower, g.normPower); e > 1e-6 {
					t.Errorf("||w||_p^p %v, want %v", r.NormPower, g.normPower)
				}
				scale := 0.0
				for _, v := range g.fit {
					scale = max(scale, math.Abs(v))
				}
				for i := range g.fit {
					if math.Abs(r.Omega[i]-g.fit[i]) > 1e-6*scale {
						t.Errorf("fit %d is %v, want %v", i, r.Omega[i], g.fit[i])
					}
					if g.alphaIsUnique && math.Abs(r.Alpha[i]-g.alpha[i]) > 1e-5*max(1, math.Abs(g.alpha[i])) {
						t.Errorf("alpha %d is %v, want %v", i, r.Alpha[i], g.alpha[i])
					}
				}
			})
		}
	}
}

// TestPaperAlgorithmsOnGolden checks that algorithms 2.1 and 3.3 of [S] reach the same objective from another
// start. Where the dual is not strongly convex, algorithm 3.3 is sublinear, and the tolerance is larger.
func TestPaperAlgorithmsOnGolden(t *testing.T) {
	for _, g := range readGolden(t) {
		for name, f := range g.forms(t) {
			for _, m := range []Method{DualGradient{}, ProximalGradient{}} {
				t.Run(g.name+"/"+name+"/"+m.String(), func(t *testing.T) {
					if testing.Short() && g.q > 4 {
						t.Skip("takes thousands of iterations: left out by -short")
					}
					p := g.problem(f)
					if _, err := m.Prepare(p); err != nil {
						if g.smooth {
							t.Fatal(err)
						}
						return // TestDualGradientNeedsASmoothDual checks the error
					}
					tolerance, limit := 1e-11, 5000
					switch {
					case !g.alphaIsUnique:
						if testing.Short() {
							t.Skip("takes seconds: left out by -short")
						}
						tolerance, limit = 1e-5, 20000
					case g.q > 6: // linear convergence degrades as p nears 1 [S sec. 2.3]
						tolerance = 1e-7
					}
					s, records := recorded(optimize.Settings{Tolerance: tolerance, MaxIterations: limit})
					r := mustSolve(t, p, m, s)
					if r.Status != optimize.Converged {
						t.Errorf("status %v after %d iterations, gap %g", r.Status, r.Iterations, r.Gap)
					}
					if e := math.Abs(r.Dual - g.dual); e > 2*tolerance*max(1, math.Abs(g.dual)) {
						t.Errorf("dual %v, want %v", r.Dual, g.dual)
					}
					for i, history := 1, *records; i < len(history); i++ {
						if rise := history[i].Dual - history[i-1].Dual; rise > 1e-13*max(1, math.Abs(g.dual)) {
							t.Fatalf("the dual rises by %g in iteration %d", rise, i)
						}
					}
				})
			}
		}
	}
}

package lp

import (
	"context"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// roundedForm returns the tensor with room entries held exactly and the others rounded.
func roundedForm(t *testing.T, k kernel.Kernel, x dense.Points, q int, room int64) *gram.Lockstep {
	t.Helper()
	f, err := new(gram.Portable).Tensor(context.Background(), k, x, q, room, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	form := &gram.Lockstep{Batch: f.(gram.Batch)}
	if _, ok := gram.Rounded(form); !ok {
		t.Fatal("no rounded entries")
	}
	return form
}

// passes counts the exact evaluations of a form.
type passes struct {
	gram.Batch
	exact int
}

func (p *passes) All(ctx context.Context, sides []tensor.Evaluation) error {
	p.exact += len(sides)
	return p.Batch.All(ctx, sides)
}

func (p *passes) Accurate(ctx context.Context, omega, errors, alpha []float64) error {
	p.exact++
	return p.Batch.Accurate(ctx, omega, errors, alpha)
}

// TestRoundedOnGolden checks that a form with rounded entries gives the golden answers with few passes that
// compute the entries again.
func TestRoundedOnGolden(t *testing.T) {
	for _, g := range readGolden(t) {
		q := int(g.q)
		if float64(q) != g.q || q%2 != 0 || q == 2 {
			continue
		}
		t.Run(g.name, func(t *testing.T) {
			for _, room := range []int64{0, tensor.Count(g.x.N, q) / 2} {
				f := &passes{Batch: roundedForm(t, g.kernel, g.x, q, room).Batch}
				tolerance := 1e-12
				if !g.alphaIsUnique {
					tolerance = 1e-10
				}
				p := g.problem(&gram.Lockstep{Batch: f})
				s, records := recorded(optimize.Settings{Tolerance: tolerance, MaxIterations: 60})
				r, err := Solve(context.Background(), p, Newton{}, s, nil)
				if err != nil {
					t.Fatal(err)
				}
				history := *records
				if r.Status != optimize.Converged || f.exact > 6 {
					t.Errorf("status %v, gap %g, %d exact passes", r.Status, r.Gap, f.exact)
				}
				if len(history) != r.Iterations+1 {
					t.Errorf("%d records of %d iterations", len(history), r.Iterations)
				}
				for i, record := range history {
					if record.Iteration != i {
						t.Errorf("record %d is of iteration %d", i, record.Iteration)
					}
				}
				if last := history[r.Iterations]; last.Gap != r.Gap || last.Dual != r.Dual {
					t.Errorf("the last record has gap %g, the result %g", last.Gap, r.Gap)
				}
				held := mustSolve(t, g.problem(g.forms(t)["tensor"]), Newton{}, optimize.Settings{Tolerance: tolerance, MaxIterations: 60})
				if relative(r.Dual, held.Dual) > 1e-9 || relative(r.Primal, g.primal) > 1e-9 {
					t.Errorf("dual %v, and %v with all entries held; primal %v, want %v", r.Dual, held.Dual, r.Primal, g.primal)
				}
				scale := 0.0
				for _, v := range g.fit {
					scale = max(scale, math.Abs(v))
				}
				for i, v := range g.fit {
					if math.Abs(r.Omega[i]-v) > 1e-6*scale {
						t.Errorf("fit %d is %v, want %v", i, r.Omega[i], v)
					}
				}
				refined, err := Refine(context.Background(), p, r)
				if err != nil || refined.Gap > r.Gap {
					t.Errorf("refined: gap %g, before %g, %v", refined.Gap, r.Gap, err)
				}
			}
		})
	}
}

// corruptibleKernel is a kernel with wrong values while active is set.
type corruptibleKernel struct {
	kernel.Kernel
	corrupt func(e int, v float64) float64
	active  *atomic.Bool
}

func (k corruptibleKernel) Apply(s []float64) {
	k.Kernel.Apply(s)
	if k.active.Load() {
		for e, v := range s {
			s[e] = k.corrupt(e, v)
		}
	}
}

// TestCorruptedEntries checks that, with wrong stored entries, the certificate still equals that of the problem on
// features, and that the status is correct.
func TestCorruptedEntries(t *testing.T) {
	const n, d, q = 24, 4, 4
	k, x := kernel.Polynomial{Degree: 2}, randomPoints(n, d)
	random := rand.New(rand.NewPCG(1, 2))
	factors := make([]float64, n*n)
	for i := range factors {
		factors[i] = random.NormFloat64()
	}
	for name, corrupt := range map[string]func(e int, v float64) float64{
		"a thousandth": func(e int, v float64) float64 { return v * (1 + 1e-3*factors[e%len(factors)]) },
		"a half":       func(e int, v float64) float64 { return v * (1 + 0.5*factors[e%len(factors)]) },
		"zero":         func(int, float64) float64 { return 0 },
		"one entry": func(e int, v float64) float64 {
			if e == 17 {
				return 1e6
			}
			return v
		},
	} {
		for _, l := range losses {
			for _, limit := range []int{5, 200} {
				p := randomProblem(t, k, l, q, n, d, 2, true)
				exact := *p
				wrong := corruptibleKernel{k, corrupt, new(atomic.Bool)}
				wrong.active.Store(true)
				p.Form = roundedForm(t, wrong, x, q, 0)
				wrong.active.Store(false)
				r, err := Solve(context.Background(), p, Newton{}, optimize.Settings{Tolerance: 1e-9, MaxIterations: limit}, nil)
				if err != nil {
					t.Errorf("%s, %v: %v", name, l, err)
					continue
				}
				at := newPoint(n)
				copy(at.alpha, r.Alpha)
				at.intercept = r.Intercept
				(&evaluator{ctx: context.Background(), problem: &exact}).at(at, nil)
				if math.Abs(at.Gap-r.Gap) > 1e-11*at.Scale() || math.Abs(at.Dual-r.Dual) > 1e-11*at.Scale() {
					t.Errorf("%s, %v, %d iterations: the certified dual is %g and the gap %g; on features %g and %g", name, l, limit, r.Dual, r.Gap, at.Dual, at.Gap)
				}
				if solved := at.Gap <= 1.01e-9*at.Scale(); solved != (r.Status == optimize.Converged) || !solved && limit == 200 {
					t.Errorf("%s, %v, %d iterations: status %v, relative gap %g", name, l, limit, r.Status, at.Relative())
				}
			}
		}
	}
}

package linear

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
	"lplab/core/solvers/proximal"
)

var algorithms = []Algorithm{CoordinateDescent, ISTA, FISTA}

// assertOptimal checks the optimality conditions of P = 1/2 ||y - f||^2 + sum of first ||b_B|| +
// second/2 ||b||^2 from the rows.
func assertOptimal(t *testing.T, p *problem, f *Fit, first, second float64, groups [][]int) {
	t.Helper()
	violation, scale := 0.0, 0.0
	r := make([]float64, p.n)
	floats.SubTo(r, p.data.Y, f.Fitted())
	var primal float64
	for _, g := range groups {
		var size, corr, b2 float64
		e := make([]float64, len(g))
		for k, j := range g {
			for i := range p.n {
				e[k] += p.rows[i*p.d+j] * r[i]
			}
			b2 += f.Coefficients[j] * f.Coefficients[j]
			var c float64
			mean := 0.0
			if p.data.Intercept {
				mean = floats.Sum(p.data.Y) / float64(p.n)
			}
			for i := range p.n {
				c += p.rows[i*p.d+j] * (p.data.Y[i] - mean)
			}
			corr = math.Hypot(corr, c)
			e[k] -= second * f.Coefficients[j]
		}
		for k, j := range g {
			if b2 > 0 {
				e[k] -= first * f.Coefficients[j] / math.Sqrt(b2)
			}
			size = math.Hypot(size, e[k])
		}
		if b2 == 0 {
			size = max(0, size-first)
		}
		primal += first*math.Sqrt(b2) + second/2*b2
		violation, scale = max(violation, size), max(scale, corr)
	}
	if scale > 0 {
		violation /= scale
	}
	if violation > 2e-5 || math.Abs(violation-f.Residual) > 1e-9 {
		t.Errorf("%s, lambda %g: the optimality conditions are violated by %g, reported %g", p.name, f.Lambda, violation, f.Residual)
	}
	if p.data.Intercept && math.Abs(floats.Sum(r)) > 1e-9*floats.Norm(p.data.Y, 1) {
		t.Errorf("%s, lambda %g: residuals add up to %g", p.name, f.Lambda, floats.Sum(r))
	}
	primal += floats.Dot(r, r) / 2
	if !near(primal, f.Primal, 1e-10) {
		t.Errorf("%s, lambda %g: primal %g, want %g", p.name, f.Lambda, f.Primal, primal)
	}
}

// singleGroups returns every feature as its own group.
func singleGroups(d int) [][]int {
	groups := make([][]int, d)
	for j := range groups {
		groups[j] = []int{j}
	}
	return groups
}

func TestElasticNetIsOptimal(t *testing.T) {
	for _, p := range problems() {
		for _, ratio := range []float64{1, 0.9, 0.5, 0.01, 0} {
			for _, lambda := range decades(t, ElasticNet{Ratio: ratio}, p) {
				f := mustConverge(t, ElasticNet{Ratio: ratio}, p, lambda, nil)
				assertOptimal(t, p, f, lambda*ratio, lambda*(1-ratio), singleGroups(p.d))
			}
		}
	}
}

func TestAlgorithmsAgree(t *testing.T) {
	for _, p := range problems() {
		for _, ratio := range []float64{1, 0.5} {
			m := ElasticNet{Ratio: ratio}
			scale, err := m.Scale(p.data)
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range []float64{0.01, 0.1, 0.5, 0.9} {
				lambda := max(scale, 1e-3) * share
				want := mustConverge(t, m, p, lambda, nil)
				for _, a := range algorithms[1:] {
					f := mustConverge(t, ElasticNet{Ratio: ratio, Algorithm: a}, p, lambda, nil)
					if !near(f.Primal, want.Primal, 1e-10) || !allNear(f.Fitted(), want.Fitted(), 1e-5) {
						t.Errorf("%v, %s, lambda %g: primal %.15g, want %.15g", a, p.name, lambda, f.Primal, want.Primal)
					}
				}
			}
		}
	}
}

// TestLassoOfOrthogonalFeatures compares with the closed form b_j = soft(x_j.y, lambda) / ||x_j||^2.
func TestLassoOfOrthogonalFeatures(t *testing.T) {
	rows := []float64{1, 1, 2, 0, 1, -1, 0, 3, 1, 1, -2, 0, 1, -1, 0, -3}
	p := newProblem("orthogonal", 4, 4, rows, []float64{3, -1, 0.5, 2}, false)
	for _, a := range algorithms {
		f := mustConverge(t, Lasso(a), p, 2, nil)
		want := []float64{(4.5 - 2) / 4, (2.5 - 2) / 4, (5 - 2) / 8.0, -(9 - 2) / 18.0}
		if !allNear(f.Coefficients, want, 1e-6) {
			t.Errorf("%v: %v, want %v", a, f.Coefficients, want)
		}
	}
}

func TestNothingIsSelectedFromTheScaleOn(t *testing.T) {
	for _, p := range problems() {
		for _, m := range []Method{Lasso(CoordinateDescent), Lasso(ISTA), Lasso(FISTA), ElasticNet{Ratio: 0.3}} {
			scale, err := m.Scale(p.data)
			if err != nil {
				t.Fatal(err)
			}
			if scale == 0 {
				continue
			}
			for _, lambda := range []float64{scale * (1 + 1e-12), 1e6 * scale} {
				if f := mustConverge(t, m, p, lambda, nil); floats.Norm(f.Coefficients, 1) != 0 || f.Iterations > 0 {
					t.Errorf("%v, %s, lambda %g: %v after %d iterations", m, p.name, lambda, f.Coefficients, f.Iterations)
				}
			}
			if f := mustConverge(t, m, p, scale*0.99, nil); floats.Norm(f.Coefficients, 1) == 0 {
				t.Errorf("%v, %s: nothing is selected below the scale", m, p.name)
			}
		}
	}
}

func TestElasticNetWithoutTheLassoIsRidge(t *testing.T) {
	p := randomProblem(30, 7, true, 21)
	for _, lambda := range []float64{0.1, 10, 1e3} {
		a, b := mustConverge(t, ElasticNet{}, p, lambda, nil), mustConverge(t, Ridge{}, p, lambda, nil)
		if !allNear(a.Coefficients, b.Coefficients, 1e-6) || !near(2*a.Primal, b.Primal, 1e-11) {
			t.Errorf("lambda %g: %v, %g; ridge %v, %g", lambda, a.Coefficients, 2*a.Primal, b.Coefficients, b.Primal)
		}
	}
}

func TestWarmStartsAgreeWithCold(t *testing.T) {
	p := randomProblem(40, 120, true, 22)
	for _, m := range []Method{Lasso(CoordinateDescent), Lasso(FISTA), ElasticNet{Ratio: 0.5}} {
		var last *Fit
		for _, lambda := range []float64{60, 20, 7, 30} {
			warm, cold := mustConverge(t, m, p, lambda, last), mustConverge(t, m, p, lambda, nil)
			if !near(warm.Primal, cold.Primal, 1e-11) || !allNear(warm.Coefficients, cold.Coefficients, 1e-5) {
				t.Errorf("%v, lambda %g: %g from a warm start, %g from a cold start", m, lambda, warm.Primal, cold.Primal)
			}
			last = warm
		}
		again := mustConverge(t, m, p, last.Lambda, last)
		if again.Iterations > 0 {
			t.Errorf("%v: %d iterations from the solution", m, again.Iterations)
		}
	}
}

func TestRerunsAreIdentical(t *testing.T) {
	for _, m := range []Method{Ridge{}, Lasso(CoordinateDescent), Lasso(FISTA), ElasticNet{Ratio: 0.5}} {
		p := randomProblem(25, 60, true, 23)
		s, first := recorded(strictSettings)
		a := fit(t, m, p, 3, nil, s)
		s, second := recorded(strictSettings)
		b := fit(t, m, randomProblem(25, 60, true, 23), 3, nil, s)
		if !slices.Equal(a.Coefficients, b.Coefficients) || !slices.Equal(*first, *second) || a.Intercept != b.Intercept {
			t.Errorf("%v: two runs differ", m)
		}
	}
}

// TestScalesDoNotMatter checks that targets in other units give the same fit in these units.
func TestScalesDoNotMatter(t *testing.T) {
	p := randomProblem(30, 50, true, 24)
	want := mustConverge(t, Lasso(CoordinateDescent), p, 10, nil)
	for _, unit := range []float64{1e-8, 1e-3, 1e6} {
		y := slices.Clone(p.data.Y)
		floats.Scale(unit, y)
		f := mustConverge(t, Lasso(CoordinateDescent), newProblem("units", p.n, p.d, p.rows, y, true), 10*unit, nil)
		floats.Scale(1/unit, f.Coefficients)
		if !allNear(f.Coefficients, want.Coefficients, 1e-4) {
			t.Errorf("target in units of %g: %v, want %v", unit, f.Coefficients, want.Coefficients)
		}
	}
}

func TestLimitsAreStatuses(t *testing.T) {
	p := randomProblem(40, 80, true, 25)
	for _, a := range algorithms {
		s := optimize.Settings{Tolerance: 1e-12, MaxIterations: 3}
		f := fit(t, Lasso(a), p, 1, nil, s)
		if f.Status != optimize.IterationLimit || f.Iterations != 3 {
			t.Errorf("%v: status %v after %d iterations", a, f.Status, f.Iterations)
		}
		ctx, cancel := context.WithCancel(context.Background())
		s = optimize.Settings{Tolerance: 1e-12, MaxIterations: 100000, Monitor: func(optimize.Record) { cancel() }}
		f, err := Lasso(a).Fit(ctx, p.data, 1, nil, s)
		if err != nil || f.Status != optimize.Cancelled || f.Iterations > 3 {
			t.Errorf("%v: a context cancelled during the fit: %v, %+v", a, err, f)
		}
		if _, err := Lasso(a).Fit(ctx, p.data, 1, nil, s); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: a context cancelled before the fit: %v", a, err)
		}
	}
	for _, ratio := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := (ElasticNet{Ratio: ratio}).Fit(context.Background(), p.data, 1, nil, strictSettings); err == nil {
			t.Errorf("ratio %g is accepted", ratio)
		}
	}
}

// TestHistoryIsOfReasonableLength checks that many iterations of ISTA give at most 1000 records,
// the last one with the gap at the end.
func TestHistoryIsOfReasonableLength(t *testing.T) {
	s, records := recorded(strictSettings)
	f := fit(t, Lasso(ISTA), randomProblem(20, 60, true, 26), 2, nil, s)
	history := *records
	if f.Status != optimize.Converged || f.Iterations < 1000 || len(history) > 1000 {
		t.Errorf("%v after %d iterations, %d steps", f.Status, f.Iterations, len(history))
	}
	if last := history[len(history)-1]; last.Gap < f.Gap || last.Iteration != f.Iterations {
		t.Errorf("the history ends with %+v, the fit with gap %g after %d", last, f.Gap, f.Iterations)
	}
	if !slices.IsSortedFunc(history, func(a, b optimize.Record) int { return a.Iteration - b.Iteration }) {
		t.Error("the history is not in order")
	}
}

// TestPartialGradientsCertifyAll checks along a path that the gradients that are not computed do
// not change any certificate, and that few fits need all of them.
func TestPartialGradientsCertifyAll(t *testing.T) {
	p := randomProblem(40, 400, true, 28)
	c, err := p.data.prepare(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []ElasticNet{{Ratio: 1}, {Ratio: 0.5}} {
		scale, _ := m.Scale(p.data)
		references := map[*reference]bool{}
		var last *Fit
		for k := range 100 {
			lambda := scale * math.Pow(0.01, float64(k)/99)
			f := fit(t, m, p, lambda, last, optimize.Settings{Tolerance: 1e-6, MaxIterations: 1000})
			h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: lambda * m.Ratio}, Weight: lambda * (1 - m.Ratio)}}
			x := &iterate{b: f.Coefficients, gradient: make([]float64, c.d)}
			r := make([]float64, c.n)
			c.residual(r, x.b)
			c.Adjoint(x.gradient, r)
			x.squares, x.target = floats.Dot(r, r), floats.Dot(c.y, r)
			all, violation := h.certify(x), h.violation(x.b, x.gradient)/h.Inner.Dual(c.correlation)
			if math.Abs(all.Gap-f.Gap) > 1e-12*all.Primal || !near(all.Primal, f.Primal, 1e-13) || math.Abs(violation-f.Residual) > 1e-12 {
				t.Errorf("%v, lambda %g: %+v, residual %g; with all gradients %+v, %g", m, lambda, f.Certificate, f.Residual, all, violation)
			}
			references[f.ref] = true
			last = f
		}
		if len(references) > 40 {
			t.Errorf("%v: the gradients of all features are computed %d times", m, len(references))
		}
	}
}

func TestSweepsAllocateNothing(t *testing.T) {
	p := randomProblem(40, 80, true, 27)
	c, err := p.data.prepare(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: 5}}}
	gram, err := p.data.covariances(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []quadratic{
		newByResidual(c, h, nil), &byGram{gram: gram, correlation: c.correlation, power: c.power, slope: make([]float64, c.d)},
	} {
		s := newDescent(h, q, c.squares, c.power, nil, 1e-3)
		s.Step(context.Background(), 20)
		if allocs := testing.AllocsPerRun(10, func() {
			s.sweep(context.Background(), false)
			s.sweep(context.Background(), true)
			s.newton(context.Background())
			s.evaluate()
		}); allocs > 0 {
			t.Errorf("%T: %g allocations", q, allocs)
		}
	}
	f := proximal.NewMethod(&proximal.Problem{X: c, Y: c.y, Loss: loss.Squared{}, Gamma: 1, Penalty: h.ridgeNorm}, proximal.Settings{Accelerated: true, Restart: true}, c.d, nil)
	f.Step(context.Background(), 1)
	if allocs := testing.AllocsPerRun(10, func() { f.Step(context.Background(), 1) }); allocs > 0 {
		t.Errorf("FISTA: %g allocations", allocs)
	}
}

package linear

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/solvers/optimize"
)

// solveBordered solves the normal equations of ridge regression with the intercept as one more
// unknown that is not penalised, unlike Ridge, which centres.
func solveBordered(t *testing.T, p *problem, lambda float64) (b []float64, intercept float64) {
	t.Helper()
	size := p.d
	if p.data.Intercept {
		size++
	}
	a, rhs := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
	row := make([]float64, size)
	for i := range p.n {
		copy(row, p.rows[i*p.d:(i+1)*p.d])
		if p.data.Intercept {
			row[p.d] = 1
		}
		v := mat.NewVecDense(size, row)
		a.RankOne(a, 1, v, v)
		rhs.AddScaledVec(rhs, p.data.Y[i], v)
	}
	for j := range p.d {
		a.Set(j, j, a.At(j, j)+lambda)
	}
	var x mat.VecDense
	if err := x.SolveVec(a, rhs); err != nil {
		t.Fatal(err)
	}
	b = x.RawVector().Data
	if p.data.Intercept {
		intercept = b[p.d]
	}
	return b[:p.d], intercept
}

func TestRidgeSolvesItsNormalEquations(t *testing.T) {
	for _, p := range problems() {
		for _, lambda := range []float64{1e-2, 1, 30, 1e4} {
			f := mustConverge(t, Ridge{}, p, lambda, nil)
			b, c := solveBordered(t, p, lambda)
			if !allNear(f.Coefficients, b, 1e-9) || !near(f.Intercept, c, 1e-9) {
				t.Errorf("%s, lambda %g: %v, %g; want %v, %g", p.name, lambda, f.Coefficients, f.Intercept, b, c)
			}
			var primal float64
			for i, v := range f.Fitted() {
				primal += (p.data.Y[i] - v) * (p.data.Y[i] - v)
			}
			primal += lambda * floats.Dot(b, b)
			if !near(f.Primal, primal, 1e-9) {
				t.Errorf("%s, lambda %g: primal %g, want %g", p.name, lambda, f.Primal, primal)
			}
		}
	}
}

func TestRidgeHasTwoEqualForms(t *testing.T) {
	for _, p := range problems() {
		for _, lambda := range decades(t, Ridge{}, p) {
			a, b := mustConverge(t, Ridge{Form: Primal}, p, lambda, nil), mustConverge(t, Ridge{Form: Dual}, p, lambda, nil)
			if !allNear(a.Coefficients, b.Coefficients, 1e-10) || !near(a.Primal, b.Primal, 1e-10) {
				t.Errorf("%s, lambda %g: primal %v, dual %v", p.name, lambda, a.Coefficients, b.Coefficients)
			}
			if a.Residual > 1e-6 {
				t.Errorf("%s, lambda %g: residual %g", p.name, lambda, a.Residual)
			}
			if a.Iterations > 5 || b.Iterations > 5 {
				t.Errorf("%s, lambda %g: %d and %d iterations", p.name, lambda, a.Iterations, b.Iterations)
			}
			if x, y := degreesOfFreedom(t, Ridge{Form: Primal}, p, lambda), degreesOfFreedom(t, Ridge{Form: Dual}, p, lambda); !near(x, y, 1e-9) {
				t.Errorf("%s, lambda %g: %g and %g degrees of freedom", p.name, lambda, x, y)
			}
		}
	}
}

// TestRidgeForm checks that the chosen form is reduced, or the smaller one.
func TestRidgeForm(t *testing.T) {
	for _, p := range []*problem{randomProblem(30, 7, true, 1), randomProblem(8, 25, true, 3)} {
		for form, size := range map[Form]int{Primal: p.d, Dual: p.n, Smaller: min(p.n, p.d)} {
			_, _, dual, err := Ridge{Form: form}.system(context.Background(), p.data, 1)
			if err != nil || dual != (size == p.n) {
				t.Errorf("%s, form %d: dual %v, %v", p.name, form, dual, err)
			}
		}
	}
}

// degreesOfFreedom returns the sum of the leverages.
func degreesOfFreedom(t *testing.T, m Ridge, p *problem, lambda float64) float64 {
	t.Helper()
	h, err := m.Leverages(context.Background(), p.data, lambda)
	if err != nil {
		t.Fatal(err)
	}
	return floats.Sum(h)
}

// TestRidgeOfOneFeature compares with the closed form b = x.y / (x.x + lambda).
func TestRidgeOfOneFeature(t *testing.T) {
	p := newProblem("closed", 3, 1, []float64{1, 2, 3}, []float64{2, 1, 4}, false)
	f := mustConverge(t, Ridge{}, p, 2, nil)
	if !near(f.Coefficients[0], 1, 1e-14) || !near(f.Primal, 1+1+1+2, 1e-14) {
		t.Errorf("b = %v, P = %g", f.Coefficients, f.Primal)
	}
	if df := degreesOfFreedom(t, Ridge{}, p, 2); !near(df, 14.0/16, 1e-14) {
		t.Errorf("%g degrees of freedom, want 14/16", df)
	}
	scale, _ := Ridge{}.Scale(p.data)
	if df := degreesOfFreedom(t, Ridge{}, p, scale); !near(df, 0.5, 1e-14) {
		t.Errorf("%g degrees of freedom at the scale, want 1/2", df)
	}
}

// TestRidgeShrinks checks that b is X'y / lambda for a huge lambda.
func TestRidgeShrinks(t *testing.T) {
	p := randomProblem(9, 4, false, 11)
	const lambda = 1e12
	f := mustConverge(t, Ridge{}, p, lambda, nil)
	for j, b := range f.Coefficients {
		if want := p.data.X.Dot(j, p.data.Y) / lambda; math.Abs(b-want) > 1e-9*math.Abs(want) {
			t.Errorf("b_%d = %g, want %g", j, b, want)
		}
	}
}

func TestRidgeKeepsToItsLimits(t *testing.T) {
	p := randomProblem(9, 4, true, 12)
	s, records := recorded(optimize.Settings{})
	f := fit(t, Ridge{}, p, 1, nil, s)
	if history := *records; f.Status != optimize.IterationLimit || len(history) != 1 || f.Gap != history[0].Gap {
		t.Errorf("without an iteration: status %v, history %v", f.Status, history)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Ridge{}).Fit(ctx, p.data, 1, nil, strictSettings); err != context.Canceled {
		t.Errorf("a cancelled context: %v", err)
	}
	for _, lambda := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := (Ridge{}).Fit(context.Background(), p.data, lambda, nil, strictSettings); err == nil {
			t.Errorf("lambda %g is accepted", lambda)
		}
	}
}

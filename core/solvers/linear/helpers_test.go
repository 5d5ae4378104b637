package linear

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/optimize"
)

// strictSettings has a smaller tolerance than the default of the lab.
var strictSettings = optimize.Settings{Tolerance: 1e-12, MaxIterations: 100000}

// problem is data with the rows from which they were made, for references that do not use a Matrix.
type problem struct {
	name string
	n, d int
	rows []float64
	data *Data
}

// randomProblem draws n points of R^d with columns of unequal scale and mean, and a target that depends
// on the first features.
func randomProblem(n, d int, intercept bool, seed uint64) *problem {
	r := rand.New(rand.NewPCG(seed, uint64(n*d)))
	rows, y := make([]float64, n*d), make([]float64, n)
	for i := range n {
		y[i] = 0.3*r.NormFloat64() + 2
		for j := range d {
			v := (1+0.5*float64(j%3))*r.NormFloat64() + float64(j%2)
			rows[i*d+j] = v
			if j < 4 {
				y[i] += v * float64(2-j)
			}
		}
	}
	return newProblem(fmt.Sprintf("n=%d d=%d intercept=%v", n, d, intercept), n, d, rows, y, intercept)
}

func newProblem(name string, n, d int, rows, y []float64, intercept bool) *problem {
	return &problem{name, n, d, rows, &Data{X: Dense(n, d, rows), Y: y, Intercept: intercept}}
}

// problems returns data of every shape: fewer points than features and more, one point, one
// feature, collinear and constant columns.
func problems() []*problem {
	list := []*problem{
		randomProblem(30, 7, true, 1), randomProblem(30, 7, false, 2), randomProblem(8, 25, true, 3), randomProblem(8, 25, false, 4),
		randomProblem(1, 3, true, 5), randomProblem(1, 3, false, 6), randomProblem(12, 1, true, 7), randomProblem(12, 1, false, 8),
		randomProblem(10, 10, true, 9),
	}
	p := randomProblem(20, 6, true, 10)
	for i := range p.n {
		p.rows[i*p.d+3] = p.rows[i*p.d] - 2*p.rows[i*p.d+1] // a combination of others
		p.rows[i*p.d+4] = 7.1                               // constant
		p.rows[i*p.d+5] = p.rows[i*p.d+2]                   // a copy
	}
	return append(list, newProblem("collinear and constant", p.n, p.d, p.rows, p.data.Y, true),
		newProblem("collinear, no intercept", p.n, p.d, p.rows, p.data.Y, false))
}

// fit fits the data and checks the conditions that every fit satisfies.
func fit(t *testing.T, m Method, p *problem, lambda float64, from *Fit, s optimize.Settings) *Fit {
	t.Helper()
	y := slices.Clone(p.data.Y)
	f, err := m.Fit(context.Background(), p.data, lambda, from, s)
	if err != nil {
		t.Fatalf("%v, %s, lambda %g: %v", m, p.name, lambda, err)
	}
	if !slices.Equal(y, p.data.Y) {
		t.Errorf("%v, %s: the target is changed", m, p.name)
	}
	fitted := f.Fitted()
	for i := range p.n {
		want := f.Intercept + floats.Dot(p.rows[i*p.d:(i+1)*p.d], f.Coefficients)
		if !near(fitted[i], want, 1e-9) {
			t.Errorf("%v, %s, lambda %g: fitted value %d is %g, and the coefficients give %g", m, p.name, lambda, i, fitted[i], want)
		}
	}
	if f.Gap < 0 || !near(f.Primal+f.Dual, f.Gap, 1e-12*max(1, f.Primal)) || (f.Status == optimize.Converged) != f.Within(s.Tolerance) {
		t.Errorf("%v, %s, lambda %g: primal %g, dual %g, gap %g", m, p.name, lambda, f.Primal, f.Dual, f.Gap)
	}
	return f
}

// mustConverge fits the data with strict settings and checks convergence.
func mustConverge(t *testing.T, m Method, p *problem, lambda float64, from *Fit) *Fit {
	t.Helper()
	f := fit(t, m, p, lambda, from, strictSettings)
	if f.Status != optimize.Converged {
		t.Errorf("%v, %s, lambda %g: status %v after %d iterations, gap %g", m, p.name, lambda, f.Status, f.Iterations, f.Gap)
	}
	return f
}

// recorded returns the settings with a monitor that adds every record to the history.
func recorded(s optimize.Settings) (optimize.Settings, *[]optimize.Record) {
	history := new([]optimize.Record)
	s.Monitor = func(r optimize.Record) { *history = append(*history, r) }
	return s, history
}

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*max(1, math.Abs(a), math.Abs(b))
}

func allNear(a, b []float64, tolerance float64) bool {
	scale := 1.0
	for i := range a {
		scale = max(scale, math.Abs(a[i]), math.Abs(b[i]))
	}
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= tolerance*scale) {
			return false
		}
	}
	return len(a) == len(b)
}

// decades returns lambdas from far below to above the scale of a method.
func decades(t *testing.T, m Method, p *problem) []float64 {
	t.Helper()
	scale, err := m.Scale(p.data)
	if err != nil {
		t.Fatal(err)
	}
	if scale == 0 {
		scale = 1
	}
	var lambdas []float64
	for _, factor := range []float64{1e-6, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 1, 10} {
		lambdas = append(lambdas, factor*scale)
	}
	return lambdas
}

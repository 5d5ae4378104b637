package machine

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/rng"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// kernels are of low and of full rank.
var kernels = []mercer.Kernel{
	mercer.Linear, mercer.Polynomial{Degree: 2, Constant: 1}, mercer.Gaussian{Beta: 0.5},
}

// sample draws points, a target that is not linear, and its classes.
func sample(n, d int, seed uint64) (points [][]float64, target, classes []float64) {
	random := rng.New(seed)
	x := make([]float64, n*d)
	for i := range x {
		x[i] = random.Normal()
	}
	points = mercer.Rows(n, d, x)
	target, classes = make([]float64, n), make([]float64, n)
	for i, p := range points {
		target[i] = p[0] - 0.8*p[d-1]*p[d-1] + 0.3*random.Normal() + 2
		classes[i] = math.Copysign(1, target[i]-1.2)
	}
	return points, target, classes
}

func gram(t testing.TB, k mercer.Kernel, points [][]float64) []float64 {
	t.Helper()
	g, err := mercer.Gram(context.Background(), k, points)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// mustFit fits the data and checks the conditions that every fit satisfies.
func mustFit(t testing.TB, m Method, d *Data, strength float64, from *Fit, s optimize.Settings) *Fit {
	t.Helper()
	f, err := m.Fit(context.Background(), d, strength, from, s)
	if err != nil {
		t.Fatalf("%v with %g: %v", m, strength, err)
	}
	if f.Gap < 0 || math.Abs(f.Primal+f.Dual-f.Gap) > 1e-9*f.Scale()+1e-15*strength*float64(len(d.Y)) {
		t.Errorf("%v with %g: primal %v, dual %v, gap %v", m, strength, f.Primal, f.Dual, f.Gap)
	}
	if f.Status == optimize.Converged && f.Gap > s.Tolerance*f.Scale() {
		t.Errorf("%v with %g: converged at a gap of %g", m, strength, f.Gap)
	}
	for i := range f.Fitted {
		want, size := f.Intercept, math.Abs(f.Intercept)
		for j, a := range f.Alpha {
			want += d.row(i)[j] * a
			size += math.Abs(d.row(i)[j] * a)
		}
		if math.Abs(f.Fitted[i]-want) > 1e-12*max(1e-6, size) {
			t.Errorf("%v with %g: fitted %d is %v, alpha gives %v", m, strength, i, f.Fitted[i], want)
			break
		}
	}
	var sum, size float64
	for _, a := range f.Alpha {
		sum += a
		size += math.Abs(a)
	}
	if d.Intercept && math.Abs(sum) > 1e-12*size {
		t.Errorf("%v with %g: alpha sums to %g", m, strength, sum)
	}
	return f
}

// plainForm is the smooth part of the dual of core/solvers/lp for p = 2, on a Gram matrix.
type plainForm struct{ d *Data }

func (f plainForm) Points() int { return len(f.d.Y) }

func (plainForm) Q() float64 { return 2 }

func (f plainForm) OmegaM(_ context.Context, dst, m, alpha []float64) error {
	copy(m, f.d.K)
	for i := range dst {
		dst[i] = floats.Dot(f.d.row(i), alpha)
	}
	return nil
}

// Accurate gives no bound on rounding: the tests compare fewer digits.
func (plainForm) Accurate(_ context.Context, _, errors, _ []float64) error {
	clear(errors)
	return nil
}

// withSolver solves the problem for p = 2 by the lp solver's Newton method.
func withSolver(t testing.TB, d *Data, l loss.Loss, gamma float64) *lp.Result {
	t.Helper()
	p := &lp.Problem{Form: plainForm{d}, Loss: l, Y: d.Y, Gamma: gamma, Intercept: d.Intercept}
	r, err := lp.Solve(context.Background(), p, lp.Newton{}, optimize.Settings{Tolerance: 1e-11, MaxIterations: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Gap > 1e-9*max(1, math.Abs(r.Dual)) {
		t.Fatalf("the lp solver ends at a gap of %g", r.Gap)
	}
	return r
}

// distance returns the largest difference of two vectors, relative to the largest entry.
func distance(a, b []float64) float64 {
	var most, size float64
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
		size = max(size, math.Abs(a[i]), math.Abs(b[i]))
	}
	if most == 0 {
		return 0
	}
	return most / size
}

// reference is testdata/reference/machine.json, written by machine.py.
type reference struct {
	X, New   [][]float64
	Y, Label []float64
	Cases    []struct {
		Method, Kernel string
		Strength       float64
		Intercept      bool
		Alpha          []float64 // none for kernel logistic regression
		Predictions    []float64
	}
}

// compareWithReference fits every case of a method, and compares alpha and predictions.
func compareWithReference(t *testing.T, m Method, tolerance float64) {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/reference/machine.json")
	if err != nil {
		t.Fatal(err)
	}
	var r reference
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	kernelsByName := map[string]mercer.Kernel{
		"linear":     mercer.Linear,
		"polynomial": mercer.Polynomial{Degree: 3, Constant: 1},
		"gaussian":   mercer.Gaussian{Beta: 0.5},
	}
	compared := 0
	for _, c := range r.Cases {
		if c.Method != m.String() {
			continue
		}
		compared++
		k := kernelsByName[c.Kernel]
		d := &Data{K: gram(t, k, r.X), Y: r.Label, Intercept: c.Intercept}
		if c.Method == "kernel ridge" {
			d.Y = r.Y
		}
		f := mustFit(t, m, d, c.Strength, nil, optimize.Settings{Tolerance: 1e-14, MaxIterations: 100000})
		predictions := make([]float64, len(r.New))
		expand(t, predictions, k, r.New, r.X, f.Alpha)
		for i := range predictions {
			predictions[i] += f.Intercept
		}
		if e := distance(predictions, c.Predictions); e > tolerance {
			t.Errorf("%s, %s, %g, intercept %v: predictions differ by %g", c.Method, c.Kernel, c.Strength, c.Intercept, e)
		}
		if len(c.Alpha) == 0 || c.Kernel == "linear" {
			continue // there is no alpha, or it is not unique
		}
		if e := distance(f.Alpha, c.Alpha); e > tolerance {
			t.Errorf("%s, %s, %g: alpha differs by %g", c.Method, c.Kernel, c.Strength, e)
		}
	}
	if compared == 0 {
		t.Errorf("there is no reference case of %v", m)
	}
}

// checkUntouchedAndRepeated checks that a second fit gives the same digits and that fits do not
// change their inputs.
func checkUntouchedAndRepeated(t *testing.T, m Method, d *Data, strength float64) {
	t.Helper()
	k, y := slices.Clone(d.K), slices.Clone(d.Y)
	var history [2][]optimize.Record
	var fits [2]*Fit
	s := optimize.Settings{Tolerance: 1e-10, MaxIterations: 10000}
	for k := range fits {
		s.Monitor = func(r optimize.Record) { history[k] = append(history[k], r) }
		fits[k] = mustFit(t, m, d, strength, nil, s)
	}
	a, b := fits[0], fits[1]
	if !slices.Equal(a.Alpha, b.Alpha) || a.Gap != b.Gap || a.Iterations != b.Iterations || !slices.Equal(history[0], history[1]) {
		t.Errorf("%v: a second fit gives other digits", m)
	}
	alpha := slices.Clone(a.Alpha)
	mustFit(t, m, d, 2*strength, a, s)
	if !slices.Equal(alpha, a.Alpha) {
		t.Errorf("%v changes the fit of its warm start", m)
	}
	if !slices.Equal(k, d.K) || !slices.Equal(y, d.Y) {
		t.Errorf("%v changes its data", m)
	}
}

// expand stores sum_j alpha[j] k(points[i], training[j]) in dst[i].
func expand(t *testing.T, dst []float64, k mercer.Kernel, points, training [][]float64, alpha []float64) {
	t.Helper()
	cross, err := mercer.Cross(context.Background(), k, points, training)
	if err != nil {
		t.Fatal(err)
	}
	for i := range dst {
		dst[i] = 0
		for j, a := range alpha {
			dst[i] += a * cross[i*len(alpha)+j]
		}
	}
}

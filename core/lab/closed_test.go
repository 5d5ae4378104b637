package lab

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lplab/core/experiment"
)

// solveDense solves a dense system by LU.
func solveDense(t *testing.T, a *mat.Dense, b []float64) []float64 {
	t.Helper()
	var x mat.VecDense
	if err := x.SolveVec(a, mat.NewVecDense(len(b), b)); err != nil {
		t.Fatal(err)
	}
	return x.RawVector().Data
}

func dot(a, b []float64) float64 {
	var s float64
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// TestKernelRidgeRegression checks that (K + I/gamma) alpha = y for p = 2 and the
// squared loss.
func TestKernelRidgeRegression(t *testing.T) {
	const n, d, tests, gamma = 12, 3, 5, 0.7
	x, y := randomData(n+tests, d, 1)
	for _, c := range []struct {
		json     string
		infinite bool
		g        func(s float64) float64
	}{
		{`"polynomial", "degree": 1`, false, func(s float64) float64 { return s }},
		{`"polynomial", "degree": 2`, false, func(s float64) float64 { return s * s }},
		{`"polynomial", "degree": 3`, false, func(s float64) float64 { return s * s * s }},
		{`"polynomial", "degree": 3, "constant": 0.5`, false, func(s float64) float64 { return math.Pow(0.5+s, 3) }},
		{`"series", "coefficients": [2, 0, 1, 0.5]`, false, func(s float64) float64 { return 2 + s*s + s*s*s/2 }},
		{`"sum", "of": [{"type": "linear"}, {"type": "polynomial", "degree": 3}]`, false, func(s float64) float64 { return s + s*s*s }},
		{`"product", "of": [{"type": "polynomial", "degree": 1, "constant": 2}, {"type": "linear"}]`, false, func(s float64) float64 { return (2 + s) * s }},
		{`"exponential"`, true, math.Exp},
		{`"exponential", "a": 0.3`, true, func(s float64) float64 { return math.Exp(0.3 * s) }},
		{`"geometric", "radius": 40`, true, func(s float64) float64 { return 40 / (40 - s) }},
		{`"sum", "of": [{"type": "linear"}, {"type": "product", "of": [{"type": "exponential"}, {"type": "geometric", "radius": 40}]}]`, true,
			func(s float64) float64 { return s + math.Exp(s)*40/(40-s) }},
	} {
		kernel := func(a, b []float64) float64 { return c.g(dot(a, b)) }
		system := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				system.Set(i, j, kernel(x[i], x[j]))
			}
			system.Set(i, i, system.At(i, i)+1/gamma)
		}
		alpha := solveDense(t, system, slices.Clone(y[:n]))
		f := make([]float64, n+tests)
		for i := range f {
			for j, a := range alpha {
				f[i] += a * kernel(x[i], x[j])
			}
		}
		primal := dot(alpha, f[:n]) / 2
		for i := range n {
			primal += gamma * (y[i] - f[i]) * (y[i] - f[i]) / 2
		}
		for _, strategy := range []string{"tensor", "features"} {
			if c.infinite && strategy == "features" {
				continue
			}
			name := fmt.Sprintf("%s by %s: ", c.json, strategy)
			r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": [0,1,2,3,4,5,6,7,8,9,10,11], "test": [12,13,14,15,16]},
				"preprocess": {"standardize": false, "intercept": false}, "solver": {"strategy": %q, "tolerance": 1e-13},
				"model": {"kernel": {"type": %s}, "p": 2, "gamma": %g}}`, inline(x, y), strategy, c.json, gamma), nil, Options{})
			assertVector(t, name+"alpha", r.Alpha, alpha, 1e-6)
			assertVector(t, name+"training prediction", r.Predictions.Train, f[:n], 1e-6)
			assertVector(t, name+"test prediction", r.Predictions.Test, f[n:], 1e-6)
			if !close(r.Objective.Primal, primal, 1e-9*primal) || !close(r.Objective.Dual, -primal, 1e-9*primal) {
				t.Errorf("%sprimal %v and dual %v, want +-%v", name, r.Objective.Primal, r.Objective.Dual, primal)
			}
			if r.Intercept != 0 || r.Tensor == nil || r.Tensor.Order != 2 || r.Tensor.Entries != n*(n+1)/2 {
				t.Errorf("%sintercept %g, tensor %+v", name, r.Intercept, r.Tensor)
			}
		}
	}
}

// TestRidgeRegressionWithIntercept checks that, for p = 2, the linear kernel and the
// squared loss, w and b solve
//
//	(gamma X'X + I) w + gamma X'1 b = gamma X'y,  1'X w + n b = 1'y.
func TestRidgeRegressionWithIntercept(t *testing.T) {
	const n, d, gamma = 15, 4, 1.7
	x, y := randomData(n, d, 2)
	for i := range y {
		y[i] += 30
	}
	system, right := mat.NewDense(d+1, d+1, nil), make([]float64, d+1)
	for i := range n {
		row := append(slices.Clone(x[i]), 1)
		for j := range row {
			for k := range row {
				system.Set(j, k, system.At(j, k)+gamma*row[j]*row[k])
			}
			right[j] += gamma * row[j] * y[i]
		}
	}
	for j := range d {
		system.Set(j, j, system.At(j, j)+1)
	}
	want := solveDense(t, system, right)
	for _, strategy := range []string{"tensor", "features"} {
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1, "test": 0}, "preprocess": {"standardize": false},
			"model": {"p": 2, "gamma": %g}, "solver": {"strategy": %q, "tolerance": 1e-14}}`, inline(x, y), gamma, strategy), nil, Options{})
		w := make([]float64, d)
		for _, top := range r.Weights.Top {
			w[top.Index] = top.Coefficient
		}
		assertVector(t, strategy+": weight", w, want[:d], 1e-6)
		if !close(r.Intercept, want[d], 1e-6*math.Abs(want[d])) {
			t.Errorf("%s: intercept %v, want %v", strategy, r.Intercept, want[d])
		}
		assertBalanced(t, r)
		for i, a := range r.Alpha {
			if !close(a, gamma*(y[i]-dot(want[:d], x[i])-want[d]), 1e-5) {
				t.Errorf("%s: alpha %d is %v", strategy, i, a)
			}
		}
	}
}

// assertBalanced checks the constraint of the intercept, sum(alpha) = 0.
func assertBalanced(t *testing.T, r *experiment.Report) {
	t.Helper()
	var sum, size float64
	for _, a := range r.Alpha {
		sum += a
		size += math.Abs(a)
	}
	if size == 0 || math.Abs(sum) > 1e-14*size {
		t.Errorf("alpha sums to %g of %g", sum, size)
	}
}

func TestInterceptBalancesAlphaForEveryLoss(t *testing.T) {
	x, y := randomData(20, 3, 5)
	for _, loss := range []string{"squared", "absolute", "epsilon-insensitive", "huber", "logistic", "hinge", "smoothed-hinge", "quadratically-smoothed-hinge"} {
		task, target := "regression", y
		if experiment.OfClasses(loss) {
			task, target = "classification", labels(y)
		}
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": %q, "model": {"gamma": 0.9, "loss": {"type": %q}}}`, inline(x, target), task, loss), nil, Options{})
		assertBalanced(t, r)
		if r.Status != experiment.Converged || r.Intercept == 0 {
			t.Errorf("%s: %s, intercept %g", loss, r.Status, r.Intercept)
		}
	}
}

// TestGammaScale checks that, with gamma "auto", the fit of alpha = gamma s, the limit
// for a small gamma, has the norm of y: gamma^(q-1) ||K[s, ..., s, .]|| = ||y||. Here s
// is minus the slope of the loss at the best constant.
func TestGammaScale(t *testing.T) {
	const n, d = 11, 3
	x, y := randomData(n, d, 6)
	for i := range y {
		y[i] += 5
	}
	classes := labels(y)
	classes[0] = -classes[0]
	positive := 0.0
	for _, c := range classes {
		positive += (c + 1) / 2 / n
	}
	mean := dot(y, slices.Repeat([]float64{1}, n)) / n
	logOdds := math.Log(positive / (1 - positive))
	for _, c := range []struct {
		name, task, loss string
		intercept        bool
		target           []float64
		s, size          func(y float64) float64
	}{
		{"squared", "regression", "squared", false, y, func(y float64) float64 { return y }, func(y float64) float64 { return y }},
		{"squared with intercept", "regression", "squared", true, y, func(y float64) float64 { return y - mean }, func(y float64) float64 { return y - mean }},
		{"absolute", "regression", "absolute", false, y, func(y float64) float64 { return math.Copysign(1, y) }, func(y float64) float64 { return y }},
		{"logistic", "classification", "logistic", false, classes, func(y float64) float64 { return y / 2 }, func(y float64) float64 { return y }},
		{"logistic with intercept", "classification", "logistic", true, classes, func(y float64) float64 { return y / (1 + math.Exp(y*logOdds)) }, func(y float64) float64 { return y }},
	} {
		for _, q := range []float64{2, 4, 5, 6} {
			for _, degree := range []int{1, 2} {
				r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": {"train": 1, "test": 0},
					"preprocess": {"standardize": false, "intercept": %v},
					"model": {"kernel": {"type": "polynomial", "degree": %d}, "p": "%g/%g", "loss": {"type": %q}}, "solver": {"maxIterations": 1}}`,
					inline(x, c.target), c.task, c.intercept, degree, q, q-1, c.loss), nil, Options{})
				fit := make([]float64, n)
				for _, m := range monomials(x, degree) { // with the q-th powers of their constants
					var u float64
					for i := range n {
						u += c.s(c.target[i]) * m.value[i]
					}
					for i := range n {
						fit[i] += m.orderings * m.value[i] * math.Copysign(math.Pow(math.Abs(u), q-1), u)
					}
				}
				var size float64
				for _, v := range c.target {
					size = math.Hypot(size, c.size(v))
				}
				want := math.Pow(size/math.Sqrt(dot(fit, fit)), 1/(q-1))
				if !close(r.Gamma, want, 1e-9*want) || !r.Spec.Model.Gamma.Auto {
					t.Errorf("%s, q = %g, degree %d: gamma %v, want %v", c.name, q, degree, r.Gamma, want)
				}
			}
		}
	}
}

type monomial struct {
	value     []float64 // on each row
	orderings float64   // s!/prod k_j!
}

// monomials returns the monomials of degree 1 or 2.
func monomials(x [][]float64, degree int) (all []monomial) {
	for j := range x[0] {
		if degree == 1 {
			m := monomial{orderings: 1}
			for i := range x {
				m.value = append(m.value, x[i][j])
			}
			all = append(all, m)
			continue
		}
		for k := j; k < len(x[0]); k++ {
			m := monomial{orderings: 2}
			if j == k {
				m.orderings = 1
			}
			for i := range x {
				m.value = append(m.value, x[i][j]*x[i][k])
			}
			all = append(all, m)
		}
	}
	return all
}

// TestGammaScaleFollowsUnits checks that a change of the units of y or of the features
// changes the predictions only by the units.
func TestGammaScaleFollowsUnits(t *testing.T) {
	const q = 4.0
	x, y := randomData(14, 3, 7)
	run := func(ofX, ofY float64) *experiment.Report {
		data := inline(scaled(x, ofX), scaled([][]float64{y}, ofY)[0])
		return mustRun(t, fmt.Sprintf(`{%s, "target": "y", "preprocess": {"standardize": false}, "solver": {"tolerance": 1e-13}}`, data), nil, Options{})
	}
	base := run(1, 1)
	for _, c := range []float64{1e-3, 8, 1e4} {
		r := run(c, 1)
		if want := base.Gamma * math.Pow(c, -q/(q-1)); !close(r.Gamma, want, 1e-9*want) {
			t.Errorf("x times %g: gamma %v, want %v", c, r.Gamma, want)
		}
		if c < 1 { // the tolerance is not relative to a small objective
			assertVector(t, fmt.Sprintf("x times %g: prediction", c), r.Predictions.Test, base.Predictions.Test, 1e-4)
		}
		r = run(1, c)
		if want := base.Gamma * math.Pow(c, (2-q)/(q-1)); !close(r.Gamma, want, 1e-9*want) {
			t.Errorf("y times %g: gamma %v, want %v", c, r.Gamma, want)
		}
		if c > 1 {
			assertVector(t, fmt.Sprintf("y times %g: prediction", c), r.Predictions.Test, scaled([][]float64{base.Predictions.Test}, c)[0], 1e-4)
		}
	}
}

package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
)

// ridgeOf solves (X'X + lambda I) b = X'y on centred data.
func ridgeOf(t *testing.T, x [][]float64, y []float64, lambda float64) (b []float64, intercept float64) {
	n, d := len(x), len(x[0])
	mean, level := make([]float64, d), 0.0
	for i := range x {
		level += y[i] / float64(n)
		for j, v := range x[i] {
			mean[j] += v / float64(n)
		}
	}
	a, right := mat.NewDense(d, d, nil), make([]float64, d)
	for i := range x {
		for j := range d {
			right[j] += (x[i][j] - mean[j]) * (y[i] - level)
			for k := range d {
				a.Set(j, k, a.At(j, k)+(x[i][j]-mean[j])*(x[i][k]-mean[k]))
			}
		}
	}
	for j := range d {
		a.Set(j, j, a.At(j, j)+lambda)
	}
	b = solveDense(t, a, right)
	return b, level - dot(b, mean)
}

// TestRidgeThroughTheLab checks coefficients, predictions, objective and weights against
// the normal equations.
func TestRidgeThroughTheLab(t *testing.T) {
	const n, d, lambda = 12, 3, 0.7
	x, y := randomData(n+4, d, 3)
	b, intercept := ridgeOf(t, x[:n], y[:n], lambda)
	primal := lambda * dot(b, b)
	f := make([]float64, len(x))
	for i := range x {
		f[i] = intercept + dot(b, x[i])
		if i < n {
			primal += (y[i] - f[i]) * (y[i] - f[i])
		}
	}
	for _, method := range []string{"auto", "primal", "dual"} {
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": [0,1,2,3,4,5,6,7,8,9,10,11], "test": [12,13,14,15]},
			"preprocess": {"standardize": false}, "solver": {"method": %q}, "model": {"type": "ridge", "lambda": %g}}`, inline(x, y), method, lambda), nil, Options{})
		assertVector(t, method+" coefficient", []float64{r.Coefficients["x1"], r.Coefficients["x2"], r.Coefficients["x3"]}, b, 1e-9)
		assertVector(t, method+" training prediction", r.Predictions.Train, f[:n], 1e-9)
		assertVector(t, method+" test prediction", r.Predictions.Test, f[n:], 1e-9)
		if !close(r.Objective.Primal, primal, 1e-9*primal) || r.Objective.Gap > 1e-9*primal || r.Status != experiment.Converged || r.Lambda != lambda {
			t.Errorf("%s: objective %+v, want %v; status %s, lambda %g", method, r.Objective, primal, r.Status, r.Lambda)
		}
		if r.Alpha != nil || r.Weights.Count != d || len(r.Weights.Top) != d || !close(r.Weights.NormPower, dot(b, b), 1e-9) {
			t.Errorf("%s: alpha %v, weights %+v", method, r.Alpha, r.Weights)
		}
	}
}

// TestStandardizedCoefficients checks that a weight is in units of the standardised
// feature, and its coefficient in units of the data.
func TestStandardizedCoefficients(t *testing.T) {
	x, y := randomData(20, 2, 5)
	for i := range x {
		x[i][1] = 40 + 10*x[i][1]
	}
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1}, "model": {"type": "ridge", "lambda": 1e-9}}`, inline(x, y)), nil, Options{})
	b, _ := ridgeOf(t, x, y, 0)
	for _, w := range r.Weights.Top {
		if !close(w.Coefficient, b[w.Index], 1e-6*math.Abs(b[w.Index])) || w.Value != r.Coefficients[w.Label] {
			t.Errorf("%s has weight %g (%g by name) and coefficient %g, want %g", w.Label, w.Value, r.Coefficients[w.Label], w.Coefficient, b[w.Index])
		}
	}
}

// TestRidgeCrossValidation checks every score against separate fits, and that the choices
// are the minimum and the largest lambda within one standard error of it.
func TestRidgeCrossValidation(t *testing.T) {
	const n, folded = 23, 4
	x, y := randomData(n, 3, 8)
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1}, "preprocess": {"standardize": false},
		"model": {"type": "ridge"}, "search": {"criterion": "cross-validation", "folds": %d, "lambda": [0.01, 1, 5, 20, 80, 1000], "rule": "1-se"}}`, inline(x, y), folded), nil, Options{})
	s := r.Search
	for g, lambda := range s.Lambda {
		var mean float64
		for _, out := range folds(make([]int, n), folded, 1) {
			in := dense.Without(n, out)
			b, intercept := ridgeOf(t, dense.At(x, in), dense.At(y, in), lambda*float64(len(in))/n)
			for _, i := range out {
				e := y[i] - intercept - dot(b, x[i])
				mean += e * e / n
			}
		}
		if got := s.Scores[0][g].Mean; !close(got, mean, 1e-8*mean) {
			t.Errorf("lambda %g: score %v, want %v", lambda, got, mean)
		}
	}
	row := s.Scores[0]
	for g := range row {
		if row[g].Mean < row[s.Minimum.Gamma].Mean {
			t.Errorf("the minimum is at %d, not at %d", g, s.Minimum.Gamma)
		}
		if within := row[g].Mean <= row[s.Minimum.Gamma].Mean+row[s.Minimum.Gamma].Error; within && g > s.OneError.Gamma {
			t.Errorf("lambda %g is larger, but within one standard error", s.Lambda[g])
		}
	}
	if s.OneError.Gamma <= s.Minimum.Gamma || r.Chosen.Lambda != s.Lambda[s.OneError.Gamma] || r.Lambda != r.Chosen.Lambda {
		t.Errorf("minimum %+v, one error %+v, chosen %+v", s.Minimum, s.OneError, r.Chosen)
	}
	if s.Rules.OneError != *r.Chosen || s.Rules.Minimum.Lambda != s.Lambda[s.Minimum.Gamma] {
		t.Errorf("the rules choose %+v", s.Rules)
	}
	if !slices.IsSorted(s.Lambda) || s.Gamma != nil || len(s.Path.Weights) != 3 || s.Path.Points[2].Lambda != 5 {
		t.Errorf("search %+v", s)
	}
}

// TestRidgeSearchAutomatically checks that the automatic grid ends at the scale, and that
// validation rows, stability and the digest work for ridge regression.
func TestRidgeSearchAutomatically(t *testing.T) {
	spec := `{"data": {"source": "synthetic", "n": 60, "d": 5, "relevant": 2}, "split": {"train": 0.5, "validation": 0.25},
		"model": {"type": "ridge"}, "selection": {"rule": "count", "count": 2, "resamples": 6},
		"search": {"criterion": "validation", "count": 7, "decades": 3}}`
	r := mustRun(t, spec, nil, Options{})
	s := r.Search
	if len(s.Lambda) != 7 || !close(s.Lambda[6], s.Scale, 1e-12*s.Scale) || !close(s.Lambda[0], s.Scale/1000, 1e-12*s.Scale) {
		t.Errorf("lambdas %v about %g", s.Lambda, s.Scale)
	}
	if r.Weights.Recovery == nil || r.Weights.Recovery.Found != 2 || r.Stability == nil || !close(r.Stability.Top[0].Share, 1, 1e-12) {
		t.Errorf("recovery %+v, stability %+v", r.Weights.Recovery, r.Stability)
	}
	if again := mustRun(t, spec, nil, Options{}); again.Result != r.Result || !strings.HasPrefix(r.Solver.Method, "ridge") {
		t.Errorf("digest %v, then %v; method %s", r.Result, again.Result, r.Solver.Method)
	}
}

package lab

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lplab/core/experiment"
)

// TestBasisOfPolynomials checks that ridge on the features of a polynomial kernel, written as
// formulas, has the predictions of kernel ridge with that kernel: the features of (1 + x.t)^2
// are 1, sqrt(2) x_i, x_i^2 and sqrt(2) x_1 x_2.
func TestBasisOfPolynomials(t *testing.T) {
	x, y := randomData(24, 2, 41)
	const rest = `{%s, "target": "y", "split": {"train": 0.75, "test": 0.25}, "preprocess": {"standardize": false, "intercept": false}, %s}`
	ridge := mustRun(t, fmt.Sprintf(rest, inline(x, y),
		`"basis": ["1", "sqrt(2)*x1", "sqrt(2)*x2", "x1^2", "x2^2", "sqrt(2)*x1*x2"], "model": {"type": "ridge", "lambda": 0.7}`), nil, Options{})
	kernel := mustRun(t, fmt.Sprintf(rest, inline(x, y),
		`"model": {"type": "kernel-ridge", "lambda": 0.7, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}}`), nil, Options{})
	assertVector(t, "prediction", ridge.Predictions.Test, kernel.Predictions.Test, 1e-9)
	if len(ridge.Coefficients) != 6 || ridge.Coefficients["sqrt(2)*x1*x2"] == 0 {
		t.Errorf("coefficients %v", ridge.Coefficients)
	}
	if pair, constant := ridge.Features[5], ridge.Features[0]; pair != "sqrt(2)*x1*x2" || constant != "1" {
		t.Errorf("features %q", ridge.Features)
	}
}

// TestBasisOfWaves checks that least squares finds the sine and cosine terms of data without noise.
func TestBasisOfWaves(t *testing.T) {
	x, _ := randomData(30, 1, 43)
	y := make([]float64, len(x))
	for i, row := range x {
		y[i] = 0.5 + 2*math.Sin(2*math.Pi*row[0]) - math.Cos(math.Pi*row[0])
	}
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1}, "preprocess": {"standardize": false},
		"basis": ["sin(2*pi*x1)", "cos(pi*x1)", "x1"], "model": {"type": "least-squares"}}`, inline(x, y)), nil, Options{})
	for name, want := range map[string]float64{"sin(2*pi*x1)": 2, "cos(pi*x1)": -1, "x1": 0} {
		if got := r.Coefficients[name]; !close(got, want, 1e-10) {
			t.Errorf("%s has the coefficient %g, want %g", name, got, want)
		}
	}
	if !close(r.Intercept, 0.5, 1e-10) {
		t.Errorf("intercept %g", r.Intercept)
	}
}

// TestBasisOfEveryModel checks that every type of model gives the same result with formulas as with
// columns of the same cells.
func TestBasisOfEveryModel(t *testing.T) {
	x, y := randomData(26, 3, 47)
	made := make([][]float64, len(x))
	for i, row := range x {
		made[i] = []float64{max(row[0], row[1]), math.Exp(row[2]), row[0]}
	}
	named := map[string]string{"x1": "max(x1, x2)", "x2": "exp(x3)", "x3": "x1"}
	for _, m := range family {
		model := m.model
		if m.name == experiment.ModelGroupLasso {
			model = `"lambda": 2, "groups": [["max(x1, x2)", "exp(x3)"], ["x1"]]`
		}
		formulas := familySpec(x, y, m.name, model, m.classes, `{"train": 0.7, "test": 0.3}`, `, "basis": ["max(x1, x2)", "exp(x3)", "x1"]`)
		if m.name == experiment.ModelGroupLasso {
			model = `"lambda": 2, "groups": [["x1", "x2"], ["x3"]]`
		}
		columns := familySpec(made, y, m.name, model, m.classes, `{"train": 0.7, "test": 0.3}`, "")
		got, want := mustRun(t, formulas, nil, Options{}), mustRun(t, columns, nil, Options{})
		assertVector(t, m.name+": prediction", got.Predictions.Test, want.Predictions.Test, 1e-12)
		for j, feature := range want.Features {
			if got.Features[j] != named[feature] {
				t.Errorf("%s: feature %d is %q, want %q", m.name, j, got.Features[j], named[feature])
			}
		}
		if !slices.Equal(got.Rows.Test, want.Rows.Test) {
			t.Errorf("%s: other rows", m.name)
		}
	}
}

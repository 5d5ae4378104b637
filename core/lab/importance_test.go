package lab

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/numeric/rng"
)

// TestImportance compares the importance of columns with its expectation for the true function: if f is a sum of functions of
// independent columns, permuting column j adds 2 Var f_j to the squared error.
func TestImportance(t *testing.T) {
	random := rng.NewStream(3, "importance")
	effects := map[string]float64{"u": -1, "v": 0, "w": 1} // variance 2/3
	levels := []string{"u", "v", "w"}
	var rows []string
	for range 1600 {
		a, b, c, g := random.Normal(), random.Normal(), random.Normal(), levels[random.IntN(3)]
		class := "no"
		if a > 0 {
			class = "yes"
		}
		rows = append(rows, fmt.Sprintf("[%v, %v, %v, %q, %v, %q]", a, b, c, g, 2*a+b+1.5*effects[g], class))
	}
	data := `"data": {"source": "inline", "columns": ["a", "b", "c", "g", "y", "class"], "rows": [` + strings.Join(rows, ", ") + `]}, "features": ["a", "b", "c", "g"], "split": {"train": 0.5, "test": 0.5}`
	variance := 4 + 1 + 2.25*2/3
	for _, c := range []struct {
		model    string
		expected map[string]float64
	}{
		{`"target": "y", "model": {"type": "kernel-ridge", "kernel": {"type": "linear"}, "lambda": 1e-6}`, map[string]float64{"a": 8 / variance, "b": 2 / variance, "c": 0, "g": 2 * 1.5 / variance}},
		{`"target": "class", "task": "classification", "model": {"type": "svm", "kernel": {"type": "linear"}, "C": 100}`, map[string]float64{"a": 0.5, "b": 0, "c": 0, "g": 0}},
	} {
		r := mustRun(t, "{"+data+", "+c.model+"}", nil, Options{})
		if len(r.Importance) != 4 || r.Importance[0].Column != "a" {
			t.Fatalf("%s: %+v", c.model, r.Importance)
		}
		for i, of := range r.Importance {
			if i > 0 && of.Increase > r.Importance[i-1].Increase {
				t.Errorf("%s: %q is not in order", c.model, of.Column)
			}
			if math.Abs(of.Increase-c.expected[of.Column]) > 4*of.Error+0.01 || of.Error > 0.1 {
				t.Errorf("%s: %q has %g ± %g, expected %g", c.model, of.Column, of.Increase, of.Error, c.expected[of.Column])
			}
		}
	}
	for _, other := range []string{`"model": {"type": "ridge"}`, `"model": {"type": "kernel-ridge", "kernel": {"type": "set", "of": [{"type": "gaussian"}]}}, "bag": "bag"`} {
		r := mustRun(t, `{"data": {"source": "inline", "columns": ["bag", "x", "y"], "rows": [[1, 1, 2], [1, 2, 2], [2, 3, 1], [3, 5, 4], [4, 7, 6], [5, 8, 7], [6, 9, 1]]}, "target": "y", "split": {"train": 1}, `+other+`}`, nil, Options{})
		if r.Importance != nil {
			t.Errorf("%s has the importance %+v", other, r.Importance)
		}
	}
}

// TestImportanceOfManyColumns checks that there is importance with many columns if comparing all pairs of training rows, as
// a kernel machine does, takes as long.
func TestImportanceOfManyColumns(t *testing.T) {
	const n, d = 900, 60
	random := rng.NewStream(5, "importance")
	x, y := make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range x[i] {
			x[i][j] = random.Float64()
		}
		y[i] = x[i][7]
	}
	r := mustRun(t, `{`+inline(x, y)+`, "target": "y", "split": {"train": 0.95, "test": 0.05, "validation": 0, "seed": 1},
		"model": {"type": "kernel-ridge", "kernel": {"type": "linear"}, "lambda": 0.1}}`, nil, Options{})
	if len(r.Importance) != d || r.Importance[0].Column != "x8" {
		t.Errorf("importance %+v", r.Importance)
	}
}

// TestImportanceOfFewRows checks that test rows with a single target, or a single test row, give no importance.
func TestImportanceOfFewRows(t *testing.T) {
	x, y := [][]float64{{1}, {2}, {3}, {4}, {5}, {6}}, []float64{1, -1, 1, 0.1, 0.1, 0.1} // the mean of three 0.1 is rounded up
	for _, split := range []string{
		`"split": {"train": [0, 1, 2], "test": [3, 4, 5]}`, `"split": {"train": [0, 1], "test": [2]}, "task": "classification"`,
	} {
		r := mustRun(t, `{`+inline(x, y)+`, "target": "y", `+split+`, "model": {"type": "knn", "k": 1}}`, nil, Options{})
		if r.Importance != nil || r.Status != experiment.Exact {
			t.Errorf("%s: importance %+v, status %q", split, r.Importance, r.Status)
		}
	}
}

package lab

import (
	"fmt"
	"math"
	"testing"

	"lplab/core/experiment"
)

// formulas returns an experiment with the given numbers of formulas and rows.
func formulas(n, rows int) string {
	var basis []string
	for i := range n {
		basis = append(basis, fmt.Sprintf("sin(x%d) * x%d ^ %d", i%5+1, i%3+1, i+2))
	}
	return fmt.Sprintf(`{"data": {"source": "synthetic", "n": %d, "d": 6}, "basis": %s, "model": {"type": "ridge"}, "split": {"train": 0.01, "test": 0.99}}`, rows, compact(basis))
}

// classes returns an experiment with the given numbers of rows and classes.
func classes(n, classes int) string {
	rows := make([][]any, n)
	for i := range rows {
		rows[i] = []any{i, i * i % 7, fmt.Sprint("class ", i%classes)}
	}
	return fmt.Sprintf(`{"data": {"source": "inline", "columns": ["a", "b", "y"], "rows": %s}, "target": "y", "task": "classification", "model": {"p": "6/5", "loss": {"type": "hinge"}}, "search": {"criterion": "cross-validation", "count": 8}}`, compact(rows))
}

// TestEstimate checks that estimated times of quick and slow experiments are within wide
// bounds.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		name, spec  string
		least, most float64
	}{
		{"the opening", `{"data": {"source": "synthetic", "n": 125, "d": 1500}, "split": {"train": 0.68, "test": 0.32}}`, 0.01, 3},
		{"a sample", `{"data": {"source": "sample", "name": "wpbc"}, "target": "time"}`, 0, 10},
		{"inline", `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[1, 2], [2, 3], [4, 5]]}, "target": "y"}`, 0, 1},
		{"many columns", `{"data": {"source": "synthetic", "n": 700, "d": 70000}}`, 5, 1e6},
		{"order 6", `{"data": {"source": "synthetic", "n": 160, "d": 20}, "model": {"p": "6/5", "kernel": {"type": "exponential"}}, "solver": {"strategy": "streamed"}}`, 20, 1e6},
		{"the streamed strategy", `{"data": {"source": "synthetic", "n": 800, "d": 20}, "model": {"kernel": {"type": "exponential"}}, "solver": {"strategy": "streamed"}}`, 60, 1e7},
		{"a geometric series", `{"data": {"source": "synthetic", "n": 200, "d": 20}, "model": {"kernel": {"type": "geometric", "radius": 500}}}`, 0.1, 100},
		{"a product of sums", `{"data": {"source": "synthetic", "n": 200, "d": 20}, "model": {"kernel": {"type": "product", "of": [{"type": "sum", "of": [{"type": "linear"}, {"type": "exponential"}]}, {"type": "polynomial", "constant": 1}]}}}`, 0.1, 100},
		{"a long search", `{"data": {"source": "synthetic", "n": 125, "d": 1500}, "search": {"criterion": "cross-validation", "folds": 50, "count": 1000}}`, 60, 1e6},
		{"reweighting", `{"data": {"source": "synthetic", "n": 125, "d": 1500}, "split": {"train": 0.68, "test": 0.32}, "model": {"r": 1}}`, 0.003, 1},
		{"a search of r", `{"data": {"source": "synthetic", "n": 125, "d": 1500}, "model": {"r": 1}, "search": {"criterion": "cross-validation", "r": [0.5, 0.7, 0.9, 1]}}`, 0.25, 6},
		{"a search of r of degree 2", `{"data": {"source": "synthetic", "n": 120, "d": 150}, "model": {"r": 0.5, "steps": 8, "kernel": {"type": "polynomial"}}, "search": {"criterion": "cross-validation", "count": 20, "r": [0.5, 0.7, 1]}}`, 0.7, 16},
		{"r in stability selection", `{"data": {"source": "synthetic", "n": 30, "d": 20000}, "model": {"r": 0.5}, "selection": {"rule": "stability", "falseSelections": 1}}`, 0.4, 11},
		{"Huber's loss on many rows", `{"data": {"source": "synthetic", "n": 100000, "d": 3, "relevant": 2}, "model": {"loss": {"type": "huber"}, "kernel": {"type": "polynomial"}}, "search": {"criterion": "cross-validation", "count": 10}}`, 8, 200},
		{"the epsilon-insensitive loss", `{"data": {"source": "synthetic", "n": 2000, "d": 5, "relevant": 2}, "model": {"loss": {"type": "epsilon-insensitive"}}, "search": {"criterion": "cross-validation"}}`, 0.4, 10},
		{"many classes", classes(200, 50), 1.5, 40},
		{"a subsample of many rows", `{"data": {"source": "synthetic", "n": 100000, "d": 3, "relevant": 2}, "model": {"type": "kernel-ridge", "kernel": {"type": "gaussian"}, "subsample": 500}}`, 0.25, 6},
		{"many subsamples", `{"data": {"source": "synthetic", "n": 300, "d": 50}, "split": {"train": 0.5, "validation": 0.5}, "search": {"criterion": "validation", "subsample": [50, 100, 140], "repeats": 1000}}`, 10, 1e7},
		{"many resamples", `{"data": {"source": "synthetic", "n": 200, "d": 1500}, "model": {"kernel": {"type": "polynomial"}}, "selection": {"resamples": 1000}}`, 60, 1e7},
		{"ISTA to its limit", `{"data": {"source": "synthetic", "n": 300, "d": 500}, "model": {"type": "lasso", "lambda": 1e-9}, "solver": {"method": "ista", "maxIterations": 1000000}}`, 60, 1e6},
		{"ISTA with a low limit", `{"data": {"source": "synthetic", "n": 300, "d": 500}, "model": {"type": "lasso", "lambda": 1e-9}, "solver": {"method": "ista", "maxIterations": 100}}`, 0, 1},
		{"ISTA with a loose tolerance", `{"data": {"source": "synthetic", "n": 300, "d": 500}, "model": {"type": "lasso"}, "solver": {"method": "ista", "tolerance": 0.1}}`, 0, 2},
		{"proximal gradient to its limit", `{"data": {"source": "synthetic", "n": 100, "d": 500}, "model": {"p": "101/100"}, "solver": {"method": "proximal-gradient", "maxIterations": 1000000}}`, 20, 1e6},
		{"a group lasso", `{"data": {"source": "synthetic", "n": 300, "d": 3000}, "model": {"type": "group-lasso", "lambda": 0.01}}`, 10, 1e4},
		{"formulas on many rows", formulas(400, 40_000), 10, 1e4},
		{"formulas on few rows", formulas(400, 40), 0, 1},
		{"many folds", `{"data": {"source": "synthetic", "n": 700, "d": 200}, "model": {"kernel": {"type": "polynomial"}}, "search": {"criterion": "cross-validation", "folds": 100, "count": 2}}`, 10, 1e6},
		{"refused", `{"data": {"source": "synthetic", "n": 100, "d": 20}, "model": {"p": "101/100", "kernel": {"type": "polynomial", "degree": 10}}, "solver": {"strategy": "tensor"}}`, 0, 10},
	} {
		spec := mustDecode(t, c.spec)
		seconds, ok, err := Estimate(spec, Options{})
		if err != nil || !ok || seconds < c.least || seconds > c.most {
			t.Errorf("%s: %g s, %v, %v; want %g to %g", c.name, seconds, ok, err, c.least, c.most)
		}
	}
	// A search of several degrees takes about as long as the searches of each.
	search := func(degrees ...int) float64 {
		spec := mustDecode(t, `{"data": {"source": "synthetic", "n": 300, "d": 12}, "model": {"kernel": {"type": "polynomial"}}, "search": {"criterion": "cross-validation", "count": 20}}`)
		if spec.Model.Kernel.Degree = degrees[0]; len(degrees) > 1 {
			spec.Search.Degree = degrees
		}
		seconds, _, err := Estimate(spec, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return seconds
	}
	if all, each := search(2, 3, 5), search(2)+search(3)+search(5); math.Abs(all/each-1) > 0.05 || search(5) < 3*search(2) {
		t.Errorf("%g s for three degrees together, %g s for separate searches; %g s for degree 5 and %g s for degree 2", all, each, search(5), search(2))
	}
	spec, _ := experiment.Decode([]byte(`{"data": {"source": "file", "name": "mine.csv"}, "target": "y"}`))
	if _, ok, err := Estimate(spec, Options{}); ok || err != nil {
		t.Errorf("a missing file: %v, %v", ok, err)
	}
	spec, _ = experiment.Decode([]byte(`{"data": {"source": "sample", "name": "iris"}, "target": "y"}`))
	if _, _, err := Estimate(spec, Options{}); err == nil {
		t.Error("an unknown sample has an estimate")
	}
}

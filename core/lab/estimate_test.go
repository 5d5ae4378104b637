package lab

import (
	"testing"

	"lplab/core/experiment"
)

// TestEstimate: what is quick is told from what is not, and nothing is drawn or
// computed to know it.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		name, spec  string
		least, most float64
	}{
		{"the opening", `{"data": {"source": "synthetic", "n": 125, "d": 1500}, "split": {"train": 0.68, "test": 0.32}}`, 0.01, 3},
		{"a sample", `{"data": {"source": "sample", "name": "wpbc"}, "target": "time"}`, 0, 10},
		{"inline", `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[1, 2], [2, 3], [4, 5]]}, "target": "y"}`, 0, 1},
		{"many columns", `{"data": {"source": "synthetic", "n": 700, "d": 70000}}`, 5, 1e6},
		{"order 6", `{"data": {"source": "synthetic", "n": 160, "d": 20}, "model": {"p": "6/5", "kernel": {"type": "exponential"}}}`, 20, 1e6},
		{"streamed by wish", `{"data": {"source": "synthetic", "n": 800, "d": 20}, "model": {"kernel": {"type": "exponential"}}, "solver": {"strategy": "streamed"}}`, 60, 1e7},
		{"a geometric series", `{"data": {"source": "synthetic", "n": 200, "d": 20}, "model": {"kernel": {"type": "geometric", "radius": 500}}}`, 0.1, 100},
		{"a product of sums", `{"data": {"source": "synthetic", "n": 200, "d": 20}, "model": {"kernel": {"type": "product", "of": [{"type": "sum", "of": [{"type": "linear"}, {"type": "exponential"}]}, {"type": "polynomial", "constant": 1}]}}}`, 0.1, 100},
		{"a long search", `{"data": {"source": "synthetic", "n": 125, "d": 1500}, "search": {"criterion": "cross-validation", "folds": 50, "count": 1000}}`, 60, 1e6},
		{"many subsamples", `{"data": {"source": "synthetic", "n": 300, "d": 50}, "split": {"train": 0.5, "validation": 0.5}, "search": {"criterion": "validation", "subsample": [50, 100, 140], "repeats": 1000}}`, 10, 1e7},
		{"many resamples", `{"data": {"source": "synthetic", "n": 200, "d": 1500}, "model": {"kernel": {"type": "polynomial"}}, "selection": {"resamples": 1000}}`, 60, 1e7},
		{"refused", `{"data": {"source": "synthetic", "n": 100, "d": 20}, "model": {"p": "101/100", "kernel": {"type": "polynomial", "degree": 10}}, "solver": {"strategy": "tensor"}}`, 0, 10},
	} {
		spec, err := experiment.Decode([]byte(c.spec))
		if err != nil {
			t.Fatal(err)
		}
		seconds, ok, err := Estimate(spec, Options{})
		if err != nil || !ok || seconds < c.least || seconds > c.most {
			t.Errorf("%s: %g s, %v, %v; want %g to %g", c.name, seconds, ok, err, c.least, c.most)
		}
	}
	spec, _ := experiment.Decode([]byte(`{"data": {"source": "file", "name": "mine.csv"}, "target": "y"}`))
	if _, ok, err := Estimate(spec, Options{}); ok || err != nil {
		t.Errorf("a file that is not there: %v, %v", ok, err)
	}
	spec, _ = experiment.Decode([]byte(`{"data": {"source": "sample", "name": "iris"}, "target": "y"}`))
	if _, _, err := Estimate(spec, Options{}); err == nil {
		t.Error("an unknown sample")
	}
}

package lab

import (
	"context"
	"testing"

	"lplab/core/experiment"
)

// BenchmarkSearch chooses among 50 strengths by five folds of 1,500 rows, from spec to
// report.
func BenchmarkSearch(b *testing.B) {
	s, err := experiment.Decode([]byte(`{"data": {"source": "synthetic", "n": 1500, "d": 10, "relevant": 4, "noise": 0.5}, "split": {"train": 1, "test": 0},
		"search": {"criterion": "cross-validation", "count": 50, "folds": 5}}`))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if r, err := Run(context.Background(), s, nil, Options{}); err != nil || r.Status != experiment.Converged {
			b.Fatal(r, err)
		}
	}
}

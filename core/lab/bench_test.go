package lab

import (
	"context"
	"testing"

	"lplab/core/experiment"
)

// BenchmarkTable2 runs the experiment of [S table 2] from spec to report: 90
// training rows, 650 variables, the polynomial kernel of degree 2, 6 relevant
// monomials of N = 211,575, which the page opens with. [S] reports 2.73 s to
// build the tensor and 2.49 s to solve.
func BenchmarkTable2(b *testing.B) {
	for _, strategy := range []string{experiment.StrategyTensor, experiment.StrategyFeatures} {
		b.Run(strategy, func(b *testing.B) {
			s, err := experiment.Decode([]byte(`{"data": {"source": "synthetic", "n": 120, "d": 650, "relevant": 6, "degree": 2},
				"model": {"kernel": {"type": "polynomial", "degree": 2}}, "solver": {"strategy": "` + strategy + `"}}`))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				r, err := Run(context.Background(), s, nil, Options{})
				if err != nil || r.Status != experiment.Converged || len(r.Alpha) != 90 {
					b.Fatal(r, err)
				}
			}
		})
	}
}

// BenchmarkPath runs an experiment for one gamma, and its path of fifty.
func BenchmarkPath(b *testing.B) {
	for _, search := range []string{"", `, "search": {"criterion": "path"}`} {
		b.Run(map[bool]string{true: "one", false: "fifty"}[search == ""], func(b *testing.B) {
			s, err := experiment.Decode([]byte(`{"data": {"source": "synthetic", "n": 120, "d": 100, "relevant": 6, "degree": 2}, "split": {"train": 1, "test": 0},
				"model": {"kernel": {"type": "polynomial", "degree": 2}}, "solver": {"strategy": "tensor"}` + search + `}`))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if r, err := Run(context.Background(), s, nil, Options{}); err != nil || r.Status != experiment.Converged {
					b.Fatal(r, err)
				}
			}
		})
	}
}

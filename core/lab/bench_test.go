package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
	"time"

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

// BenchmarkStrategies runs every case of testdata/strategies.json by every
// strategy that can hold it, and reports how much slower the automatic choice was
// than the best: the cost model is fitted to keep that below 1.5.
func BenchmarkStrategies(b *testing.B) {
	text, err := os.ReadFile("../../testdata/strategies.json")
	if err != nil {
		b.Fatal(err)
	}
	var cases []struct {
		Name        string
		Data, Model json.RawMessage
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		b.Fatal(err)
	}
	for _, c := range cases {
		b.Run(c.Name, func(b *testing.B) {
			data := fmt.Sprintf(`{"source": "synthetic", "relevant": 5, %s`, c.Data[1:])
			seconds := map[string]float64{}
			chosen := ""
			for b.Loop() {
				for _, strategy := range []string{experiment.Auto, experiment.StrategyFeatures, experiment.StrategyTensor} {
					s, err := experiment.Decode([]byte(fmt.Sprintf(
						`{"data": %s, "split": {"train": 1, "test": 0}, "model": %s, "solver": {"strategy": %q}}`, data, c.Model, strategy)))
					if err != nil {
						b.Fatal(err)
					}
					r, err := Run(context.Background(), s, nil, Options{Clock: func() float64 { return time.Since(began).Seconds() }})
					if err != nil {
						continue // this strategy cannot hold the case
					}
					if strategy == experiment.Auto {
						chosen = r.Solver.Strategy
						continue
					}
					took := r.Solver.Seconds.Build + r.Solver.Seconds.Solve
					if before, known := seconds[strategy]; !known || took < before {
						seconds[strategy] = took
					}
				}
			}
			best := math.Inf(1)
			for strategy, took := range seconds {
				best = min(best, took)
				b.ReportMetric(took, strategy+"-s")
			}
			b.ReportMetric(seconds[chosen]/best, "chosen/best")
		})
	}
}

var began = time.Now()

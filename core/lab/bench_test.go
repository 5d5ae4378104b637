package lab

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
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
			s := mustDecode(b, `{"data": {"source": "synthetic", "n": 120, "d": 650, "relevant": 6, "degree": 2},
				"model": {"kernel": {"type": "polynomial", "degree": 2}}, "solver": {"strategy": "`+strategy+`"}}`)
			for b.Loop() {
				r, err := Run(context.Background(), s, nil, Options{})
				if err != nil || r.Status != experiment.Converged || len(r.Alpha) != 90 {
					b.Fatal(r, err)
				}
			}
		})
	}
}

// BenchmarkPath runs an experiment for one gamma and for a path of fifty.
func BenchmarkPath(b *testing.B) {
	for _, search := range []string{"", `, "search": {"criterion": "path"}`} {
		b.Run(map[bool]string{true: "one", false: "fifty"}[search == ""], func(b *testing.B) {
			s := mustDecode(b, `{"data": {"source": "synthetic", "n": 120, "d": 100, "relevant": 6, "degree": 2}, "split": {"train": 1, "test": 0},
				"model": {"kernel": {"type": "polynomial", "degree": 2}}, "solver": {"strategy": "tensor"}`+search+`}`)
			for b.Loop() {
				if r, err := Run(context.Background(), s, nil, Options{}); err != nil || r.Status != experiment.Converged {
					b.Fatal(r, err)
				}
			}
		})
	}
}

// BenchmarkTenClasses fits one-vs-rest logistic regressions of ten classes and of two to one
// tensor of order 4 over 2,000 columns, mostly the time of the build, and reports the ratio of
// the times of ten and of two classes: "ratio".
func BenchmarkTenClasses(b *testing.B) {
	const n, d = 80, 2000
	r := rand.New(rand.NewPCG(1, 10))
	files := map[int][]byte{}
	for _, classes := range []int{2, 10} {
		var text bytes.Buffer
		text.WriteString("class")
		for j := range d {
			fmt.Fprintf(&text, ",x%d", j)
		}
		for i := range n {
			fmt.Fprintf(&text, "\nc%d", i%classes)
			for j := range d {
				fmt.Fprintf(&text, ",%.4f", r.NormFloat64()+float64((i+j)%classes)/3)
			}
		}
		files[classes] = text.Bytes()
	}
	seconds := map[int]float64{}
	for b.Loop() {
		for classes, file := range files {
			s := mustDecode(b, `{"data": {"source": "file", "name": "x.csv"}, "target": "class", "task": "classification", "split": {"train": 1},
				"model": {"loss": {"type": "logistic"}, "kernel": {"type": "polynomial", "degree": 2}}, "solver": {"strategy": "tensor", "tolerance": 1e-8}}`)
			start := time.Now()
			clock := func() float64 { return time.Since(start).Seconds() }
			out, err := Run(context.Background(), s, file, Options{Clock: clock})
			if err != nil || out.Status != experiment.Converged {
				b.Fatal(err, out.Status)
			}
			seconds[classes] += out.Solver.Seconds.Build + out.Solver.Seconds.Solve
		}
	}
	b.ReportMetric(seconds[10]/seconds[2], "ratio")
	b.ReportMetric(seconds[10]/float64(b.N), "s/ten")
}

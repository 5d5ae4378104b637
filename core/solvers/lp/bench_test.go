package lp

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lplab/core/data/synth"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// BenchmarkTable1 counts the iterations until the objective has a relative precision of 1e-8, beside the
// counts of [S table 1]: n = 200, d = 100000, 10 relevant features, sigma = 0.05, gamma = 10. The "> 5000"
// of the paper is written as 5000, the limit of iterations here too; the precision reached is reported as
// well. The dual method is measured by its own objective Lambda and by F at the weights of its alpha.
func BenchmarkTable1(b *testing.B) {
	const precision, limit = 1e-8, 5000
	x, y := table1(200, 100_000)
	for _, row := range []struct {
		p                   string
		q                   float64
		dualGradient, fista int // in [S table 1]; 0 for no entry
	}{
		{"4:3", 4, 12, 1158}, {"5:4", 5, 15, 1542}, {"1.1", 11, 63, 0}, {"1.05", 21, 258, 0},
	} {
		f, err := gram.NewFeatures(context.Background(), kernel.Linear, x, row.q, gram.Points)
		if err != nil {
			b.Fatal(err)
		}
		p := &Problem{Form: f, Loss: loss.Squared{}, Y: y, Gamma: 10}
		best, err := Solve(context.Background(), p, Newton{}, optimize.Settings{Tolerance: 1e-13, MaxIterations: 100}, nil)
		if err != nil {
			b.Fatal(err)
		}
		optimum := -best.Dual
		for _, m := range []struct {
			Method
			paper int
		}{{DualGradient{}, row.dualGradient}, {PrimalGradient{}, limit}, {Fista{}, row.fista}} {
			if m.paper == 0 {
				continue
			}
			b.Run(fmt.Sprintf("p=%s/%v", row.p, m), func(b *testing.B) {
				for b.Loop() {
					ctx, cancel := context.WithCancel(context.Background())
					primal, dual, reached := limit, limit, math.Inf(1)
					_, err := Solve(ctx, p, m, optimize.Settings{MaxIterations: limit, Monitor: func(r optimize.Record) {
						reached = min(reached, math.Abs(r.Primal-optimum)/optimum)
						if reached <= precision {
							primal = min(primal, r.Iteration)
							cancel()
						}
						if math.Abs(r.Dual+optimum) <= precision*optimum {
							dual = min(dual, r.Iteration)
						}
					}}, nil)
					cancel()
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(primal), "iterations")
					b.ReportMetric(float64(m.paper), "paper")
					b.ReportMetric(reached, "precision")
					if m.Method == (DualGradient{}) {
						b.ReportMetric(float64(dual), "iterations(dual)")
					}
				}
			})
		}
	}
}

// table1 generates the data of [S table 1].
func table1(n, d int) (dense.Points, []float64) {
	data := synth.Generate(synth.Params{N: n, D: d, Relevant: 10, Noise: 0.05, Degree: 1, Seed: 1})
	x := dense.Points{N: n, D: d, X: make([]float64, n*d)}
	for j, column := range data.Columns {
		for i, v := range column {
			x.Row(i)[j] = v
		}
	}
	return x, data.Y
}

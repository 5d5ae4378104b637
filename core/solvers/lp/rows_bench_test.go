package lp

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// BenchmarkRows measures problems with many rows or features: the features, their covariance
// matrix and one solve, at gamma = 10 gamma_0 unless a gamma is given.
func BenchmarkRows(b *testing.B) {
	poly2 := kernel.Shifted(2, 1)
	eps := loss.EpsilonInsensitive{Epsilon: 0.1}
	for _, c := range []struct {
		name      string
		kernel    kernel.Kernel
		loss      loss.Loss
		n, d      int
		gamma     float64 // 0: 10 gamma_0
		tolerance float64
	}{
		{"linear", kernel.Linear, loss.Squared{}, 4000, 10, 0, 1e-10},
		{"linear", kernel.Linear, loss.Squared{}, 20_000, 10, 0, 1e-10},
		{"linear", kernel.Linear, loss.Squared{}, 100_000, 10, 0, 1e-10},
		{"degree 2", poly2, loss.Squared{}, 20_000, 20, 0, 1e-10},
		{"linear, wide", kernel.Linear, loss.Squared{}, 2000, 10_000, 0, 1e-8},
		{"degree 2", poly2, loss.EpsilonInsensitive{}, 20_000, 10, 0, 1e-8},
		{"degree 2", poly2, loss.Hinge{}, 20_000, 10, 0, 1e-8},
		{"degree 2", poly2, loss.Huber{Rho: 0.5}, 20_000, 10, 0, 1e-8},
		{"degree 2", poly2, eps, 20_000, 10, 0, 1e-8},
		{"degree 2", poly2, loss.Logistic{}, 20_000, 10, 0, 1e-8},
		{"linear", kernel.Linear, eps, 300, 60, 100, 1e-10},
		{"linear", kernel.Linear, eps, 100, 60, 100, 1e-10},
		{"linear", kernel.Linear, loss.EpsilonInsensitive{}, 800, 10, 10, 1e-10},
	} {
		b.Run(fmt.Sprintf("%s/%v/n=%d,d=%d", c.name, c.loss, c.n, c.d), func(b *testing.B) {
			x, y := manyRows(c.n, c.d, c.loss.Labels())
			ctx := context.Background()
			dimension, _ := kernel.Dimension(c.kernel, c.d)
			side := gram.ChooseSide(c.n, int(dimension), !loss.IsSmooth(c.loss))
			var iterations int
			for b.Loop() {
				f, err := gram.NewFeatures(ctx, c.kernel, x, 4, side)
				if err != nil {
					b.Fatal(err)
				}
				p := &Problem{Form: f, Loss: c.loss, Y: y, Gamma: c.gamma, Intercept: true}
				if p.Gamma == 0 {
					scale, err := GammaScale(ctx, p)
					if err != nil {
						b.Fatal(err)
					}
					p.Gamma = 10 * scale
				}
				r, err := Solve(ctx, p, Newton{}, optimize.Settings{Tolerance: c.tolerance, MaxIterations: 100}, nil)
				if err != nil || r.Status != optimize.Converged {
					b.Fatalf("%v after %d iterations, relative gap %.2g, %v", r.Status, r.Iterations, r.Relative(), err)
				}
				iterations = r.Iterations
			}
			b.ReportMetric(float64(iterations), "iterations")
		})
	}
}

// manyRows draws standard normal points and a sparse linear model with noise.
func manyRows(n, d int, labels bool) (dense.Points, []float64) {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := dense.Points{N: n, D: d, X: make([]float64, n*d)}
	y := make([]float64, n)
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = r.NormFloat64()
		}
		y[i] = row[0] - 0.8*row[1] + 0.9*row[2] + 0.5*r.NormFloat64()
		if labels {
			y[i] = math.Copysign(1, y[i])
		}
	}
	return x, y
}

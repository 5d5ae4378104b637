package gram

import (
	"context"
	"fmt"
	"testing"

	"lplab/core/spaces/kernel"
)

// BenchmarkFeatures evaluates the linear kernel on 120 points of 5000 variables, for which [H
// table 2] builds a tensor. Omega costs 4 n N flops, M another n^2 N.
func BenchmarkFeatures(b *testing.B) {
	const n, d = 120, 5000
	f := mustFeatures(b, kernel.Linear, randomPoints(n, d), 4)
	alpha, omega, m := randomAlpha(n), make([]float64, n), make([]float64, n*n)
	gflops := func(b *testing.B, work float64) {
		b.ReportMetric(work*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
	}
	b.Run("omega", func(b *testing.B) {
		for b.Loop() {
			f.OmegaM(context.Background(), omega, nil, alpha)
		}
		gflops(b, 4*n*d)
	})
	b.Run("omegaM", func(b *testing.B) {
		for b.Loop() {
			f.OmegaM(context.Background(), omega, m, alpha)
		}
		gflops(b, (4*n+n*n)*d)
	})
}

// BenchmarkSparse evaluates 200 points with 95 nonzero coordinates each, as in DEXTER, and points
// with every second coordinate.
func BenchmarkSparse(b *testing.B) {
	for _, c := range []struct {
		kernel     kernel.Kernel
		n, d, each int
	}{{linear, 200, 20_000, 95}, {square, 200, 20_000, 95}, {linear, 200, 2000, 1000}} {
		r := sparseRequest(c.kernel, c.n, c.d, c.each)
		f := newSparse(b, c.kernel, r.Sparse, 4)
		omega, m, alpha := make([]float64, c.n), make([]float64, c.n*c.n), randomAlpha(c.n)
		b.Run(fmt.Sprintf("%v/%d of %d", c.kernel, c.each, c.d), func(b *testing.B) {
			for b.Loop() {
				f.OmegaM(context.Background(), omega, m, alpha)
			}
		})
	}
}

// BenchmarkBlocks compares passes over features computed again in every pass with passes over stored features.
func BenchmarkBlocks(b *testing.B) {
	ctx := context.Background()
	for _, c := range []struct {
		kernel kernel.Kernel
		n, d   int
	}{{kernel.Truncate(kernel.ExponentialOf(0.2), 6), 2000, 12}, {kernel.Truncate(kernel.ExponentialOf(0.2), 3), 2000, 50},
		{square, 100, 100}, {square, 85, 1500}, {square, 2000, 20}, {square, 20_000, 20}, {kernel.Truncate(kernel.ExponentialOf(0.2), 5), 400, 12}} {
		x := randomPoints(c.n, c.d)
		stored := mustFeatures(b, c.kernel, x, 4)
		blocks, err := NewBlocks(ctx, &Portable{}, c.kernel, x, 4)
		if err != nil {
			b.Fatal(err)
		}
		alpha, omega := randomAlpha(c.n), make([]float64, c.n)
		for name, form := range map[string]Form{"stored": stored, "computed": blocks} {
			b.Run(fmt.Sprintf("%d x %d/%s", c.n, stored.Dimension(), name), func(b *testing.B) {
				for b.Loop() {
					form.OmegaM(ctx, omega, nil, alpha)
				}
				b.ReportMetric(4*float64(c.n)*float64(stored.Dimension())*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
			})
		}
	}
}

package tensor

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// BenchmarkBuild builds the tensor of [S table 2]: 90 points of 650 variables,
// the polynomial kernel of degree 2. An entry costs 2 d flops.
func BenchmarkBuild(b *testing.B) {
	const n, d, q = 90, 650, 4
	p := randomPoints(n, d, 1)
	onKernels(b, func(b *testing.B) {
		for b.Loop() {
			if _, err := Build(context.Background(), p, q, square, nil); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b, 2*d*float64(Count(n, q)), "GFlop/s")
	})
}

// BenchmarkTriangle computes triangles of small and large size.
func BenchmarkTriangle(b *testing.B) {
	for _, size := range []struct{ n, d int }{{8, 4}, {16, 650}, {40, 20}, {200, 4}, {200, 20}, {200, 650}} {
		p := randomPoints(size.n, size.d, 1)
		z := randomVector(size.d, 2)
		dst := make([]float64, size.n*(size.n+1)/2)
		b.Run(fmt.Sprintf("n=%d/d=%d", size.n, size.d), func(b *testing.B) {
			onKernels(b, func(b *testing.B) {
				var t dense.Triangle
				for b.Loop() {
					t.Compute(dst, p, z, p.N-1)
				}
				perSecond(b, 2*float64(p.D*len(dst)), "GFlop/s")
			})
		})
	}
}

// BenchmarkContraction reads tensors of order 4 once, for omega alone and for omega and M. An entry is 8 bytes.
func BenchmarkContraction(b *testing.B) {
	const q = 4
	for _, n := range []int{150, 200} {
		t := &Packed{points: dense.Points{N: n}, q: q, data: randomVector(int(Count(n, q)), 2)}
		alpha, omega, m := randomVector(n, 3), make([]float64, n), make([]float64, n*n)
		c := NewContraction(t)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			rate := func(b *testing.B) { perSecond(b, 8*float64(t.Entries()), "GB/s") }
			b.Run("omega", func(b *testing.B) {
				onKernels(b, func(b *testing.B) {
					for b.Loop() {
						c.OmegaM(context.Background(), omega, nil, alpha)
					}
					rate(b)
				})
			})
			b.Run("omegaM", func(b *testing.B) {
				onKernels(b, func(b *testing.B) {
					for b.Loop() {
						c.OmegaM(context.Background(), omega, m, alpha)
					}
					rate(b)
				})
			})
		})
	}
}

// onKernels runs f with the portable loops and with those of the processor.
func onKernels(b *testing.B, f func(b *testing.B)) {
	b.Run("portable", func(b *testing.B) {
		usePortable(b)
		onThreads(b, f)
	})
	b.Run("native", func(b *testing.B) { onThreads(b, f) })
}

// onThreads runs f, which does not start further benchmarks, on one thread and on all.
func onThreads(b *testing.B, f func(b *testing.B)) {
	all := runtime.GOMAXPROCS(0)
	for _, threads := range []int{1, all} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
			f(b)
		})
	}
}

// perSecond reports the work per iteration in units of 10^9 per second.
func perSecond(b *testing.B, work float64, unit string) {
	b.ReportMetric(work*float64(b.N)/b.Elapsed().Seconds()/1e9, unit)
}

// BenchmarkEvaluate predicts 1,000 points with the exponential kernel of order 4 on 200 points of 20 columns.
func BenchmarkEvaluate(b *testing.B) {
	const n, d, q, rows = 200, 20, 4, 1000
	p, x := randomPoints(n, d, 1), randomPoints(rows, d, 2)
	alphas, dst := [][]float64{randomVector(n, 3)}, values(1, rows)
	onKernels(b, func(b *testing.B) {
		for b.Loop() {
			if err := Evaluate(context.Background(), dst, p, q, kernel.Exponential{}, alphas, x); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSides contracts a tensor of order 4 over 200 points with one and with ten right-hand sides.
func BenchmarkSides(b *testing.B) {
	const n, q = 200, 4
	t := &Packed{points: dense.Points{N: n}, q: q, data: randomVector(int(Count(n, q)), 2)}
	c := NewContraction(t)
	for _, hessian := range []bool{false, true} {
		for _, count := range []int{1, 2, 10} {
			sides := randomSides(n, count)
			if !hessian {
				for k := range sides {
					sides[k].M = nil
				}
			}
			b.Run(fmt.Sprintf("hessian=%v/sides=%d", hessian, count), func(b *testing.B) {
				onThreads(b, func(b *testing.B) {
					for b.Loop() {
						c.All(context.Background(), sides)
					}
				})
			})
		}
	}
}

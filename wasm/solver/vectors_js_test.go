package solver

import (
	"context"
	"fmt"
	"math"
	"slices"
	"syscall/js"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// implementations switch to the vector operations and loops in Go, and to those on SIMD128.
var implementations = func() [2]func() {
	useVectors()
	vectors, loops := dense.UseKernels(dense.Portable()), tensor.UseLoops(tensor.PortableLoops())
	return [2]func(){
		func() {
			dense.UseKernels(dense.Portable())
			tensor.UseLoops(tensor.PortableLoops())
		},
		func() {
			dense.UseKernels(vectors)
			tensor.UseLoops(loops)
		},
	}
}()

func normal(n int, seed uint64) []float64 {
	random, v := rng.New(seed), make([]float64, n)
	for i := range v {
		v[i] = random.Normal() / 3
	}
	return v
}

// TestTensorsHaveThePortableDigits compares tensors of all orders and their contractions bit for bit, with stored,
// recomputed and rounded entries, with zeros in alpha, and with one and several right-hand sides.
func TestTensorsHaveThePortableDigits(t *testing.T) {
	for q, sizes := range map[int][]int{2: {1, 2, 5, 40}, 4: {1, 2, 3, 4, 5, 7, 19, 34}, 6: {1, 3, 5, 11, 14}, 8: {1, 2, 6, 9}} {
		for _, n := range sizes {
			for _, d := range []int{1, 2, 7, 258} {
				x := dense.Points{N: n, D: d, X: normal(n*d, uint64(n+d))}
				var got [2][]float64
				for i, use := range implementations {
					use()
					got[i] = results(t, x, q)
				}
				for e, v := range got[0] {
					if math.Float64bits(v) != math.Float64bits(got[1][e]) {
						t.Fatalf("q=%d, n=%d, d=%d: number %d is %v, in Go %v", q, n, d, e, got[1][e], v)
					}
				}
			}
		}
	}
}

// results returns omega and M of tensors of order q over x, and predictions.
func results(t *testing.T, x dense.Points, q int) []float64 {
	var all []float64
	for i, k := range []kernel.Kernel{kernel.Exponential{}, kernel.Linear} {
		packed, err := tensor.BuildPart(context.Background(), x, q, k.Apply, tensor.Count(x.N, q)*int64(1-i), i == 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := tensor.NewContraction(packed)
		passes := []func(context.Context, []tensor.Evaluation) error{c.All}
		if packed.HasRounded() {
			passes = append(passes, c.Rounded)
		}
		for _, pass := range passes {
			sides := make([]tensor.Evaluation, 6)
			for k := range sides {
				sides[k] = tensor.Evaluation{Omega: make([]float64, x.N), Alpha: normal(x.N, uint64(k))}
				clear(sides[k].Alpha[min(k, x.N):min(2*k, x.N)])
				if k%2 == 0 {
					sides[k].M = make([]float64, x.N*x.N)
				}
			}
			if err := pass(context.Background(), sides[:1]); err != nil {
				t.Fatal(err)
			}
			all = append(append(all, sides[0].Omega...), sides[0].M...)
			if err := pass(context.Background(), sides); err != nil {
				t.Fatal(err)
			}
			for _, s := range sides {
				all = append(append(all, s.Omega...), s.M...)
			}
		}
	}
	values := make([]float64, x.N)
	if err := tensor.Evaluate(context.Background(), [][]float64{values}, x, q, kernel.Linear, [][]float64{normal(x.N, 9)}, x); err != nil {
		t.Fatal(err)
	}
	return append(all, values...)
}

// TestCrossHasThePortableDigits compares products of two sets of points, in blocks that are full and that are not.
func TestCrossHasThePortableDigits(t *testing.T) {
	for _, s := range [][3]int{{1, 1, 1}, {4, 4, 5}, {3, 9, 2}, {9, 3, 7}, {130, 7, 20}, {7, 131, 257}, {32, 140, 300}} {
		n, m, w := s[0], s[1], s[2]
		x, y := normal(n*(w+1), 1), normal(m*(w+2), 2)
		var got [2][]float64
		for i, use := range implementations {
			use()
			got[i] = normal(n*(m+3), 3)
			new(dense.Cross).Add(got[i], m+3, x, w+1, n, y, w+2, m, w)
		}
		if !slices.Equal(got[0], got[1]) {
			t.Errorf("n=%d, m=%d, w=%d: other digits than in Go", n, m, w)
		}
	}
}

// TestExponentialsHaveThePortableDigits compares slices of each length, from underflow to overflow.
func TestExponentialsHaveThePortableDigits(t *testing.T) {
	for n := range 60 {
		var got [2][]float64
		for i, use := range implementations {
			use()
			for e := range n + 1 {
				got[i] = append(got[i], -750+1470*float64(e*37%60)/60+float64(n)/60)
			}
			kernel.Exponential{}.Apply(got[i][:n])
		}
		for e, v := range got[0] {
			if math.Float64bits(v) != math.Float64bits(got[1][e]) {
				t.Errorf("number %d of %d is %v, in Go %v", e, n, got[1][e], v)
			}
		}
	}
}

// BenchmarkTensors compares both implementations in turn: the least processor time of several runs, in nanoseconds per
// entry, and their ratio.
func BenchmarkTensors(b *testing.B) {
	for _, c := range []struct{ n, q int }{{400, 2}, {40, 4}, {100, 4}, {20, 6}, {40, 6}, {16, 8}, {24, 8}} {
		const d = 20
		x, ctx := dense.Points{N: c.n, D: d, X: normal(c.n*d, 1)}, context.Background()
		alpha, omega, m := normal(c.n, 3), make([]float64, c.n), make([]float64, c.n*c.n)
		packed, err := tensor.Build(ctx, x, c.q, kernel.Linear.Apply, nil)
		if err != nil {
			b.Fatal(err)
		}
		contraction := tensor.NewContraction(packed)
		for _, work := range []struct {
			what string
			run  func() error
		}{
			{"build", func() error { _, err := tensor.Build(ctx, x, c.q, kernel.Linear.Apply, nil); return err }},
			{"gradient", func() error { return contraction.OmegaM(ctx, omega, nil, alpha) }},
			{"predict", func() error {
				return tensor.Evaluate(ctx, [][]float64{omega}, x, c.q, kernel.Exponential{}, [][]float64{alpha}, dense.Points{N: min(5, c.n), D: d, X: x.X})
			}},
			{"hessian", func() error { return contraction.OmegaM(ctx, omega, m, alpha) }},
		} {
			b.Run(fmt.Sprintf("%s/q=%d/n=%d", work.what, c.q, c.n), func(b *testing.B) {
				best := [2]float64{math.Inf(1), math.Inf(1)}
				for b.Loop() {
					for i, use := range implementations {
						use()
						begin := processorTime()
						if err := work.run(); err != nil {
							b.Fatal(err)
						}
						best[i] = min(best[i], processorTime()-begin)
					}
				}
				entries := float64(packed.Entries())
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(1e9*best[0]/entries, "ns/entry-Go")
				b.ReportMetric(1e9*best[1]/entries, "ns/entry-SIMD")
				b.ReportMetric(best[0]/best[1], "ratio")
			})
		}
	}
}

// processorTime returns the processor time of this process in seconds.
func processorTime() float64 {
	used := js.Global().Get("process").Call("cpuUsage")
	return 1e-6 * (used.Get("user").Float() + used.Get("system").Float())
}

package gram

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// TestLargePassesOnAllProcessors compares passes that are large enough to be shared among
// processors with the definition, with the same digits on any number of processors.
func TestLargePassesOnAllProcessors(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(1, 1))
	draw := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		return v
	}
	const n, d = 30_011, 37 // more than a fourth of passBlock
	x, alpha, w := dense.Points{N: n, D: d, X: draw(n * d)}, draw(n), draw(d)
	adjoint, applied := make([]float64, d), make([]float64, n)
	for i, a := range alpha {
		for k, v := range x.Row(i) {
			adjoint[k] += a * v
			applied[i] += w[k] * v
		}
	}
	for _, side := range []Side{Dimensions, Neither} {
		f, err := NewFeatures(ctx, kernel.Linear, x, 4, side)
		if err != nil {
			t.Fatal(err)
		}
		pass := func() (u, v []float64) {
			u, v = make([]float64, d), slices.Repeat([]float64{math.NaN()}, n)
			if err := f.Adjoint(ctx, u, alpha); err != nil {
				t.Fatal(err)
			}
			if err := f.Apply(ctx, v, w); err != nil {
				t.Fatal(err)
			}
			return u, v
		}
		u, v := pass()
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-10*(1+math.Abs(b)) }
		if !slices.EqualFunc(u, adjoint, near) || !slices.EqualFunc(v, applied, near) {
			t.Errorf("side %v: the results differ from the definition", side)
		}
		before := runtime.GOMAXPROCS(1)
		one, other := pass()
		runtime.GOMAXPROCS(before)
		if !slices.Equal(u, one) || !slices.Equal(v, other) {
			t.Errorf("side %v: other digits on one processor", side)
		}
		done, cancel := context.WithCancel(ctx)
		cancel()
		if err := f.Apply(done, v, w); err == nil {
			t.Errorf("side %v: a cancelled pass returns no error", side)
		}
	}
}

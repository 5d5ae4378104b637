package gram

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// TestBlocksAreFeatures: features that are written anew in every pass are those that are
// held, over several blocks and on a choice of rows.
func TestBlocksAreFeatures(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(3, 3))
	vector := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = random.NormFloat64()
		}
		return v
	}
	k := kernel.Truncate(kernel.ExponentialOf(0.2), 5)
	const n, d, q = 130, 10, 4.5 // 3003 features: 87 points to a block
	x := dense.Points{N: n, D: d, X: vector(n * d)}
	held, err := NewFeatures(ctx, k, x, q, Neither)
	if err != nil {
		t.Fatal(err)
	}
	anew, err := NewBlocks(ctx, &Portable{}, k, x, q)
	if err != nil {
		t.Fatal(err)
	}
	if anew.part.n >= n {
		t.Fatalf("all %d points are one block", anew.part.n)
	}
	rows := []int{3, 7, 100, 129}
	some, err := held.Select(ctx, rows)
	if err != nil {
		t.Fatal(err)
	}
	someAnew, err := anew.Select(ctx, rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]Explicit{{held, anew}, {some, someAnew}} {
		want, got := pair[0], pair[1]
		points, features := want.Points(), want.Dimension()
		if got.Points() != points || got.Dimension() != features || got.Q() != q || got.Side() != Neither {
			t.Fatalf("%d points, %d features, q = %g", got.Points(), got.Dimension(), got.Q())
		}
		alpha, w := vector(points), vector(features)
		for name, method := range map[string]func(e Explicit, dst []float64) error{
			"omega":   func(e Explicit, dst []float64) error { return e.Omega(ctx, dst[:points], alpha) },
			"apply":   func(e Explicit, dst []float64) error { return e.Apply(ctx, dst[:points], w) },
			"squares": func(e Explicit, dst []float64) error { return e.Squares(ctx, dst[:points], w) },
			"adjoint": func(e Explicit, dst []float64) error { return e.Adjoint(ctx, dst, alpha) },
		} {
			a, b := make([]float64, features), make([]float64, features)
			if err := errors.Join(method(want, a), method(got, b)); err != nil {
				t.Fatal(err)
			}
			for i, v := range a {
				if math.Abs(v-b[i]) > 1e-10*(1+math.Abs(v)) {
					t.Fatalf("%s: %g at %d, want %g", name, b[i], i, v)
				}
			}
		}
	}
	x.X[128*d] = 1e60
	var over *Overflow
	if _, err := NewBlocks(ctx, &Portable{}, k, x, 1.5); !errors.As(err, &over) || over.Point != 128 {
		t.Errorf("a point too large: %v", err)
	}
}

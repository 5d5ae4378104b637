package gram

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// TestBlocksAreFeatures checks that features computed again in every pass agree with stored ones, for columns
// of any degree, one share or several, and on a selection of rows, with the same digits on one processor.
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
	rows := []int{3, 7, 100, 129}
	const q = 4.5
	for _, c := range []struct {
		kernel  kernel.Kernel
		n, d    int
		columns int // the columns that are products
	}{
		{kernel.Truncate(kernel.ExponentialOf(0.2), 5), 130, 10, 55},
		{kernel.Truncate(kernel.ExponentialOf(0.2), 7), 700, 3, 116}, // all monomials
		{kernel.Polynomial{Degree: 6}, 600, 1, 5},
		{kernel.Shifted(2, 1), 300, 130, 0},
		{square, 520, 5, 15},
		{linear, 200, 4, 0},
	} {
		x := dense.Points{N: c.n, D: c.d, X: vector(c.n * c.d)}
		stored, err := NewFeatures(ctx, c.kernel, x, q, Neither)
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := NewBlocks(ctx, &Portable{}, c.kernel, x, q)
		if err != nil {
			t.Fatal(err)
		}
		some, err := stored.Select(ctx, rows)
		if err != nil {
			t.Fatal(err)
		}
		someBlocks, err := blocks.Select(ctx, rows)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(newMonomials(c.kernel, x).Columns) / 2; got != c.columns {
			t.Errorf("%v of %d: %d columns are products, want %d", c.kernel, c.d, got, c.columns)
		}
		for _, pair := range [][2]Explicit{{stored, blocks}, {some, someBlocks}} {
			want, got := pair[0], pair[1]
			points, features := want.Points(), want.Dimension()
			if got.Points() != points || got.Dimension() != features || got.Q() != q || got.Side() != Neither {
				t.Fatalf("%d points, %d features, q = %g", got.Points(), got.Dimension(), got.Q())
			}
			alpha, w := vector(points), vector(features)
			for name, method := range map[string]func(e Explicit, dst []float64) error{
				"omega":   func(e Explicit, dst []float64) error { return e.OmegaM(ctx, dst[:points], nil, alpha) },
				"apply":   func(e Explicit, dst []float64) error { return e.Apply(ctx, dst[:points], w) },
				"squares": func(e Explicit, dst []float64) error { return e.Squares(ctx, dst[:points], w) },
				"adjoint": func(e Explicit, dst []float64) error { return e.Adjoint(ctx, dst[:features], alpha) },
			} {
				most := max(points, features)
				a, b, one := make([]float64, most), make([]float64, most), make([]float64, most)
				before := runtime.GOMAXPROCS(1)
				err := method(got, one)
				runtime.GOMAXPROCS(before)
				if err := errors.Join(err, method(want, a), method(got, b)); err != nil {
					t.Fatal(err)
				}
				scale := floats.Norm(a, math.Inf(1))
				for i, v := range a {
					if math.Abs(v-b[i]) > 1e-12*scale {
						t.Fatalf("%v of %d, %s: %g at %d, want %g", c.kernel, c.d, name, b[i], i, v)
					}
				}
				if !slices.Equal(b, one) {
					t.Errorf("%v of %d, %s: other digits on one processor", c.kernel, c.d, name)
				}
			}
		}
		done, cancel := context.WithCancel(ctx)
		cancel()
		if err := blocks.Adjoint(done, make([]float64, stored.Dimension()), vector(c.n)); err == nil {
			t.Errorf("%v of %d: a cancelled pass returns no error", c.kernel, c.d)
		}
	}
}

// TestBlocksOverflow checks that the error names the point with a monomial too large to square.
func TestBlocksOverflow(t *testing.T) {
	k := kernel.Truncate(kernel.ExponentialOf(0.2), 5)
	x := randomPoints(130, 10)
	x.X[128*10] = 1e60
	var over *Overflow
	if _, err := NewBlocks(context.Background(), &Portable{}, k, x, 2); !errors.As(err, &over) || over.Point != 128 {
		t.Errorf("a point that is too large: %v", err)
	}
	x.X[128*10] = 1e20
	if _, err := NewBlocks(context.Background(), &Portable{}, k, x, 2); err != nil {
		t.Error(err)
	}
}

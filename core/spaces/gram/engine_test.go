package gram

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// evaluate returns omega and M of one pass, and omega of another.
func evaluate(f Form, alpha []float64) []float64 {
	n := f.Points()
	omega, m, alone := make([]float64, n), make([]float64, n*n), make([]float64, n)
	f.OmegaM(context.Background(), omega, m, alpha)
	f.OmegaM(context.Background(), alone, nil, alpha)
	return slices.Concat(omega, m, alone)
}

// TestPortableReuses checks that an engine builds each entry once, also for prefixes and for more
// points, and that a form has the same digits after any previous forms.
func TestPortableReuses(t *testing.T) {
	const all = math.MaxInt64
	x := randomPoints(50, 3)
	other := randomPoints(50, 4)
	e := &Portable{}
	var values atomic.Int64
	for _, c := range []struct {
		name string
		k    kernel.Kernel
		x    dense.Points
		q    int
		room int64
		most float64 // share of the entries that may be built

		rounded bool
	}{
		{"first", kernel.Exponential{}, x.Prefix(40), 4, all, 1, false},
		{"again", kernel.Exponential{}, x.Prefix(40), 4, all, 0, false},
		{"a copy of the points", kernel.Exponential{}, dense.Points{N: 40, D: 3, X: slices.Clone(x.X[:120])}, 4, all, 0, false},
		{"fewer points", kernel.Exponential{}, x.Prefix(23), 4, all, 0, false},
		{"more points", kernel.Exponential{}, x, 4, all, 0.61, false},
		{"another kernel", kernel.Polynomial{Degree: 2}, x, 4, all, 1, false},
		{"another degree", kernel.Polynomial{Degree: 3}, x, 4, all, 1, false},
		{"another order", kernel.Polynomial{Degree: 3}, x, 2, all, 1, false},
		{"other points", kernel.Polynomial{Degree: 3}, other, 2, all, 1, false},
		{"nothing held", kernel.Polynomial{Degree: 3}, x, 4, 0, 0, false},
		{"a part held", kernel.Polynomial{Degree: 3}, x, 4, 100_000, 0.4, false},
		{"the same part", kernel.Polynomial{Degree: 3}, x, 4, 100_000, 0, false},
		{"the others rounded", kernel.Polynomial{Degree: 3}, x, 4, 100_000, 0.75, true},
		{"rounded again", kernel.Polynomial{Degree: 3}, x, 4, 100_000, 0, true},
		{"fewer points, rounded", kernel.Polynomial{Degree: 3}, x.Prefix(45), 4, 100_000, 0, true},
		{"fewer points, all of them held", kernel.Polynomial{Degree: 3}, x.Prefix(30), 4, 100_000, 0, true},
		{"not rounded", kernel.Polynomial{Degree: 3}, x, 4, 100_000, 0, false},
		{"the rest", kernel.Polynomial{Degree: 3}, x, 4, all, 0.75, false},
	} {
		values.Store(0)
		f, err := e.Tensor(context.Background(), countingKernel{c.k, &values}, c.x, c.q, c.room, c.rounded, nil)
		if err != nil {
			t.Fatal(err)
		}
		built := values.Load() - int64(c.x.N)
		if share := float64(built) / float64(tensor.Count(c.x.N, c.q)); share > c.most { // the diagonal is checked beforehand
			t.Errorf("%s: %.3f of the tensor is built, want at most %g", c.name, share, c.most)
		}
		fresh, err := new(Portable).Tensor(context.Background(), c.k, c.x, c.q, c.room, c.rounded, nil)
		if err != nil {
			t.Fatal(err)
		}
		alpha := randomAlpha(c.x.N)
		if !slices.Equal(evaluate(f, alpha), evaluate(fresh, alpha)) {
			t.Errorf("%s: the digits differ from those of a fresh tensor", c.name)
		}
		rounded, ok := Rounded(&Lockstep{Batch: f.(Batch)})
		if want := c.rounded && tensor.Holds(c.x.N, c.q, c.room) < tensor.Count(c.x.N, c.q); ok != want {
			t.Errorf("%s: rounded entries: %v", c.name, ok)
		}
		if other, _ := Rounded(&Lockstep{Batch: fresh.(Batch)}); ok && !slices.Equal(evaluate(rounded, alpha), evaluate(other, alpha)) {
			t.Errorf("%s: the digits of the rounded form differ from those of a fresh tensor", c.name)
		}
	}
}

// countingKernel counts the values that it computes.
type countingKernel struct {
	kernel.Kernel
	values *atomic.Int64
}

func (k countingKernel) Apply(s []float64) {
	k.values.Add(int64(len(s)))
	k.Kernel.Apply(s)
}

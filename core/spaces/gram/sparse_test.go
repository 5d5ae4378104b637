package gram

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// thinOut sets to 0 all coordinates except a share, and coordinate 0 of all points except one.
func thinOut(x dense.Points, every int) dense.Points {
	for e := range x.X {
		if e*7919%every != 0 || e%x.D == 0 && e > 0 {
			x.X[e] = 0
		}
	}
	return x
}

func newSparse(t testing.TB, k kernel.Kernel, rows *sparse.Rows, q float64) *Sparse {
	t.Helper()
	f, err := NewSparse(context.Background(), k, rows, q, Points)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestSparseAgainstDefinition(t *testing.T) {
	for _, k := range finiteKernels {
		for _, q := range []float64{2, 2.5, 3, 4, 6, 11} {
			x := thinOut(randomPoints(5, 4), 3)
			compare := func(name string, rows *sparse.Rows, x dense.Points) {
				f := newSparse(t, k, rows, q)
				alpha := randomAlpha(x.N)
				wantOmega, wantM := byDefinition(k, x, q, alpha)
				omega, m := make([]float64, x.N), make([]float64, x.N*x.N)
				f.OmegaM(context.Background(), omega, m, alpha)
				name = fmt.Sprintf("%v, q=%g, %s", k, q, name)
				assertClose(t, name+": omega", omega, wantOmega, 1e-12)
				assertClose(t, name+": M", m, wantM, 1e-12)
				f.OmegaM(context.Background(), omega, nil, alpha)
				assertClose(t, name+": omega alone", omega, wantOmega, 1e-12)
				assertClose(t, name+": diagonal", SparseDiagonal(k, rows, q), Diagonal(k, x, q), 1e-13)
				if f.Points() != x.N || f.Q() != q {
					t.Errorf("%s: %d points, q=%g", name, f.Points(), f.Q())
				}
			}
			compare("thin", sparse.FromDense(x.N, x.D, x.X), x)
			if _, highest := k.Degrees(); highest > 1 {
				continue
			}
			rows := sparse.FromDense(x.N, x.D, x.X)
			rows.Center = []float64{0.5, -0.25, 0, 1}
			compare("centred", rows, dense.Points{N: x.N, D: x.D, X: rows.Dense()})
		}
	}
}

func TestSparseOverflowNamesThePoint(t *testing.T) {
	for _, degree := range []int{1, 2, 3} {
		x := thinOut(randomPoints(6, 4), 2)
		x.Row(4)[2], x.Row(5)[1] = -1e200, 1e200
		_, err := NewSparse(context.Background(), kernel.Polynomial{Degree: degree}, sparse.FromDense(x.N, x.D, x.X), 4, Points)
		var over *Overflow
		if !errors.As(err, &over) || over.Point != 4 {
			t.Errorf("degree %d: %v, want the overflow of point 4", degree, err)
		}
	}
}

func TestSparseAllocatesNothing(t *testing.T) {
	x := thinOut(randomPoints(20, 30), 5)
	rows := sparse.FromDense(x.N, x.D, x.X)
	omega, m, alpha := make([]float64, x.N), make([]float64, x.N*x.N), randomAlpha(x.N)
	for _, k := range finiteKernels {
		f := newSparse(t, k, rows, 4)
		if n := testing.AllocsPerRun(5, func() {
			f.OmegaM(context.Background(), omega, nil, alpha)
			f.OmegaM(context.Background(), omega, m, alpha)
		}); n != 0 {
			t.Errorf("%v: %v allocations per pass", k, n)
		}
	}
}

// sparseRequest returns a request for sparse rows of n points and d variables, each with the given
// number of nonzero coordinates.
func sparseRequest(k kernel.Kernel, n, d, each int) Request {
	rows := &sparse.Rows{N: n, D: d, Start: make([]int, n+1)}
	for i := range n {
		step := d / each
		for e := range each {
			rows.Index = append(rows.Index, int32(e*step+i*31%step))
			rows.Value = append(rows.Value, 1)
		}
		rows.Start[i+1] = len(rows.Index)
	}
	return Request{Kernel: k, N: n, D: d, Q: 4, EvenQ: true, Sparse: rows, SparseOnly: true,
		Budget: gigabyte, Matrices: 4, Passes: 10, Wanted: Auto, Engine: &Portable{}}
}

func TestChoiceOnSparseRows(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(r *Request)
		kernel kernel.Kernel
		want   Strategy
	}{
		{"linear", func(r *Request) {}, linear, SparseStrategy},
		{"polynomial", func(r *Request) {}, square, SparseStrategy},
		{"odd q", func(r *Request) { r.Q, r.EvenQ = 11, false }, square, SparseStrategy},
		{"centred, linear", func(r *Request) { r.Sparse.Center = make([]float64, r.D) }, linear, SparseStrategy},
		{"centred, polynomial", func(r *Request) { r.Sparse.Center = make([]float64, r.D) }, square, TensorStrategy},
		{"exponential", func(r *Request) {}, exponential, TensorStrategy},
		{"too many features", func(r *Request) {}, kernel.Polynomial{Degree: 5}, TensorStrategy},
		{"dense rows as well", func(r *Request) { r.SparseOnly = false }, linear, SparseStrategy},
		{"dense, without zeros", func(r *Request) {
			*r = sparseRequest(linear, 200, 2000, 2000)
			r.SparseOnly = false
		}, linear, FeatureStrategy},
	} {
		r := sparseRequest(c.kernel, 60, 20_000, 90)
		c.change(&r)
		p, err := Choose(r)
		if err != nil || p.Strategy != c.want || !strings.Contains(p.Reason, "sparse: ") {
			t.Errorf("%s: %+v, %v, want %s", c.name, p, err, c.want)
			continue
		}
		r.Wanted = p.Strategy
		if forced, err := Choose(r); err != nil || forced.Strategy != p.Strategy || forced.Reason != "as asked for; "+p.Reason {
			t.Errorf("%s: asked for %s: %+v, %v", c.name, p.Strategy, forced, err)
		}
	}
}

func TestRefusalsOnSparseRows(t *testing.T) {
	for _, c := range []struct {
		change func(r *Request)
		kernel kernel.Kernel
		want   string
	}{
		{func(r *Request) { r.Wanted = SparseStrategy }, exponential,
			`strategy "sparse" is not possible: the exponential kernel has infinitely many features; choose strategy truncated or tensor, or a polynomial kernel`},
		{func(r *Request) { r.Wanted, r.Sparse.Center = SparseStrategy, make([]float64, r.D) }, square,
			`strategy "sparse" is not possible: standardize centres the columns, so that no cell stays zero; turn off standardize, or choose the linear kernel`},
		{func(r *Request) { r.Wanted, r.Sparse = SparseStrategy, nil }, square,
			`strategy "sparse" is not possible: standardize centres the columns, so that no cell stays zero; turn off standardize, or choose the linear kernel`},
		{func(r *Request) { r.Sparse.Center, r.EvenQ = make([]float64, r.D), false }, square,
			`standardize centres the columns, so that no cell stays zero; turn off standardize, or choose the linear kernel`},
		{func(r *Request) { r.Wanted = SparseStrategy }, kernel.Polynomial{Degree: 10},
			`strategy "sparse" is not possible: the polynomial of degree 10 kernel on 20000 variables has more than 10^18 features; choose a lower degree`},
		{func(r *Request) { r.Wanted = SparseStrategy }, kernel.Polynomial{Degree: 4},
			`strategy "sparse" is not possible: 175 million non-zero features of 60 points and the solver's matrices take 9.11 GB, more than the memory budget of 1.07 GB; choose a lower degree or fewer features, or allow more memory (lplab solve -memory)`},
		{func(r *Request) { r.Wanted, r.Budget = FeatureStrategy, 9_000_000 }, linear,
			`strategy "features" is not possible: 60 × 20,000 features and the solver's matrices take 9.73 MB, more than the memory budget of 9 MB; train on at most 55 points (subsample), or choose a lower degree or fewer features, or allow more memory (lplab solve -memory)`},
		{func(r *Request) { r.Wanted, r.Budget = TensorStrategy, 9_000_000 }, exponential,
			`strategy "tensor" is not possible: the data with their zeros take 9.6 MB, more than the memory budget of 9 MB; train on at most 56 points (subsample), or choose a polynomial kernel and turn off standardize, or allow more memory (lplab solve -memory)`},
	} {
		r := sparseRequest(c.kernel, 60, 20_000, 90)
		c.change(&r)
		if p, err := Choose(r); err == nil || err.Error() != c.want {
			t.Errorf("%v %v\nwant\n %s", p, err, c.want)
		}
	}
}

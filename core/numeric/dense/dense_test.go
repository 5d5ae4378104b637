package dense

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lplab/core/internal/canceltest"
	"lplab/core/numeric/rng"
)

// sizes are below the bandwidth, around the block size, and of several panels.
var sizes = []int{1, 2, 5, 32, 33, 34, 63, 65, 129, 200, 300}

// definiteMatrix draws a positive definite matrix of the given rank plus I, with both triangles.
func definiteMatrix(n, rank int, seed uint64) []float64 {
	random := rng.New(seed)
	x := mat.NewDense(n, rank, nil)
	for i := range n {
		for j := range rank {
			x.Set(i, j, random.Normal())
		}
	}
	var a mat.Dense
	a.Mul(x, x.T())
	for i := range n {
		a.Set(i, i, a.At(i, i)+1)
	}
	return a.RawMatrix().Data
}

func normalVector(n int, seed uint64) []float64 {
	random := rng.New(seed)
	x := make([]float64, n)
	for i := range x {
		x[i] = random.Normal()
	}
	return x
}

// residual returns max |A x + shift x - b|, as a share of max |b|.
func residual(a []float64, shift float64, x, b []float64) float64 {
	var most, size float64
	for i := range b {
		s := shift*x[i] - b[i]
		for j, v := range x {
			s += a[i*len(b)+j] * v
		}
		most, size = max(most, math.Abs(s)), max(size, math.Abs(b[i]))
	}
	return most / size
}

// TestCholesky solves systems, and checks that matrices that are not positive definite are refused
// wherever the negative entry is.
func TestCholesky(t *testing.T) {
	for _, n := range sizes {
		for _, rank := range []int{1, n} {
			a, b := definiteMatrix(n, rank, 1), normalVector(n, 2)
			c := NewCholesky(context.Background(), n, slices.Clone(a))
			if c == nil {
				t.Fatalf("n = %d, rank %d: no factor", n, rank)
			}
			x := slices.Clone(b)
			c.Solve(x)
			if e := residual(a, 0, x, b); e > 1e-12*float64(n) {
				t.Errorf("n = %d, rank %d: the residual is %g", n, rank, e)
			}
		}
		for _, at := range []int{0, n / 2, n - 1} {
			a := definiteMatrix(n, n, 1)
			a[at*(n+1)] = -1
			if NewCholesky(context.Background(), n, a) != nil {
				t.Errorf("n = %d: a matrix with -1 on its diagonal at %d has a factor", n, at)
			}
			a = definiteMatrix(n, n, 1)
			a[at*(n+1)] = math.NaN()
			if NewCholesky(context.Background(), n, a) != nil {
				t.Errorf("n = %d: a matrix with NaN on its diagonal at %d has a factor", n, at)
			}
		}
	}
}

// TestReduction compares Q B Q^T with the matrix, Q^T with the inverse of Q, the solutions with
// their systems, and the diagonal of the inverse with that of gonum.
func TestReduction(t *testing.T) {
	for _, n := range sizes {
		for _, rank := range []int{1, 3, n} {
			a, b := definiteMatrix(n, rank, 3), normalVector(n, 4)
			r := Reduce(context.Background(), n, slices.Clone(a))
			x := slices.Clone(b)
			r.ToBand(x)
			band := make([]float64, n) // B Q^T b
			for i := range n {
				for j := max(0, i-bandwidth); j <= i; j++ {
					v := r.rows[i*n+j]
					band[i] += v * x[j]
					if i != j {
						band[j] += v * x[i]
					}
				}
			}
			r.FromBand(band)
			r.FromBand(x)
			var off, norm float64
			for i := range n {
				want := 0.0
				for j, v := range b {
					want += a[i*n+j] * v
				}
				off, norm = max(off, math.Abs(band[i]-want), math.Abs(x[i]-b[i])), max(norm, math.Abs(want))
			}
			if off > 1e-13*float64(n)*norm {
				t.Errorf("n = %d, rank %d: Q B Q^T b is off by %g of %g", n, rank, off, norm)
			}
			for _, shift := range []float64{1e-3, 10} {
				f := r.Factorise(shift)
				x := slices.Clone(b)
				r.ToBand(x)
				f.Solve(x)
				r.FromBand(x)
				if e := residual(a, shift, x, b); e > 1e-12*float64(n) {
					t.Errorf("n = %d, rank %d, shift %g: the residual is %g", n, rank, shift, e)
				}
				for centred, want := range inverseDiagonals(t, n, a, shift) {
					got, err := r.InverseDiagonal(context.Background(), shift, centred)
					if err != nil {
						t.Fatal(err)
					}
					if !isNear(got, want) {
						t.Errorf("n = %d, rank %d, shift %g, centred %v: the diagonal of the inverse differs", n, rank, shift, centred)
					}
				}
			}
		}
	}
}

// inverseDiagonals returns the diagonals of (A + shift I)^-1 (false) and of H (A + shift I)^-1 H with
// H = I - 11'/n (true).
func inverseDiagonals(t *testing.T, n int, a []float64, shift float64) map[bool][]float64 {
	t.Helper()
	m := mat.NewDense(n, n, slices.Clone(a))
	for i := range n {
		m.Set(i, i, m.At(i, i)+shift)
	}
	var inverse mat.Dense
	if err := inverse.Inverse(m); err != nil {
		t.Fatal(err)
	}
	plain, centred := make([]float64, n), make([]float64, n)
	mean := mat.Sum(&inverse) / float64(n*n)
	for i := range n {
		plain[i] = inverse.At(i, i)
		row, column := mat.Sum(inverse.RowView(i)), mat.Sum(inverse.ColView(i))
		centred[i] = plain[i] - (row+column)/float64(n) + mean
	}
	return map[bool][]float64{false: plain, true: centred}
}

func isNear(a, b []float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-11*slices.Max(b)+1e-15 {
			return false
		}
	}
	return true
}

// TestIndefinite checks that a shift below the rounding of the matrix is raised until there is a
// factor, and that a matrix with an infinite entry has none.
func TestIndefinite(t *testing.T) {
	const n = 70
	a := definiteMatrix(n, 2, 5)
	for i := range n {
		a[i*(n+1)]-- // of rank 2 now
	}
	r := Reduce(context.Background(), n, slices.Clone(a))
	if f := r.Factorise(1e-300); f == nil {
		t.Error("no factor with a tiny shift")
	}
	a[0] = math.Inf(1)
	r = Reduce(context.Background(), n, a)
	if r.Factorise(1) != nil {
		t.Error("an infinite matrix has a factor")
	}
	if _, err := r.InverseDiagonal(context.Background(), 1, true); err == nil {
		t.Error("an infinite matrix has an inverse")
	}
}

// TestCancelled ends the context at its checks: nothing is returned, and only the blocks of rows
// under way are finished.
func TestCancelled(t *testing.T) {
	const n = 200
	a := definiteMatrix(n, n, 6)
	reduced := Reduce(context.Background(), n, slices.Clone(a))
	for name, run := range map[string]func(context.Context) bool{
		"reduction": func(ctx context.Context) bool { return Reduce(ctx, n, slices.Clone(a)) != nil },
		"cholesky":  func(ctx context.Context) bool { return NewCholesky(ctx, n, slices.Clone(a)) != nil },
		"inverse": func(ctx context.Context) bool {
			_, err := reduced.InverseDiagonal(ctx, 1, true)
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			return err == nil
		},
	} {
		all := canceltest.CountCalls()
		if !run(all) {
			t.Fatalf("%s: nothing without a cancellation", name)
		}
		total := all.Calls()
		if blocks := int64(n / choleskyBlock * n / rowBlock); total < blocks {
			t.Errorf("%s checks the context %d times", name, total)
		}
		step := int64(1)
		if testing.Short() {
			step += total / 20
		}
		for end := int64(1); end <= total; end += step {
			ctx := canceltest.CancelAt(end)
			if done := run(ctx); done || ctx.Calls() > end+2+n/rowBlock {
				t.Errorf("%s, ended at check %d of %d: done %v after %d checks", name, end, total, done, ctx.Calls())
			}
		}
	}
}

// BenchmarkReduce reports the speed of Reduce, of 4/3 n^3 operations.
func BenchmarkReduce(b *testing.B) {
	speed(b, 4./3, func(n int, a []float64) { Reduce(context.Background(), n, a) })
}

func BenchmarkCholesky(b *testing.B) {
	speed(b, 1./3, func(n int, a []float64) { NewCholesky(context.Background(), n, a) })
}

// speed reports the speed of run, of factor n^3 operations.
func speed(b *testing.B, factor float64, run func(n int, a []float64)) {
	for _, n := range []int{40, 90, 150, 300, 1000, 2000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a := definiteMatrix(n, 50, 7)
			work := make([]float64, n*n)
			for b.Loop() {
				copy(work, a)
				run(n, work)
			}
			b.ReportMetric(factor*float64(n)*float64(n)*float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
		})
	}
}

package dense

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestVectors compares the operations with their definitions, on rows of every length up to two
// blocks of any implementation, with and without gaps between the rows.
func TestVectors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	vector := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = random.NormFloat64()
		}
		return v
	}
	for n := range 35 {
		for rows := range 10 {
			stride := n + rows%3
			a, x, w := vector(max(0, rows-1)*stride+n), vector(n), vector(rows)
			if rows > 2 {
				w[2] = 0
			}
			products, sums := vector(rows), vector(n)
			wantProducts, wantSums := make([]float64, rows), append([]float64(nil), sums...)
			for k := range rows {
				for i := range n {
					wantProducts[k] += a[k*stride+i] * x[i]
					wantSums[i] += w[k] * a[k*stride+i]
				}
			}
			portable := append([]float64(nil), sums...)
			Products(products, a, stride, x)
			AddRows(sums, a, stride, w)
			Portable().AddRows(portable, a, stride, w)
			assertNear(t, "Products", products, wantProducts)
			assertNear(t, "AddRows", sums, wantSums)
			if !slices.Equal(sums, portable) {
				t.Fatalf("AddRows: %v, and %v by the portable kernel", sums, portable)
			}
			for k, v := range products {
				if want := portableDot(a[k*stride:][:n], x); v != want {
					t.Fatalf("Products: %v, and %v by portableDot", v, want)
				}
			}
			if rows == 1 {
				one, added := []float64{Dot(a, x)}, vector(n)
				want := append([]float64(nil), added...)
				for i := range want {
					want[i] += w[0] * a[i]
				}
				AddScaled(added, w[0], a)
				assertNear(t, "Dot", one, wantProducts)
				assertNear(t, "AddScaled", added, want)
			}
		}
	}
}

func assertNear(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-13) {
			t.Fatalf("%s: element %d of %d is %g, want %g", what, i, len(want), got[i], want[i])
		}
	}
}

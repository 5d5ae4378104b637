package dense

import (
	"testing"

	"lplab/core/numeric/rng"

	"golang.org/x/sys/cpu"
)

func randomVector(n int, seed uint64) []float64 {
	random, v := rng.New(seed), make([]float64, n)
	for i := range v {
		v[i] = random.Normal()
	}
	return v
}

// TestProductsHaveThePortableDigits compares the tiles with portableProducts, bit for bit, for sizes of up to
// several tiles, widths with every remainder, strides larger than the width, and sums added to previous values.
func TestProductsHaveThePortableDigits(t *testing.T) {
	if !cpu.X86.HasAVX2 {
		t.Skip("this processor has no AVX2")
	}
	for k := range 45 {
		for _, w := range []int{1, 2, 3, 4, 5, 7, 8, 13, 20, chunk - 1, chunk} {
			stride, entries := w+k%3, (k+1)*(k+2)/2
			x, y := randomVector((k+1)*stride, uint64(k)), randomVector((k+1)*w, uint64(w))
			want := randomVector(entries, 7)
			got := append(append([]float64(nil), want...), canary)
			portableProducts(nil, want, x, stride, y, w, k)
			new(Panel).addProducts(got[:entries], x, stride, y, w, k)
			for e := range want {
				if got[e] != want[e] {
					t.Fatalf("k=%d, w=%d: entry %d is %v, want %v", k, w, e, got[e], want[e])
				}
			}
			if got[entries] != canary {
				t.Fatalf("k=%d, w=%d: written beyond the triangle", k, w)
			}
		}
	}
}

func TestProductsOfElementsHaveThePortableDigits(t *testing.T) {
	if !cpu.X86.HasAVX2 {
		t.Skip("this processor has no AVX2")
	}
	for n := range 20 {
		x, y := randomVector(n+1, 1), randomVector(n+3, 2)
		want, got := make([]float64, n), make([]float64, n+1)
		got[n] = canary
		Portable().Multiply(want, x, y)
		avx2Multiply(got[:n], x, y)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("product %[2]d of %[1]d is %[3]v, want %[4]v", n, i, got[i], want[i])
			}
		}
		if got[n] != canary {
			t.Fatalf("%d products: written beyond them", n)
		}
	}
}

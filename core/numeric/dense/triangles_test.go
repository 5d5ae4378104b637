package dense

import (
	"fmt"
	"math"
	"testing"
)

// canary is the number behind those that a loop may write.
const canary = 1234.5

// TestTrianglesHaveThePortableDigits compares triangles computed together with each triangle by the
// portable loops, bit for bit, over numbers of points with every remainder, several chunks of coordinates,
// and different bounds.
func TestTrianglesHaveThePortableDigits(t *testing.T) {
	var together Triangles
	for n := 1; n < 40; n++ {
		for _, d := range []int{0, 1, 2, 3, 4, 5, 7, 20, chunk - 1, chunk, chunk + 6, 2*chunk + 1} {
			points := Points{N: n, D: d, X: normalVector(n*d, uint64(n))}
			panels := NewPanels(points)
			count, k := 1+n%9, (n+d)%n
			count = min(count, n-k)
			u, v, z := normalVector(count*d, uint64(n)), normalVector(d, 5), make([]float64, d)
			var want []float64
			native := UseKernels(Portable())
			for b := range count {
				Multiply(z, u[b*d:], v)
				own := make([]float64, (k+b+1)*(k+b+2)/2)
				new(Triangle).Compute(own, points, z, k+b)
				want = append(want, own...)
			}
			UseKernels(native)
			got := append(make([]float64, len(want)), canary)
			together.Compute(got[:len(want)], panels, u, v, k, count)
			what := fmt.Sprintf("n=%d, d=%d, %d triangles from %d on", n, d, count, k)
			for e, v := range want {
				if math.Float64bits(got[e]) != math.Float64bits(v) {
					t.Fatalf("%s: entry %d is %v, want %v", what, e, got[e], v)
				}
			}
			if got[len(want)] != canary {
				t.Fatalf("%s: written beyond the triangles", what)
			}
		}
	}
}

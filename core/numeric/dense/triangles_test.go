package dense

import (
	"fmt"
	"math"
	"testing"
)

// canary stands behind the numbers that a loop may write.
const canary = 1234.5

// TestTrianglesHaveThePortableDigits compares triangles computed together with the portable loops for
// each alone, bit for bit, over numbers of points with every remainder, several chunks of coordinates, and
// bounds that begin and end anywhere.
func TestTrianglesHaveThePortableDigits(t *testing.T) {
	var together Triangles
	for n := 1; n < 40; n++ {
		for _, d := range []int{0, 1, 2, 3, 4, 5, 7, 20, chunk - 1, chunk, chunk + 6, 2*chunk + 1} {
			points := Points{N: n, D: d, X: normal(n*d, uint64(n))}
			panels := NewPanels(points)
			count := 1 + n%9
			var dst, z, want [][]float64
			var k []int
			for b := range count {
				bound := min(n-1, (n+d)%n+b)
				k, z = append(k, bound), append(z, normal(d, uint64(b)))
				entries := (bound + 1) * (bound + 2) / 2
				want = append(want, make([]float64, entries))
				dst = append(dst, make([]float64, entries, entries+1))
				dst[b][:entries+1][entries] = canary
			}
			native := UseKernels(Portable())
			for b := range count {
				new(Triangle).Compute(want[b], points, z[b], k[b])
			}
			UseKernels(native)
			together.Compute(dst, panels, z, k)
			for b := range count {
				what := fmt.Sprintf("n=%d, d=%d, triangle %d of %v", n, d, b, k)
				for e, v := range want[b] {
					if math.Float64bits(dst[b][e]) != math.Float64bits(v) {
						t.Fatalf("%s: entry %d is %v, want %v", what, e, dst[b][e], v)
					}
				}
				if dst[b][:len(want[b])+1][len(want[b])] != canary {
					t.Fatalf("%s: written beyond the triangle", what)
				}
			}
		}
	}
}

package dense

import (
	"fmt"
	"testing"

	"lplab/core/numeric/rng"
)

// TestCross compares bit for bit with single inner products, over sizes that fill blocks and
// chunks and sizes that do not.
func TestCross(t *testing.T) {
	t.Run("native", checkCross)
	defer UseKernels(UseKernels(Portable()))
	t.Run("portable", checkCross)
}

func checkCross(t *testing.T) {
	random := rng.New(1)
	var c Cross
	for _, s := range [][3]int{{1, 1, 1}, {3, 5, 2}, {0, 4, 3}, {4, 4, 0}, {130, 7, 20}, {7, 130, 257}, {129, 128, 256}, {32, 200, 600}} {
		n, m, w := s[0], s[1], s[2]
		x, y := make([]float64, n*(w+3)+1), make([]float64, m*(w+1)+1)
		for _, v := range [][]float64{x, y} {
			for i := range v {
				v[i] = random.Normal()
			}
		}
		dst := make([]float64, n*(m+2)+1)
		for i := range dst {
			dst[i] = float64(i)
		}
		c.Add(dst, m+2, x, w+3, n, y, w+1, m, w)
		for i := range n {
			for j := range m + 2 {
				want := float64(i*(m+2) + j)
				for from := 0; from < w && j < m; from += chunk {
					width := min(chunk, w-from)
					want += dot(x[i*(w+3)+from:][:width], y[j*(w+1)+from:][:width])
				}
				if got := dst[i*(m+2)+j]; got != want {
					t.Fatalf("n = %d, m = %d, w = %d: product %d,%d is %v, want %v", n, m, w, i, j, got, want)
				}
			}
		}
	}
}

// BenchmarkCross reports the speed of block products of the sizes in the reduction and the
// factorisation of core/solvers/machine.
func BenchmarkCross(b *testing.B) {
	for _, s := range [][3]int{{1024, 32, 1024}, {1024, 1024, 64}, {128, 128, 256}} {
		b.Run(fmt.Sprint(s), func(b *testing.B) {
			n, m, w := s[0], s[1], s[2]
			x, y, dst := make([]float64, n*w), make([]float64, m*w), make([]float64, n*m)
			var c Cross
			for b.Loop() {
				c.Add(dst, m, x, w, n, y, w, m, w)
			}
			b.ReportMetric(2*float64(n*m*w)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
		})
	}
}

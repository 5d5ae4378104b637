package tensor

import (
	"context"
	"testing"
)

// BenchmarkBuild builds the tensor of [S table 2]: 90 points of 650 variables,
// the polynomial kernel of degree 2. An entry costs 2 d flops.
func BenchmarkBuild(b *testing.B) {
	const n, d, q = 90, 650, 4
	p := randomPoints(n, d, 1)
	for b.Loop() {
		if _, err := Build(context.Background(), p, q, square, nil); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, 2*d*float64(Count(n, q)), "GFlop/s")
}

// BenchmarkContraction reads the tensor of order 4 over 150 points once, for
// omega alone and with M. An entry is 8 bytes.
func BenchmarkContraction(b *testing.B) {
	const n, q = 150, 4
	t := &Packed{n: n, q: q, data: randomVector(int(Count(n, q)), 2)}
	alpha, omega, m := randomVector(n, 3), make([]float64, n), make([]float64, n*n)
	c := NewContraction(t)
	b.Run("omega", func(b *testing.B) {
		for b.Loop() {
			c.Omega(omega, alpha)
		}
		perSecond(b, 8*float64(t.Entries()), "GB/s")
	})
	b.Run("omegaM", func(b *testing.B) {
		for b.Loop() {
			c.OmegaM(omega, m, alpha)
		}
		perSecond(b, 8*float64(t.Entries()), "GB/s")
	})
}

// perSecond reports work per iteration in units of 10^9 a second.
func perSecond(b *testing.B, work float64, unit string) {
	b.ReportMetric(work*float64(b.N)/b.Elapsed().Seconds()/1e9, unit)
}

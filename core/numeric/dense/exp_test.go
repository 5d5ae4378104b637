package dense

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// onBoth runs a test with the portable exp and with that of the processor.
func onBoth(t *testing.T, f func(t *testing.T)) {
	t.Run("portable", func(t *testing.T) {
		fastest := UseKernels(Portable())
		defer UseKernels(fastest)
		f(t)
	})
	t.Run("native", f)
}

// exponents returns many exponents from underflow to overflow, densest where the result is
// subnormal and around 0.
func exponents() []float64 {
	r := rand.New(rand.NewPCG(3, 4))
	s := []float64{math.Ln2 / 2, -math.Ln2 / 2, 709.782712893384, 709.7827128933841, -708.3964185322641, -745.1332191019411}
	for range 3000 {
		s = append(s, r.Float64()*1456-746, -745.2+37*r.Float64(), r.NormFloat64(), math.Ldexp(r.NormFloat64(), -r.IntN(60)))
	}
	return s
}

// TestExpErrorBound compares with exp in 200 bits: the error is below 2 ulp, and below 1 ulp where the
// result is subnormal. math.Exp is not a reference, because on some processors it overflows at 709.44.
func TestExpErrorBound(t *testing.T) {
	s := exponents()
	exact := make([]*big.Float, len(s))
	for i, x := range s {
		exact[i] = bigExp(x)
	}
	onBoth(t, func(t *testing.T) {
		got := append([]float64(nil), s...)
		Exponentials(got)
		for i, x := range s {
			nearest, _ := exact[i].Float64()
			if math.IsInf(nearest, 1) && math.IsInf(got[i], 1) {
				continue
			}
			difference := new(big.Float).SetPrec(200).SetFloat64(got[i])
			difference.Quo(difference.Sub(difference, exact[i]), big.NewFloat(ulp(min(nearest, math.MaxFloat64))))
			e, _ := difference.Float64()
			if !(math.Abs(e) < 2) || nearest < 0x1p-1022 && !(math.Abs(e) < 1) {
				t.Errorf("exp(%v) = %v is off by %.2f ulp", x, got[i], e)
			}
		}
	})
}

// TestExpAtItsEnds checks the results that are exact.
func TestExpAtItsEnds(t *testing.T) {
	infinity, nan := math.Inf(1), math.NaN()
	cases := []struct{ s, want float64 }{
		{0, 1}, {math.Copysign(0, -1), 1}, {5e-324, 1}, {-5e-324, 1}, {1e-300, 1}, {-1e-300, 1},
		{709.79, infinity}, {710, infinity}, {711, infinity}, {1e10, infinity}, {math.MaxFloat64, infinity}, {infinity, infinity},
		{-745.14, 0}, {-746, 0}, {-747, 0}, {-1e10, 0}, {-math.MaxFloat64, 0}, {-infinity, 0},
		{nan, nan},
	}
	onBoth(t, func(t *testing.T) {
		for _, c := range cases {
			got := []float64{c.s}
			Exponentials(got)
			compareBits(t, got, []float64{c.want})
		}
	})
}

// bigExp returns exp(x) to about 190 bits: the Taylor series of x/2^20, squared twenty times.
func bigExp(x float64) *big.Float {
	const halvings, terms = 20, 24
	number := func() *big.Float { return new(big.Float).SetPrec(260) }
	y := number().SetFloat64(x)
	y.SetMantExp(y, -halvings)
	sum, term := number().SetInt64(1), number().SetInt64(1)
	for m := 1; m <= terms; m++ {
		term.Mul(term, y)
		term.Quo(term, number().SetInt64(int64(m)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// ulp returns the spacing of the numbers of the size of v.
func ulp(v float64) float64 {
	_, e := math.Frexp(v)
	return math.Ldexp(1, max(e-53, -1074))
}

// TestExpHasThePortableDigits checks that the processor's exp and the portable one agree bit for
// bit, at every length and address.
func TestExpHasThePortableDigits(t *testing.T) {
	s := append(exponents(), 0, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, -1e300)
	want := append([]float64(nil), s...)
	portableExponentials(want)
	for n := range 70 {
		got := append([]float64(nil), s[n:2*n+1]...)
		Exponentials(got[:n])
		compareBits(t, got[:n], want[n:])
		if math.Float64bits(got[n]) != math.Float64bits(s[2*n]) {
			t.Fatalf("%d numbers: the one behind them is changed", n)
		}
	}
	got := append([]float64(nil), s...)
	Exponentials(got)
	compareBits(t, got, want)
}

func compareBits(t *testing.T, got, want []float64) {
	t.Helper()
	for i, v := range got {
		if math.Float64bits(v) != math.Float64bits(want[i]) && !(math.IsNaN(v) && math.IsNaN(want[i])) {
			t.Fatalf("number %d of %d is %v, want %v", i, len(got), v, want[i])
		}
	}
}

func BenchmarkExponential(b *testing.B) {
	s := make([]float64, 4096)
	for i := range s {
		s[i] = rand.NormFloat64()
	}
	work := make([]float64, len(s))
	run := func(exp func([]float64)) func(b *testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				copy(work, s)
				exp(work)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(s)), "ns/entry")
		}
	}
	b.Run("math.Exp", run(func(s []float64) {
		for i, v := range s {
			s[i] = math.Exp(v)
		}
	}))
	b.Run("portable", run(portableExponentials))
	b.Run("native", run(Exponentials))
}

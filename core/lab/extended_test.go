package lab

import (
	"math"
	"testing"
)

// extended is a number of double the precision, about 104 bits, as the unevaluated
// sum hi + lo (Dekker, A floating-point technique for extending the available
// precision, Numer. Math. 1971).
type extended struct{ hi, lo float64 }

func ext(v float64) extended { return extended{hi: v} }

// twoSum returns a + b without error.
func twoSum(a, b float64) extended {
	s := a + b
	t := s - a
	return extended{s, (a - (s - t)) + (b - t)}
}

func (a extended) plus(b extended) extended {
	s, t := twoSum(a.hi, b.hi), twoSum(a.lo, b.lo)
	s = twoSum(s.hi, s.lo+t.hi)
	return twoSum(s.hi, s.lo+t.lo)
}

func (a extended) minus(b extended) extended { return a.plus(extended{-b.hi, -b.lo}) }

func (a extended) times(b extended) extended {
	p := float64(a.hi * b.hi)
	low := math.FMA(a.hi, b.hi, -p)
	return twoSum(p, low+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a extended) over(b extended) extended {
	q := a.hi / b.hi
	r := a.minus(b.times(ext(q)))
	second := r.hi / b.hi
	r = r.minus(b.times(ext(second)))
	return twoSum(q, second).plus(ext(r.hi / b.hi))
}

func (a extended) abs() extended {
	if a.hi < 0 {
		return extended{-a.hi, -a.lo}
	}
	return a
}

func (a extended) float() float64 { return a.hi + a.lo }

func (a extended) less(b extended) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

// power returns a^k for k >= 0.
func (a extended) power(k int) extended {
	r := ext(1)
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			r = r.times(a)
		}
		a = a.times(a)
	}
	return r
}

func (a extended) sqrt() extended {
	if a.hi == 0 {
		return a
	}
	s := ext(math.Sqrt(a.hi))
	return s.plus(a.minus(s.times(s)).over(s.plus(s)))
}

// exp returns e^a, 0 below -700.
func (a extended) exp() extended {
	if a.hi < -700 {
		return extended{}
	}
	ln2 := extended{0.6931471805599453, 2.3190468138462996e-17}
	k := math.Round(a.hi / ln2.hi)
	const halvings = 10
	r := a.minus(ln2.times(ext(k))).times(ext(1.0 / (1 << halvings)))
	sum, term := extended{}, ext(1) // e^r - 1, which keeps its digits when e^r is squared
	for i := 1; i <= 9; i++ {
		term = term.times(r).over(ext(float64(i)))
		sum = sum.plus(term)
	}
	for range halvings {
		sum = sum.plus(sum).plus(sum.times(sum))
	}
	sum = sum.plus(ext(1))
	return extended{math.Ldexp(sum.hi, int(k)), math.Ldexp(sum.lo, int(k))}
}

// log returns the natural logarithm of a > 0 by Newton's method.
func (a extended) log() extended {
	y := ext(math.Log(a.hi))
	for range 2 {
		y = y.plus(a.times(extended{-y.hi, -y.lo}.exp()).minus(ext(1)))
	}
	return y
}

// TestExtended checks identities to about thirty digits.
func TestExtended(t *testing.T) {
	third := ext(1).over(ext(3))
	for _, c := range []struct {
		name      string
		got, want extended
	}{
		{"three thirds", third.times(ext(3)), ext(1)},
		{"a square root", ext(2).sqrt().power(2), ext(2)},
		{"e", ext(1).exp(), extended{math.E, 1.4456468917292502e-16}},
		{"a power of e", ext(100).exp(), ext(1).exp().power(100)},
		{"a logarithm", third.log().exp(), third},
		{"the logarithm of 2", ext(2).log(), extended{math.Ln2, 2.3190468138462996e-17}},
		{"a sum that cancels", ext(1e16).plus(third).minus(ext(1e16)), third.plus(ext(0))},
	} {
		most := 1e-29
		if c.name == "a sum that cancels" {
			most = 1e-15
		}
		if e := c.got.minus(c.want).abs().hi; !(e <= most*c.want.abs().hi) {
			t.Errorf("%s is off by %g", c.name, e)
		}
	}
}

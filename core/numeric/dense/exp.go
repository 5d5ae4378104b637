package dense

import "math"

// Exponentials replaces every s by Exp(s).
func Exponentials(s []float64) { kernels.Exponentials(s) }

func portableExponentials(s []float64) {
	for i, v := range s {
		s[i] = Exp(v)
	}
}

// Exp returns exp(s), with an error below 2 ulp where the result is a normal number, below
// one spacing where it is subnormal; Infinity from 709.79 on, 0 below -745.14, NaN for NaN. The digits
// are the same on every processor, unlike those of math.Exp. It has the steps of exp of
// wasm/kernel/exp.ts:
//
// s = m log 2 + r with |r| <= log(2)/2, log 2 in two parts of which the first
// times m is exact; exp(r) by its Taylor polynomial of degree 13, with
// a remainder below 6e-18; times 2^m in two factors, as m runs from -1076 to
// 1024. The operations are the same for every s, for vector instructions.
func Exp(s float64) float64 {
	// NaN passes both.
	if s < -746 {
		s = -746
	}
	if s > 710 {
		s = 710
	}
	// Adding shift rounds to an integer, and leaves it in the low bits.
	sum := float64(s*1.4426950408889634) + shift
	m := sum - shift
	r := s - float64(m*0.693147180369123816490)
	r -= float64(m * 1.90821492927058770002e-10)
	p := 1.0 / 6227020800
	p = 1.0/479001600 + float64(p*r)
	p = 1.0/39916800 + float64(p*r)
	p = 1.0/3628800 + float64(p*r)
	p = 1.0/362880 + float64(p*r)
	p = 1.0/40320 + float64(p*r)
	p = 1.0/5040 + float64(p*r)
	p = 1.0/720 + float64(p*r)
	p = 1.0/120 + float64(p*r)
	p = 1.0/24 + float64(p*r)
	p = 1.0/6 + float64(p*r)
	p = 1.0/2 + float64(p*r)
	p = 1 + float64(p*r)
	p = 1 + float64(p*r)
	exponent := int64(math.Float64bits(sum)) - shiftBits
	half := exponent >> 1
	return float64(p*powerOfTwo(half)) * powerOfTwo(exponent-half)
}

// shift is 1.5 * 2^52, and shiftBits its bits.
const (
	shift     = 6755399441055744
	shiftBits = 0x4338000000000000
)

func powerOfTwo(m int64) float64 { return math.Float64frombits(uint64(m+1023) << 52) }

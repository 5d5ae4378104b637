package optimize

import "math"

// DecreasingRoot brackets a zero of a decreasing function from start on, by growing steps from a
// fraction of step, and narrows the bracket by the Illinois method and bisection to a zero or to
// neighbouring numbers. It returns the ends and the values there.
func DecreasingRoot(f func(float64) float64, start, step float64) (lo, hi, flo, fhi float64) {
	lo, flo = start, f(start)
	if flo == 0 {
		return lo, lo, 0, 0
	}
	if start != 0 {
		step *= 1.0 / 64
	}
	step = math.Copysign(max(step, 0x1p-52*math.Abs(start), math.SmallestNonzeroFloat64), flo)
	hi = lo + step
	fhi = f(hi)
	for fhi != 0 && (fhi > 0) == (flo > 0) && math.Abs(hi) < 1e300 {
		lo, flo = hi, fhi
		step *= 4
		hi = lo + step
		fhi = f(hi)
	}
	weightLo, weightHi := flo, fhi // the values, halved where an end is kept
	halvings := 0
	for n := 0; fhi != 0 && flo != 0; n++ {
		mid := hi - weightHi*(hi-lo)/(weightHi-weightLo)
		if n%3 == 2 || !(mid > min(lo, hi) && mid < max(lo, hi)) {
			mid = lo + (hi-lo)/2
		}
		if mid == lo || mid == hi {
			return lo, hi, flo, fhi
		}
		fm := f(mid)
		if fm == 0 {
			return mid, mid, 0, 0
		}
		if (fm > 0) == (fhi > 0) {
			hi, fhi, weightHi = mid, fm, fm
			if halvings == 1 {
				weightLo /= 2
			}
			halvings = 1
		} else {
			lo, flo, weightLo = mid, fm, fm
			if halvings == -1 {
				weightHi /= 2
			}
			halvings = -1
		}
	}
	if flo == 0 {
		return lo, lo, 0, 0
	}
	return hi, hi, 0, 0
}

// GoldenSection returns the minimiser of a function with one valley on [lo, hi], 0 <= lo, to the given
// relative precision. The function may be +Inf to the right.
func GoldenSection(f func(float64) float64, lo, hi, precision float64) float64 {
	const ratio = 0.6180339887498949
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	fa, fb := f(a), f(b)
	for hi-lo > precision*hi {
		if fa <= fb {
			hi, b, fb = b, a, fa
			a = hi - ratio*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + ratio*(hi-lo)
			fb = f(b)
		}
	}
	if fa <= fb {
		return a
	}
	return b
}

package solver

import "math"

// prox stores in dst the minimiser of
//
//	sum_i [ psi_i(z_i) + (z_i - v_i)^2 / (2 lambda_i) ]
//
// subject to sum(z) = 0 where the problem has an intercept. There
// z_i = prox_i(v_i - lambda_i b) for the multiplier b. dst may be v.
func (p *Problem) prox(dst, v, lambda []float64) {
	at := func(i int, b float64) float64 {
		return p.Loss.Prox(p.Y[i], v[i]-lambda[i]*b, lambda[i], p.Gamma)
	}
	if !p.Intercept {
		for i := range v {
			dst[i] = at(i, 0)
		}
		return
	}
	zeroSum(dst, at)
	p.balance(dst)
}

// zeroSum stores in dst the family z(b), each component of which falls
// continuously with b, at the b for which it sums to 0. Where no floating-point
// b is fine enough, because components cross their range between neighbouring
// numbers, it is the mixture of the neighbours that sums to 0.
func zeroSum(dst []float64, z func(i int, b float64) float64) {
	sum := func(b float64) float64 {
		var s float64
		for i := range dst {
			s += z(i, b)
		}
		return s
	}
	lo, hi, sumLo, sumHi := decreasingRoot(sum)
	mix := 0.0
	if sumLo != sumHi {
		mix = sumLo / (sumLo - sumHi)
	}
	for i := range dst {
		a := z(i, lo)
		dst[i] = a + mix*(z(i, hi)-a)
	}
}

// decreasingRoot brackets a zero of a continuous decreasing function by doubling
// and narrows the bracket, with the Illinois method and bisection, to a zero or
// to neighbouring numbers. It returns the ends and the values there.
func decreasingRoot(f func(float64) float64) (lo, hi, flo, fhi float64) {
	flo = f(0)
	if flo == 0 {
		return 0, 0, 0, 0
	}
	hi = math.Copysign(1, flo)
	fhi = f(hi)
	for fhi != 0 && (fhi > 0) == (flo > 0) && math.Abs(hi) < 1e300 {
		lo, flo = hi, fhi
		hi *= 4
		fhi = f(hi)
	}
	weightLo, weightHi := flo, fhi // the values, halved where an end is kept
	kept := 0
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
			if kept == 1 {
				weightLo /= 2
			}
			kept = 1
		} else {
			lo, flo, weightLo = mid, fm, fm
			if kept == -1 {
				weightHi /= 2
			}
			kept = -1
		}
	}
	if flo == 0 {
		return lo, lo, 0, 0
	}
	return hi, hi, 0, 0
}

// balance removes the rounding left in sum(z) = 0: from the coordinate with the
// most room inside its smooth piece of psi, or, where none has enough, inside
// its domain.
func (p *Problem) balance(z []float64) {
	inPiece := func(i int) (lo, hi float64) {
		piece := p.Loss.Piece(p.Y[i], z[i], p.Gamma)
		return piece.Lo, piece.Hi
	}
	inDomain := func(i int) (lo, hi float64) { return p.Loss.Domain(p.Y[i], p.Gamma) }
	for range 4 {
		var sum float64
		for _, v := range z {
			sum += v
		}
		if sum == 0 || !p.shift(z, sum, inPiece) && !p.shift(z, sum, inDomain) {
			return
		}
	}
}

// shift subtracts sum from the coordinate with the most room for it; false where
// there is none.
func (p *Problem) shift(z []float64, sum float64, bounds func(int) (lo, hi float64)) bool {
	most, where := 0.0, -1
	for i, v := range z {
		lo, hi := bounds(i)
		room := v - lo
		if sum < 0 {
			room = hi - v
		}
		if room > most {
			most, where = room, i
		}
	}
	if !(most >= math.Abs(sum)) { // also where sum is not a number
		return false
	}
	z[where] -= sum
	return true
}

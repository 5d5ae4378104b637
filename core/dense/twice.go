package dense

// AddScaledTwice adds a x to the sums high, whose rounding errors it adds to low: high + low
// is the sum as if computed with twice the digits (Ogita, Rump and Oishi, Accurate sum and
// dot product, SIAM J. Sci. Comput. 2005, algorithm 5.3).
func AddScaledTwice(high, low []float64, a float64, x []float64) {
	upper, rest := split(a)
	for i, v := range x {
		vUpper, vRest := split(v)
		p := float64(a * v)
		missing := float64(upper*vUpper) - p + float64(upper*vRest) + float64(rest*vUpper) + float64(rest*vRest)
		s := high[i] + p
		back := s - high[i]
		low[i] += missing + (high[i] - (s - back)) + (p - back)
		high[i] = s
	}
}

// DotTwice returns x.y as if computed with twice the digits and then rounded.
func DotTwice(x, y []float64) float64 {
	var high, low float64
	for i, a := range x {
		upper, rest := split(a)
		b := y[i]
		bUpper, bRest := split(b)
		p := float64(a * b)
		missing := float64(upper*bUpper) - p + float64(upper*bRest) + float64(rest*bUpper) + float64(rest*bRest)
		s := high + p
		back := s - high
		low += missing + (high - (s - back)) + (p - back)
		high = s
	}
	return high + low
}

// split returns the upper 26 bits of v, and the others.
func split(v float64) (upper, rest float64) {
	scaled := float64((1<<27 + 1) * v)
	upper = scaled - (scaled - v)
	return upper, v - upper
}

package dense

// AddScaledTwice adds a x to the sums high + low in about twice the working precision: high
// takes the rounded sums, and low the sums of their rounding errors (Ogita, Rump and Oishi,
// Accurate sum and dot product, SIAM J. Sci. Comput. 2005, algorithm 5.3). All slices have
// the same length.
func AddScaledTwice(high, low []float64, a float64, x []float64) {
	upper, lower := split(a)
	for i, v := range x {
		p := float64(a * v)
		s, e := twoSum(high[i], p)
		high[i] = s
		low[i] += productError(p, upper, lower, v) + e
	}
}

// DotTwice returns x.y, computed in about twice the working precision and then rounded.
func DotTwice(x, y []float64) float64 {
	var high, low float64
	for i, a := range x {
		p := float64(a * y[i])
		upper, lower := split(a)
		s, e := twoSum(high, p)
		high = s
		low += productError(p, upper, lower, y[i]) + e
	}
	return high + low
}

// productError returns the rounding error of p, the rounded product of upper + lower and b
// (Dekker 1971).
func productError(p, upper, lower, b float64) float64 {
	bUpper, bLower := split(b)
	return float64(upper*bUpper) - p + float64(upper*bLower) + float64(lower*bUpper) + float64(lower*bLower)
}

// twoSum returns the rounded sum of a and b and its rounding error (Knuth 1969).
func twoSum(a, b float64) (s, e float64) {
	s = a + b
	back := s - a
	return s, (a - (s - back)) + (b - back)
}

// split returns the upper 26 bits of v and the remaining ones.
func split(v float64) (upper, lower float64) {
	product := float64((1<<27 + 1) * v)
	upper = product - (product - v)
	return upper, v - upper
}

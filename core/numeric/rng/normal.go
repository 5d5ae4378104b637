package rng

import "math"

// The standard normal quantile by Wichura, "Algorithm AS 241: The percentage
// points of the normal distribution", Applied Statistics 37 (1988), routine
// PPND16: rational approximations with a relative error of about 1e-16, in
// q = u - 1/2 near the centre and in r = sqrt(-log(min(u, 1-u))) in the tails.
//
// Every product is wrapped in float64(), which forbids a fused x*y + z: its last bit differs.
// math.Sqrt rounds correctly on every platform; math.Log does not, hence log below.

// rational is a quotient of two polynomials of degree 7, lowest power first.
type rational struct{ num, den [8]float64 }

var (
	centre = rational{ // |u - 1/2| <= 0.425, in 0.180625 - q^2
		num: [8]float64{
			3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
			4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
		den: [8]float64{
			1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
			2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3},
	}
	tail = rational{ // r <= 5, in r - 1.6
		num: [8]float64{
			1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
			1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
		den: [8]float64{
			1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
			1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9},
	}
	farTail = rational{ // r > 5, in r - 5
		num: [8]float64{
			6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
			2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
		den: [8]float64{
			1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
			7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15},
	}
)

// at evaluates the quotient by Horner's rule.
func (f *rational) at(x float64) float64 {
	num, den := f.num[7], f.den[7]
	for i := 6; i >= 0; i-- {
		num = float64(num*x) + f.num[i]
		den = float64(den*x) + f.den[i]
	}
	return num / den
}

// quantile returns the x that a standard normal variable stays below with
// probability u in ]0,1[.
func quantile(u float64) float64 {
	q := u - 0.5
	if math.Abs(q) <= 0.425 {
		return float64(q * centre.at(0.180625-float64(q*q)))
	}
	r := math.Sqrt(-log(min(u, 1-u)))
	var x float64
	if r <= 5 {
		x = tail.at(r - 1.6)
	} else {
		x = farTail.at(r - 5)
	}
	return math.Copysign(x, q)
}

// The two halves of log 2: ln2High has 32 significant bits, so that its product
// with an exponent is exact.
const (
	ln2High = 0x1.62e42feep-1
	ln2Low  = 1.90821492927058770002e-10 // log 2 - ln2High
)

// log returns the natural logarithm of a positive normal number. With
// x = m 2^e, m in [sqrt(1/2), sqrt(2)[ and s = (m-1)/(m+1),
//
//	log x = e log 2 + 2 (s + s^3/3 + s^5/5 + ...)
//
// where s^2 < 0.0295, so that eleven terms reach double precision.
func log(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	f := m - 1 // exact
	s := f / (m + 1)
	z := float64(s * s)
	sum := 0.0
	for k := 23.0; k >= 3; k -= 2 {
		sum = float64((sum + 1/k) * z)
	}
	// 2s + 2s*sum; 2s alone is f - s f, which keeps the digits of f.
	scale := float64(e)
	rest := float64(s*float64(2*sum-f)) + float64(scale*ln2Low)
	return float64(scale*ln2High) + (f + rest)
}

package kernel

import (
	"fmt"
	"math"
)

// Truncate is k without its terms above a degree. It must keep a term of a degree above 0.
func Truncate(k Kernel, degree int) Series {
	p := make([]float64, degree+1)
	for m := range p {
		p[m] = k.Coefficient(m)
	}
	return newSeries(fmt.Sprintf("%v up to degree %d", k, degree), []Term{{P: trimZeros(p)}})
}

// Scaled is g(by s), for by > 0: its coefficients are c_m by^m.
func Scaled(k Kernel, by float64) Series {
	var terms []Term
	for _, t := range termsOf(k) {
		scaled := Term{P: make([]float64, len(t.P)), Exponent: t.Exponent * by, Poles: make([]float64, len(t.Poles))}
		for m, c := range t.P {
			if c != 0 { // 0 also beside an infinite factor
				scaled.P[m] = c * math.Pow(by, float64(m))
			}
		}
		for j, r := range t.Poles {
			scaled.Poles[j] = r / by
		}
		terms = append(terms, scaled)
	}
	return newSeries(fmt.Sprintf("%v at %g s", k, by), terms)
}

// Remainder bounds sum_{m > degree} c_m from above, for a radius of convergence above 1. As no
// coefficient is negative, Cauchy's estimate holds for every s between 1 and the radius:
//
//	sum_{m > degree} c_m <= s^-(degree+1) sum_m c_m s^m = s^-(degree+1) g(s).
func Remainder(k Kernel, degree int) float64 {
	if _, highest := k.Degrees(); degree >= highest {
		return 0
	}
	least := math.Inf(1)
	for j := range 60 {
		s := 1 + math.Exp2(float64(j)/3-10)
		if r := k.Radius(); !math.IsInf(r, 1) {
			s = 1 + (r-1)*(float64(j)+0.5)/60
		}
		value := []float64{s}
		k.Apply(value)
		if bound := value[0] * math.Exp(-float64(degree+1)*math.Log(s)); bound < least { // false for NaN
			least = bound
		}
	}
	return least
}

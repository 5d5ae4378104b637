package kernel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/numeric/dense"
)

// Series is a power series that is a sum of terms,
//
//	g(s) = sum_t P_t(s) exp(a_t s) / prod_j (1 - s/R_tj),
//
// with polynomials P_t of coefficients >= 0, a_t >= 0 and R_tj > 0. Every kernel of this package is
// one, and so are sums and products of them: the features of K + K' are the features of both, and
// the features of K K' are all products of a feature of K with one of K', gathered by monomial.
//
// Outside its radius of convergence the series is not defined, and Apply gives NaN.
type Series struct {
	name    string
	sum     bool // named as a sum: a product puts it in parentheses
	terms   []Term
	values  []float64 // c_0, c_1, ... of all degrees, or of those up to MaxFactorial
	lowest  int
	highest int
	radius  float64
}

func init() {
	Registry.Add("geometric", func(p Parameters) Kernel { return Geometric(p.Radius) })
	Registry.Add("series", func(p Parameters) Kernel { return Finite(p.Coefficients...) })
	Registry.Add("sum", func(p Parameters) Kernel { return Sum(p.Of...) })
	Registry.Add("product", func(p Parameters) Kernel { return Product(p.Of...) })
}

// Term is P(s) exp(Exponent s) / prod_j (1 - s/Poles_j).
type Term struct {
	P        []float64 // ascending; the last is not 0
	Exponent float64   // 0: no exponential
	Poles    []float64 // ascending
}

// Finite is g(s) = sum_m c_m s^m. One of c_1, c_2, ... must be positive and none negative.
func Finite(coefficients ...float64) Series {
	p := trimZeros(coefficients)
	return newSeries(fmt.Sprintf("series of degree %d", len(p)-1), []Term{{P: p}})
}

// Shifted is g(s) = (constant + s)^degree, for a constant > 0: the features are
// all monomials up to that degree.
func Shifted(degree int, constant float64) Series {
	p := make([]float64, degree+1)
	binomial := 1.0
	for m := range p {
		p[m] = binomial * Power(constant, degree-m)
		binomial = binomial * float64(degree-m) / float64(m+1)
	}
	return newSeries(fmt.Sprintf("polynomial of degree %d with constant %g", degree, constant), []Term{{P: p}})
}

// ExponentialOf is g(s) = exp(rate s), for a rate > 0.
func ExponentialOf(rate float64) Series {
	return newSeries(fmt.Sprintf("exponential of rate %g", rate), []Term{{P: []float64{1}, Exponent: rate}})
}

// Geometric is g(s) = 1/(1 - s/radius) = sum_m (s/radius)^m, for |s| < radius and a radius > 0.
func Geometric(radius float64) Series {
	name := "geometric"
	if radius != 1 {
		name = fmt.Sprintf("geometric of radius %g", radius)
	}
	return newSeries(name, []Term{{P: []float64{1}, Poles: []float64{radius}}})
}

// Sum is K + K' + ...
func Sum(of ...Kernel) Series {
	var terms []Term
	names := make([]string, len(of))
	for i, k := range of {
		names[i] = k.String()
		terms = append(terms, termsOf(k)...)
	}
	s := newSeries(strings.Join(names, " + "), terms)
	s.sum = true
	return s
}

// Product is K K' ...
func Product(of ...Kernel) Series {
	terms := []Term{{P: []float64{1}}}
	names := make([]string, len(of))
	for i, k := range of {
		names[i] = k.String()
		if s, ok := k.(Series); ok && s.sum {
			names[i] = "(" + names[i] + ")"
		}
		var all []Term
		for _, t := range terms {
			for _, u := range termsOf(k) {
				all = append(all, t.times(u))
			}
		}
		terms = all
	}
	return newSeries(strings.Join(names, " × "), terms)
}

// termsOf writes any kernel of this package as a series.
func termsOf(k Kernel) []Term {
	switch k := k.(type) {
	case Polynomial:
		p := make([]float64, k.Degree+1)
		p[k.Degree] = 1
		return []Term{{P: p}}
	case Exponential:
		return []Term{{P: []float64{1}, Exponent: 1}}
	case Series:
		return k.terms
	}
	panic(fmt.Sprintf("kernel: no series of %v", k))
}

func (t Term) times(u Term) Term {
	p := make([]float64, len(t.P)+len(u.P)-1)
	for i, a := range t.P {
		for j, b := range u.P {
			p[i+j] += float64(a * b)
		}
	}
	poles := slices.Concat(t.Poles, u.Poles)
	slices.Sort(poles)
	return Term{P: p, Exponent: t.Exponent + u.Exponent, Poles: poles}
}

// newSeries gathers terms that differ in their polynomial alone.
func newSeries(name string, terms []Term) Series {
	s := Series{name: name, radius: math.Inf(1)}
	for _, t := range terms {
		like := slices.IndexFunc(s.terms, func(u Term) bool {
			return u.Exponent == t.Exponent && slices.Equal(u.Poles, t.Poles)
		})
		if like < 0 {
			s.terms = append(s.terms, t)
			continue
		}
		s.terms[like].P = addPolynomials(s.terms[like].P, t.P)
	}
	degree := 0
	for _, t := range s.terms {
		degree = max(degree, len(t.P)-1)
		if len(t.Poles) > 0 {
			s.radius = min(s.radius, t.Poles[0])
		}
		if t.Exponent > 0 || len(t.Poles) > 0 {
			s.highest = Infinite
		}
	}
	if s.highest == Infinite {
		degree = max(degree, MaxFactorial)
	} else {
		s.highest = degree
	}
	s.values = s.coefficients(degree)
	for s.lowest < len(s.values) && s.values[s.lowest] == 0 {
		s.lowest++
	}
	if !(s.radius > 0) {
		panic("kernel: a series needs a radius > 0")
	}
	if s.highest == 0 || s.lowest == len(s.values) || slices.ContainsFunc(s.values, func(c float64) bool { return !(c >= 0) }) {
		panic("kernel: a series needs coefficients >= 0, and one of a degree above 0 that is not 0")
	}
	return s
}

func addPolynomials(p, q []float64) []float64 {
	if len(p) < len(q) {
		p, q = q, p
	}
	sum := slices.Clone(p)
	for m, c := range q {
		sum[m] += c
	}
	return sum
}

func trimZeros(p []float64) []float64 {
	n := len(p)
	for n > 0 && p[n-1] == 0 {
		n--
	}
	return slices.Clone(p[:n])
}

// coefficients returns c_0, ..., c_degree.
func (s Series) coefficients(degree int) []float64 {
	c := make([]float64, degree+1)
	for _, t := range s.terms {
		for m, v := range t.coefficients(degree) {
			c[m] += v
		}
	}
	return c
}

// coefficients returns the coefficients of the term: the Cauchy product of the polynomial with the
// series of the exponential and, pole by pole, with that of 1/(1 - s/R), which is a running sum.
func (t Term) coefficients(degree int) []float64 {
	c := make([]float64, degree+1)
	exponential := 1.0
	for m := 0; m <= degree && exponential > 0; m++ {
		for j, p := range t.P {
			if m+j <= degree && p != 0 { // 0 also beside an infinite factor
				c[m+j] += float64(p * exponential)
			}
		}
		exponential = exponential * t.Exponent / float64(m+1)
	}
	for _, r := range t.Poles {
		for m := 1; m <= degree; m++ {
			c[m] += c[m-1] / r
		}
	}
	return c
}

// Terms returns the terms of the sum, which must not be changed.
func (s Series) Terms() []Term { return s.terms }

func (s Series) String() string { return s.name }

func (s Series) Coefficient(m int) float64 {
	switch {
	case m < len(s.values):
		return s.values[m]
	case s.highest != Infinite:
		return 0
	}
	return s.coefficients(m)[m]
}

func (s Series) Degrees() (lowest, highest int) { return s.lowest, s.highest }

func (s Series) Radius() float64 { return s.radius }

// atOnce is the number of values computed at a time.
const atOnce = 256

// Apply has the steps and the digits of series of wasm/kernel/kernel.ts.
func (k Series) Apply(s []float64) {
	var sum, term, power [atOnce]float64
	for len(s) > 0 {
		n := min(len(s), atOnce)
		x, sum := s[:n], sum[:n]
		clear(sum)
		for _, t := range k.terms {
			t.apply(term[:n], power[:n], x)
			for i, v := range term[:n] {
				sum[i] += v
			}
		}
		copy(x, sum)
		s = s[n:]
	}
}

// apply stores the term's values at x in dst; power is scratch memory of the same length.
func (t Term) apply(dst, power, x []float64) {
	dst, power = dst[:len(x)], power[:len(x)] // spares the loops their checks
	last := len(t.P) - 1
	for i := range dst {
		dst[i] = t.P[last]
	}
	for m := last - 1; m >= 0; m-- { // Horner
		c := t.P[m]
		for i, v := range x {
			dst[i] = float64(dst[i]*v) + c
		}
	}
	if t.Exponent > 0 {
		for i, v := range x {
			power[i] = t.Exponent * v
		}
		dense.Exponentials(power)
		for i, v := range power {
			dst[i] *= v
		}
	}
	for _, r := range t.Poles {
		for i, v := range x {
			if math.Abs(v) < r {
				dst[i] /= 1 - v/r
			} else {
				dst[i] = math.NaN()
			}
		}
	}
}

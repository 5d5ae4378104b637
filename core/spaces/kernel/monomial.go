package kernel

import (
	"math"
	"strconv"
	"strings"
)

// Monomial is a product of variables, as their non-decreasing indices with
// repetition: {0, 0, 3} is x_0^2 x_3, and the empty one is the constant.
//
// Monomials are ordered by degree, then lexicographically.
type Monomial []int

// Label returns the monomial as text, such as "x1²·x4"; "1" for the constant.
func (m Monomial) Label(names []string) string {
	if len(m) == 0 {
		return "1"
	}
	var b strings.Builder
	m.factors(func(variable, power int) {
		if b.Len() > 0 {
			b.WriteString("·")
		}
		b.WriteString(names[variable])
		if power > 1 {
			b.WriteString(superscript(power))
		}
	})
	return b.String()
}

// Exponents returns the monomial as powers by variable name.
func (m Monomial) Exponents(names []string) map[string]int {
	e := make(map[string]int, len(m))
	m.factors(func(variable, power int) { e[names[variable]] = power })
	return e
}

// factors calls f for every variable of the monomial, in order.
func (m Monomial) factors(f func(variable, power int)) {
	for i := 0; i < len(m); {
		j := i
		for j < len(m) && m[j] == m[i] {
			j++
		}
		f(m[i], j-i)
		i = j
	}
}

func superscript(k int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	return strings.Map(func(digit rune) rune { return digits[digit-'0'] }, strconv.Itoa(k))
}

// Constant returns (c_m m!/prod_j k_j!)^(1/q), the factor of the monomial in the
// normalised feature phi_k of kernel k.
func Constant(k Kernel, m Monomial, q float64) float64 {
	constants := newConstants(k, len(m), q)
	c, _ := constants.quotient(m)
	return constants.root(c)
}

// MaxFactorial is the highest m for which m! is finite in double precision.
const MaxFactorial = 170

// HasExactConstants reports whether the constants of the features of degree m have all their
// digits, or there are no such features. It is false for degrees above MaxFactorial, and may be
// for lower ones of an infinite series.
func HasExactConstants(k Kernel, m int) bool {
	const smallestNormal = 0x1p-1022
	if m > MaxFactorial {
		return false
	}
	c := k.Coefficient(m)
	return c == 0 || c >= smallestNormal && newConstants(k, m, 1).all <= math.MaxFloat64
}

// constants computes the factors of monomials of one degree, which often equal those of the
// monomial before.
type constants struct {
	all, q  float64 // c_m m!
	c, last float64 // the last quotient, and its root
}

func newConstants(k Kernel, degree int, q float64) *constants {
	f := &constants{all: k.Coefficient(degree), q: q}
	for i := 2; i <= degree; i++ {
		f.all *= float64(i)
	}
	return f
}

// quotient returns c_m m!/prod_j k_j!, and the power of the last variable, which is 0 without variables.
func (f *constants) quotient(m Monomial) (c float64, power int) {
	c = f.all
	for t, v := range m {
		if t == 0 || v != m[t-1] {
			power = 1
			continue
		}
		power++
		c /= float64(power)
	}
	return c, power
}

func (f *constants) root(c float64) float64 {
	if c != f.c {
		f.c, f.last = c, math.Pow(c, 1/f.q)
	}
	return f.last
}

// Count returns the number of monomials of a degree in d variables, C(d+degree-1, degree),
// or math.MaxInt64 where that does not fit.
func Count(d, degree int) int64 {
	if d == 0 && degree > 0 {
		return 0
	}
	c := int64(1)
	for i := 1; i <= degree; i++ {
		f := int64(d + i - 1)
		if c > math.MaxInt64/f {
			return math.MaxInt64
		}
		c = c * f / int64(i) // exact: c*f is a multiple of i
	}
	return c
}

// Features returns the number N of features of k on d variables up to the given
// degree, saturating at math.MaxInt64.
func Features(k Kernel, d, maxDegree int) int64 {
	var n int64
	lowest, highest := k.Degrees()
	for m := lowest; m <= min(highest, maxDegree); m++ {
		if k.Coefficient(m) == 0 {
			continue
		}
		c := Count(d, m)
		if n > math.MaxInt64-c {
			return math.MaxInt64
		}
		n += c
	}
	return n
}

// Dimension returns the number N of features of k on d variables; ok is false where it is infinite.
func Dimension(k Kernel, d int) (n int64, ok bool) {
	_, highest := k.Degrees()
	if highest == Infinite {
		return 0, false
	}
	return Features(k, d, highest), true
}

// Run is the monomials that share all variables but the last, which is From, ..., d-1: the unit in
// which features and weights are streamed, with an inner loop over consecutive coordinates of x.
type Run struct {
	Prefix Monomial // all variables but the last; aliased, valid during the call only
	From   int      // first value of the last variable
	First  float64  // feature constant at From, where it may repeat the prefix's last variable
	Rest   float64  // feature constant from From+1 on
}

// Constant returns the feature constant of the monomial that ends with a variable, From at least.
func (r Run) Constant(last int) float64 {
	if last == r.From {
		return r.First
	}
	return r.Rest
}

// Runs calls yield for the features of k on d variables with degree in [1, maxDegree], in monomial
// order, until it returns false. For the constant feature (degree 0) see Constant.
func Runs(k Kernel, d, maxDegree int, q float64, yield func(Run) bool) {
	lowest, highest := k.Degrees()
	for degree := max(1, lowest); degree <= min(highest, maxDegree); degree++ {
		if k.Coefficient(degree) == 0 {
			continue
		}
		first := newConstants(k, degree, q)
		rest := *first
		prefix := make(Monomial, degree-1)
		for {
			c, power := first.quotient(prefix)
			r := Run{Prefix: prefix, First: first.root(c / float64(power+1)), Rest: rest.root(c)}
			if degree > 1 {
				r.From = prefix[degree-2]
			}
			if !yield(r) {
				return
			}
			if !nextPrefix(prefix, d) {
				break
			}
		}
	}
}

// nextPrefix moves to the lexicographically next non-decreasing tuple.
func nextPrefix(p Monomial, d int) bool {
	for t := len(p) - 1; t >= 0; t-- {
		if p[t] < d-1 {
			p[t]++
			for s := t + 1; s < len(p); s++ {
				p[s] = p[t]
			}
			return true
		}
	}
	return false
}

// Index returns the place of a monomial among the features of k on d variables (the constant, then
// Runs); ok is false where k has no such feature, or more up to its degree than an int64 counts.
func Index(k Kernel, d int, m Monomial) (index int64, ok bool) {
	if k.Coefficient(len(m)) == 0 || Features(k, d, len(m)) == math.MaxInt64 {
		return 0, false
	}
	index = Features(k, d, len(m)-1)
	from := 0
	for t, v := range m {
		// Those that agree up to t and have a variable u there, from <= u < v, are
		// sum_u Count(d-u, rest).
		rest := len(m) - t - 1
		index += Count(d-from, rest+1) - Count(d-v, rest+1)
		from = v
	}
	return index, true
}

// Package kernel holds power-series tensor kernels as immutable values.
//
// A power-series tensor kernel of order q is
//
//	K(x_1, ..., x_q) = g(S),  S = sum_j x_1j ... x_qj,  g(s) = sum_m c_m s^m,
//
// with coefficients c_m >= 0 [S sec. 2.2]. It is the sum over monomials k of
// phi_k(x_1) ... phi_k(x_q) with the normalised features
//
//	phi_k(x) = (c_m m! / prod_j k_j!)^(1/q) x^k,  m = |k|.
//
// The features need no even q: they serve any p = q/(q-1) in ]1,2]. Package gram makes
// the form of an lp problem from a kernel and points; Runs walks the monomials of the features.
package kernel

import (
	"fmt"
	"math"

	"lplab/core/numeric/dense"
	"lplab/core/registry"
)

// Parameters are the parameters of all kernels; each kernel uses its own.
type Parameters struct {
	Degree                 int
	Constant, Rate, Radius float64
	Coefficients           []float64
	Of                     []Kernel
}

// Registry holds the kernels by the names that experiments give them.
var Registry registry.Of[Parameters, Kernel]

// Kernel is a power-series tensor kernel: an immutable value, safe for concurrent use.
type Kernel interface {
	fmt.Stringer
	// Apply replaces every s by g(s).
	Apply(s []float64)
	// Coefficient returns c_m >= 0, the coefficient of s^m.
	Coefficient(m int) float64
	// Degrees returns the lowest and the highest m with c_m > 0, or Infinite as the highest.
	Degrees() (lowest, highest int)
	// Radius returns the radius of convergence: g(s) is defined for |s| < Radius. It may be +Inf.
	Radius() float64
}

// Infinite is the highest degree of a kernel with infinitely many features.
const Infinite = math.MaxInt

// Polynomial is g(s) = s^Degree, for a Degree >= 1: the features are all monomials of that degree.
type Polynomial struct{ Degree int }

// Linear is g(s) = s: the features are the coordinates of x.
var Linear = Polynomial{Degree: 1}

func init() {
	Registry.Add("linear", func(Parameters) Kernel { return Linear })
	Registry.Add("polynomial", func(p Parameters) Kernel {
		if p.Constant > 0 {
			return Shifted(p.Degree, p.Constant)
		}
		return Polynomial{Degree: p.Degree}
	})
}

func (p Polynomial) String() string {
	if p == Linear {
		return "linear"
	}
	return fmt.Sprintf("polynomial of degree %d", p.Degree)
}

func (p Polynomial) Apply(s []float64) {
	switch p.Degree {
	case 1:
	case 2:
		for i, v := range s {
			s[i] = v * v
		}
	case 3:
		for i, v := range s {
			s[i] = v * (v * v) // as Power does, without its loop
		}
	default:
		for i, v := range s {
			s[i] = Power(v, p.Degree)
		}
	}
}

func (p Polynomial) Coefficient(m int) float64 {
	if m == p.Degree {
		return 1
	}
	return 0
}

func (p Polynomial) Degrees() (lowest, highest int) { return p.Degree, p.Degree }

func (Polynomial) Radius() float64 { return math.Inf(1) }

// Exponential is g(s) = exp(s): the features are all monomials.
type Exponential struct{}

func init() {
	Registry.Add("exponential", func(p Parameters) Kernel {
		if p.Rate != 1 {
			return ExponentialOf(p.Rate)
		}
		return Exponential{}
	})
}

func (Exponential) String() string { return "exponential" }

// Apply replaces every s by exp(s) with an error below 2 ulp.
func (Exponential) Apply(s []float64) { dense.Exponentials(s) }

func (Exponential) Coefficient(m int) float64 {
	c := 1.0
	for i := 2; i <= m; i++ {
		c /= float64(i)
	}
	return c
}

func (Exponential) Degrees() (lowest, highest int) { return 0, Infinite }

func (Exponential) Radius() float64 { return math.Inf(1) }

// Work counts the exponentials of g at a value, and the steps of its polynomials and divisions.
func Work(k Kernel) (exponentials, steps int) {
	const divisionSteps = 4 // the time of a division in steps of a polynomial
	switch k := k.(type) {
	case Exponential:
		return 1, 0
	case Series:
		for _, t := range k.terms {
			steps += len(t.P) + divisionSteps*len(t.Poles)
			if t.Exponent > 0 {
				exponentials++
			}
		}
	}
	return exponentials, steps
}

// Power returns x^k for k >= 0 by repeated squaring.
func Power(x float64, k int) float64 {
	r := 1.0
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

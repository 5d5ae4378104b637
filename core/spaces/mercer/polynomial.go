package mercer

import (
	"fmt"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Polynomial is k(x, t) = (x.t + Constant)^Degree: the features are all monomials up
// to the degree, or of the degree alone where the constant is 0 [K, "Polynomial
// Kernel(s)"].
type Polynomial struct {
	Degree   int     // >= 1
	Constant float64 // >= 0
}

// Linear is the kernel k(x, t) = x.t. Its features are the coordinates of x.
var Linear = Polynomial{Degree: 1}

func init() {
	Registry.Add("linear", func(Parameters) Kernel { return Linear })
	Registry.Add("polynomial", func(p Parameters) Kernel { return Polynomial{Degree: p.Degree, Constant: p.Constant} })
}

func (p Polynomial) String() string {
	switch {
	case p == Linear:
		return "linear"
	case p.Constant == 0:
		return fmt.Sprintf("polynomial of degree %d", p.Degree)
	}
	return fmt.Sprintf("polynomial of degree %d with constant %g", p.Degree, p.Constant)
}

func (Polynomial) ValidatePoint([]float64) error { return nil }

func (p Polynomial) At(x, t []float64) float64 {
	return kernel.Power(dense.Dot(x, t)+p.Constant, p.Degree)
}

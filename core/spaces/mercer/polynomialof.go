package mercer

import (
	"context"
	"fmt"
)

// PolynomialOf is sum_i Coefficients[i] k(x, t)^i for a kernel k and coefficients that
// are not negative [K, "Polynomial of kernels"]; with the coefficients 0 and c it is c k(x, t).
type PolynomialOf struct {
	Coefficients []float64
	Of           Kernel
}

func init() {
	Registry.Add("series", func(p Parameters) Kernel { return PolynomialOf{Coefficients: p.Coefficients, Of: Linear} })
	Registry.Add("scale", func(p Parameters) Kernel { return PolynomialOf{Coefficients: []float64{0, p.Factor}, Of: p.Of[0]} })
	Registry.Add("polynomial-of", func(p Parameters) Kernel { return PolynomialOf{Coefficients: p.Coefficients, Of: p.Of[0]} })
}

func (p PolynomialOf) String() string {
	return fmt.Sprintf("polynomial of degree %d of (%v)", len(p.Coefficients)-1, p.Of)
}

func (p PolynomialOf) ValidatePoint(x []float64) error { return p.Of.ValidatePoint(x) }

func (p PolynomialOf) At(x, t []float64) float64 { return p.value(p.Of.At(x, t)) }

// value is the polynomial at v, by Horner's rule.
func (p PolynomialOf) value(v float64) float64 {
	var s float64
	for i := len(p.Coefficients) - 1; i >= 0; i-- {
		s = s*v + p.Coefficients[i]
	}
	return s
}

func (p PolynomialOf) Block(ctx context.Context, dst []float64, xs, ts [][]float64) {
	Block(ctx, dst, p.Of, xs, ts)
	for i, v := range dst {
		dst[i] = p.value(v)
	}
}

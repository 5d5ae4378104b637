package mercer

import (
	"fmt"

	"lplab/core/numeric/dense"
)

// Exponential is k(x, t) = exp(A x.t), the polynomial of infinite degree
// sum_i A^i/i! (x.t)^i [K, "'Infinite polynomial' kernel"].
type Exponential struct{ A float64 } // > 0

func init() { Registry.Add("exponential", func(p Parameters) Kernel { return Exponential{A: p.Rate} }) }

func (e Exponential) String() string { return fmt.Sprintf("exponential with a %g", e.A) }

func (Exponential) ValidatePoint([]float64) error { return nil }

func (e Exponential) At(x, t []float64) float64 { return dense.Exp(e.exponent(x, t)) }

func (e Exponential) exponent(x, t []float64) float64 { return e.A * dense.Dot(x, t) }

package mercer

import (
	"fmt"

	"lplab/core/numeric/dense"
)

// Gaussian is k(x, t) = exp(-Beta ||x - t||^2) [K, "The Gaussian kernel"].
type Gaussian struct{ Beta float64 } // > 0

func init() { Registry.Add("gaussian", func(p Parameters) Kernel { return Gaussian{Beta: p.Beta} }) }

func (g Gaussian) String() string { return fmt.Sprintf("gaussian with beta %g", g.Beta) }

func (Gaussian) ValidatePoint([]float64) error { return nil }

func (g Gaussian) At(x, t []float64) float64 { return dense.Exp(g.exponent(x, t)) }

// exponent squares differences, as x.x + t.t - 2 x.t cancels for near points.
func (g Gaussian) exponent(x, t []float64) float64 {
	var s float64
	for j, v := range x {
		v -= t[j]
		s += float64(v * v)
	}
	return -g.Beta * s
}

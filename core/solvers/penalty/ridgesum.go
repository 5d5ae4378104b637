package penalty

import (
	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// RidgeSum is the sum of a penalty and a squared norm, h(b) = Inner(b) + Weight/2
// ||b||^2: the elastic net where Inner is the l1 norm.
//
// The conjugate is the Moreau envelope of Inner*: with b' = argmin_x Inner(x) +
// Weight/2 ||x - u/Weight||^2 and the subgradient u' = u - Weight b' of Inner at b',
//
//	h(b) + h*(u) - b.u = Inner(b) + Inner*(u') - b.u' + Weight/2 ||b - b'||^2.
type RidgeSum[P Penalty] struct {
	Inner  P
	Weight float64 // >= 0
}

func (h RidgeSum[P]) Value(b []float64) float64 {
	value := h.Inner.Value(b)
	if h.Weight > 0 {
		value += float64(h.Weight / 2 * dense.Dot(b, b))
	}
	return value
}

// Prox is the prox of Inner at v / (1 + step Weight), with a step shorter by the same factor.
func (h RidgeSum[P]) Prox(dst, v []float64, step float64) {
	shrink := 1 / (1 + step*h.Weight)
	floats.ScaleTo(dst, shrink, v)
	h.Inner.Prox(dst, dst, step*shrink)
}

// Scaling returns the factor of Inner for u - Weight b, which is best where Weight is so small
// that h* is steep. Every multiple of u is feasible.
func (h RidgeSum[P]) Scaling(b, u []float64) float64 {
	if h.Weight == 0 {
		return h.Inner.Scaling(b, u)
	}
	e := make([]float64, len(u))
	floats.AddScaledTo(e, u, -h.Weight, b)
	return h.Inner.Scaling(b, e)
}

func (h RidgeSum[P]) Gap(b, u []float64) float64 {
	if h.Weight == 0 {
		return h.Inner.Gap(b, u)
	}
	e := make([]float64, len(u)) // b', then u'
	floats.ScaleTo(e, 1/h.Weight, u)
	h.Inner.Prox(e, e, 1/h.Weight)
	var distance float64
	for j, v := range b {
		e[j] = u[j] - float64(h.Weight*e[j])
		d := v - (u[j]-e[j])/h.Weight
		distance += float64(d * d)
	}
	return h.Inner.Gap(b, e) + float64(h.Weight/2*distance)
}

package loss

import (
	"math"

	"lplab/core/numeric/dense"
)

// Sum returns sum_i L(y_i, t_i + b).
func Sum(l Loss, y, t []float64, b float64) float64 {
	var sum float64
	for i, v := range t {
		sum += l.Value(y[i], v+b)
	}
	return sum
}

// SumPsi returns sum_i psi(a_i).
func SumPsi(l Loss, y, a []float64, gamma float64) float64 {
	if IsQuadratic(l) {
		return dense.Dot(a, a)/(2*gamma) - dense.Dot(a, y)
	}
	var sum float64
	for i, v := range a {
		sum += l.Psi(y[i], v, gamma)
	}
	return sum
}

// SumGap returns the sum of the residuals Gap at (t_i + b, a_i).
func SumGap(l Loss, y, t []float64, b float64, a []float64, gamma float64) float64 {
	var sum float64
	if IsQuadratic(l) {
		for i, v := range a {
			r := y[i] - (t[i] + b) - v/gamma
			sum += r * r
		}
		return gamma / 2 * sum
	}
	for i, v := range a {
		sum += l.Gap(y[i], t[i]+b, v, gamma)
	}
	return sum
}

// SumGapNear returns the largest sum of the residuals at points t_i + b +- errors_i, in which
// they are convex.
func SumGapNear(l Loss, y, t, errors []float64, b float64, a []float64, gamma float64) float64 {
	var sum float64
	if IsQuadratic(l) {
		for i, v := range a {
			r := math.Abs(y[i]-(t[i]+b)-v/gamma) + errors[i]
			sum += r * r
		}
		return gamma / 2 * sum
	}
	for i, v := range a {
		at, e := t[i]+b, errors[i]
		sum += max(l.Gap(y[i], at+e, v, gamma), l.Gap(y[i], at-e, v, gamma))
	}
	return sum
}

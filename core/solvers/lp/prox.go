package lp

import (
	"math"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
)

// prox stores in dst the minimiser of
//
//	sum_i [ psi_i(z_i) + (z_i - v_i)^2 / (2 lambda_i) ]
//
// subject to sum(z) = 0 where the problem has an intercept: then z_i = prox_i(v_i - lambda_i b)
// for the multiplier b of that constraint. dst may be v.
func (p *Problem) prox(dst, v, lambda []float64) {
	at := func(i int, b float64) float64 {
		return p.Loss.Prox(p.Y[i], v[i]-lambda[i]*b, lambda[i], p.Gamma)
	}
	if !p.Intercept {
		for i := range v {
			dst[i] = at(i, 0)
		}
		return
	}
	sumTo(dst, 0, at)
	p.balance(dst)
}

// sumTo stores in dst the values z(b) that sum to the total. Each z_i must decrease continuously
// with b. Where no floating-point b is exact enough, dst is a convex combination of the values at
// two neighbouring numbers.
func sumTo(dst []float64, total float64, z func(i int, b float64) float64) {
	sum := func(b float64) float64 {
		s := -total
		for i := range dst {
			s += z(i, b)
		}
		return s
	}
	lo, hi, sumLo, sumHi := optimize.DecreasingRoot(sum, 0, 1)
	mix := 0.0
	if sumLo != sumHi {
		mix = sumLo / (sumLo - sumHi)
	}
	for i := range dst {
		a := z(i, lo)
		dst[i] = a + mix*(z(i, hi)-a)
	}
}

// isBalanced reports whether z meets the condition on its sum, except for rounding.
func (p *Problem) isBalanced(z []float64) bool {
	if !p.Intercept {
		return true
	}
	const rounding = 1e-13
	var sum, size float64
	for _, v := range z {
		sum += v
		size += math.Abs(v)
	}
	return math.Abs(sum) <= rounding*size
}

// balance removes the rounding left in sum(z) = 0 where the problem has an intercept.
func (p *Problem) balance(z []float64) {
	if p.Intercept {
		loss.Balance(p.Loss, p.Y, z, p.Gamma)
	}
}

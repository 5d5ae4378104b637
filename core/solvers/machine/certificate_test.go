package machine

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// exactGap returns the relative gap of a fit from its alpha and intercept, with sums of 200 bits.
// With an intercept, rounding may have left a nonzero sum of alpha: for the dual it is subtracted
// from the alpha that is farthest from its bounds.
func exactGap(m Method, d *Data, f *Fit) float64 {
	n := len(d.Y)
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	product := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(200).Mul(a, b) }
	alpha, sum, free := make([]*big.Float, n), number(0), 0
	room := func(i int) float64 { return min(math.Abs(f.Alpha[i]), f.Strength-math.Abs(f.Alpha[i])) }
	for i, a := range f.Alpha {
		alpha[i] = number(a)
		sum.Add(sum, alpha[i])
		if room(i) > room(free) {
			free = i
		}
	}
	primal, dual, c := number(0), number(0), number(f.Strength)
	balanced := slices.Clone(alpha)
	if d.Intercept {
		balanced[free] = new(big.Float).SetPrec(200).Sub(alpha[free], sum)
	}
	for i := range n {
		value, feasible := number(0), number(0)
		for j, k := range d.row(i) {
			value.Add(value, product(alpha[j], number(k)))
			feasible.Add(feasible, product(balanced[j], number(k)))
		}
		square, other := product(alpha[i], value), product(balanced[i], feasible)
		value.Add(value, number(f.Intercept))
		y := number(d.Y[i])
		switch m.(type) {
		case KernelRidge:
			rest := new(big.Float).SetPrec(200).Sub(y, value)
			primal.Add(primal, product(c, square)).Add(primal, product(rest, rest))
			shrunk := product(c, balanced[i])
			dual.Add(dual, product(c, other)).Add(dual, product(shrunk, shrunk)).Sub(dual, product(number(2), product(shrunk, y)))
		case SVM:
			primal.Add(primal, product(number(0.5), square))
			dual.Add(dual, product(number(0.5), other)).Sub(dual, product(y, balanced[i]))
			if short := new(big.Float).SetPrec(200).Sub(number(1), product(y, value)); short.Sign() > 0 {
				primal.Add(primal, product(c, short))
			}
		}
	}
	gap, _ := new(big.Float).SetPrec(200).Add(primal, dual).Float64()
	p, _ := primal.Float64()
	q, _ := dual.Float64()
	return gap / max(math.Abs(p), math.Abs(q))
}

// TestExactCertificates checks that a converged fit is within the tolerance in exact sums too,
// over decades of strengths and all ranks.
func TestExactCertificates(t *testing.T) {
	const tolerance = 1e-10
	points, target, classes := sample(40, 3, 3)
	points = append(points, points[:4]...)
	target, classes = append(target, 1, 2, 3, 4), append(classes, classes[:4]...)
	converged := 0
	for _, k := range []mercer.Kernel{mercer.Linear, mercer.Polynomial{Degree: 2, Constant: 1}, mercer.Polynomial{Degree: 6, Constant: 1}, mercer.Gaussian{Beta: 0.5}} {
		for _, intercept := range []bool{false, true} {
			for _, m := range []Method{KernelRidge{}, SVM{}} {
				y := classes
				if m == (KernelRidge{}) {
					y = target
				}
				d := &Data{K: gram(t, k, points), Y: y, Intercept: intercept}
				for e := -14; e <= 13; e += 3 {
					f := mustFit(t, m, d, math.Pow(10, float64(e)), nil, optimize.Settings{Tolerance: tolerance, MaxIterations: 3000})
					exact := exactGap(m, d, f)
					if f.Status != optimize.Converged {
						continue
					}
					converged++
					if exact > 1.001*tolerance {
						t.Errorf("%v, %v, 1e%d, intercept %v: converged at a gap of %g, and the exact gap is %g", m, k, e, intercept, f.Relative(), exact)
					}
				}
			}
		}
	}
	if converged < 100 {
		t.Errorf("%d fits converge", converged)
	}
}

package linear

import (
	"math"
	"math/big"
	"testing"
)

const precision = 400 // bits

func toExtended(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }

func extendedProduct(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(a, b) }

// extendedObjective returns P(b) of the lasso in extended precision.
func extendedObjective(p *problem, b []*big.Float, lambda float64) (value *big.Float, residual []*big.Float) {
	value = toExtended(0)
	for i := range p.n {
		r := toExtended(p.data.Y[i])
		for j, v := range b {
			r.Sub(r, extendedProduct(toExtended(p.rows[i*p.d+j]), v))
		}
		residual = append(residual, r)
		value.Add(value, extendedProduct(extendedProduct(r, r), toExtended(0.5)))
	}
	for _, v := range b {
		value.Add(value, extendedProduct(toExtended(lambda), new(big.Float).Abs(v)))
	}
	return value, residual
}

// extendedLasso returns the solution of the lasso with the features and signs of b, and whether it
// is optimal: the signs agree, and no other feature has too large a correlation.
func extendedLasso(p *problem, b []float64, lambda float64) ([]*big.Float, bool) {
	var s []int
	solution := make([]*big.Float, p.d)
	for j, v := range b {
		solution[j] = toExtended(0)
		if v != 0 {
			s = append(s, j)
		}
	}
	dot := func(j int, v func(i int) *big.Float) *big.Float {
		sum := toExtended(0)
		for i := range p.n {
			sum.Add(sum, extendedProduct(toExtended(p.rows[i*p.d+j]), v(i)))
		}
		return sum
	}
	m := len(s)
	a := make([][]*big.Float, m) // X_S'X_S b = X_S'y - lambda sign, by elimination
	for k, j := range s {
		for _, l := range s {
			a[k] = append(a[k], dot(j, func(i int) *big.Float { return toExtended(p.rows[i*p.d+l]) }))
		}
		right := dot(j, func(i int) *big.Float { return toExtended(p.data.Y[i]) })
		a[k] = append(a[k], right.Sub(right, toExtended(math.Copysign(lambda, b[j]))))
	}
	for k := range m {
		for l := range m {
			if l == k {
				continue
			}
			share := new(big.Float).SetPrec(precision).Quo(a[l][k], a[k][k])
			for e := k; e <= m; e++ {
				a[l][e].Sub(a[l][e], extendedProduct(share, a[k][e]))
			}
		}
	}
	for k, j := range s {
		solution[j].Quo(a[k][m], a[k][k])
		if solution[j].Sign() > 0 != (b[j] > 0) {
			return nil, false
		}
	}
	_, r := extendedObjective(p, solution, lambda)
	for j, v := range b {
		if c, _ := dot(j, func(i int) *big.Float { return r[i] }).Float64(); v == 0 && math.Abs(c) > lambda {
			return nil, false
		}
	}
	return solution, true
}

// TestGapHoldsInExtendedPrecision checks that the objective of the returned coefficients is above
// its minimum by at most the gap, also where the rounding of the residual is far larger than that.
func TestGapHoldsInExtendedPrecision(t *testing.T) {
	checked, seeds := 0, uint64(8)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		for _, n := range []int{12, 40} {
			p := randomProblem(n, 20, false, 90+seed)
			scale, err := Lasso(CoordinateDescent).Scale(p.data)
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range []float64{0.3, 1e-2, 1e-4, 1e-6, 1e-8} {
				for _, a := range []Algorithm{CoordinateDescent, FISTA} {
					if a == FISTA && share < 1e-2 {
						continue
					}
					s := strictSettings
					s.Tolerance = 1e-10
					f := fit(t, Lasso(a), p, share*scale, nil, s)
					solution, ok := extendedLasso(p, f.Coefficients, share*scale)
					if !ok {
						continue // some coefficients are nearly 0
					}
					checked++
					b := make([]*big.Float, p.d)
					for j, v := range f.Coefficients {
						b[j] = toExtended(v)
					}
					value, _ := extendedObjective(p, b, share*scale)
					least, _ := extendedObjective(p, solution, share*scale)
					above, _ := new(big.Float).Sub(value, least).Float64()
					primal, _ := value.Float64()
					if above > f.Gap*(1+1e-6)+1e-12*f.Primal || math.Abs(primal-f.Primal) > 1e-10*f.Primal {
						t.Errorf("%v, %s, %g of the scale, %v: %g above the minimum, gap %g; primal %.15g, exactly %.15g", a, p.name, share, f.Status, above, f.Gap, f.Primal, primal)
					}
				}
			}
		}
	}
	if checked < 10*int(seeds) {
		t.Errorf("only %d fits have the features and signs of the solution", checked)
	}
}

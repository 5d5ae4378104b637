package lp

import (
	"context"
	"math"
	"math/big"
	"testing"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// exactGap returns F(w(alpha)) + Lambda(alpha) + b sum(alpha) by the definitions with 300 binary
// digits, for the linear kernel and the losses of the switch.
func exactGap(p *Problem, x [][]float64, r *Result) float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	product := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Mul(a, b) }
	q := int(p.Form.Q())
	fits, gap := make([]*big.Float, len(x)), number(0)
	for i := range fits {
		fits[i] = number(r.Intercept)
	}
	for k := range x[0] {
		u, w := number(0), number(1)
		for i, row := range x {
			u.Add(u, product(number(row[k]), number(r.Alpha[i])))
		}
		for range q - 1 {
			w = product(w, u)
		}
		if q%2 == 1 && u.Sign() < 0 {
			w.Neg(w)
		}
		gap.Add(gap, product(u, w)) // (1/p + 1/q) |u|^q
		for i, row := range x {
			fits[i].Add(fits[i], product(number(row[k]), w))
		}
	}
	gamma := number(p.Gamma)
	for i, t := range fits {
		a, y := number(r.Alpha[i]), number(p.Y[i])
		residual := new(big.Float).SetPrec(300).Sub(y, t)
		value, psi := number(0), new(big.Float).SetPrec(300).Neg(product(y, a))
		switch l := p.Loss.(type) {
		case loss.Squared:
			value = product(product(residual, residual), number(0.5))
			psi.Add(psi, new(big.Float).SetPrec(300).Quo(product(product(a, a), number(0.5)), gamma))
		case loss.EpsilonInsensitive:
			if value.Sub(residual.Abs(residual), number(l.Epsilon)); value.Sign() < 0 {
				value = number(0)
			}
			psi.Add(psi, product(number(l.Epsilon), new(big.Float).SetPrec(300).Abs(a)))
		case loss.Hinge:
			if value.Sub(number(1), product(y, t)); value.Sign() < 0 {
				value = number(0)
			}
		}
		gap.Add(gap, product(gamma, value))
		gap.Add(gap, psi)
		gap.Add(gap, product(number(r.Intercept), a))
	}
	v, _ := gap.Float64()
	return v
}

// TestRoundingBound checks that the certificate of a converged result bounds its gap in extended
// precision, on every side and for sparse features, up to a gamma at which rounding limits the
// gap. The largest error is a fiftieth of the bound or more.
func TestRoundingBound(t *testing.T) {
	const n, d = 24, 9
	points := randomPoints(n, d)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = points.Row(i)
	}
	sparseRows := &sparse.Rows{N: n, D: d, Start: []int{0}}
	for _, row := range rows {
		for j, v := range row {
			sparseRows.Index, sparseRows.Value = append(sparseRows.Index, int32(j)), append(sparseRows.Value, v)
		}
		sparseRows.Start = append(sparseRows.Start, len(sparseRows.Value))
	}
	limited, worst, least, cases := 0, 0.0, 100, 0
	if testing.Short() {
		least = 30
	}
	for _, l := range []loss.Loss{loss.Squared{}, loss.EpsilonInsensitive{}, loss.EpsilonInsensitive{Epsilon: 0.2}, loss.Hinge{}} {
		for _, q := range []float64{2, 3, 4, 11} {
			for _, gamma := range []float64{1e-1, 1e2, 1e3, 1e5} {
				for _, intercept := range []bool{false, true} {
					for side := gram.Points; side <= gram.Neither+1; side++ {
						if cases++; testing.Short() && cases%3 != 0 {
							continue // -short takes a third of the cases, over all losses, orders and values of gamma
						}
						p := randomProblemOn(t, min(side, gram.Neither), kernel.Linear, l, q, n, d, gamma, intercept)
						if side > gram.Neither {
							form, err := gram.NewSparse(context.Background(), kernel.Linear, sparseRows, q, gram.Points)
							if err != nil {
								t.Fatal(err)
							}
							p.Form = form
						}
						s := optimize.Settings{Tolerance: 1e-10, MaxIterations: 100}
						r, err := Solve(context.Background(), p, Newton{}, s, nil)
						if err != nil {
							t.Fatal(err)
						}
						exact := exactGap(p, rows, r)
						if r.Status == optimize.Converged && !(exact <= s.Tolerance*r.Scale()) {
							t.Errorf("%v, q = %g, gamma = %g, %v: converged at %g of %g", l, q, gamma, side, exact, r.Scale())
						}
						x := newPoint(n)
						copy(x.alpha, r.Alpha)
						eval := &evaluator{ctx: context.Background(), problem: p, errors: make([]float64, len(p.Y))}
						eval.at(x, nil)
						x.intercept = r.Intercept
						// The exact gap has the rounding of its 300 bits.
						if eval.bound(x); eval.err != nil || !(math.Abs(exact-x.Gap) <= x.Rounding+1e-80*x.Scale()) && x.intercept == r.Intercept {
							t.Errorf("%v, q = %g, gamma = %g, %v: gap %g, exactly %g, bound %g, %v", l, q, gamma, side, x.Gap, exact, x.Rounding, eval.err)
						}
						if x.Rounding > 1e-13*x.Scale() {
							limited++
							worst = max(worst, math.Abs(exact-x.Gap)/x.Rounding)
						}
					}
				}
			}
		}
	}
	if limited < least || worst < 0.02 {
		t.Errorf("the bound matters in %d cases, where the error is at most %g of the bound", limited, worst)
	}
}

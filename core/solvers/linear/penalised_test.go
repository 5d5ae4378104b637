package linear

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
	"lplab/core/solvers/proximal"
)

// Penalised minimises
//
//	P(b) = sum_i L(y_i, f(x_i)) + h(b),   h = Penalty(lambda),
//
// for any smooth loss and any penalty, by ISTA or FISTA: pairs that no model offers, such as logistic
// regression with the l1 norm, need no further code.
type Penalised struct {
	Loss      loss.Loss
	Penalty   func(lambda float64) penalty.Penalty
	Algorithm Algorithm // ISTA or FISTA
}

var _ Method = Penalised{}

// String names the method.
func (m Penalised) String() string {
	return fmt.Sprintf("%v loss with %v by %v", m.Loss, m.Penalty(1), m.Algorithm)
}

// problem returns the problem of lambda.
func (m Penalised) problem(ctx context.Context, d *Data, lambda float64) (*centredData, *proximal.Problem, error) {
	smooth, err := loss.NeedSmooth(m.Loss, m.Algorithm)
	if err != nil {
		return nil, nil, err
	}
	c, err := d.prepare(ctx)
	if err != nil {
		return nil, nil, err
	}
	return c, &proximal.Problem{X: c, Y: d.Y, Loss: smooth, Gamma: 1, Penalty: m.Penalty(lambda), Intercept: d.Intercept}, nil
}

// Scale implements Method: the smallest lambda with b = 0, for a penalty that is proportional to lambda.
func (m Penalised) Scale(d *Data) (float64, error) {
	c, p, err := m.problem(context.Background(), d, 1)
	if err != nil {
		return 0, err
	}
	start := proximal.New(p, proximal.Settings{Accelerated: m.Algorithm == FISTA, Restart: true}, c.d, nil)
	return 1 / p.Penalty.Scaling(start.B, start.Adj), nil
}

// Fit implements Method.
func (m Penalised) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	c, p, err := m.problem(ctx, d, lambda)
	if err != nil {
		return nil, err
	}
	if _, err := d.begin(ctx, lambda, from); err != nil {
		return nil, err
	}
	var b []float64
	if from != nil {
		b = c.start(from.Coefficients)
	}
	method := proximal.NewMethod(p, proximal.Settings{Accelerated: m.Algorithm == FISTA, Restart: true}, c.d, b)
	result, err := optimize.Run(ctx, method, s)
	if err != nil {
		return nil, err
	}
	f := &Fit{Result: result, Coefficients: method.B}
	c.finish(f, lambda)
	f.Intercept += method.Constant - c.level
	return f, nil
}

// logistic returns penalised logistic regression with the penalty
// lambda (ratio sum_B ||b_B|| + (1-ratio)/2 ||b||^2).
func logistic(ratio float64, bounds []int, a Algorithm) Penalised {
	return Penalised{loss.Logistic{}, func(lambda float64) penalty.Penalty {
		return penalty.RidgeSum[penalty.Norm]{Inner: penalty.Norm{Weight: lambda * ratio, Bounds: bounds}, Weight: lambda * (1 - ratio)}
	}, a}
}

// TestPenalisedLogisticReference compares with scikit-learn, and with a generic solver for the
// penalties it does not have: see testdata/reference/logistic.py.
func TestPenalisedLogisticReference(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/reference/logistic.json")
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		N, D    int
		Rows, Y []float64
		Cases   []struct {
			Ratio, Lambda float64
			Bounds        []int
			Intercept     bool
			Coefficients  []float64
			Constant      float64
			Objective     float64
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Cases) != 18 {
		t.Fatalf("%d cases", len(r.Cases))
	}
	for _, c := range r.Cases {
		p := newProblem("logistic", r.N, r.D, r.Rows, r.Y, c.Intercept)
		for _, a := range algorithms[1:] {
			f, err := logistic(c.Ratio, c.Bounds, a).Fit(context.Background(), p.data, c.Lambda, nil, optimize.Settings{Tolerance: 1e-11, MaxIterations: 100000})
			if err != nil {
				t.Fatal(err)
			}
			if f.Status != optimize.Converged || !near(f.Primal, c.Objective, 1e-9) || !allNear(f.Coefficients, c.Coefficients, 2e-5) || !near(f.Intercept, c.Constant, 2e-5) {
				t.Errorf("%v, ratio %g, blocks %v, lambda %g, intercept %v: %v, objective %.12g, %v, %g; want %.12g, %v, %g", a, c.Ratio, c.Bounds, c.Lambda, c.Intercept,
					f.Status, f.Primal, f.Coefficients, f.Intercept, c.Objective, c.Coefficients, c.Constant)
			}
		}
	}
}

// TestPenalisedIsCertified checks, for all smooth losses and several penalties, that the gap is
// that of the returned coefficients, that nothing is selected from the scale on, and that no
// change of a coefficient lowers the objective.
func TestPenalisedIsCertified(t *testing.T) {
	penalties := map[string]func(lambda float64) penalty.Penalty{
		"l1":    func(l float64) penalty.Penalty { return penalty.Norm{Weight: l} },
		"group": func(l float64) penalty.Penalty { return penalty.Norm{Weight: l, Bounds: []int{0, 3, 5, 6, 9}} },
		"elastic net": func(l float64) penalty.Penalty {
			return penalty.RidgeSum[penalty.Norm]{Inner: penalty.Norm{Weight: l / 2}, Weight: l / 2}
		},
		"power": func(float64) penalty.Penalty { return penalty.Power{Q: 4} },
		"ridged power": func(l float64) penalty.Penalty {
			return penalty.RidgeSum[penalty.Power]{Inner: penalty.Power{Q: 3}, Weight: l}
		},
	}
	for _, l := range []loss.Loss{loss.Squared{}, loss.Huber{Rho: 0.7}, loss.Logistic{}, loss.SmoothedHinge{Width: 1}, loss.SmoothedHinge{Width: 0.3}} {
		for _, intercept := range []bool{true, false} {
			p := randomProblem(30, 9, intercept, 71)
			if l.Labels() {
				for i, y := range p.data.Y {
					p.data.Y[i] = math.Copysign(1, y-2)
				}
			}
			for name, h := range penalties {
				m := Penalised{l, h, FISTA}
				f := mustConvergeTo(t, m, p, 2)
				at := func(b []float64, c float64) float64 {
					value := h(2).Value(b)
					for i, y := range p.data.Y {
						value += l.Value(y, c+floats.Dot(p.rows[i*p.d:(i+1)*p.d], b))
					}
					return value
				}
				if v := at(f.Coefficients, f.Intercept); !near(v, f.Primal, 1e-11) {
					t.Errorf("%v, %s: primal %.15g, want %.15g", m, name, f.Primal, v)
				}
				b := append([]float64{}, f.Coefficients...)
				for j := range b {
					for _, step := range []float64{1e-3, -1e-3} {
						b[j] += step
						if v := at(b, f.Intercept); v < f.Primal-f.Gap-1e-12*f.Primal {
							t.Errorf("%v, %s: objective %.15g near the solution, and %.15g at it", m, name, v, f.Primal)
						}
						b[j] = f.Coefficients[j]
					}
				}
				if name == "l1" || name == "group" {
					scale, err := m.Scale(p.data)
					if err != nil {
						t.Fatal(err)
					}
					if f := mustConvergeTo(t, m, p, scale*(1+1e-9)); floats.Norm(f.Coefficients, 1) != 0 {
						t.Errorf("%v: coefficients %v above the scale", m, f.Coefficients)
					}
					if f := mustConvergeTo(t, m, p, scale*0.98); floats.Norm(f.Coefficients, 1) == 0 {
						t.Errorf("%v: nothing is selected below the scale", m)
					}
				}
			}
		}
	}
}

func mustConvergeTo(t *testing.T, m Method, p *problem, lambda float64) *Fit {
	t.Helper()
	f := fit(t, m, p, lambda, nil, optimize.Settings{Tolerance: 1e-10, MaxIterations: 100000})
	if f.Status != optimize.Converged {
		t.Errorf("%v, lambda %g: %v after %d iterations, gap %g of %g", m, lambda, f.Status, f.Iterations, f.Gap, f.Primal)
	}
	return f
}

// TestStartIsRepaired checks that a warm start with coefficients that are not finite, or with coefficients of
// constant features, ends like a cold start, with 0 for such features.
func TestStartIsRepaired(t *testing.T) {
	p := problems()[9] // feature 4 is constant
	for _, a := range []Algorithm{CoordinateDescent, FISTA} {
		for _, ratio := range []float64{1, 0.5} {
			m := ElasticNet{Ratio: ratio, Algorithm: a}
			want := mustConverge(t, m, p, 3, nil)
			for _, start := range [][]float64{{1, math.NaN(), 3, 0.5, 5, math.Inf(1)}, {0, 0, 0, 0, -2, 0}} {
				got := mustConverge(t, m, p, 3, &Fit{Coefficients: start})
				if got.Coefficients[4] != 0 || !near(got.Primal, want.Primal, 1e-11) {
					t.Errorf("%v from %v: coefficients %v with objective %v, from 0 %v", m, start, got.Coefficients, got.Primal, want.Primal)
				}
			}
		}
	}
}

// TestNames checks that the name of a method has its penalty and algorithm.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		m    Method
		want string
	}{
		{Lasso(FISTA), "lasso by fista"}, {ElasticNet{Ratio: 0.25, Algorithm: ISTA}, "elastic net of ratio 0.25 by ista"},
		{Lasso(CoordinateDescent), "lasso by coordinate-descent"}, {LeastSquares{}, "least squares"},
	} {
		if got := c.m.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

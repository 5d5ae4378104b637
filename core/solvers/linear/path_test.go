package linear

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"lplab/core/solvers/optimize"
)

// fitPath fits the data with each lambda, from the largest to the smallest, each fit with the last
// one as its warm start. The fits are returned in the order of lambdas.
func fitPath(ctx context.Context, m Method, d *Data, lambdas []float64, s optimize.Settings) ([]*Fit, error) {
	order := make([]int, len(lambdas))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lambdas[b], lambdas[a]) })
	fits := make([]*Fit, len(lambdas))
	var last *Fit
	for _, k := range order {
		f, err := m.Fit(ctx, d, lambdas[k], last, s)
		if err != nil {
			return fits, err
		}
		fits[k], last = f, f
	}
	return fits, nil
}

// TestPathIsItsFits checks that the fits of a path have the given order, and agree with fits from cold starts.
func TestPathIsItsFits(t *testing.T) {
	p := randomProblem(25, 60, true, 51)
	lambdas := []float64{5, 40, 1, 40, 15}
	for _, m := range []Method{Ridge{}, Lasso(CoordinateDescent), ElasticNet{Ratio: 0.4}, GroupLasso{Groups: partition(60)}} {
		fits, err := fitPath(context.Background(), m, p.data, lambdas, strictSettings)
		if err != nil {
			t.Fatal(err)
		}
		for k, f := range fits {
			alone := mustConverge(t, m, p, lambdas[k], nil)
			if f.Lambda != lambdas[k] || !near(f.Primal, alone.Primal, 1e-11) || !allNear(f.Coefficients, alone.Coefficients, 1e-5) {
				t.Errorf("%v, lambda %g: primal %g of lambda %g, alone %g", m, lambdas[k], f.Primal, f.Lambda, alone.Primal)
			}
		}
	}
}

package linear

import (
	"context"
	"testing"
)

// TestPathIsItsFits: in the order asked for, each as if fitted alone.
func TestPathIsItsFits(t *testing.T) {
	p := random(25, 60, true, 51)
	lambdas := []float64{5, 40, 1, 40, 15}
	for _, m := range []Method{Ridge{}, Lasso{}, ElasticNet{Ratio: 0.4}, GroupLasso{Groups: partition(60)}} {
		fits, err := Path(context.Background(), m, p.data, lambdas, strict)
		if err != nil {
			t.Fatal(err)
		}
		for k, f := range fits {
			alone := converged(t, m, p, lambdas[k], nil)
			if f.Lambda != lambdas[k] || !near(f.Primal, alone.Primal, 1e-11) || !allNear(f.Coefficients, alone.Coefficients, 1e-5) {
				t.Errorf("%v, lambda %g: primal %g of lambda %g, alone %g", m, lambdas[k], f.Primal, f.Lambda, alone.Primal)
			}
		}
	}
}

func TestPathKeepsWhatItHas(t *testing.T) {
	p := random(25, 60, true, 52)
	fits, err := Path(context.Background(), Lasso{}, p.data, []float64{0, 10}, strict)
	if err == nil || fits[0] != nil || fits[1] == nil {
		t.Errorf("%v, %v", fits, err)
	}
}

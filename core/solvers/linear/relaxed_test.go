package linear

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lplab/core/solvers/optimize"
)

// TestRelaxed checks that the relaxed lasso has the zeros of the lasso, and that its residual is
// orthogonal to the other features and, with an intercept, sums to 0.
func TestRelaxed(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	settings := optimize.Settings{Tolerance: 1e-10, MaxIterations: 10_000}
	for trial := range 40 {
		n, d := 12+trial, 8+trial%30
		x, y := make([]float64, n*d), make([]float64, n)
		for i := range x {
			x[i] = random.NormFloat64() + 0.3
		}
		for i := range y {
			y[i] = 2*x[i*d] - x[i*d+1] + 0.5*random.NormFloat64() + 1
		}
		data := &Data{X: Dense(n, d, x), Y: y, Intercept: trial%2 == 0}
		scale, err := RelaxedLasso{}.Scale(data)
		if err != nil {
			t.Fatal(err)
		}
		var from *Fit
		for _, share := range []float64{2, 0.3, 0.1} {
			lasso, err := Lasso(CoordinateDescent).Fit(context.Background(), data, share*scale, nil, settings)
			if err != nil {
				t.Fatal(err)
			}
			fit, err := RelaxedLasso{}.Fit(context.Background(), data, share*scale, from, settings)
			if err != nil || fit.Status != optimize.Converged {
				t.Fatal(fit, err)
			}
			from = fit
			alone, err := RelaxedLasso{}.Fit(context.Background(), data, share*scale, nil, settings)
			if err != nil || alone.Iterations < lasso.Iterations || share < 1 && lasso.Iterations == 0 {
				t.Errorf("trial %d: %d iterations in all, of which the lasso takes %d (%v)", trial, alone.Iterations, lasso.Iterations, err)
			}
			r, sum := make([]float64, n), 0.0
			for i, f := range fit.Fitted() {
				r[i] = y[i] - f
				sum += r[i]
			}
			if data.Intercept && math.Abs(sum) > 1e-9*float64(n) {
				t.Errorf("trial %d: the residual sums to %g", trial, sum)
			}
			for j, b := range fit.Coefficients {
				if (b == 0) != (lasso.Coefficients[j] == 0) {
					t.Errorf("trial %d: coefficient %d is %g, for the lasso %g", trial, j, b, lasso.Coefficients[j])
				}
				if dot := data.X.Dot(j, r); b != 0 && math.Abs(dot) > 1e-8*float64(n) {
					t.Errorf("trial %d: feature %d has the product %g with the residual", trial, j, dot)
				}
			}
		}
	}
}

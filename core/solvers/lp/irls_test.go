package lp

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// TestNearlySeparableClasses bounds the iterations where a column that is 0 in one class and
// positive in most rows of the other nearly separates the classes: at a large gamma most rows are
// far from the boundary. It takes 6 iterations; Newton's steps on the dual took 22 to 38.
func TestNearlySeparableClasses(t *testing.T) {
	const n, d = 600, 4
	r := rand.New(rand.NewPCG(1, 2))
	x, y := randomPoints(n, d), make([]float64, n)
	for i := range y {
		row := x.Row(i)
		row[0] = 2 * math.Pow(max(0, row[0]), 3)
		y[i] = -1
		if row[0] > 0 && r.Float64() < 0.9 {
			y[i] = 1
		}
	}
	f, err := gram.NewFeatures(context.Background(), kernel.Shifted(2, 1), x, 4, gram.Dimensions)
	if err != nil {
		t.Fatal(err)
	}
	for _, gamma := range []float64{1, 100, 1e4, 1e6} {
		p := &Problem{Form: f, Loss: loss.Logistic{}, Y: y, Gamma: gamma, Intercept: true}
		result := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-8, MaxIterations: 500})
		if result.Status != optimize.Converged || result.Iterations > 12 {
			t.Errorf("gamma %g: %v after %d iterations with a relative gap of %g", gamma, result.Status, result.Iterations, result.Relative())
		}
	}
}

package lp_test

import (
	"context"
	"fmt"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// The problem of one point x = 1 with y = 2, gamma = 1 and p = 4/3: w - 2 + w^(1/3) = 0 at w = 1.
func ExampleSolve() {
	ctx := context.Background()
	form, err := gram.NewFeatures(ctx, kernel.Linear, dense.Points{N: 1, D: 1, X: []float64{1}}, 4, gram.Points)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &lp.Problem{Form: form, Loss: loss.Squared{}, Y: []float64{2}, Gamma: 1}
	r, err := lp.Solve(ctx, p, lp.Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 100}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: alpha %.4f, prediction %.4f\n", r.Status, r.Alpha[0], r.Omega[0])
	// Output:
	// converged: alpha 1.0000, prediction 1.0000
}

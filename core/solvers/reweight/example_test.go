package reweight_test

import (
	"context"
	"fmt"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/reweight"
	"lplab/core/spaces/gram"
)

// For r = 1 and orthonormal features, the steps from p = 4/3 end at soft thresholding of the targets.
func ExampleProblem_Run() {
	ctx, settings := context.Background(), optimize.Settings{Tolerance: 1e-10, MaxIterations: 100}
	columns, y := [][]float64{{1, 0}, {0, 1}}, []float64{3, 0.2}
	form, err := gram.FromColumns(columns, []float64{1, 1}, 2, 4, gram.Points)
	if err != nil {
		fmt.Println(err)
		return
	}
	start, err := lp.Solve(ctx, &lp.Problem{Form: form, Loss: loss.Squared{}, Y: y, Gamma: 1}, lp.Newton{}, settings, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &reweight.Problem{Columns: columns, Y: y, Loss: loss.Squared{}, Gamma: 1, Q: 4, R: 1}
	steps, err := p.Run(ctx, start.Omega, start.Alpha, 50, lp.Newton{}, settings) // the weights are the predictions
	if err != nil {
		fmt.Println(err)
		return
	}
	last := steps[len(steps)-1]
	fmt.Printf("%.2f, %d not 0\n", last.Weights, last.Nonzero())
	// Output:
	// [2.00 0.00], 1 not 0
}

package linear_test

import (
	"context"
	"fmt"

	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
)

// The lasso with orthonormal features applies soft thresholding to the targets.
func ExampleLasso() {
	data := &linear.Data{X: linear.Dense(2, 2, []float64{1, 0, 0, 1}), Y: []float64{3, 0.5}}
	fit, err := linear.Lasso(linear.CoordinateDescent).Fit(context.Background(), data, 1, nil, optimize.Settings{Tolerance: 1e-10, MaxIterations: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Status, fit.Coefficients)
	// Output:
	// converged [2 0]
}

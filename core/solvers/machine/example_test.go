package machine_test

import (
	"context"
	"fmt"

	"lplab/core/solvers/machine"
	"lplab/core/solvers/optimize"
)

// Kernel ridge regression: alpha solves (K + lambda) alpha = y.
func ExampleKernelRidge() {
	data := &machine.Data{K: []float64{2, 1, 1, 2}, Y: []float64{5, 3}}
	fit, err := machine.KernelRidge{}.Fit(context.Background(), data, 1, nil, optimize.Settings{Tolerance: 1e-10, MaxIterations: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v %.4f\n", fit.Status, fit.Alpha)
	// Output:
	// converged [1.5000 0.5000]
}

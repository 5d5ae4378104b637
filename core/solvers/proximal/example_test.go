package proximal_test

import (
	"context"
	"fmt"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
	"lplab/core/solvers/proximal"
)

// identity is the matrix of orthonormal features.
type identity struct{}

func (identity) Apply(dst, b []float64)   { copy(dst, b) }
func (identity) Adjoint(dst, a []float64) { copy(dst, a) }

// The lasso with orthonormal features applies soft thresholding to the targets.
func ExampleNewMethod() {
	p := &proximal.Problem{X: identity{}, Y: []float64{3, 0.5}, Loss: loss.Squared{}, Gamma: 1, Penalty: penalty.Norm{Weight: 1}}
	m := proximal.NewMethod(p, proximal.Settings{Accelerated: true}, 2, nil)
	r, err := optimize.Run(context.Background(), m, optimize.Settings{Tolerance: 1e-10, MaxIterations: 1000})
	fmt.Printf("%v %.4f %v\n", r.Status, m.B, err)
	// Output:
	// converged [2.0000 0.0000] <nil>
}

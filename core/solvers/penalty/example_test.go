package penalty_test

import (
	"fmt"

	"lplab/core/solvers/penalty"
)

// The prox of the 1-norm is soft thresholding.
func ExampleNorm_Prox() {
	b := make([]float64, 3)
	penalty.Norm{Weight: 1}.Prox(b, []float64{3, 0.5, -2}, 1)
	fmt.Println(b)
	// Output:
	// [2 0 -1]
}

package weights_test

import (
	"context"
	"fmt"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// One point x = 2 with alpha = 1 and q = 4: the weight is 2^3 = 8.
func ExamplePredict() {
	m := weights.Model{Kernel: kernel.Linear, Q: 4, X: dense.Points{N: 1, D: 1, X: []float64{2}}, Alpha: []float64{1}}
	f, err := weights.Predict(context.Background(), m, dense.Points{N: 2, D: 1, X: []float64{1, -3}})
	fmt.Println(m.At(kernel.Monomial{0}), f, err)
	// Output:
	// 8 [8 -24] <nil>
}

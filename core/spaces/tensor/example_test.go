package tensor_test

import (
	"context"
	"fmt"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/tensor"
)

// The tensor of order 4 of the points 1 and 2, with the entries x_i x_j x_k x_l. At alpha = (1, 1)
// the gradient is x_i (1 + 2)^3.
func ExampleContraction() {
	ctx := context.Background()
	linear := func([]float64) {}
	t, err := tensor.Build(ctx, dense.Points{N: 2, D: 1, X: []float64{1, 2}}, 4, linear, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	omega := make([]float64, 2)
	if err := tensor.NewContraction(t).OmegaM(ctx, omega, nil, []float64{1, 1}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Entries(), "entries, gradient", omega)
	// Output:
	// 5 entries, gradient [27 54]
}

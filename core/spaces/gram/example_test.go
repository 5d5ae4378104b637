package gram_test

import (
	"context"
	"fmt"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// The gradient of the form by its tensor and by its features.
func ExampleForm() {
	ctx := context.Background()
	x := dense.Points{N: 2, D: 1, X: []float64{1, 2}}
	byTensor, err := new(gram.Portable).Tensor(ctx, kernel.Linear, x, 4, 100, false, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	byFeatures, err := gram.NewFeatures(ctx, kernel.Linear, x, 4, gram.Points)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, form := range []gram.Form{byTensor, byFeatures} {
		omega := make([]float64, form.Points())
		if err := form.OmegaM(ctx, omega, nil, []float64{1, 1}); err != nil {
			fmt.Println(err)
		}
		fmt.Printf("%.4f\n", omega)
	}
	// Output:
	// [27.0000 54.0000]
	// [27.0000 54.0000]
}

package mercer_test

import (
	"context"
	"fmt"

	"lplab/core/spaces/mercer"
)

// The Gram matrix of exp(-||x - t||^2) at the points 0 and 1.
func ExampleGram() {
	k := mercer.Registry.New("gaussian", mercer.Parameters{Beta: 1})
	gram, err := mercer.Gram(context.Background(), k, [][]float64{{0}, {1}})
	fmt.Printf("%.4f %v\n", gram, err)
	// Output:
	// [1.0000 0.3679 0.3679 1.0000] <nil>
}

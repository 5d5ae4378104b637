package dense_test

import (
	"context"
	"fmt"

	"lplab/core/numeric/dense"
)

func ExampleCholesky() {
	x := []float64{8, 7}
	dense.NewCholesky(context.Background(), 2, []float64{4, 2, 2, 3}).Solve(x)
	fmt.Printf("%.4f\n", x)
	// Output:
	// [1.2500 1.5000]
}

package sparse_test

import (
	"fmt"

	"lplab/core/spaces/sparse"
)

// Two points of three coordinates, by their nonzero entries.
func ExampleFromDense() {
	rows := sparse.FromDense(2, 3, []float64{0, 5, 0, 1, 0, 2})
	for i := range rows.N {
		fmt.Println(rows.Row(i))
	}
	// Output:
	// [1] [5]
	// [0 2] [1 2]
}

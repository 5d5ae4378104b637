package selection_test

import (
	"fmt"

	"lplab/core/lab/selection"
)

// Five statistics are at least 1 and none is at most -1: (1 + 0)/5 is below the rate of 0.25.
func ExampleKnockoffThreshold() {
	fmt.Println(selection.KnockoffThreshold([]float64{5, 4, 3, 2, 1, -0.5}, 0.25))
	// Output:
	// 1
}

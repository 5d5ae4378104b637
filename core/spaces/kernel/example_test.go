package kernel_test

import (
	"fmt"

	"lplab/core/spaces/kernel"
)

// The kernel (1 + S)^2 of three variables has the features 1, x_j and x_j x_k.
func ExampleShifted() {
	k := kernel.Shifted(2, 1)
	s := []float64{3}
	k.Apply(s)
	n, _ := kernel.Dimension(k, 3)
	fmt.Println(s[0], n, kernel.Monomial{0, 2, 2}.Label([]string{"a", "b", "c"}))
	// Output:
	// 16 10 a·c²
}

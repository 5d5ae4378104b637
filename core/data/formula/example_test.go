package formula_test

import (
	"fmt"

	"lplab/core/data/formula"
)

func ExampleParse() {
	f, err := formula.Parse("log(a) + b^2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Columns(), f.At([]float64{1, 3}))
	// Output:
	// [a b] 9
}

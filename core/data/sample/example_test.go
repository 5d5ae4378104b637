package sample_test

import (
	"fmt"

	"lplab/core/data/sample"
)

func ExampleOpen() {
	t, err := sample.Open("prostate")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Rows, "rows,", len(t.Columns), "columns")
	// Output:
	// 97 rows, 9 columns
}

package sample_test

import (
	"fmt"

	"lplab/core/data/sample"
)

func ExampleOpen() {
	t, info, err := sample.Open("prostate")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Rows, "rows, target", info.Target)
	// Output:
	// 97 rows, target lpsa
}

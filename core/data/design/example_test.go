package design_test

import (
	"fmt"

	"lplab/core/data/design"
	"lplab/core/data/table"
	"lplab/core/experiment"
)

// Columns are standardised over the training rows.
func ExampleNew() {
	spec, err := experiment.Decode([]byte(`{"data": {"source": "file", "name": "t.csv"}, "target": "y", "split": {"train": [0, 1], "test": [2]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := design.New(table.NewNumeric([]string{"x", "y"}, [][]float64{{0, 2, 3}, {1, 3, 4}}), spec)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Features, d.Mean, d.Train.X, d.Test.X)
	// Output:
	// [x] [1] [-1 1] [2]
}

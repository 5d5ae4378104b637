package synth_test

import (
	"fmt"

	"lplab/core/data/synth"
)

// Without noise and with one relevant column the target is the planted weight times this column.
func ExampleGenerate() {
	data := synth.Generate(synth.Params{N: 10, D: 4, Relevant: 1, Degree: 1, Seed: 3})
	planted := data.Truth[0]
	equal := true
	for i, y := range data.Y {
		equal = equal && y == planted.Weight*data.Columns[planted.Vars[0]][i]
	}
	fmt.Println(data.Names, equal)
	// Output:
	// [x1 x2 x3 x4] true
}

package registry_test

import (
	"fmt"

	"lplab/core/registry"
)

func ExampleOf() {
	var powers registry.Of[float64, func(float64) float64]
	powers.Add("scale", func(by float64) func(float64) float64 { return func(x float64) float64 { return by * x } })
	fmt.Println(powers.Names(), powers.New("scale", 3)(2))
	// Output:
	// [scale] 6
}

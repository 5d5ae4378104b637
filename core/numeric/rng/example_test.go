package rng_test

import (
	"fmt"

	"lplab/core/numeric/rng"
)

// A seed gives the same numbers again; streams of a seed are different.
func ExampleNewStream() {
	a, again, other := rng.NewStream(1, "rows"), rng.NewStream(1, "rows"), rng.NewStream(1, "noise")
	x := a.Normal()
	fmt.Println(x == again.Normal(), x == other.Normal())
	// Output:
	// true false
}

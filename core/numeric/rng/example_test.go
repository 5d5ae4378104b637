package rng_test

import (
	"fmt"

	"lplab/core/numeric/rng"
)

// The same seed and name give the same numbers again; other streams of a seed are different.
func ExampleNewStream() {
	a, again, other := rng.NewStream(1, "rows"), rng.NewStream(1, "rows"), rng.NewStream(1, "noise")
	x := a.Normal()
	fmt.Println(x == again.Normal(), x == other.Normal())
	// Output:
	// true false
}

package figure_test

import (
	"fmt"
	"strings"

	"lplab/core/reports/figure"
)

// A figure of the theory has numbers without a report.
func ExampleKind_CSV() {
	k, err := figure.Find("regression-losses")
	if err != nil {
		panic(err)
	}
	csv, err := k.CSV()
	head, _, _ := strings.Cut(string(csv), "\n")
	fmt.Println(strings.TrimSpace(head), err)
	// Output:
	// residual,squared,absolute,"ε-insensitive, ε = 1","Huber, ρ = 1" <nil>
}

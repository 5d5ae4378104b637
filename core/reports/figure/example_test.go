package figure_test

import (
	"fmt"
	"strings"

	"lplab/core/reports/figure"
)

// A figure of the theory has numbers without a report.
func ExampleKind_CSV() {
	for _, k := range figure.Kinds() {
		if k.Name == "regression-losses" {
			csv, err := k.CSV()
			head, _, _ := strings.Cut(string(csv), "\n")
			fmt.Println(strings.TrimSpace(head), err)
		}
	}
	// Output:
	// residual,squared,absolute,"ε-insensitive, ε = 1","Huber, ρ = 1" <nil>
}

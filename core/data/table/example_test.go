package table_test

import (
	"fmt"

	"lplab/core/data/table"
)

// The delimiter and the decimal comma are detected.
func ExampleRead() {
	t, err := table.Read([]byte("name;height\nAda;95,5\nBen;103\nAda;98,25\n"), table.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range t.Columns {
		fmt.Println(c.Name, c.Kind, c.Numbers)
	}
	// Output:
	// name category []
	// height number [95.5 103 98.25]
}

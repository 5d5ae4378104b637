package lists_test

import (
	"fmt"

	"lplab/core/lists"
)

// Words are grouped by their first letter.
func ExampleGroup() {
	fmt.Println(lists.Group([]string{"row", "fold", "rank", "form"}, func(word string) byte { return word[0] }))
	// Output:
	// [[row rank] [fold form]]
}

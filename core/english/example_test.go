package english_test

import (
	"fmt"

	"lplab/core/english"
)

// A message names the first of many columns and counts the others.
func ExampleList() {
	missing := []string{"age", "bmi", "sex", "smokes", "weight", "height", "pulse"}
	fmt.Println(english.Count(len(missing), "column"), "missing:", english.List(missing))
	// Output:
	// 7 columns missing: "age", "bmi", "sex", "smokes", "weight" and 2 more
}

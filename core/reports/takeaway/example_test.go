package takeaway_test

import (
	"context"
	"fmt"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/takeaway"
)

// A short model as text and in LaTeX; "python", "javascript" and "r" give programs.
func ExampleWrite() {
	spec, err := experiment.Decode([]byte(`{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[0, 1], [1, 3], [2, 5], [5, 11]]},
		"target": "y", "split": {"train": [0, 1, 2, 3]}, "model": {"type": "least-squares"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var session lab.Session
	if _, err := session.Run(context.Background(), spec, nil, lab.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	m, err := session.Model(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := takeaway.Write(m, "formula")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// y = 5 + 2*(x - 2)
	//
	// \mathrm{y} = 5 + 2\,(\mathrm{x} - 2)
}

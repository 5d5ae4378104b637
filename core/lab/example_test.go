package lab_test

import (
	"context"
	"fmt"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// The model file of y = 1 + 2x has terms in the units of the columns, minus their means over
// the training rows.
func ExampleSession_Model() {
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
	f := m.Functions[0]
	fmt.Printf("%s = %.4g", m.Target, f.Intercept)
	for _, term := range f.Terms {
		fmt.Printf(" + %.4g (%s - %.4g)", term.Coefficient, m.Features[0].Name, m.Features[0].Mean)
	}
	// Output:
	// y = 5 + 2 (x - 2)
}

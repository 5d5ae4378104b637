package lab_test

import (
	"bytes"
	"context"
	"fmt"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// A table in a file is fitted, with lambda chosen by five folds. A run that stops short of its tolerance is no error, so the
// status is checked too.
func ExampleRun() {
	var file bytes.Buffer // as os.ReadFile returns it
	fmt.Fprintln(&file, "width,height,noise,price")
	for i := range 60 {
		width, height := i%7, i*i%11
		fmt.Fprintf(&file, "%d,%d,%d,%d\n", width, height, i*i*i%5, 3*width+2*height+i%2)
	}
	spec, err := experiment.Decode([]byte(`{"data": {"source": "file", "name": "prices.csv"}, "target": "price",
		"model": {"type": "lasso"}, "search": {"criterion": "cross-validation", "rule": "1-se"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := lab.Run(context.Background(), spec, file.Bytes(), lab.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, %d of %d weights, R² on the test rows %.2f\n", report.Status, report.Weights.Selected, report.Weights.Count, *report.Metrics["test"].R2)
	for _, w := range report.Weights.Top {
		if report.Weights.Selects(w) {
			fmt.Printf("%s %.1f\n", w.Label, w.Coefficient)
		}
	}
	// Output:
	// converged, 2 of 3 weights, R² on the test rows 1.00
	// width 2.9
	// height 1.9
}

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

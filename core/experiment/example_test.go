package experiment_test

import (
	"context"
	"fmt"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// Absent fields have defaults, and an error names the field and its remedy.
func ExampleDecode() {
	s, err := experiment.Decode([]byte(`{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa"}`))
	fmt.Println(s.Model.P, s.Model.Loss.Type, s.Model.Gamma, err)
	_, err = experiment.Decode([]byte(`{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "model": {"p": 3}}`))
	fmt.Println(err)
	// Output:
	// 4/3 squared auto <nil>
	// model.p is 3: it must be greater than 1 and at most 2, as a number or as a fraction of numbers up to 9999 such as "4/3"
}

// A Spec is assembled in Go from Default: Set changes the source and the model.
func ExampleValidate() {
	s := experiment.Default()
	for path, value := range map[string]string{"data.source": experiment.SourceInline, "model.type": experiment.ModelLasso} {
		if err := experiment.Lookup(path).Set(&s, value); err != nil {
			fmt.Println(err)
			return
		}
	}
	s.Target, s.Data.Columns = "y", []string{"a", "b", "y"}
	s.Data.Rows = [][]any{{1.0, 0.0, 2.0}, {2.0, 1.0, 4.0}, {3.0, 0.0, 6.0}, {4.0, 1.0, 8.0}}
	s.Split = experiment.Split{Train: experiment.Part{Fraction: 1}, Seed: 1}
	s.Model.Lambda = experiment.Gamma{Value: 0.1}
	s, err := experiment.Validate(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := lab.Run(context.Background(), s, nil, lab.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Status, report.Weights.Selected, report.Weights.Top[0].Label)
	// Output:
	// converged 1 a
}

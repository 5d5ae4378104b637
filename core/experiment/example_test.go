package experiment_test

import (
	"fmt"

	"lplab/core/experiment"
)

// Absent fields have defaults, and an error names the field and its remedy.
func ExampleDecode() {
	s, err := experiment.Decode([]byte(`{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa"}`))
	fmt.Println(s.Model.P, s.Model.Loss.Type, s.Model.Gamma, err)
	_, err = experiment.Decode([]byte(`{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "model": {"p": 3}}`))
	fmt.Println(err)
	// Output:
	// 4/3 squared auto <nil>
	// model.p is 3: it must be greater than 1 and at most 2, as a number or as a fraction such as "4/3"
}

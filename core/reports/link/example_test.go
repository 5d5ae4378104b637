package link_test

import (
	"fmt"

	"lplab/core/experiment"
	"lplab/core/reports/link"
)

// A link contains the differences from the defaults.
func ExampleEncode() {
	d, err := experiment.DecodeDocument([]byte(`{"data": {"source": "synthetic", "n": 60}, "model": {"gamma": 3}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := link.Encode(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := link.Decode(link.Key + text)
	fmt.Println(again.Spec.Data.N, again.Spec.Model.Gamma, err)
	// Output:
	// 60 3 <nil>
}

package solver

import (
	"syscall/js"

	"lplab/core/experiment"
)

// variants answers a "variants" request with "variants": an experiment with every
// model that can take its task.
func variants(request js.Value) (answer, error) {
	spec, err := experiment.Decode([]byte(request.Get("spec").String()))
	if err != nil {
		return nil, err
	}
	specs, err := experiment.Variants(spec)
	if err != nil {
		return nil, err
	}
	type variant struct {
		Label string          `json:"label"`
		Spec  experiment.Spec `json:"spec"`
	}
	list := make([]variant, len(specs))
	for i, s := range specs {
		list[i] = variant{experiment.ModelLabel(s.Model.Method()), s}
	}
	return inJSON("variants", list)
}

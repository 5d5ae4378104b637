package solver

import (
	"syscall/js"

	"lplab/core/experiment"
	"lplab/core/lists"
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
	list := lists.Map(specs, func(s experiment.Spec) variant { return variant{experiment.ModelLabel(s.Model.Method()), s} })
	return inJSON("variants", list)
}

package solver

import (
	"encoding/json"
	"syscall/js"

	"lplab/core/experiment"
)

// variants answers a "variants" request with "variants": an experiment with every
// model that can take its task.
func variants(id, request js.Value) error {
	spec, err := experiment.Decode([]byte(request.Get("spec").String()))
	if err != nil {
		return err
	}
	specs, err := experiment.Variants(spec)
	if err != nil {
		return err
	}
	type variant struct {
		Label string          `json:"label"`
		Spec  experiment.Spec `json:"spec"`
	}
	list := make([]variant, len(specs))
	for i, s := range specs {
		list[i] = variant{experiment.ModelLabel(s.Model.Method()), s}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	post(map[string]any{"id": id, "type": "variants", "variants": string(text)}, nil)
	return nil
}

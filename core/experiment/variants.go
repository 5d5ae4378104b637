package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// variantGrid is how many strengths are tried of the models of Variants.
const variantGrid = 20

// Variants are an experiment with a model of each method that can take its task, in
// the order of the types, on the same data, split and preprocessing: what it takes
// to compare methods. An lp model is there with an exponent r and without. The strength of
// each is chosen by the same search: the experiment's own, or cross-validation where it has
// none that chooses. The model of the experiment's own method stays as it is otherwise;
// kernel machines get the kernel of another, or a Gaussian one. s must be valid.
func Variants(s Spec) ([]Spec, error) {
	whole, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var variants []Spec
	for _, kind := range kinds {
		for _, method := range []string{kind.name, reweightedLP} {
			if method == reweightedLP && kind.name != ModelLP {
				continue
			}
			v, err := s.variant(whole, kind.name, kind.parameter, method == reweightedLP)
			if err == nil { // else it is for two classes alone, say
				variants = append(variants, v)
			}
		}
	}
	if len(variants) == 0 {
		return nil, fmt.Errorf("no model can be fitted to this experiment")
	}
	return variants, nil
}

// variant is the experiment, of which whole is the JSON, with a model of another type, or
// with another lp model.
func (s Spec) variant(whole []byte, kind, parameter string, reweighted bool) (Spec, error) {
	var document map[string]any
	d := json.NewDecoder(bytes.NewReader(whole))
	d.UseNumber() // a seed may have more digits than a float64
	if err := d.Decode(&document); err != nil {
		return Spec{}, err
	}
	delete(document, "title")
	delete(document, "solver")
	delete(document, "search")
	same := kind == s.Model.Kind()
	if !same {
		document["model"] = variantModel(document["model"], s.Model, kind)
	}
	if !same || reweighted != (s.Model.R != (P{})) {
		delete(document, "selection")
	}
	search := s.Search.variant(parameter)
	model := document["model"].(map[string]any)
	switch own := s.Model.R != (P{}); {
	case reweighted && own:
		if s.Search.IsScored() {
			search["steps"] = s.Search.Steps
			if s.Search.R != nil {
				search["r"] = s.Search.R
			}
		}
	case reweighted:
		model["r"] = variantExponents[0]
		search["r"] = variantExponents
	case own:
		delete(model, "r")
		delete(model, "steps")
	}
	if parameter != "" {
		document["search"] = search
	}
	text, err := json.Marshal(document)
	if err != nil {
		return Spec{}, err
	}
	return Decode(text)
}

// variantExponents are the values of r that are tried where the experiment has none.
var variantExponents = []string{"1/2", "2/3", "1"}

// variantModel is a model of another type, with the kernel of the experiment's own
// where both are kernel machines.
func variantModel(own any, m Model, kind string) map[string]any {
	model := map[string]any{"type": kind}
	other := Model{Type: kind}
	if !other.onGram() {
		return model
	}
	model["kernel"] = map[string]any{"type": KernelGaussian}
	if o, ok := own.(map[string]any); ok && m.onGram() {
		model["kernel"] = o["kernel"]
	}
	return model
}

// IsScored reports whether the search scores models, so it can choose one.
func (s *Search) IsScored() bool {
	return s.Criterion == SearchValidation || s.Criterion == SearchCrossValidation
}

// variant is the search, as far as it is one for every model.
func (s *Search) variant(parameter string) map[string]any {
	search := map[string]any{"criterion": SearchCrossValidation}
	if s.IsScored() {
		search = map[string]any{"criterion": s.Criterion, "metric": s.Metric, "seed": s.Seed}
		if s.Criterion == SearchCrossValidation {
			search["folds"] = s.Folds
		}
		if s.Rule != RuleGiven {
			search["rule"] = s.Rule
		}
	}
	if parameter != "k" {
		search["count"] = variantGrid
	}
	if parameter == "gamma" {
		search["decades"] = Auto
	}
	return search
}

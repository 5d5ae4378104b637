package experiment

import (
	"fmt"
	"strings"
)

// variantGrid is the number of strengths in the searches of Variants.
const variantGrid = 20

// variantExponents are the values of r in these searches if the experiment has none, and variantSteps the steps.
var variantExponents = []P{{Num: 1, Den: 2}, {Num: 2, Den: 3}, {Number: 1}}

const variantSteps = 8

// Variants returns the experiment with a model of each method for its task, in the order of the
// types, on the same data, split and preprocessing. The lp model is included with and without an
// exponent r. The strength of each is chosen by the search of the experiment, or by cross-validation
// if that chooses none. The model of the experiment's own method stays as it is otherwise; kernel
// machines get the kernel of another, or a Gaussian one. s must be valid.
func Variants(s Spec) ([]Spec, error) {
	var variants []Spec
	for _, kind := range kinds {
		for _, reweighted := range []bool{false, true} {
			if reweighted && kind.name != ModelLP {
				continue
			}
			v, err := s.variant(Model{Type: kind.name}, reweighted)
			if err == nil { // an error: for example, the model is for two classes only
				variants = append(variants, v)
			}
		}
	}
	if len(variants) == 0 {
		return nil, fmt.Errorf("no model can be fitted to this experiment")
	}
	return variants, nil
}

// variant returns the experiment with a model of another type, or with an lp model with or without
// reweighting.
func (s *Spec) variant(m Model, reweighted bool) (Spec, error) {
	values := s.Search.variant(m.Parameter())
	values["model.type"] = m.Type
	own := s.Model.R != P{}
	same := m.Type == s.Model.Kind()
	if m.Type == ModelElasticNet {
		values["search.decades"] = Auto
	}
	switch {
	case same:
	case m.onGram() && s.Model.onGram():
		values[kernelSection+".type"] = s.Model.Kernel.Type
	case m.onGram():
		values[kernelSection+".type"] = KernelGaussian
	}
	switch {
	case reweighted && own && s.Search.IsScored():
		values["search.steps"] = s.Search.Steps
		if s.Search.R != nil {
			values["search.r"] = s.Search.R
		}
	case reweighted && !own:
		values["model.r"], values["model.steps"], values["search.r"] = variantExponents[0], variantSteps, variantExponents
	}
	return assemble(func(f *Field) (any, bool) {
		if v, given := values[f.Path]; given {
			return v, true
		}
		kept := true
		switch section, _, _ := strings.Cut(f.Path, "."); section {
		case "title", "solver", "search":
			kept = false
		case "selection":
			kept = same && reweighted == own
		case "model":
			kept = same && (reweighted || f.Path != "model.r" && f.Path != "model.steps") ||
				m.onGram() && s.Model.onGram() && (strings.HasPrefix(f.Path, kernelSection+".") || strings.HasPrefix(f.Path, "model.subsample"))
		}
		if !kept {
			return nil, false
		}
		return s.given(f)
	})
}

// IsScored reports whether the search scores models, so it can choose one.
func (s *Search) IsScored() bool {
	return s.Criterion == SearchValidation || s.Criterion == SearchCrossValidation
}

// variant returns the fields of the search of a model with the given parameter.
func (s *Search) variant(parameter string) map[string]any {
	if parameter == "" {
		return map[string]any{}
	}
	search := map[string]any{"search.criterion": SearchCrossValidation}
	if s.IsScored() {
		search = map[string]any{"search.criterion": s.Criterion, "search.metric": s.Metric, "search.seed": s.Seed}
		if s.Criterion == SearchCrossValidation {
			search["search.folds"] = s.Folds
		}
		if s.Rule != RuleGiven {
			search["search.rule"] = s.Rule
		}
	}
	if parameter != "k" {
		search["search.count"] = variantGrid
	}
	if parameter == "gamma" {
		search["search.decades"] = Auto
	}
	return search
}

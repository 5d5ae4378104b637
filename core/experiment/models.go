package experiment

import (
	"cmp"
	"slices"
)

// kinds are the types of models, with their names on the page and the parameter
// that each is searched over.
var kinds = []struct{ name, label, parameter string }{
	{ModelLP, "lp regression", "gamma"},
	{ModelLeastSquares, "Least squares", ""},
	{ModelRidge, "Ridge", "lambda"},
	{ModelLasso, "Lasso", "lambda"},
	{ModelRelaxedLasso, "Relaxed lasso", "lambda"},
	{ModelElasticNet, "Elastic net", "lambda"},
	{ModelGroupLasso, "Group lasso", "lambda"},
	{ModelKernelRidge, "Kernel ridge", "lambda"},
	{ModelSVM, "Support vector machine", "C"},
	{ModelKernelLogistic, "Kernel logistic", "C"},
	{ModelKernelGroupLasso, "Kernel group lasso", "lambda"},
	{ModelKNN, "Nearest neighbours", "k"},
}

// Types of models that share fields.
var (
	lpOnly       = []string{ModelLP}
	linearModels = []string{ModelLeastSquares, ModelRidge, ModelLasso, ModelRelaxedLasso, ModelElasticNet, ModelGroupLasso}
	exact        = []string{ModelLasso, ModelRelaxedLasso, ModelElasticNet, ModelGroupLasso} // whose weights can be exactly 0
	machines     = []string{ModelKernelRidge, ModelSVM, ModelKernelLogistic, ModelKernelGroupLasso}
	weighted     = slices.Concat(lpOnly, linearModels)
	kernelled    = slices.Concat(lpOnly, machines)
	penalised    = []string{ModelRidge, ModelLasso, ModelRelaxedLasso, ModelElasticNet, ModelGroupLasso, ModelKernelRidge, ModelKernelGroupLasso}
	tuned        = slices.Concat(lpOnly, penalised, []string{ModelSVM, ModelKernelLogistic, ModelKNN})
)

func modelValues() []Value {
	values := make([]Value, len(kinds))
	for i, k := range kinds {
		values[i] = Value{k.name, k.label}
	}
	return values
}

// Kind is the type of the model; a Model made in Go without one is of the type lp.
func (m Model) Kind() string { return cmp.Or(m.Type, ModelLP) }

// Parameter names the number that weighs the data against simplicity, by which the
// model is searched: "gamma", "lambda", "C" or "k"; "" where there is none.
func (m Model) Parameter() string {
	for _, k := range kinds {
		if k.name == m.Kind() {
			return k.parameter
		}
	}
	return ""
}

// Strength is the value of that parameter; ok is false where it is to be chosen
// from the data.
func (m Model) Strength() (value float64, ok bool) {
	if m.Parameter() == "k" {
		return float64(m.K), true
	}
	g := m.strength()
	return g.Value, !g.Auto
}

// WithStrength gives the parameter a value.
func (m Model) WithStrength(value float64) Model {
	if m.Parameter() == "k" {
		m.K = int(value)
	} else {
		*m.strength() = Gamma{Value: value}
	}
	return m
}

// Decades is how many powers of ten an automatic grid of the parameter spans by default.
func (m Model) Decades() float64 {
	if slices.Contains(exact, m.Kind()) || m.Kind() == ModelKernelGroupLasso {
		return 3
	}
	return 6
}

func (m *Model) strength() *Gamma {
	switch m.Parameter() {
	case "gamma":
		return &m.Gamma
	case "lambda":
		return &m.Lambda
	case "C":
		return &m.C
	}
	return new(Gamma)
}

// HasWeights reports whether models of this type have a weight for each monomial or
// feature.
func (m Model) HasWeights() bool { return slices.Contains(weighted, m.Kind()) }

// NeedsClasses reports whether a model is for two classes only.
func NeedsClasses(m Model) bool {
	switch m.Kind() {
	case ModelSVM, ModelKernelLogistic, ModelKernelGroupLasso:
		return true
	}
	return false
}

// Grid is the grid of the model's parameter.
func (s *Search) Grid(parameter string) Grid {
	switch parameter {
	case "lambda":
		return s.Lambda
	case "C":
		return s.C
	case "k":
		return s.K
	}
	return s.Gamma
}

// Grid is what was searched: the parameter's name, and its values, ascending.
func (s *Searched) Grid() (parameter string, values []float64) {
	for _, name := range []string{"lambda", "C", "k"} {
		if grid := *s.Of(name); len(grid) > 0 {
			return name, grid
		}
	}
	return "gamma", s.Gamma
}

// Strength holds something under the name of a model's parameter: its value, or a
// list of values.
type Strength[T any] struct {
	Gamma  T `json:"gamma,omitzero"`
	Lambda T `json:"lambda,omitzero"`
	C      T `json:"C,omitzero"`
	K      T `json:"k,omitzero"`
}

// Of is what is held under the name of a parameter; nil where there is none such.
func (s *Strength[T]) Of(parameter string) *T {
	switch parameter {
	case "gamma":
		return &s.Gamma
	case "lambda":
		return &s.Lambda
	case "C":
		return &s.C
	case "k":
		return &s.K
	}
	return nil
}

// Named holds v under the name of a parameter.
func Named[T any](parameter string, v T) (s Strength[T]) {
	if at := s.Of(parameter); at != nil {
		*at = v
	}
	return s
}

// onGram reports whether models of this type are fitted to the Gram matrix of a kernel
// of two arguments.
func (m Model) onGram() bool { return slices.Contains(machines, m.Kind()) }

// ModelLabel is the name of a type of model on the page.
func ModelLabel(kind string) string {
	if kind == reweightedLP {
		return "Reweighted lp"
	}
	for _, k := range kinds {
		if k.name == kind {
			return k.label
		}
	}
	return kind
}

// reweightedLP is the method of an lp model with an exponent r.
const reweightedLP = "lp-reweighted"

// Method names the model where methods are compared: by its type, or lp-reweighted.
func (m Model) Method() string {
	if m.R != (P{}) {
		return reweightedLP
	}
	return m.Kind()
}

package experiment

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"lplab/core/data/formula"
	"lplab/core/lists"
)

// ModelFileVersion is the version of model files; ModelFileKind marks them, and
// ModelFileExtension ends their names.
const (
	ModelFileVersion   = 1
	ModelFileKind      = "lplab-model"
	ModelFileExtension = ".lplab-model.json"
)

// ModelFile is a fitted model with all that is needed to predict from the cells of a file. A row is
// coded as D features, and every function maps these to a decision value. web/docs/model.md describes
// the format.
type ModelFile struct {
	Kind    string `json:"kind"` // ModelFileKind
	Version int    `json:"version"`
	Type    string `json:"type"` // model.type of the experiment
	Task    string `json:"task"`
	Target  string `json:"target"`
	// Classes are the labels. With two classes the first is predicted if the decision value is
	// negative; with more the class with the largest decision value is predicted.
	Classes []string `json:"classes,omitempty"`
	// Probability is "logistic" if 1/(1 + exp(-f)) is the probability of the class with the decision
	// value f; with more than two classes these values are divided by their sum.
	Probability string `json:"probability,omitempty"`
	Bag         string `json:"bag,omitempty"` // the column that names the bag of each row
	// Decimal is the decimal mark of the file of the training rows, "." or ",", and Group its mark between
	// thousands, ",", ".", " " or "'"; absent where they are not known.
	Decimal string `json:"decimal,omitempty"`
	Group   string `json:"group,omitempty"`
	// Missing is "drop" if a row with a missing cell has no prediction, or "mean" if the cell is
	// replaced by the training mean or the most frequent level.
	Missing  string         `json:"missing"`
	Columns  []ModelColumn  `json:"columns"`  // the columns of the table that the model reads
	Features []ModelFeature `json:"features"` // the D features, in the order of the columns of Points
	Kernel   *Kernel        `json:"kernel,omitempty"`
	P        P              `json:"p,omitzero"` // exponent of the norm, for functions with Alpha of type lp
	Strength[float64]
	Points *ModelPoints `json:"points,omitempty"`
	// Refit is set if the functions are least squares fits on the selected monomials.
	Refit bool `json:"refit,omitempty"`
	// Functions has one function for a regression and for two classes, and otherwise one for each
	// class. A function with Values is the only one, and decides among all classes.
	Functions  []ModelFunction `json:"functions"`
	Experiment Spec            `json:"experiment"`
	Result     Result          `json:"result"`
}

// The types of columns of a model file.
const (
	ColumnNumber   = "number"
	ColumnCategory = "category"
)

// ModelColumn is a column of the table that a model reads, with statistics of its cells in the
// training rows.
type ModelColumn struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`             // ColumnNumber or ColumnCategory
	Min    float64  `json:"min,omitempty"`    // of a number
	Max    float64  `json:"max,omitempty"`    // of a number
	Mean   float64  `json:"mean,omitempty"`   // of a number
	Unit   string   `json:"unit,omitempty"`   // beside the numbers of the file, such as "kg" or "%"
	Levels []string `json:"levels,omitempty"` // of a category, sorted
	Mode   string   `json:"mode,omitempty"`   // the most frequent level, which replaces a missing cell

	// DateOf is the column of dates from which a number was computed: its year, month, day, weekday
	// or hour. The name of the number is that column's name, a space and the part.
	DateOf    string `json:"dateOf,omitempty"`
	DateOrder string `json:"dateOrder,omitempty"` // of the numbers of these dates: "dmy", "mdy", or "ymd" also if the month is a name
}

// ModelFeature is a number x computed from a row: the cell of a column of numbers, the indicator
// (1 or 0) of a level of a category, or the value of a formula. Points have (x - Mean)/Scale, and
// terms x - Mean.
type ModelFeature struct {
	Name    string  `json:"name"`
	Column  string  `json:"column,omitempty"`  // of Columns; absent with a formula
	Formula string  `json:"formula,omitempty"` // of columns of numbers
	Level   string  `json:"level,omitempty"`   // of a category
	Unseen  float64 `json:"unseen,omitempty"`  // of a category: x for a level that is not among those of the column
	Fill    float64 `json:"fill,omitempty"`    // x for a missing cell, if Missing is "mean"
	Mean    float64 `json:"mean"`
	Scale   float64 `json:"scale"`
}

// ModelPoints are the features of the n training points that a function uses.
type ModelPoints struct {
	Rows [][]float64 `json:"rows"` // n x D, or for each row the numbers of the features in Index
	// Index lists for each row the features that are not 0, ascending, counted from 0.
	Index [][]int `json:"index,omitempty"`
	// Bags has the number of consecutive rows of each bag.
	Bags []int `json:"bags,omitempty"`
}

// ModelFunction is a decision value as a function of the features: Intercept plus either Terms or
// the kernel expansion with the coefficients Alpha of the points. Nearest neighbours and the kernel
// group lasso use the Values of the points.
type ModelFunction struct {
	Class     string      `json:"class,omitempty"` // the class that the function separates from the rest
	Intercept float64     `json:"intercept"`
	Terms     []ModelTerm `json:"terms,omitempty"`
	Alpha     []float64   `json:"alpha,omitempty"`  // of the points, or of their bags
	Values    []float64   `json:"values,omitempty"` // the target of the points: -1 or +1 for two classes, the index in Classes for more
	Errors    *Errors     `json:"errors,omitempty"` // of type lp: bounds of the optimisation error
}

// ModelTerm is Coefficient times a product of powers of features. The unit of Coefficient is that of
// the target divided by that of the product.
type ModelTerm struct {
	Monomial    map[string]int `json:"monomial"` // exponents by feature name; empty for the constant
	Coefficient float64        `json:"coefficient"`
}

// Reads returns the columns that the functions read. Of a model with terms these are the columns of the features in terms.
func (m *ModelFile) Reads() map[string]bool {
	features, columns, all := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range m.Columns {
		all[c.Name] = true
	}
	for _, f := range m.Functions {
		for _, term := range f.Terms {
			for name := range term.Monomial {
				features[name] = true
			}
		}
	}
	for _, f := range m.Features {
		if m.Points == nil && !features[f.Name] {
			continue
		}
		if f.Formula == "" {
			columns[f.Column] = true
		} else if of, err := formula.ParseOver(f.Formula, func(name string) bool { return all[name] }); err == nil {
			for _, name := range of.Columns() {
				columns[name] = true
			}
		}
	}
	return columns
}

// WithoutErrors returns the model without its bounds of the optimisation error, so predictions do
// not have them.
func (m *ModelFile) WithoutErrors() *ModelFile {
	plain := *m
	plain.Functions = lists.Map(m.Functions, func(f ModelFunction) ModelFunction {
		f.Errors = nil
		return f
	})
	return &plain
}

// Places returns the places of the features in Features by their names.
func (m *ModelFile) Places() map[string]int {
	places := make(map[string]int, len(m.Features))
	for j, f := range m.Features {
		places[f.Name] = j
	}
	return places
}

// hasValues reports whether the model predicts by the targets of its points.
func (m *ModelFile) hasValues() bool {
	return m.Type == ModelKNN || m.Type == ModelKernelGroupLasso
}

// Spec returns the experiment that fits this model: with its kernel, p and strength, and without a
// search. The error is one sentence.
func (m *ModelFile) Spec() (Spec, error) {
	s := m.Experiment
	s.Search = Search{}
	if m.Kernel != nil {
		s.Model.Kernel = *m.Kernel
	}
	if m.P != (P{}) {
		s.Model.P = m.P
	}
	if m.K > 0 {
		s.Model.K = int(m.K)
	}
	return Validate(s)
}

// Selected returns the model with the refits on the selected monomials of its report, one for each
// class or one in all, as its functions. It returns an error if a refit is missing.
func (m *ModelFile) Selected(report *Report) (*ModelFile, error) {
	refits := report.refits()
	if n := len(m.Classes); n > 2 && len(refits) != n {
		return nil, fmt.Errorf("the report has the selection of 1 class, and the model has %d: give the report of all classes", n)
	}
	other := *m
	other.Refit, other.Probability, other.Points, other.Functions = true, "", nil, nil
	place := m.Places()
	for k, refit := range refits {
		if refit == nil {
			return nil, errors.New("the report has no refit, because too many weights or none are selected; choose another selection.rule")
		}
		f := ModelFunction{Intercept: refit.Intercept}
		if len(refits) > 1 {
			f.Class = m.Classes[k]
		}
		for _, t := range refit.Terms {
			term := ModelTerm{Monomial: t.Monomial, Coefficient: t.Coefficient}
			for _, name := range slices.Sorted(maps.Keys(t.Monomial)) { // in a fixed order, because quotients are rounded
				for range t.Monomial[name] {
					term.Coefficient /= m.Features[place[name]].Scale
				}
			}
			if term.Coefficient != 0 {
				f.Terms = append(f.Terms, term)
			}
		}
		other.Functions = append(other.Functions, f)
	}
	return &other, other.Check()
}

// refits returns the refits of the report's selections by class; nil for a selection without one.
func (r *Report) refits() []*Refit {
	parts := r.Parts()
	list := make([]*Refit, len(parts))
	for k := range parts {
		if s := parts[k].Selection; s != nil {
			list[k] = s.Refit
		}
	}
	return list
}

package experiment

import (
	"slices"
	"strconv"
	"strings"

	"lplab/core/lists"
)

// Searched is the result of a search.
type Searched struct {
	Criterion           string  `json:"criterion"`
	Metric              string  `json:"metric,omitempty"`
	Scale               float64 `json:"scale"` // the scale about which an automatic grid is placed, such as gamma_0
	Strength[[]float64]         // the grid, ascending
	Subsample           []int   `json:"subsample,omitempty"` // ascending; absent: all training rows
	// Scores has a row for each size in Subsample, or a single row, with a score for each
	// gamma, of the best r and number of steps. It is empty for the criterion path.
	Scores [][]Score `json:"scores,omitempty"`
	// Minimum and OneError are the choices by the two rules: the best mean, and
	// the smallest gamma, at that size, within one standard error of it.
	Minimum  *Place `json:"minimum,omitempty"`
	OneError *Place `json:"oneError,omitempty"`
	// Rules are these choices as values of the parameters.
	Rules *Rules `json:"rules,omitempty"`
	// Forms has the scores of every value of p with every degree that was searched; the other
	// fields belong to the form of Minimum.
	Forms []Form `json:"forms,omitempty"`
	// Draws has for each size in Subsample the metric of every draw at that size's
	// best gamma, on the validation and on the test rows [H fig. 20].
	Draws []Draws `json:"draws,omitempty"`
	// Reweighted has the scores of each r and number of steps.
	Reweighted *Reweighted `json:"reweighted,omitempty"`
	// Path is of the training rows, or of the chosen subsample.
	Path    Path    `json:"path"`
	Passes  int     `json:"passes"`
	Seconds float64 `json:"seconds"`
}

// Reweighted compares variants of a model, each with an r and a number of steps, at the same
// values of gamma: those given, or some of an automatic grid.
type Reweighted struct {
	Gamma    []float64 `json:"gamma"`
	Variants []Variant `json:"variants"`
}

// Variant has the scores of one r and number of steps, by gamma. Without steps it has no R.
type Variant struct {
	R      P       `json:"r,omitzero"`
	Steps  int     `json:"steps"`
	Scores []Score `json:"scores"`
}

// Score is a metric over folds, over repeats, or over the rows of one validation
// part.
type Score struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"` // standard error of the mean; 0 if unknown
	// Values are those of the folds or repeats; absent for a single validation part,
	// which the models of the path predict.
	Values  []float64 `json:"values,omitempty"`
	Endings           // of the models of the folds or repeats, in order
}

// Endings has how each of some fits ended.
type Endings struct {
	Statuses     []Status  `json:"statuses,omitempty"`
	RelativeGaps []float64 `json:"relativeGaps,omitempty"` // as Objective.RelativeGap
}

// Place is an entry of Scores.
type Place struct {
	Subsample int `json:"subsample"`      // index of the row
	Gamma     int `json:"gamma"`          // index in the row; of gamma, lambda, C or k
	Form      int `json:"form,omitempty"` // index of Forms, if present; Scores belong to the best form
}

// Rules are the models that the two rules choose.
type Rules struct {
	Minimum  Chosen `json:"minimum"`
	OneError Chosen `json:"oneError"`
}

// ScoreRow is the scores of a search by the strengths, for one form, or one size of the
// subsample.
type ScoreRow struct {
	Label  string // "p = 4/3, degree 2", "40"
	Grid   []float64
	Scores []Score
}

// Rows returns a row for each form or each size; a single row if there is one of each.
func (s *Searched) Rows() []ScoreRow {
	parameter, grid := s.Grid()
	if len(s.Forms) > 0 {
		return lists.Map(s.Forms, func(f Form) ScoreRow { return ScoreRow{f.label(s.Forms), *f.Of(parameter), f.Scores} })
	}
	var rows []ScoreRow
	for i, scores := range s.Scores {
		label := ""
		if i < len(s.Subsample) {
			label = strconv.Itoa(s.Subsample[i])
		}
		rows = append(rows, ScoreRow{label, grid, scores})
	}
	return rows
}

// Row returns the index in Rows of the row of a place.
func (s *Searched) Row(p Place) int {
	if len(s.Forms) > 0 {
		return p.Form
	}
	return p.Subsample
}

// label names a form by the values of p and degree that differ among the forms.
func (f Form) label(of []Form) string {
	var words []string
	if slices.ContainsFunc(of, func(o Form) bool { return o.P != f.P }) {
		words = append(words, "p = "+f.P.String())
	}
	if f.Degree > 0 && (len(words) == 0 || slices.ContainsFunc(of, func(o Form) bool { return o.Degree != f.Degree })) {
		words = append(words, "degree "+strconv.Itoa(f.Degree))
	}
	return strings.Join(words, ", ")
}

// Form is a model of a search by its p and its degree, with its scores.
type Form struct {
	P                   P       `json:"p"`
	Degree              int     `json:"degree,omitempty"` // of a polynomial kernel
	Scale               float64 `json:"scale"`
	Strength[[]float64]         // its grid, ascending
	Scores              []Score `json:"scores"`
	Minimum             int     `json:"minimum"` // index of the best mean
}

// Draws are the metrics of repeated subsamples of one size.
type Draws struct {
	Gamma      float64   `json:"gamma"`
	Validation []float64 `json:"validation"`
	Test       []float64 `json:"test,omitempty"`
}

// Path is the solution for every gamma of a search.
type Path struct {
	Points  []PathPoint  `json:"points"`  // by gamma
	Weights []PathWeight `json:"weights"` // of the monomials with the largest weights on the path
}

// PathPoint is the solution at one gamma.
type PathPoint struct {
	Strength[float64]
	Status Status  `json:"status"`
	Passes int     `json:"passes"`
	Dual   float64 `json:"dual"`
	Gap    float64 `json:"gap"`
	// RelativeGap is as in Objective.
	RelativeGap float64           `json:"relativeGap"`
	NormPower   float64           `json:"normPower"` // ||w||_p^p
	Selected    int               `json:"selected"`
	Metrics     map[string]Metric `json:"metrics"`
}

// PathWeight is one weight along the path.
type PathWeight struct {
	Index    int       `json:"index"` // as in Weight
	Label    string    `json:"label"`
	Class    string    `json:"class,omitempty"` // where there are more than two
	Values   []float64 `json:"values"`          // w_k by gamma
	Relevant bool      `json:"relevant,omitempty"`
}

// Chosen is the model that a search chose.
type Chosen struct {
	Strength[float64]
	Subsample int `json:"subsample,omitempty"`
	// P and Degree are the values chosen by a search over several; the spec's model has them too.
	P      *P  `json:"p,omitempty"`
	Degree int `json:"degree,omitempty"`
	// R and Steps are the values chosen by a search over them; without steps there is no R.
	R     P    `json:"r,omitzero"`
	Steps *int `json:"steps,omitempty"`
}

// Model returns m with the p and the degree that the search chose.
func (c Chosen) Model(m Model) Model {
	if c.P != nil {
		m.P = *c.P
	}
	if c.Degree > 0 {
		m.Kernel.Degree = c.Degree
	}
	return m
}

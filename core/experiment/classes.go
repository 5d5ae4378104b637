package experiment

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// ClassPart is the part of a report that belongs to one model; with more than two classes, to the
// model that separates a class (+1) from the rest (-1).
type ClassPart struct {
	Objective Objective `json:"objective"`
	Alpha     []float64 `json:"alpha,omitempty"`   // absent without a kernel
	Support   []int     `json:"support,omitempty"` // svm: the data rows with an alpha other than 0
	// Coefficients has the coefficients of a linear model by feature, for standardised features if
	// the experiment standardises them. A prediction is Intercept and the sum of their products
	// with the features.
	Coefficients map[string]float64 `json:"coefficients,omitempty"`
	Intercept    float64            `json:"intercept"`
	// Linear describes the hat matrix of least squares, ridge and, with few enough rows, kernel
	// ridge.
	Linear      *Linear        `json:"linear,omitempty"`
	Predictions Parts[float64] `json:"predictions"`           // f(x) of the rows of each part, in order; the decision value for classification
	Curve       *Curve         `json:"curve,omitempty"`       // where there is a single input
	Weights     Weights        `json:"weights,omitzero"`      // absent where a model has none
	Reweighting []Reweighting  `json:"reweighting,omitempty"` // with model.r: the lp problem, and each step after it
	Stability   *Stability     `json:"stability,omitempty"`
	Selection   *Selected      `json:"selection,omitempty"` // of models with weights
}

// Parts returns the parts of the models of more than two classes, or that of the single model.
func (r *Report) Parts() []ClassPart {
	if len(r.ByClass) == 0 {
		return []ClassPart{r.ClassPart}
	}
	return r.ByClass
}

// OfClass returns the report of the model of one class against the rest as a report of two
// classes, with -1 for the rest. class is the index of the class. A report of two classes or of
// none is returned as it is.
func (r *Report) OfClass(class int) *Report {
	if len(r.ByClass) == 0 {
		return r
	}
	out := *r
	out.ClassPart, out.ByClass = r.ByClass[class], nil
	out.Classes = []string{"not " + r.Classes[class], r.Classes[class]}
	if out.Objective.Status != "" {
		out.Status = out.Objective.Status
	}
	for _, part := range PartNames {
		*out.Actual.Of(part) = AgainstRest(*r.Actual.Of(part), class)
	}
	out.Metrics = map[string]Metric{}
	for part, m := range r.Metrics {
		if class < len(m.PerClass) {
			out.Metrics[part] = Metric{AUC: m.PerClass[class].AUC}
		}
	}
	if r.Search != nil {
		search := *r.Search
		search.Path.Weights = slices.DeleteFunc(slices.Clone(search.Path.Weights), func(w PathWeight) bool { return w.Class != r.Classes[class] })
		out.Search = &search
	}
	return &out
}

// TiedShare is the difference of decision values, as a share of the largest, up to which they are tied in
// an AUC: that of rounding.
const TiedShare = 1e-12

// AgainstRest returns +1 for the rows of a class and -1 for the others, given the indices of the classes
// of all rows.
func AgainstRest(classes []float64, class int) []float64 {
	labels := make([]float64, len(classes))
	for i, of := range classes {
		labels[i] = -1
		if int(of) == class {
			labels[i] = 1
		}
	}
	return labels
}

// IsOfClass reports whether the report is that of a class against the rest.
func (r *Report) IsOfClass() bool {
	return len(r.Classes) == 2 && r.Classes[0] == "not "+r.Classes[1]
}

// plainReport is a report without its methods.
type plainReport Report

// listedReport is a report with a list in each field by class.
type listedReport struct {
	plainReport
	Objective    []Objective          `json:"objective"`
	Alpha        [][]float64          `json:"alpha,omitempty"`
	Support      [][]int              `json:"support,omitempty"`
	Coefficients []map[string]float64 `json:"coefficients,omitempty"`
	Intercept    []float64            `json:"intercept"`
	Linear       []*Linear            `json:"linear,omitempty"`
	Predictions  Parts[[]float64]     `json:"predictions"`
	Curve        []*Curve             `json:"curve,omitempty"`
	Weights      []Weights            `json:"weights,omitempty"`
	Reweighting  [][]Reweighting      `json:"reweighting,omitempty"`
	Stability    []*Stability         `json:"stability,omitempty"`
	Selection    []*Selected          `json:"selection,omitempty"`
}

// lists visits the lists by class of the report except the predictions, with the name of each in
// the JSON and whether a report always has it.
func (l *listedReport) lists(visit func(field, name string, list reflect.Value, always bool)) {
	v := reflect.ValueOf(l).Elem()
	for f := range reflect.TypeFor[ClassPart]().Fields() {
		if f.Name == "Predictions" {
			continue
		}
		field, _ := v.Type().FieldByName(f.Name)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		visit(f.Name, name, v.FieldByName(f.Name), options == "")
	}
}

// MarshalJSON writes the parts of more than two classes as lists by class. It leaves out a list of
// zero values.
func (r Report) MarshalJSON() ([]byte, error) {
	if len(r.ByClass) == 0 {
		return json.Marshal(plainReport(r))
	}
	l := listedReport{plainReport: plainReport(r)}
	l.lists(func(field, _ string, list reflect.Value, always bool) {
		values := list
		for i := range r.ByClass {
			v := reflect.ValueOf(r.ByClass[i]).FieldByName(field)
			values, always = reflect.Append(values, v), always || !v.IsZero()
		}
		if always {
			list.Set(values)
		}
	})
	for _, name := range PartNames {
		rows := l.Predictions.Of(name)
		for k := range r.ByClass {
			for i, f := range *r.ByClass[k].Predictions.Of(name) {
				if k == 0 {
					*rows = append(*rows, nil)
				}
				(*rows)[i] = append((*rows)[i], f)
			}
		}
	}
	return json.Marshal(l)
}

// UnmarshalJSON reads a report of any number of classes.
func (r *Report) UnmarshalJSON(text []byte) error {
	head := struct {
		Objective json.RawMessage `json:"objective"`
		Classes   []string        `json:"classes"`
	}{}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	if !bytes.HasPrefix(head.Objective, []byte("[")) {
		return json.Unmarshal(text, (*plainReport)(r))
	}
	var l listedReport
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	mismatch := func(name string, length int) error {
		return fmt.Errorf("the report's %s is a list of length %d, and it names %d classes; solve the experiment again", name, length, len(head.Classes))
	}
	*r = Report(l.plainReport)
	r.ByClass = make([]ClassPart, len(head.Classes))
	var err error
	l.lists(func(field, name string, list reflect.Value, always bool) {
		switch n := list.Len(); {
		case n != len(head.Classes) && (always || n > 0):
			err = cmp.Or(err, mismatch(name, n))
		case n > 0:
			for k := range r.ByClass {
				reflect.ValueOf(&r.ByClass[k]).Elem().FieldByName(field).Set(list.Index(k))
			}
		}
	})
	for _, name := range PartNames {
		for i, row := range *l.Predictions.Of(name) {
			if len(row) != len(head.Classes) {
				return cmp.Or(err, mismatch(fmt.Sprintf("predictions.%s[%d]", name, i), len(row)))
			}
			for k, f := range row {
				to := r.ByClass[k].Predictions.Of(name)
				*to = append(*to, f)
			}
		}
	}
	return err
}

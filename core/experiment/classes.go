package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// ClassPart is what a report of more than two classes has for each of them: of its model,
// which tells the class (+1) from the rest (-1).
type ClassPart struct {
	Objective    Objective
	Alpha        []float64
	Support      []int
	Coefficients map[string]float64
	Intercept    float64
	Linear       *Linear
	Predictions  Parts[float64]
	Curve        *Curve
	Weights      Weights
	Reweighting  []Reweighting
	Stability    *Stability
}

// classPart are the fields of a report that belong to one class.
func (r *Report) classPart() ClassPart {
	return ClassPart{r.Objective, r.Alpha, r.Support, r.Coefficients, r.Intercept, r.Linear, r.Predictions, r.Curve, r.Weights, r.Reweighting, r.Stability}
}

// AddClass makes a part of the report of what another report has of the next class.
func (r *Report) AddClass(of *Report) { r.ByClass = append(r.ByClass, of.classPart()) }

// OfClass returns the report of the model of one class against the rest, as that of two
// classes: with -1 for the rest. class is the place of the class. A report of fewer
// classes is returned as it is.
func (r *Report) OfClass(class int) *Report {
	if len(r.ByClass) == 0 {
		return r
	}
	own, p := *r, r.ByClass[class]
	own.ByClass = nil
	own.Classes = []string{"not " + r.Classes[class], r.Classes[class]}
	if p.Objective.Status != "" {
		own.Status = p.Objective.Status
	}
	own.Objective, own.Alpha, own.Support, own.Coefficients, own.Intercept = p.Objective, p.Alpha, p.Support, p.Coefficients, p.Intercept
	own.Linear, own.Predictions, own.Curve, own.Weights = p.Linear, p.Predictions, p.Curve, p.Weights
	own.Reweighting, own.Stability = p.Reweighting, p.Stability
	against := func(places []float64) []float64 {
		y := make([]float64, len(places))
		for i, place := range places {
			y[i] = -1
			if int(place) == class {
				y[i] = 1
			}
		}
		return y
	}
	own.Actual = Parts[float64]{Train: against(r.Actual.Train), Validation: against(r.Actual.Validation), Test: against(r.Actual.Test)}
	own.Metrics = map[string]Metric{}
	for part, m := range r.Metrics {
		if class < len(m.PerClass) {
			own.Metrics[part] = Metric{AUC: m.PerClass[class].AUC}
		}
	}
	if r.Search != nil {
		search := *r.Search
		search.Path.Weights = nil
		for _, w := range r.Search.Path.Weights {
			if w.Class == r.Classes[class] {
				search.Path.Weights = append(search.Path.Weights, w)
			}
		}
		own.Search = &search
	}
	return &own
}

// plainReport is a report without its methods.
type plainReport Report

// listedReport is a report whose fields by class are lists.
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
}

// MarshalJSON writes what belongs to a class as a list by class where there are more than
// two.
func (r Report) MarshalJSON() ([]byte, error) {
	if len(r.ByClass) == 0 {
		return json.Marshal(plainReport(r))
	}
	l := listedReport{plainReport: plainReport(r)}
	for i := range r.ByClass {
		p := &r.ByClass[i]
		l.Objective, l.Intercept = append(l.Objective, p.Objective), append(l.Intercept, p.Intercept)
		l.Alpha, l.Support = append(l.Alpha, p.Alpha), append(l.Support, p.Support)
		l.Coefficients, l.Linear = append(l.Coefficients, p.Coefficients), append(l.Linear, p.Linear)
		l.Curve, l.Weights = append(l.Curve, p.Curve), append(l.Weights, p.Weights)
		l.Reweighting, l.Stability = append(l.Reweighting, p.Reweighting), append(l.Stability, p.Stability)
	}
	l.Predictions = Parts[[]float64]{
		Train:      r.decisions(func(p *Parts[float64]) []float64 { return p.Train }),
		Validation: r.decisions(func(p *Parts[float64]) []float64 { return p.Validation }),
		Test:       r.decisions(func(p *Parts[float64]) []float64 { return p.Test }),
	}
	l.Alpha, l.Support, l.Coefficients, l.Linear = listed(l.Alpha), listed(l.Support), listed(l.Coefficients), listed(l.Linear)
	l.Curve, l.Weights, l.Reweighting, l.Stability = listed(l.Curve), listed(l.Weights), listed(l.Reweighting), listed(l.Stability)
	return json.Marshal(l)
}

// listed is a list, or nil where it has only zero values: what no class has is left out.
func listed[T any](list []T) []T {
	if slices.ContainsFunc(list, func(v T) bool { return !reflect.ValueOf(v).IsZero() }) {
		return list
	}
	return nil
}

// decisions lists the decision values of the classes row by row.
func (r *Report) decisions(of func(*Parts[float64]) []float64) [][]float64 {
	rows := make([][]float64, len(of(&r.ByClass[0].Predictions)))
	for i := range rows {
		for k := range r.ByClass {
			rows[i] = append(rows[i], of(&r.ByClass[k].Predictions)[i])
		}
	}
	return rows
}

// UnmarshalJSON reads a report of any number of classes.
func (r *Report) UnmarshalJSON(text []byte) error {
	raw := struct {
		Objective json.RawMessage `json:"objective"`
		Classes   []string        `json:"classes"`
	}{}
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	if !bytes.HasPrefix(raw.Objective, []byte("[")) {
		return json.Unmarshal(text, (*plainReport)(r))
	}
	var l listedReport
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	count := len(raw.Classes)
	for _, list := range []struct {
		name   string
		length int
		needed bool
	}{
		{"objective", len(l.Objective), true}, {"intercept", len(l.Intercept), true}, {"alpha", len(l.Alpha), false}, {"support", len(l.Support), false},
		{"coefficients", len(l.Coefficients), false}, {"linear", len(l.Linear), false}, {"curve", len(l.Curve), false}, {"weights", len(l.Weights), false},
		{"reweighting", len(l.Reweighting), false}, {"stability", len(l.Stability), false},
	} {
		if list.length != count && (list.needed || list.length > 0) {
			return fmt.Errorf("the report's %s is a list of length %d, and it names %d classes; solve the experiment again", list.name, list.length, count)
		}
	}
	*r = Report(l.plainReport)
	for k := range count {
		p := ClassPart{Objective: l.Objective[k], Intercept: l.Intercept[k]}
		p.Alpha, p.Support, p.Coefficients = of(l.Alpha, k), of(l.Support, k), of(l.Coefficients, k)
		p.Linear, p.Curve, p.Weights = of(l.Linear, k), of(l.Curve, k), of(l.Weights, k)
		p.Reweighting, p.Stability = of(l.Reweighting, k), of(l.Stability, k)
		for _, part := range []struct {
			name string
			rows [][]float64
			to   *[]float64
		}{{"train", l.Predictions.Train, &p.Predictions.Train}, {"validation", l.Predictions.Validation, &p.Predictions.Validation}, {"test", l.Predictions.Test, &p.Predictions.Test}} {
			for i, row := range part.rows {
				if len(row) != count {
					return fmt.Errorf("the report's predictions.%s[%d] is a list of length %d, and it names %d classes; solve the experiment again", part.name, i, len(row), count)
				}
				*part.to = append(*part.to, row[k])
			}
		}
		r.ByClass = append(r.ByClass, p)
	}
	return nil
}

// of is an element of a list; the zero value where there is no list.
func of[T any](list []T, place int) (v T) {
	if list == nil {
		return v
	}
	return list[place]
}

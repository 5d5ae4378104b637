package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// DecodeReport reads a report as a run writes it. The error is one sentence; it
// reports where the document is another one, such as an experiment.
func DecodeReport(b []byte) (*Report, error) {
	b = withoutMark(b)
	var parts struct {
		Version int              `json:"version"`
		Spec    *json.RawMessage `json:"spec"`
		Status  *json.RawMessage `json:"status"`
	}
	if json.Unmarshal(b, &parts) != nil || parts.Spec == nil || parts.Status == nil {
		return nil, errors.New("it is not a report, which is a JSON object with spec and status: lplab solve writes one")
	}
	if parts.Version != Version {
		return nil, fmt.Errorf("it is a report of version %d, and this lp Lab reads version %d: use the lp Lab that wrote it", parts.Version, Version)
	}
	r := new(Report)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, unreadable("the report", err)
	}
	if o := &r.Objective; o.RelativeGap == 0 && o.Gap > 0 { // an earlier lp Lab wrote it
		o.RelativeGap = o.Gap / o.Goal(1)
	}
	return r, nil
}

// CheckFinite refuses a report with NaN or infinite numbers, which JSON cannot hold. The error names
// the place of the first.
func (r *Report) CheckFinite() error {
	if at, bad := findNonFinite(reflect.ValueOf(r)); bad {
		return fmt.Errorf("the report's %s is not a finite number", at)
	}
	for i := range r.ByClass {
		if at, bad := findNonFinite(reflect.ValueOf(&r.ByClass[i])); bad {
			return fmt.Errorf("the report's %s of class %q is not a finite number", at, r.Classes[i])
		}
	}
	return nil
}

// findNonFinite returns the place of the first NaN or infinite number in the values that
// encoding/json writes. The place is assembled on the way back, so that a walk without a result
// spends no time on names.
func findNonFinite(v reflect.Value) (at string, bad bool) {
	switch v.Kind() {
	case reflect.Float64:
		return "", math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)
	case reflect.Pointer:
		if !v.IsNil() {
			return findNonFinite(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if at, bad := findNonFinite(v.Index(i)); bad {
				return element("", i) + below(at), true
			}
		}
	case reflect.Map:
		for each := v.MapRange(); each.Next(); {
			if at, bad := findNonFinite(each.Value()); bad {
				return shownKey(each.Key().String()) + below(at), true
			}
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Spec]() {
			return "", false // it came through Decode or Validate
		}
		for i := range v.NumField() {
			at, bad := findNonFinite(v.Field(i))
			if !bad {
				continue
			}
			field := v.Type().Field(i)
			switch name, _, _ := strings.Cut(field.Tag.Get("json"), ","); {
			case name == "-":
				continue
			case field.Anonymous:
				return at, true
			case name == "":
				return strings.ToLower(field.Name) + below(at), true
			default:
				return name + below(at), true
			}
		}
	}
	return "", false
}

// below returns the rest of a place, to follow the name of its parent.
func below(at string) string {
	if at == "" || at[0] == '[' {
		return at
	}
	return "." + at
}

// AllWeightsZero is part of the warning of a model without weights, with more than two classes after the class.
const AllWeightsZero = "all weights are zero, so all predictions are equal"

// Unsolved returns the numbers of models of the search and of the stability selection that did not
// reach the tolerance, in one clause for each; "" if all did. The report's own model has Status.
func (r *Report) Unsolved() string {
	var path, scores, stability tally
	if s := r.Search; s != nil {
		for _, p := range s.Path.Points {
			path.add(Endings{[]Status{p.Status}, []float64{p.RelativeGap}})
		}
		for _, row := range s.Rows() {
			for _, score := range row.Scores {
				scores.add(score.Endings)
			}
		}
	}
	if s := r.Stability; s != nil {
		stability.add(s.Endings)
	}
	var clauses []string
	for _, part := range []struct {
		tally
		what string
	}{{path, "the path"}, {scores, "the search's folds or draws"}, {stability, "the stability selection"}} {
		if part.unsolved > 0 {
			clauses = append(clauses, fmt.Sprintf("%d of the %d models of %s did not converge (relative gap up to %.2g)", part.unsolved, part.models, part.what, part.largestGap))
		}
	}
	return strings.Join(clauses, "; ")
}

// Unsolved counts the fits that did not reach the tolerance.
func (e Endings) Unsolved() int {
	var t tally
	t.add(e)
	return t.unsolved
}

type tally struct {
	models, unsolved int
	largestGap       float64 // relative gap of those that are unsolved
}

func (t *tally) add(e Endings) {
	t.models += len(e.Statuses)
	for i, status := range e.Statuses {
		if !status.IsSolved() {
			t.unsolved++
			if i < len(e.RelativeGaps) { // a report may have been edited
				t.largestGap = max(t.largestGap, e.RelativeGaps[i])
			}
		}
	}
}

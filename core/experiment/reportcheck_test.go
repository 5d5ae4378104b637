package experiment

import (
	"reflect"
	"strings"
	"testing"
)

// TestDecodeReport checks that a report is decoded as it was encoded, and that other
// documents are refused.
func TestDecodeReport(t *testing.T) {
	spec := Default()
	r := &Report{Version: Version, Spec: spec, Status: Converged, Strength: Named("gamma", 0.1),
		ClassPart: ClassPart{Alpha: []float64{1e-300, -2}, Weights: Weights{Count: 3, Top: []Weight{{Label: "x1·x2", Value: 0.1}}}},
		Search:    &Searched{Criterion: SearchValidation, Strength: Named("gamma", []float64{1, 2}), Minimum: &Place{Gamma: 1}}}
	text := mustMarshal(t, r)
	got, err := DecodeReport([]byte("\ufeff" + text)) // as some editors save it
	if err != nil || !reflect.DeepEqual(got.Weights, r.Weights) || !reflect.DeepEqual(got.Search, r.Search) ||
		!reflect.DeepEqual(got.Spec, spec) || !reflect.DeepEqual(got.Alpha, r.Alpha) || got.Gamma != r.Gamma {
		t.Errorf("%+v, %v", got, err)
	}
	for _, c := range []struct{ text, says string }{
		{"", "not a report"},
		{"[1, 2]", "not a report, which is a JSON object with spec and status: lplab solve writes one"},
		{`{"data": {"source": "synthetic"}}`, "lplab solve"},
		{strings.Replace(text, `"version":1`, `"version":2`, 1), "version 2"},
		{strings.Replace(text, `"source"`, `"sauce"`, 1), "sauce"},
		{strings.Replace(text, `"alpha":[`, `"alpha":["a",`, 1), "the report's alpha holds a JSON string, which is of the wrong type"},
		{text + "{}", "not a report"},
	} {
		if _, err := DecodeReport([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.40s: %v, want it to contain %s", c.text, err, c.says)
		}
	}
}

// TestUnsolvedWithoutGaps checks that missing gaps, as after an edit of a report, are ignored.
func TestUnsolvedWithoutGaps(t *testing.T) {
	e := Endings{Statuses: []Status{Converged, "iterations", "iterations"}, RelativeGaps: []float64{0, 1e-3}}
	if got := e.Unsolved(); got != 2 {
		t.Errorf("%d models did not converge, want 2", got)
	}
}

package solver

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// TestSelectedModelOfClasses checks that a "model" request with the report of three classes returns the
// refits of all of them, and that one with the report of a single class is refused.
func TestSelectedModelOfClasses(t *testing.T) {
	file, err := os.ReadFile("../../testdata/tables/iris.csv")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := experiment.Decode([]byte(`{"data": {"source": "file", "name": "iris.csv"}, "target": "species", "task": "classification", "model": {"gamma": 10}, "selection": {"rule": "count", "count": 2}}`))
	if err != nil {
		t.Fatal(err)
	}
	report, err := session.Run(context.Background(), spec, file, lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	request := map[string]any{"spec": textOf(t, report.Spec), "data": nil, "digest": report.Result.Digest, "report": textOf(t, report)}
	answered, err := writeModel(js.ValueOf(request))
	if err != nil {
		t.Fatal(err)
	}
	m, err := experiment.DecodeModel([]byte(answered["model"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	if !m.Refit || len(m.Functions) != 3 {
		t.Fatalf("refit %t, %d functions", m.Refit, len(m.Functions))
	}
	for k, f := range m.Functions {
		var terms []string
		for _, term := range f.Terms {
			for name := range term.Monomial {
				terms = append(terms, name)
			}
		}
		selected := slices.Clone(report.ByClass[k].Selection.Selected)
		slices.Sort(terms)
		slices.Sort(selected)
		if f.Class != report.Classes[k] || len(terms) != 2 || !slices.Equal(terms, selected) {
			t.Errorf("%s: the function of %q has %v, but %v are selected", report.Classes[k], f.Class, terms, selected)
		}
	}
	request["report"] = textOf(t, report.OfClass(1))
	if _, err := writeModel(js.ValueOf(request)); err == nil || !strings.Contains(err.Error(), "give the report of all classes") {
		t.Errorf("the report of one class: %v", err)
	}
}

func textOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

package experiment

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestModelSchema checks that the JSON Schema of model files has the fields of the Go types,
// and requires those that are always written.
func TestModelSchema(t *testing.T) {
	text, err := os.ReadFile("../../web/docs/model.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Required   []string       `json:"required"`
		Properties map[string]any `json:"properties"`
	}
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		of   object
		kind reflect.Type
	}{
		{"the file", schema.object, reflect.TypeFor[ModelFile]()},
		{"column", schema.Defs["column"], reflect.TypeFor[ModelColumn]()},
		{"feature", schema.Defs["feature"], reflect.TypeFor[ModelFeature]()},
		{"points", schema.Defs["points"], reflect.TypeFor[ModelPoints]()},
		{"function", schema.Defs["function"], reflect.TypeFor[ModelFunction]()},
		{"term", schema.Defs["term"], reflect.TypeFor[ModelTerm]()},
	} {
		var all, required []string
		for _, f := range reflect.VisibleFields(c.kind) {
			name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous {
				continue
			}
			all = append(all, name)
			if rest == "" {
				required = append(required, name)
			}
		}
		var properties []string
		for name := range c.of.Properties {
			properties = append(properties, name)
		}
		slices.Sort(all)
		slices.Sort(properties)
		slices.Sort(required)
		slices.Sort(c.of.Required)
		if !slices.Equal(all, properties) || !slices.Equal(required, c.of.Required) {
			t.Errorf("%s: the schema has %v, required %v; the type has %v, required %v", c.name, properties, c.of.Required, all, required)
		}
	}
}

// TestSelectedIsReproducible checks that the coefficients do not depend on the order of a map.
func TestSelectedIsReproducible(t *testing.T) {
	m := &ModelFile{Features: []ModelFeature{{Name: "a", Scale: 0.1}, {Name: "b", Scale: 0.3}, {Name: "c", Scale: 0.7}, {Name: "d", Scale: 1.1}, {Name: "e", Scale: 13.3}}}
	refit := &Refit{Terms: []RefitTerm{{Monomial: map[string]int{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}, Coefficient: 1}}}
	report := &Report{ClassPart: ClassPart{Selection: &Selected{Refit: refit}}}
	first, _ := m.Selected(report) // a file without an experiment fails its check
	for range 100 {
		again, _ := m.Selected(report)
		if want, got := first.Functions[0].Terms[0].Coefficient, again.Functions[0].Terms[0].Coefficient; got != want {
			t.Fatalf("the coefficient is %v and %v", want, got)
		}
	}
}

package experiment

import (
	"fmt"
	"strings"
	"testing"
)

// TestOldDocumentsStayTheirs checks that a document without a type has an lp model, and is
// encoded without a type.
func TestOldDocumentsStayTheirs(t *testing.T) {
	s := decode(t, `{"data":{"source":"synthetic"},"search":{"criterion":"path"}}`)
	if s.Model.Type != ModelLP || s.Model.Parameter() != "gamma" {
		t.Errorf("a model of type %q with the parameter %q", s.Model.Type, s.Model.Parameter())
	}
	full, err := s.MarshalJSON()
	if err != nil || strings.Contains(string(full), ModelLP) || strings.Contains(string(full), "lambda") {
		t.Errorf("written as %s, %v", full, err)
	}
	delta, err := Document{Spec: s}.Delta()
	if err != nil || string(delta) != `{"data":{"source":"synthetic"},"search":{"criterion":"path"}}` {
		t.Errorf("delta %s, %v", delta, err)
	}
	if named := decode(t, `{"data":{"source":"synthetic"},"model":{"type":"lp"},"search":{"criterion":"path"}}`); fmt.Sprint(named) != fmt.Sprint(s) {
		t.Errorf("with its type it is %+v", named)
	}
}

// TestModelsRoundTrip checks that every type of model keeps its parameter and its grid
// in a search when it is encoded and decoded.
func TestModelsRoundTrip(t *testing.T) {
	for _, k := range kinds {
		task := Regression
		if NeedsClasses(Model{Type: k.name}) {
			task = Classification
		}
		doc := fmt.Sprintf(`{"data":{"source":"synthetic"},"task":%q,"model":{"type":%q}}`, task, k.name)
		s := decode(t, doc)
		roundTrip(t, s)
		if k.detail == "" {
			continue
		}
		if value, known := s.Model.Strength(); known != (k.detail == "k") {
			t.Errorf("%s: %s is %g by default, known: %v", k.name, k.detail, value, known)
		}
		s.Model = s.Model.WithStrength(3)
		s, err := Validate(s)
		if err != nil {
			t.Errorf("%s: %v", k.name, err)
		}
		if value, known := s.Model.Strength(); value != 3 || !known {
			t.Errorf("%s: %s is %g", k.name, k.detail, value)
		}
		roundTrip(t, s)
		searched := decode(t, fmt.Sprintf(`{"data":{"source":"synthetic"},"task":%q,"model":{"type":%q},"search":{"criterion":"path",%q:[1,2,40]}}`, task, k.name, k.detail))
		roundTrip(t, searched)
		if g := searched.Search.Grid(k.detail); len(g.Values) != 3 || g.Auto || searched.Search.Count != 0 {
			t.Errorf("%s: searched over %+v", k.name, g)
		}
	}
}

func TestModelRefusals(t *testing.T) {
	for doc, want := range map[string]string{
		`"model":{"type":"rigde"}`:                                                      `did you mean "ridge"?`,
		`"model":{"lambda":1}`:                                                          `model.lambda is 1: it belongs to model.type "ridge" or `,
		`"model":{"type":"lasso","kernel":{"degree":3}}`:                                `model.kernel.degree is 3: it belongs to model.type "lp" or "kernel-ridge" or "svm" or "kernel-logistic" or "kernel-group-lasso", and model.type is "lasso"; remove it, or change model.type`,
		`"model":{"type":"ridge","gamma":1}`:                                            `model.gamma is 1: it belongs to model.type "lp", and model.type is "ridge"`,
		`"model":{"type":"ridge","lambda":0}`:                                           `model.lambda is 0: it must be a number greater than 0, or "auto"`,
		`"model":{"type":"ridge"},"solver":{"method":"newton"}`:                         `solver.method is "newton": it belongs to model.type "lp", and model.type is "ridge"`,
		`"model":{"type":"ridge"},"search":{"criterion":"path","gamma":[1]}`:            `search.gamma is a list of length 1: it belongs to model.type "lp"`,
		`"model":{"type":"ridge"},"search":{"criterion":"path","lambda":[2,1]}`:         `search.lambda[1] is 1: it must be larger than the one before it`,
		`"model":{"type":"ridge"},"search":{"criterion":"path","lambda":[2],"count":3}`: `search.count is 3: it belongs with search.gamma "auto"`,
	} {
		if _, err := Decode([]byte(`{"data":{"source":"synthetic"},` + doc + `}`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot:  %v\nwant: %s", doc, err, want)
		}
	}
}

// TestSetTypeOfModel checks that setting the type sets the fields of that type, with its
// defaults, and removes the others.
func TestSetTypeOfModel(t *testing.T) {
	s := decode(t, `{"data":{"source":"synthetic"},"solver":{"method":"newton"},"search":{"criterion":"cross-validation"}}`)
	set := func(path, text string) {
		t.Helper()
		if err := Lookup(path).Set(&s, text); err != nil {
			t.Fatal(err)
		}
		roundTrip(t, s)
	}
	before := s
	set("model.type", ModelRidge)
	if s.Model.Lambda != (Gamma{Auto: true}) || s.Model.Gamma != (Gamma{}) || s.Model.P != (P{}) || s.Solver.Method != Auto ||
		!s.Search.Lambda.Auto || s.Search.Gamma.Auto || s.Search.Count != 50 {
		t.Errorf("as ridge: %+v, %+v, %+v", s.Model, s.Solver, s.Search)
	}
	set("model.type", ModelLasso)
	if s.Selection.Rule != SelectNonzero || s.Solver.MaxIterations != 10_000 || s.Search.Decades != (Gamma{Value: 3}) {
		t.Errorf("as lasso: %+v, %+v, %+v", s.Selection, s.Solver, s.Search)
	}
	set("model.type", ModelLP)
	if before.Solver.Method = Auto; fmt.Sprint(s) != fmt.Sprint(before) {
		t.Errorf("back as lp: %+v\nwant %+v", s, before)
	}
}

// TestIterativeMethods checks the iterative methods, which exclude direct solvers and auto.
func TestIterativeMethods(t *testing.T) {
	const iterative = "[coordinate-descent ista fista]"
	const want = "map[elastic-net:" + iterative + " group-lasso:" + iterative + " lasso:" + iterative +
		" lp:[newton dual-gradient proximal-gradient primal-gradient fista]]"
	if got := fmt.Sprint(IterativeMethods()); got != want {
		t.Errorf("got %s", got)
	}
	if !IsFirstOrder(MethodIsta) || IsFirstOrder(MethodNewton) || IsFirstOrder(Auto) {
		t.Error("IsFirstOrder is wrong")
	}
}

package experiment

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestTableCoversSpec checks that every leaf of Spec has one row in the table, at the path
// of its JSON tags, and that the table has no other rows.
func TestTableCoversSpec(t *testing.T) {
	leaves := map[string]bool{}
	var walk func(typ reflect.Type, path string)
	walk = func(typ reflect.Type, path string) {
		switch typ {
		case reflect.TypeFor[P](), reflect.TypeFor[Gamma](), reflect.TypeFor[Part](), reflect.TypeFor[Grid]():
			leaves[path] = true
			return
		}
		if typ.Kind() != reflect.Struct {
			leaves[path] = true
			return
		}
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			walk(typ.Field(i).Type, join(path, name))
		}
	}
	walk(reflect.TypeFor[Spec](), "")
	pointers := map[any]string{}
	var s Spec
	for _, f := range Fields() {
		if !leaves[f.Path] {
			t.Errorf("%s is in the table twice, or not in Spec", f.Path)
		}
		delete(leaves, f.Path)
		place := f.of(&s).Addr().Interface()
		if other, dup := pointers[place]; dup {
			t.Errorf("%s and %s are stored in the same place", f.Path, other)
		}
		pointers[place] = f.Path
		if f.Label == "" || !strings.HasSuffix(f.Help, ".") || strings.Contains(f.Help, "\n") {
			t.Errorf("%s: label %q, help %q", f.Path, f.Label, f.Help)
		}
		if f.Default == nil && f.remedy == "" && !f.Optional {
			t.Errorf("%s is required but has no message if it is missing", f.Path)
		}
		if f.Default != nil && reflect.TypeOf(f.Default) != reflect.TypeOf(f.value(&s)) {
			t.Errorf("%s: default of type %T", f.Path, f.Default)
		}
		if f.Requires() == "" {
			t.Errorf("%s: no requirement", f.Path)
		}
	}
	for path := range leaves {
		t.Errorf("%s is in Spec but not in the table", path)
	}
}

// TestDefaultsPassTheirOwnChecks checks that each field accepts its default.
func TestDefaultsPassTheirOwnChecks(t *testing.T) {
	for _, f := range Fields() {
		if f.Default == nil || f.Optional {
			continue
		}
		v, err := parse([]byte(mustMarshal(t, f.Default)))
		if err != nil {
			t.Fatal(err)
		}
		var s Spec
		if bad := f.readInto(&s, v); bad != nil {
			t.Errorf("%v", bad)
		} else if !reflect.DeepEqual(f.value(&s), f.Default) {
			t.Errorf("%s: %v read back as %v", f.Path, f.Default, f.value(&s))
		}
	}
}

func TestControlLabels(t *testing.T) {
	for path, label := range map[string]string{
		"model.kernel.type": "Kernel", "model.kernel.degree": "Degree", "model.p": "p", "model.loss.type": "Loss",
		"model.gamma": "Gamma", "solver.method": "Method", "preprocess.standardize": "Standardise",
		"preprocess.intercept": "Intercept", "target": "Target", "data.name": "Sample",
	} {
		if got := Lookup(path).Label; got != label {
			t.Errorf("%s is labelled %q, want %q", path, got, label)
		}
	}
	seen := map[string]string{}
	for _, f := range Fields() {
		if other, dup := seen[f.Label]; dup {
			t.Errorf("%s and %s are both labelled %q", f.Path, other, f.Label)
		}
		seen[f.Label] = f.Path
	}
}

func TestLookupPanicsOnUnknownPath(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Lookup("model.mu")
}

func TestSetFollowsTheTable(t *testing.T) {
	s := decode(t, small)
	set := func(path, text string) {
		t.Helper()
		if err := Lookup(path).Set(&s, text); err != nil {
			t.Fatal(err)
		}
		if got := Lookup(path).Get(s); got != text {
			t.Errorf("%s: set to %q, reads %q", path, text, got)
		}
		if _, err := Validate(s); err != nil {
			t.Errorf("after %s = %q: %v", path, text, err)
		}
	}
	set("model.kernel.type", "polynomial")
	if s.Model.Kernel.Degree != 2 {
		t.Errorf("the degree was not set: %+v", s.Model.Kernel)
	}
	set("model.kernel.degree", "3")
	set("model.kernel.type", "linear")
	if s.Model.Kernel.Degree != 0 {
		t.Errorf("the degree was not removed: %+v", s.Model.Kernel)
	}
	set("model.p", "6/5")
	set("model.p", "1.1")
	set("model.gamma", "auto")
	set("model.gamma", "0.5")
	set("preprocess.standardize", "true")
	set("model.subsample", "10")
	if s.Model.SubsampleSeed != 1 {
		t.Error("the subsample has no seed")
	}
	set("model.subsample", "")
	set("split.train", "0.5")
	set("features", `["x1","x2"]`)
	set("features", "")
	set("basis", "x1, max(x1, x2)^2, log(`a,b` + 1)")
	if len(s.Basis) != 3 || s.Basis[2] != "log(`a,b` + 1)" {
		t.Errorf("formulas %q", s.Basis)
	}
	set("basis", "")
	set("search.criterion", "cross-validation")
	if s.Search.Count != 50 || s.Search.Folds != 5 || s.Search.Metric != "mse" || s.Search.Seed != 1 {
		t.Errorf("a search of %+v", s.Search)
	}
	set("search.decades", "auto")
	set("search.refine", "4")
	set("search.gamma", "0.1, 1, 10.5")
	if s.Search.Count != 0 || s.Search.Decades != (Gamma{}) {
		t.Errorf("a given grid with %+v", s.Search)
	}
	set("search.gamma", "auto")
	set("search.criterion", "path")
	if s.Search.Folds != 0 || s.Search.Rule != "" {
		t.Errorf("a path with %+v", s.Search)
	}
	set("split.validation", "0.1")
	set("split.test", "0.1")
	set("split.train", "0.8")
	set("search.criterion", "validation")
	set("model.subsample", "")
	set("search.subsample", "20, 40")
	set("search.subsample", "")
	set("search.criterion", "")
	set("selection.rule", "share")
	set("title", "")
	set("task", "classification")
	set("model.loss.type", "hinge")

	s.Data = Data{Source: SourceFile, Name: "a.csv"}
	set("data.import.delimiter", "tab")
	set("data.import.missing", "-999, n. a.")
	if codes := s.Data.Import.Missing; len(codes) != 2 || codes[1] != "n. a." {
		t.Errorf("codes %q", codes)
	}
	set("data.import.missing", "")
	set("data.import.delimiter", "")
	set("data.source", "synthetic")

	before := s
	for path, text := range map[string]string{
		"model.gamma": "much", "model.p": "3", "model.kernel.degree": "", "solver.tolerance": "1e999", "data.n": "12.5",
		"preprocess.intercept": "yes", "search.criterion": "guess", "selection.count": "0", "task": "guess", "data.seed": "-1", "split.test": "half", "data.noise": "--1",
	} {
		err := Lookup(path).Set(&s, text)
		if err == nil || !strings.HasPrefix(err.Error(), path+" is ") {
			t.Errorf("%s = %q: %v", path, text, err)
		}
		if !reflect.DeepEqual(s, before) {
			t.Fatalf("%s = %q changed the experiment", path, text)
		}
	}
	if err := Lookup("data.noise").Set(&s, " .5 "); err != nil || s.Data.Noise != 0.5 {
		t.Errorf("noise .5: %v, %v", s.Data.Noise, err)
	}
}

func TestValidateRefusesWhatJSONCannotHold(t *testing.T) {
	for path, change := range map[string]func(*Spec){
		"data.noise":  func(s *Spec) { s.Data.Noise = math.NaN() },
		"model.gamma": func(s *Spec) { s.Model.Gamma = Gamma{Value: math.Inf(1)} },
		"model.p":     func(s *Spec) { s.Model.P = P{Number: math.NaN()} },
		"split.test":  func(s *Spec) { s.Split.Test.Fraction = math.NaN() },
		"data.rows[0][0]": func(s *Spec) {
			s.Data = Data{Source: "inline", Columns: []string{"y"}, Rows: [][]any{{math.NaN()}}}
		},
		"data.degree": func(s *Spec) { s.Data.Degree = 0 },
	} {
		s := Default()
		change(&s)
		if _, err := Validate(s); err == nil || !strings.HasPrefix(err.Error(), path+" is ") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestSectionsKeepMeaningfulZeros(t *testing.T) {
	for want, v := range map[string]any{
		`{"source":"synthetic","n":2,"d":1,"relevant":0,"noise":0,"degree":1,"seed":0}`: Data{Source: "synthetic", N: 2, D: 1, Degree: 1},
		`{"source":"sample","name":"wpbc"}`:                                             Data{Source: "sample", Name: "wpbc", N: 3},
		`{"type":"scale","factor":0,"of":null}`:                                         Kernel{Type: "scale", Degree: 3},
		`{"type":"polynomial","degree":2}`:                                              Kernel{Type: "polynomial", Degree: 2, Factor: 3},
	} {
		if got, err := json.Marshal(v); err != nil || string(got) != want {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
	}
}

// TestPInQuotes checks that a number in quotes is read as that number.
func TestPInQuotes(t *testing.T) {
	for text, want := range map[string]P{`"2"`: {Number: 2}, `"1.5"`: {Number: 1.5}, `"125e-2"`: {Number: 1.25}} {
		var p P
		if err := json.Unmarshal([]byte(text), &p); err != nil || p != want {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
	for _, text := range []string{`" 2"`, `"0x1p1"`, `"1_5"`, `"+2"`, `""`, `"inf"`, `"3"`, `"3/2/1"`} {
		if err := json.Unmarshal([]byte(text), new(P)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

func TestP(t *testing.T) {
	for _, c := range []struct {
		json string
		p, q float64
		even int
	}{
		{`"4/3"`, 4.0 / 3, 4, 4}, {`"2/1"`, 2, 2, 2}, {`2`, 2, 2, 2}, {`1.5`, 1.5, 3, 0}, {`"8/6"`, 8.0 / 6, 4, 4}, {`"3/2"`, 1.5, 3, 0},
		{`"6/5"`, 1.2, 6, 6}, {`1.2`, 1.2, 6, 6}, {`1.3333333333333333`, 4.0 / 3, 4, 4}, {`1.333333`, 1.333333, 4.000003, 0},
		{`"8/7"`, 8.0 / 7, 8, 8}, {`1.1`, 1.1, 11, 0}, {`1.05`, 1.05, 21, 0}, {`1.25`, 1.25, 5, 0}, {`"7/4"`, 1.75, 7.0 / 3, 0},
		{`1.0000000000000002`, 1.0000000000000002, 1<<52 + 1, 0},
	} {
		var p P
		if err := json.Unmarshal([]byte(c.json), &p); err != nil {
			t.Errorf("%s: %v", c.json, err)
			continue
		}
		q, ok := p.EvenQ()
		if p.Float() != c.p || math.Abs(p.Q()-c.q) > 1e-6*c.q || q*b2i(ok) != c.even || ok != (c.even > 0) {
			t.Errorf("%s: p %v, q %v, even %v %v", c.json, p.Float(), p.Q(), q, ok)
		}
		if b, err := json.Marshal(p); err != nil || string(b) != c.json {
			t.Errorf("%s encodes to %s, %v", c.json, b, err)
		}
		if strings.Trim(c.json, `"`) != p.String() {
			t.Errorf("%s is written %s", c.json, p)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestReportCheckFinite(t *testing.T) {
	r := Report{Spec: Default(), ClassPart: ClassPart{Alpha: []float64{1, 2}}, Metrics: map[string]Metric{"test": {}}}
	if err := r.CheckFinite(); err != nil {
		t.Errorf("a finite report: %v", err)
	}
	var again Report
	if err := json.Unmarshal([]byte(mustMarshal(t, r)), &again); err != nil || !reflect.DeepEqual(again.Spec, r.Spec) {
		t.Errorf("report read back: %v", err)
	}
	mustMarshal(t, Report{})
	nan := math.NaN()
	for want, change := range map[string]func(*Report){
		"alpha[1]":                 func(r *Report) { r.Alpha[1] = nan },
		"objective.gap":            func(r *Report) { r.Objective.Gap = math.Inf(1) },
		"metrics.test.mse":         func(r *Report) { r.Metrics["test"] = Metric{MSE: &nan} },
		"predictions.test[0]":      func(r *Report) { r.Predictions.Test = []float64{nan} },
		"weights.top[0].value":     func(r *Report) { r.Weights.Top = []Weight{{Value: nan}} },
		"objective.history[0].gap": func(r *Report) { r.Objective.History = []Record{{Gap: nan}} },
	} {
		r := Report{ClassPart: ClassPart{Alpha: []float64{1, 2}}, Metrics: map[string]Metric{}}
		change(&r)
		if err := r.CheckFinite(); err == nil || err.Error() != "the report's "+want+" is not a finite number" {
			t.Errorf("%s: %v", want, err)
		}
	}
	r = Report{ClassPart: ClassPart{Weights: Weights{Values: []float64{nan}}}} // not part of the JSON
	if err := r.CheckFinite(); err != nil {
		t.Error(err)
	}
}

// TestValidateInline checks that inline rows are validated without a copy.
func TestValidateInline(t *testing.T) {
	s := decode(t, `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[1, 2], [3, null], ["a", 5]]}, "target": "y"}`)
	v, err := Validate(s)
	if err != nil || !reflect.DeepEqual(v, s) || &v.Data.Rows[0][0] != &s.Data.Rows[0][0] {
		t.Errorf("%+v, %v", v, err)
	}
	for want, rows := range map[string][][]any{
		`data.rows[1][0] is NaN: it must be a finite number`: {{1.0, 2.0}, {math.NaN(), 1.0}},
		`data.rows[1] is a row of length 1`:                  {{1.0, 2.0}, {1.0}},
		`data.rows[0][1] is true: a cell must be a number`:   {{1.0, true}},
		`data.rows is a list of length 0: it must`:           nil,
	} {
		s.Data.Rows = rows
		if _, err := Validate(s); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v", rows, err)
		}
	}
}

package experiment

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// lesson is a document with all parts.
const lesson = `{"data":{"source":"synthetic"},"model":{"gamma":3},
	"view":{"embed":true,"present":true,"hidden":["data","fit","model.p"],"locked":["model.gamma"],
		"steps":[{"text":"First","set":{"model.kernel.type":"polynomial","model.kernel.degree":3,"model.p":"6/5","search.criterion":"path","search.gamma":[0.1,1]}},
			{"text":"<script>alert(1)</script>","set":{"search.criterion":null,"preprocess.intercept":false,"title":"5"}},{"text":"Look",
			"questions":[{"kind":"number","text":"How many of $\\binom{4}{2}$?","answer":"6.0","hint":"Count."},{"kind":"choice","text":"Which?","options":["a","b"],"answer":"b"},{"kind":"words","text":"Why?"}],
			"goal":"selected=6 r2.test>=0.9 gap<=1e-3"}]},
	"result":{"engine":"1.0","data":"0123456789abcdef","digest":"fedcba9876543210"}}`

func decodeDocument(t *testing.T, text string) Document {
	t.Helper()
	d, err := DecodeDocument([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDocumentRoundTrip(t *testing.T) {
	for _, text := range []string{lesson, small, `{"data":{"source":"sample","name":"wpbc"},"target":"time","view":{}}`} {
		d := decodeDocument(t, text)
		whole := mustMarshal(t, d)
		delta, err := d.Delta()
		if err != nil {
			t.Fatal(err)
		}
		file, err := d.File()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{whole, string(delta), string(file)} {
			// A step may be written in another form, "0.1, 1" for [0.1,1], which is then stable.
			if twice := mustMarshal(t, decodeDocument(t, text)); twice != whole {
				t.Errorf("%s\nbecame %s", whole, twice)
			}
		}
	}
}

// TestKernelsOfSteps checks that the kernels of a step are encoded and decoded.
func TestKernelsOfSteps(t *testing.T) {
	step := Step{Set: map[string]any{"model.kernel.type": "sum", "model.kernel.of": "linear, product(polynomial(2, 1), exponential)"}}
	want, err := step.Apply(Default())
	if err != nil {
		t.Fatal(err)
	}
	b := mustMarshal(t, Document{Spec: Default(), View: &View{Steps: []Step{step}}})
	if got, err := decodeDocument(t, b).View.Steps[0].Apply(Default()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s is the kernel %v, not %v: %v", b, got.Model.Kernel, want.Model.Kernel, err)
	}
}

// TestMissingCodesOfSteps checks that missing codes with any characters are encoded and decoded, in a
// step and in the control.
func TestMissingCodesOfSteps(t *testing.T) {
	file := decode(t, `{"data": {"source": "file", "name": "f.csv"}, "target": "y"}`)
	f := Lookup("data.import.missing")
	for text, want := range map[string][]string{
		"-999, none": {"-999", "none"}, `["1,5", "none"]`: {"1,5", "none"}, "[1]": {"[1]"}, `["[none]", "a;b"]`: {"[none]", "a;b"},
	} {
		step := Step{Set: map[string]any{f.Path: text}}
		b := mustMarshal(t, Document{Spec: file, View: &View{Steps: []Step{step}}})
		got, err := decodeDocument(t, b).View.Steps[0].Apply(file)
		if err != nil || !slices.Equal(got.Data.Import.Missing, want) {
			t.Errorf("%s gives %q, not %q: %v", b, got.Data.Import.Missing, want, err)
		}
		again := file
		if err := f.Set(&again, f.Get(got)); err != nil || !slices.Equal(again.Data.Import.Missing, want) {
			t.Errorf("the control %s gives %q, not %q: %v", f.Get(got), again.Data.Import.Missing, want, err)
		}
	}
}

// TestGoalMeasures checks that the page has a measure for each name that a goal may use.
func TestGoalMeasures(t *testing.T) {
	source, err := os.ReadFile("../../web/lesson/measures.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range GoalMeasures {
		if !regexp.MustCompile(`(?m)^  "?` + regexp.QuoteMeta(name) + `"?: \{ label`).Match(source) {
			t.Errorf("web/lesson/measures.js has no %s", name)
		}
	}
}

func TestDocumentParts(t *testing.T) {
	d := decodeDocument(t, lesson)
	v := d.View
	if !v.Embed || !v.Hides("fit") || v.Hides("kernel") || !v.Locks("model.gamma") || v.Locks("model.p") || len(v.Steps) != 3 {
		t.Errorf("%+v", v)
	}
	if w := v.Steps[2].Words; w.Goal == "" || len(w.Questions) != 3 || w.Questions[0].Answer != "6.0" || w.Questions[1].Options[1] != "b" || w.Questions[2].Kind != AskWords {
		t.Errorf("%+v", w)
	}
	if *d.Result != (Result{"1.0", "0123456789abcdef", "fedcba9876543210"}) {
		t.Errorf("%+v", d.Result)
	}
	s, err := v.Steps[0].Apply(d.Spec)
	if err != nil || s.Model.Kernel.Degree != 3 || s.Model.P.String() != "6/5" || len(s.Search.Gamma.Values) != 2 || s.Model.Gamma.Value != 3 {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err = v.Steps[1].Apply(s); err != nil || s.Search.Criterion != "" || s.Preprocess.Intercept || s.Title != "5" {
		t.Errorf("%+v, %v", s, err)
	}
	var none *View
	if none.Hides("data") || none.Locks("model.p") {
		t.Error("a nil view hides or locks a field")
	}
}

// TestStepsBetween checks that each step gives its entries from the entries of any other step.
func TestStepsBetween(t *testing.T) {
	specs := []Spec{
		decode(t, small),
		decode(t, `{"data":{"source":"synthetic","n":30},"model":{"kernel":{"type":"polynomial","degree":4},"loss":{"type":"huber","rho":2}},"title":"two"}`),
		decode(t, `{"data":{"source":"sample","name":"prostate"},"target":"lpsa","features":["age","lweight"],"model":{"subsample":5,"gamma":7}}`),
		decode(t, `{"data":{"source":"synthetic"},"split":{"train":[0,1],"test":[5]},"search":{"criterion":"cross-validation","gamma":[1,2]}}`),
	}
	steps := StepsBetween(specs)
	for i, step := range steps {
		for _, from := range specs {
			got, err := step.Apply(from)
			if err == nil {
				got, err = Validate(got)
			}
			if err != nil || !reflect.DeepEqual(got, specs[i]) {
				t.Errorf("step %d: %v\ngot  %+v\nwant %+v", i, err, got, specs[i])
			}
		}
	}
	written := mustMarshal(t, Document{Spec: specs[0], View: &View{Steps: steps}})
	for i, step := range decodeDocument(t, written).View.Steps {
		got, err := step.Apply(specs[0])
		if err != nil || !reflect.DeepEqual(got, specs[i]) {
			t.Errorf("step %d, written and read: %v, %+v", i, err, got)
		}
	}
	if same := StepsBetween([]Spec{specs[1], specs[1]}); len(same[0].Set) > 0 {
		t.Errorf("equal entries are set: %v", same[0].Set)
	}
}

func TestDocumentRefusals(t *testing.T) {
	with := func(parts string) string { return `{"data":{"source":"synthetic"},` + parts + `}` }
	asks := func(questions string) string {
		return with(`"view":{"steps":[{"text":"","questions":` + questions + `}]}`)
	}
	for _, c := range []struct {
		text  string
		words []string
	}{
		{with(`"version":9`), []string{"version is 9"}},
		{with(`"View":{}`), []string{"View is unknown"}},
		{with(`"view":{},"view":{}`), []string{"view is given twice"}},
		{with(`"view":[]`), []string{"view", "an object"}},
		{with(`"view":{"hide":[]}`), []string{"view.hide is unknown"}},
		{with(`"view":{"embed":1}`), []string{"view.embed is 1", "true or false"}},
		{with(`"view":{"present":"yes"}`), []string{`view.present is "yes"`, "true or false"}},
		{with(`"view":{"hidden":"data"}`), []string{"view.hidden", "a list"}},
		{with(`"view":{"hidden":["kernal"]}`), []string{"view.hidden[0]", `"kernal"`, "did you mean kernel?"}},
		{with(`"view":{"hidden":["fit","fit"]}`), []string{"view.hidden[1]", "twice"}},
		{with(`"view":{"locked":["gamma"]}`), []string{"view.locked[0]", "did you mean model.gamma?"}},
		{with(`"view":{"locked":["version"]}`), []string{"view.locked[0]", "no such field"}},
		{with(`"view":{"locked":[null]}`), []string{"view.locked[0] is null"}},
		{with(`"view":{"steps":{}}`), []string{"view.steps", "a list"}},
		{with(`"view":{"steps":[` + strings.TrimSuffix(strings.Repeat(`{"text":""},`, MaxSteps+1), ",") + `]}`), []string{"view.steps", "at most 50"}},
		{with(`"view":{"steps":[{"text":"` + strings.Repeat("a", maxStepText+1) + `"}]}`), []string{"view.steps[0].text", "at most 4000"}},
		{asks(`{}`), []string{"questions", "a list of at most 10"}},
		{asks(`[` + strings.TrimSuffix(strings.Repeat(`{},`, maxQuestions+1), ",") + `]`), []string{"questions is a list of length 11"}},
		{asks(`[{"kind":"essay","text":"?"}]`), []string{"view.steps[0].questions[0].kind", "number, choice or words"}},
		{asks(`[{"kind":"words","text":""}]`), []string{"questions[0].text", "1 to 4000"}},
		{asks(`[{"kind":"words","text":"?","why":1}]`), []string{"questions[0].why is unknown"}},
		{asks(`[{"kind":"words","text":"?","hint":3}]`), []string{"questions[0].hint is 3"}},
		{asks(`[{"kind":"number","text":"?","answer":"0x1p3"}]`), []string{"questions[0].answer", "a number"}},
		{asks(`[{"kind":"number","text":"?","answer":"1e999"}]`), []string{"questions[0].answer", "a number"}},
		{asks(`[{"kind":"number","text":"?","options":["a","b"]}]`), []string{"questions[0].options", "a choice"}},
		{asks(`[{"kind":"choice","text":"?"}]`), []string{"questions[0].options", "2 to 10"}},
		{asks(`[{"kind":"choice","text":"?","options":["a"]}]`), []string{"questions[0].options", "2 to 10"}},
		{asks(`[{"kind":"choice","text":"?","options":["a","a"]}]`), []string{"questions[0].options[1]", "another"}},
		{asks(`[{"kind":"choice","text":"?","options":["a","b"],"answer":"c"}]`), []string{"questions[0].answer", "one of the options"}},
		{asks(`[],"goal":""`), []string{"view.steps[0].goal", "1 to 8 conditions"}},
		{asks(`[],"goal":"selected"`), []string{"view.steps[0].goal", "selected is not a condition"}},
		{asks(`[],"goal":"selected<6"`), []string{"selected<6 is not a condition"}},
		{asks(`[],"goal":"selcted=6"`), []string{"selcted: there is no such number of the result; did you mean selected?"}},
		{with(`"view":{"steps":[{"set":{}}]}`), []string{"view.steps[0].text is null"}},
		{with(`"view":{"steps":[{"text":"","do":1}]}`), []string{"view.steps[0].do is unknown"}},
		{with(`"view":{"steps":[{"text":"","set":{"model.gama":1}}]}`), []string{"model.gama", "did you mean model.gamma?"}},
		{with(`"view":{"steps":[{"text":"","set":{"model.gamma":{}}}]}`), []string{"model.gamma", "an object"}},
		{with(`"view":{"steps":[{"text":"","set":{"model.gamma":-1}}]}`), []string{"view.steps[0]", "model.gamma is -1"}},
		{with(`"view":{"steps":[{"text":"","set":{"model.kernel.degree":2}}]}`), []string{"view.steps[0]", "it belongs to"}},
		{with(`"view":{"steps":[{"text":"","set":{"data.rows":[]}}]}`), []string{"data.rows", "no such field"}},
		{with(`"view":{"steps":[{"text":"","set":{"split.train":0.9}}]}`), []string{"view.steps[0]", "at most 1"}},
		{with(`"result":{"engine":"1.0"}`), []string{"result.data is null"}},
		{with(`"result":{"engine":"<b>","data":"0123456789abcdef","digest":"0123456789abcdef"}`), []string{"result.engine"}},
		{with(`"result":{"engine":"1","data":"0123456789ABCDEF","digest":"0123456789abcdef"}`), []string{"result.data"}},
		{with(`"result":{"engine":"1","data":"0123456789abcdef","digest":"0"}`), []string{"result.digest"}},
		{with(`"result":3`), []string{"result is 3"}},
		{with(`"result":null`), []string{"result is null"}},
		{lesson + "x", []string{"not valid JSON"}},
		{`[1]`, []string{"the experiment", "an object"}},
	} {
		_, err := DecodeDocument([]byte(c.text))
		if err == nil {
			t.Errorf("%.120s: accepted", c.text)
			continue
		}
		for _, word := range c.words {
			if !strings.Contains(err.Error(), word) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%.120s: %q lacks %q", c.text, err, word)
			}
		}
	}
	if _, err := Decode([]byte(lesson)); err == nil || !strings.Contains(err.Error(), "view is unknown") {
		t.Errorf("Decode accepts a view: %v", err)
	}
}

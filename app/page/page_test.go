//go:build !wasm

package page

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// recorder is a bridge that records its effects.
type recorder struct {
	effects   []effect
	addresses []effect
	phases    []phase
	emit      func(kind string, id int, text string)
	reveals   int

	mistakes []string

	first *result // of the opening, if it is available before the page
	ahead bool    // page.js has started its run
}

var _ bridge = (*recorder)(nil)

func (r *recorder) opening() *result                           { return r.first }
func (r *recorder) attach(emit func(string, int, string)) bool { r.emit = emit; return r.ahead }
func (r *recorder) do(e effect) {
	switch e.Do {
	case "changed": // every transition may save
	case "reveal":
		r.reveals++
	case "phase":
		r.phases = append(r.phases, phase(e.Text))
	case "mistake":
		r.mistakes = append(r.mistakes, e.Text)
	case "address":
		r.addresses = append(r.addresses, e)
	default:
		r.effects = append(r.effects, e)
	}
}

// mount returns a page in a client without a browser, and the recorder of its effects.
func mount(t *testing.T) (*Page, *recorder, app.ClientDispatcher) {
	t.Helper()
	return mountWith(t, &recorder{})
}

func mountWith(t *testing.T, r *recorder) (*Page, *recorder, app.ClientDispatcher) {
	t.Helper()
	p := &Page{bridge: r}
	d := app.NewClientTester(p)
	t.Cleanup(d.Close)
	d.Consume()
	return p, r, d
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// rendered returns the page as HTML, without cached parts.
func rendered(p *Page) string {
	p.below = nil
	var b bytes.Buffer
	app.PrintHTML(&b, p.Render())
	return b.String()
}

// assertCached checks that the part of the page that progress does not render again is up to date.
func assertCached(t *testing.T, p *Page) {
	t.Helper()
	words := func(html string) []string { // the order of attributes is random
		return slices.Sorted(strings.FieldsFuncSeq(html, func(r rune) bool { return unicode.IsSpace(r) || r == '<' || r == '>' }))
	}
	kept := app.HTMLString(p.layout())
	if anew := rendered(p); !slices.Equal(words(kept), words(anew)) {
		t.Errorf("below the header the page is\n%s\nrendered again\n%s", kept, anew)
	}
}

// TestPageTakesTheOpeningThatIsUnderWay checks that mounting the page requests the opening
// experiment that page.js has started.
func TestPageTakesTheOpeningThatIsUnderWay(t *testing.T) {
	opening := sampleResult()
	p, r, d := mountWith(t, &recorder{first: &opening, ahead: true})
	if len(r.effects) != 2 || r.effects[0].Do != "inspect" || r.effects[1].Do != "run" || p.s.Phase != loading {
		t.Fatalf("%s: the effects are %+v", p.s.Phase, r.effects)
	}
	r.emit("report", r.effects[1].ID, asJSON(t, sampleResult()))
	d.Consume()
	if p.s.Phase != ready || !strings.Contains(p.s.Note, "the same") {
		t.Errorf("%s: %s", p.s.Phase, p.s.Note)
	}
}

func TestPageFollowsEvents(t *testing.T) {
	p, r, d := mount(t)
	say := func(kind string, id int, text string) {
		r.emit(kind, id, text)
		d.Consume()
	}
	say("opening", 0, asJSON(t, sampleResult()))
	if len(r.effects) != 2 {
		t.Fatalf("the opening has the effects %+v", r.effects)
	}
	say("inspection", r.effects[0].ID, `{"rows":125,"columns":[{"name":"x1","type":"number","usable":true},{"name":"y","type":"number","usable":true}],"total":2,"warnings":[]}`)
	say("report", r.effects[1].ID, asJSON(t, sampleResult()))
	if p.s.Phase != ready || r.phases[len(r.phases)-1] != ready || r.reveals != 0 {
		t.Errorf("phase %q, phases %v, revealed %d times", p.s.Phase, r.phases, r.reveals)
	}

	say("file", 0, asJSON(t, file{Name: "mine.csv"}))
	if last := r.phases[len(r.phases)-1]; last != running {
		t.Errorf("while a file is read the phase is %q", last)
	}
	say("declined", 0, "mine.csv was not loaded")
	if last := r.phases[len(r.phases)-1]; last != failed {
		t.Errorf("after a file that was not loaded the phase is %q", last)
	}

	d.Dispatch(app.Dispatch{Source: p, Function: func(ctx app.Context) { p.receive(ctx, "run", 0, "") }})
	d.Consume()
	run := r.effects[len(r.effects)-1]
	if run.Do != "run" || p.s.Phase != running {
		t.Fatalf("Run has the effect %+v", run)
	}
	say("progress", run.ID, `{"phase":"build","fraction":0.34,"remaining":11.8}`)
	if p.below == nil {
		t.Error("progress renders the part below the header")
	}
	assertCached(t, p)
	if html := rendered(p); !strings.Contains(html, "Building the Gram tensor") || !strings.Contains(unindent(html), ">34 %, about 12 s left<") {
		t.Error("progress is not shown")
	}
	d.Dispatch(app.Dispatch{Source: p, Function: func(ctx app.Context) { p.receive(ctx, "cancel", 0, "") }})
	d.Consume()
	if last := r.effects[len(r.effects)-1]; last.Do != "cancel" {
		t.Errorf("Cancel has the effect %+v", last)
	}
	r.emit("cancelled", run.ID, "") // rendered together with the progress that follows
	say("progress", run.ID, `{"phase":"build","fraction":0.35}`)
	assertCached(t, p)
	if !strings.Contains(rendered(p), "Cancelled") {
		t.Error("the end of the run is not shown")
	}
	say("report", 99, "not JSON")
	if p.s.Phase != failed || p.s.Result == nil {
		t.Errorf("after a broken event: phase %q, result %v", p.s.Phase, p.s.Result)
	}
}

// TestControlsCarryTheirNames checks the names that course material and tests use.
func TestControlsCarryTheirNames(t *testing.T) {
	p, _, _ := mount(t)
	p.s.Spec.Model.Kernel = experiment.Kernel{Type: experiment.KernelPolynomial, Degree: 2}
	html := rendered(p)
	for _, name := range []string{"Data file", "Sample", "Target", "Kernel", "Degree", "p", "Loss", "Gamma", "Auto", "Method", "Standardise", "Intercept"} {
		if !strings.Contains(unindent(html), ">"+name+"</label>") {
			t.Errorf("no control is labelled %q", name)
		}
	}
	for _, name := range []string{"Run", "Cancel"} {
		if !strings.Contains(unindent(html), ">"+name+"</button>") {
			t.Errorf("no button is called %q", name)
		}
	}
	for _, name := range []string{"Weights", "Fit", "Convergence"} {
		if !strings.Contains(html, `aria-label="`+name+`"`) {
			t.Errorf("no figure is called %q", name)
		}
	}
	if !strings.Contains(html, `aria-label="Gamma slider"`) {
		t.Error("gamma has no slider")
	}
	if !strings.Contains(unindent(html), ">Top weights</caption>") || !strings.Contains(html, `role="status"`) {
		t.Error("the table of weights or the status is missing")
	}
}

// unindent removes the indentation that PrintHTML adds around text.
func unindent(html string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(html, "\n") {
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

// TestPrerenderedOpening checks that the rendered opening has no style attributes and no attribute
// such as "disabled" or "checked" with the value false.
func TestPrerenderedOpening(t *testing.T) {
	saved := Opening
	defer func() { Opening = saved }()
	Opening = []byte(asJSON(t, map[string]any{"report": sampleResult().Report, "weights": []float64{0, 0, 0, 0, 0, 0, -0.83}}))
	p := &Page{}
	d := app.NewServerTester(p)
	defer d.Close()
	d.Consume()
	html := rendered(p)
	if !strings.Contains(html, "exactly the planted one") || !strings.Contains(html, "x7") {
		t.Error("the opening result is not on the page")
	}
	if !strings.Contains(html, "Precomputed; recomputing here") {
		t.Error("the opening result is not marked as precomputed")
	}
	if found := invalidAttributes(html); found != nil {
		t.Errorf("the page holds %q", found)
	}
	for _, bad := range []string{`<p style="color:red">`, `<input type="checkbox" checked="false" aria-label="x">`, `<button disabled="true">`, `<a hidden="false" aria-hidden="false">`} {
		if invalidAttributes(bad) == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

// invalidAttributes lists the elements of a document with a style attribute, or with a boolean attribute
// that has a value.
func invalidAttributes(html string) []string {
	var found []string
	for _, element := range tag.FindAllStringSubmatch(html, -1) {
		for _, a := range attribute.FindAllStringSubmatch(element[3], -1) {
			name, value := a[1], a[2]
			enumerated := strings.HasPrefix(name, "aria-") || strings.HasPrefix(name, "data-") || name == "spellcheck" || name == "draggable" || name == "value" || name == "content"
			if name == "style" || name == "disabled" && value != "" || (value == "false" || value == "true") && !enumerated {
				found = append(found, element[0])
			}
		}
	}
	return found
}

var attribute = regexp.MustCompile(` ([a-z-]+)(?:="([^"]*)")?`)

// TestPlotHostsStay checks that the containers of the plots keep their position in every state:
// JavaScript fills them, and go-app matches children by position.
func TestPlotHostsStay(t *testing.T) {
	p, _, _ := mount(t)
	first := rendered(p)
	check := func(state string) {
		for _, id := range []string{"plot-weights", "plot-fit", "words-roc", "convergence-tools", "convergence-methods", "memory", "plot-convergence"} {
			want, got := place(first, id), place(rendered(p), id)
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s: %s is at %v, before at %v", state, id, got, want)
			}
		}
	}
	check("loading")
	r := sampleResult()
	p.s.Result, p.s.Note = &r, "a note"
	check("done")
	p.s.Phase = running
	check("running")
	p.s.fail("a sentence")
	check("failed")
}

var tag = regexp.MustCompile(`<(/?)([a-z0-9]+)([^>]*)>`)

// place returns the child positions on the path from the root to the element with an id.
func place(html, id string) []int {
	var path []int
	next := 0
	void := map[string]bool{"input": true, "img": true, "br": true}
	for _, m := range tag.FindAllStringSubmatch(html, -1) {
		if m[1] == "/" {
			next = path[len(path)-1] + 1
			path = path[:len(path)-1]
			continue
		}
		path = append(path, next)
		if strings.Contains(m[3], `id="`+id+`"`) {
			return path[1:]
		}
		next = 0
		if void[m[2]] || strings.HasSuffix(m[3], "/") {
			next = path[len(path)-1] + 1
			path = path[:len(path)-1]
		}
	}
	return nil
}

// TestStepBeforeItsRun checks that a step is shown and the page is busy before the run of the step
// starts, because the run may end before the page is rendered.
func TestStepBeforeItsRun(t *testing.T) {
	p, r, d := mount(t)
	say := func(kind string, id int, text string) {
		r.emit(kind, id, text)
		d.Consume()
	}
	say("opening", 0, asJSON(t, sampleResult()))
	first, second := experiment.Default(), experiment.Default()
	second.Model.Gamma.Value = 5
	l := &lesson{Steps: []lessonStep{{Spec: first}, {Spec: second}}}
	p.s.receive(timedDocument{Document: experiment.Document{Spec: first, View: l.view()}})
	p.s.await("")
	p.s.Phase = ready
	say("status", 0, "") // any message: the first step is shown
	if p.guideStep == "" {
		t.Fatal("no step is shown")
	}
	if html := rendered(p); !strings.Contains(html, "steps-buttons") || strings.Contains(html, "steps-buttons gone") {
		t.Error("the buttons Back and Next are not shown")
	}
	p.s.Link.View.Steps = p.s.Link.View.Steps[:1]
	if html := rendered(p); !strings.Contains(html, "steps-buttons gone") {
		t.Error("a single step has the buttons Back and Next")
	}
	p.s.Link.View.Steps = p.s.Link.View.Steps[:2]
	from, phases := len(r.effects), len(r.phases)
	r.emit("step", 1, "")
	d.Consume()
	var order []string
	for _, e := range r.effects[from:] {
		order = append(order, string(e.Do))
	}
	guide, run := slices.Index(order, "guide"), slices.Index(order, "run")
	if guide < 0 || run < guide || r.phases[phases] != running {
		t.Errorf("effects %q, phases %q", order, r.phases[phases:])
	}
}

// TestUploadIsOneEntryOfTheHistory checks that the searches of an upload make one entry in the history of the browser, and
// that a link to the model found shows its result again, also after another file.
func TestUploadIsOneEntryOfTheHistory(t *testing.T) {
	r := &recorder{}
	p := &Page{s: *openedState(t), bridge: r}
	u := &tuner{s: &p.s, after: p.updateAddress}
	u.give(t, "diabetes.csv", read(t, "diabetes.csv"))
	entries := func() (n int) {
		for _, e := range r.addresses {
			if e.ID == addressCommitted {
				n++
			}
		}
		return n
	}
	last := r.addresses[len(r.addresses)-1]
	if entries() != 1 || last.ID != addressAmended || !strings.Contains(last.Text, `"rule":"1-se"`) {
		t.Errorf("%d entries, the last address %+v", entries(), last)
	}
	var link experiment.Document
	decode(t, []byte(last.Text), &link)
	found, id := p.s.Spec, p.s.history.view
	u.give(t, "iris.csv", read(t, "iris.csv"))
	if entries() != 2 {
		t.Errorf("%d entries of two files", entries())
	}
	if effects := p.s.receive(timedDocument{Document: link}); len(effects) == 0 || effects[len(effects)-1] != (effect{Do: "show", ID: id}) || !reflect.DeepEqual(p.s.Spec, found) {
		t.Fatalf("%q, effects %v, entered %+v", p.s.Status, effects, p.s.Spec)
	}
	p.s.showEarlier(id, sampleResult())
	if p.s.isStale() || p.s.old() != "" || !strings.HasPrefix(p.s.Status, "Converged") {
		t.Errorf("stale %t, %q, status %q", p.s.isStale(), p.s.old(), p.s.Status)
	}
}

// TestEveryParameterHasAControl checks that each field of a model, its kernel and its loss that
// applies to an experiment has one control.
func TestEveryParameterHasAControl(t *testing.T) {
	p := &Page{s: newState(), bridge: newBridge()}
	for _, path := range []string{"model.type", "model.kernel.type", "model.loss.type"} {
		for _, model := range experiment.Lookup("model.type").Values {
			p.s.Spec = experiment.Default()
			if f := experiment.Lookup("model.type"); f.Set(&p.s.Spec, model.Value) != nil || !experiment.Lookup(path).Applies(p.s.Spec) {
				continue
			}
			for _, v := range experiment.Lookup(path).ValuesIn(p.s.Spec) {
				by := experiment.Lookup(path)
				if by.Set(&p.s.Spec, v.Value) != nil {
					continue
				}
				html := rendered(p)
				for _, f := range experiment.Fields() {
					if strings.HasPrefix(f.Path, "model.") && f.Applies(p.s.Spec) && strings.Count(html, ` id="`+controlID(f.Path)+`"`) != 1 {
						t.Errorf("%s of %s: %d controls of %s", v.Value, model.Value, strings.Count(html, ` id="`+controlID(f.Path)+`"`), f.Path)
					}
				}
			}
		}
	}
}

// TestAttributesHaveNoQuotes checks that attributes have no quotes: go-app writes them as \", which
// ends the attribute in HTML.
func TestAttributesHaveNoQuotes(t *testing.T) {
	p, _, _ := mount(t)
	if html := rendered(p); strings.Contains(html, `\"`) {
		t.Errorf("an attribute has a quote: %.300s", html[strings.Index(html, `\"`)-100:])
	}
}

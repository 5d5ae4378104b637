//go:build !wasm

package page

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

func TestRefusalIsShownAtItsControl(t *testing.T) {
	p, r, d := mount(t)
	r.emit("opening", 0, asJSON(t, sampleResult()))
	r.emit("report", 2, asJSON(t, sampleResult()))
	d.Consume()
	s := &p.s
	s.takeEntry("search.criterion", experiment.SearchCrossValidation)
	s.takeEntry("search.folds", "500")
	run := s.run()
	s.failRun(run[0].ID, "search.folds is 500: there are only 93 training rows; choose at most that many")
	const said = "Folds is 500: there are only 93 training rows; choose at most that many"
	if s.Status != said || s.wrong("search.folds") != said || s.entry("search.folds") != "500" {
		t.Errorf("status %q, at the control %q, entry %q", s.Status, s.wrong("search.folds"), s.entry("search.folds"))
	}
	if !searchOpen(rendered(p)) {
		t.Error("the section of the search is closed")
	}
	// Another entry may have corrected it, so the message is removed.
	s.takeEntry("data.n", "1000")
	if s.wrong("search.folds") != "" {
		t.Error("the message remains")
	}
	// An error that needs no data is shown at once, without a run.
	s.takeEntry("search.criterion", experiment.SearchValidation)
	if run := s.run(); run != nil || !strings.HasPrefix(s.wrong("search.criterion"), "Search is “Validation”: there are no validation rows") {
		t.Errorf("effects %+v; at the control %q", run, s.wrong("search.criterion"))
	}
	s.takeEntry("search.gamma", "0.1, -1")
	if s.wrong("search.gamma") == "" || s.entry("search.gamma") != "0.1, -1" || s.Spec.Search.Criterion != experiment.SearchValidation {
		t.Errorf("at the control %q, entry %q", s.wrong("search.gamma"), s.entry("search.gamma"))
	}
	s.failRun(0, "a sentence of no field") // of no run
	s.refuse("model.subsample[3] is 7: choose another")
	if s.Status != "Subsample is 7: choose another" {
		t.Errorf("status %q", s.Status)
	}
	const ofTheData = `target "y" is 5 in all 30 training rows: choose another target`
	if s.refuse(ofTheData); s.Status != ofTheData {
		t.Errorf("status %q", s.Status)
	}
}

// searchOpen reports whether the section of the search is rendered open.
func searchOpen(html string) bool {
	before, after, _ := strings.Cut(html, `id="panel-search"`)
	tag, _, _ := strings.Cut(after, ">")
	return strings.Contains(before[strings.LastIndex(before, "<"):]+tag, " open")
}

func TestEmptyViewsOfferASearch(t *testing.T) {
	p, _, _ := mount(t)
	p.s = *openedState(t)
	html := unindent(rendered(p))
	for _, button := range []string{"Search a path", "Cross-validate", "Select on 50 halves"} {
		if !strings.Contains(html, ">"+button+"</button>") {
			t.Errorf("there is no button %q", button)
		}
	}
	run := p.s.begin("search.criterion", experiment.SearchPath)
	if spec := specOf(t, run[0]); spec.Search.Criterion != experiment.SearchPath || spec.Search.Count != 50 {
		t.Errorf("the spec is %s", run[0].Text)
	}
	if p.s.begin("search.criterion", experiment.SearchPath) != nil {
		t.Error("a search was started during a run")
	}
	p.s.takeReport(run[0].ID, searchReport(p.s.Spec))
	if p.s.choiceWords() != "" || p.s.Spec.Model.Gamma.Value != 10 || p.s.isStale() {
		t.Errorf("after a path search the choice is %q, gamma %v", p.s.choiceWords(), p.s.Spec.Model.Gamma)
	}
}

func TestLockedFieldsHaveNoOffers(t *testing.T) {
	p, _, _ := mount(t)
	p.s = *openedState(t)
	p.s.Result.Report.Selection = &experiment.Selected{Rule: experiment.SelectDeviation}
	buttons := []string{"Search a path", "Cross-validate", "Select on 50 halves", "Select by stability", "Select by knockoffs"}
	for _, locked := range [][]string{nil, {"search.criterion", "selection.resamples", "selection.rule"}} {
		p.s.Link.View = &experiment.View{Locked: locked}
		html := unindent(rendered(p))
		for _, button := range buttons {
			before, _, there := strings.Cut(html, ">"+button+"</button>")
			tag := before[strings.LastIndex(before, "<")+1:]
			if gone := strings.Contains(tag, `class="gone"`); !there || gone != (locked != nil) {
				t.Errorf("with the locked fields %v the button %q is <%s>", locked, button, tag)
			}
		}
	}
}

func TestReportOpensItsView(t *testing.T) {
	p, r, d := mount(t)
	say := func(kind string, id int, text string) {
		r.emit(kind, id, text)
		d.Consume()
	}
	say("opening", 0, asJSON(t, sampleResult()))
	say("report", 2, asJSON(t, sampleResult()))
	d.Dispatch(app.Dispatch{Source: p, Function: func(app.Context) {
		p.do(p.s.begin("search.criterion", experiment.SearchCrossValidation))
	}})
	d.Consume()
	found := searchReport(p.s.Spec)
	found.Report.Weights.Recovery = &experiment.Recovery{Found: 5, Missed: 1, False: 2, Precision: 5.0 / 7, Recall: 5.0 / 6}
	say("progress", p.s.runID, `{"phase":"search","fraction":0.4,"solved":120,"solves":300,"remaining":11.8}`)
	if html := unindent(rendered(p)); !strings.Contains(html, "Searching") || !strings.Contains(html, "120 of 300 solves, about 12 s left") {
		t.Error("the progress of the search is not shown")
	}
	say("progress", p.s.runID, `{"phase":"build","fraction":0.1}`)
	if p.s.Status != "Searching" {
		t.Errorf("during a build within the search the status is %q", p.s.Status)
	}
	say("report", p.s.runID, asJSON(t, found))
	if v := p.s.current(choiceTabs); v != viewValidation {
		t.Errorf("the view is %q", v)
	}
	html := unindent(rendered(p))
	for _, text := range []string{
		"Gamma 1.235: mean squared error 0.48 ± 0.03, the best.", "± 0.03, 5-fold cross-validation",
		"Planted weights: 5 found, 1 missed, 2 false selections; precision 71.4\u00a0%, recall 83.3\u00a0%.",
		"Search: 5-fold cross-validation over 50 gammas",
	} {
		if !strings.Contains(html, text) {
			t.Errorf("the page does not contain %q", text)
		}
	}
	say("placed", 0, `{"subsample":0,"gamma":0}`)
	if last := r.effects[len(r.effects)-1]; specOf(t, last).Model.Gamma.Value != 0.1 {
		t.Errorf("a cell runs %s", last.Text)
	}
}

// TestButtonsOfCodes checks that columns can be made categories, or the reverse, where a file is read again.
func TestButtonsOfCodes(t *testing.T) {
	for source, want := range map[string][2]bool{experiment.SourceFile: {true, true}, experiment.SourceInline: {}} {
		p := &Page{s: *openedState(t)}
		p.s.Spec.Data = experiment.Data{Source: source, Import: experiment.Import{Codes: []string{"coded"}}}
		seen := &inspection{Columns: []column{{Name: "coded", Type: "category", Usable: true}, {Name: "codable", Type: "text", Codable: 30}}}
		for i, row := range p.columnRows(seen) {
			html := app.HTMLString(row)
			if got := strings.Contains(html, "se as categories"); got != want[i] {
				t.Errorf("%s, column %d: %s", source, i, html)
			}
		}
	}
}

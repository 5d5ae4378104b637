package page

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

func TestLessonIsKeptWithTheSession(t *testing.T) {
	s := newState()
	s.Phase = ready
	s.share(&lesson{Locked: []string{"model.gamma"}})
	if !s.isTeaching() {
		t.Fatal("a lesson that locks a field does not start teaching")
	}
	s.addStep()
	s.Spec.Model.Gamma.Value = 5
	s.addStep()
	if len(s.saveIfChanged()) == 0 {
		t.Error("a lesson is not saved")
	}
	text, err := json.Marshal(s.session())
	if err != nil {
		t.Fatal(err)
	}
	again := newState()
	again.restoreSession(0, string(text))
	if again.Lesson == nil || len(again.Lesson.Steps) != 2 || again.Lesson.Steps[1].Spec.Model.Gamma.Value != 5 {
		t.Fatalf("restored: %+v", again.Lesson)
	}
	if words := entriesOf(again.Lesson); words[0] != "Gamma 1" || words[1] != "Gamma 5" {
		t.Errorf("the steps set %q", words)
	}
}

// TestStepsKeepTheirWords checks that the texts, questions and goals of the steps of a link reach the
// script that shows them and the dialog that edits them unchanged.
func TestStepsKeepTheirWords(t *testing.T) {
	words := experiment.Words{Text: "Look", Goal: "selected=6", Questions: []experiment.Question{{Kind: experiment.AskNumber, Text: "How many?", Answer: "6"}}}
	s := newState()
	s.Phase = ready
	if s.guide() != "" {
		t.Error("a guide is shown without steps")
	}
	l := &lesson{Steps: []lessonStep{{Spec: s.Spec}, {Words: words, Spec: s.Spec}}}
	s.receive(timedDocument{Document: experiment.Document{Spec: s.Spec, View: l.view()}})
	if got := s.lesson().Steps[1].Words; !reflect.DeepEqual(got, words) {
		t.Errorf("the dialog has %+v", got)
	}
	s.step(1)
	var shown struct {
		At    int
		Steps []experiment.Words
	}
	if err := json.Unmarshal([]byte(s.guide()), &shown); err != nil || shown.At != 1 || !reflect.DeepEqual(shown.Steps[1], words) {
		t.Errorf("shown: %+v, %v", shown, err)
	}
}

// TestFileOfALesson checks that a file that a later step needs can be given although the view hides and locks the data,
// and that the Share dialog names it.
func TestFileOfALesson(t *testing.T) {
	s := newState()
	s.Phase = ready
	own := s.Spec
	own.Data = experiment.Data{Source: experiment.SourceFile, Name: "mine.csv", SHA256: strings.Repeat("a", 64)}
	l := &lesson{Hidden: []string{"data"}, Locked: []string{"data.source"}, Steps: []lessonStep{{Spec: s.Spec}, {Spec: own}}}
	l.Title = "Ours"
	var shared shareContent
	own.Model.Gamma.Value, own.Solver.Tolerance = 0.1+0.2, 1e-9
	l.Steps[1].Spec = own
	if err := json.Unmarshal([]byte(s.share(l)[0].Text), &shared); err != nil || shared.Data != "mine.csv" || !shared.Mixed {
		t.Errorf("the dialog has the data %q, mixed %v, %v", shared.Data, shared.Mixed, err)
	}
	if got, want := shared.Entries[1], "Data file, Sample mine.csv, Gamma 0.3, Tolerance 1e-9"; got != want {
		t.Errorf("step 2 sets %q, not %q", got, want)
	}
	s.adopt(own.Data, "y", true)
	if err := json.Unmarshal([]byte(s.share(nil)[0].Text), &shared); err != nil || shared.Name != "Ours" {
		t.Errorf("after other data were chosen the lesson is %q, %v", shared.Name, err)
	}
	s.Spec = l.Steps[0].Spec
	s.receive(timedDocument{Document: experiment.Document{Spec: s.Spec, View: l.view()}})
	if !s.hides("data") {
		t.Error("the data are shown")
	}
	s.step(1)
	if s.hides("data") {
		t.Error("the data are hidden while the file is needed")
	}
	s.takeFile(file{Name: "mine.csv", SHA256: own.Data.SHA256})
	if !s.hides("data") || s.File == nil || s.Link.Spec.Data.SHA256 != "" {
		t.Errorf("after the file: %q", s.Status)
	}
}

func TestWholePageOfALink(t *testing.T) {
	s := newState()
	view := &experiment.View{Hidden: []string{"search"}, Locked: []string{"model.gamma"}}
	s.receive(timedDocument{Document: experiment.Document{Spec: experiment.Default(), View: view}})
	if s.isTeaching() {
		t.Error("opening a link starts teaching")
	}
	s.showWholePage()
	if s.Link.View != nil || !s.isTeaching() || len(s.Lesson.Hidden) != 1 || len(s.Lesson.Locked) != 1 {
		t.Errorf("the page shows %+v, the lesson is %+v", s.Link.View, s.Lesson)
	}
	s.receive(timedDocument{Document: experiment.Document{Spec: experiment.Default()}})
	if s.Lesson != nil {
		t.Error("the lesson of the experiment before remains")
	}
}

// TestResultBeforeThatOfALink checks that the opening result is marked as old before the experiment
// of a link has run.
func TestResultBeforeThatOfALink(t *testing.T) {
	s := openedState(t)
	spec := plainSpec()
	spec.Data.N = 60
	s.receive(timedDocument{Document: experiment.Document{Spec: spec}, Framed: true})
	if s.old() == "" {
		t.Error("the opening result is shown as the result of the link")
	}
	s.run()
	s.takeReport(s.runID, sampleResult())
	if old := s.old(); old != "" {
		t.Errorf("the result of the link is %q", old)
	}
	s.Spec.Data.N = 80
	if old := s.old(); old != "" {
		t.Errorf("after an entry of the reader the result is %q", old)
	}
}

// TestRunsOfLinksAreBounded checks that a run that the reader did not start has a time limit, and does
// not start in a frame.
func TestRunsOfLinksAreBounded(t *testing.T) {
	document, soon, late := experiment.Document{Spec: experiment.Default()}, 1.0, 2.0*workBudget
	done := func(effects []effect) (list []string) {
		for _, e := range effects {
			if e.Do == "run" || e.Do == "limit" {
				list = append(list, string(e.Do))
			}
		}
		return list
	}
	s := newState()
	effects := s.receive(timedDocument{Document: document, Seconds: &soon})
	if got := done(effects); !slices.Equal(got, []string{"run", "limit"}) {
		t.Errorf("a quick experiment of a link: %v", got)
	}
	limit := effects[len(effects)-1]
	if limit.ID != s.runID || limit.Text != "20" {
		t.Errorf("the limit is %+v", limit)
	}
	s.takeOverrun(limit.ID - 1)
	if !s.busy() {
		t.Error("the end of another run ended this one")
	}
	s.takeOverrun(limit.ID)
	if s.busy() || s.runID != 0 || !strings.Contains(s.Status, "press Run") {
		t.Errorf("phase %v, %q", s.Phase, s.Status)
	}
	if got := done(s.run()); !slices.Equal(got, []string{"run"}) {
		t.Errorf("after pressing Run: %v", got)
	}
	for name, r := range map[string]timedDocument{
		"in a frame": {Document: document, Seconds: &soon, Framed: true}, "a long one": {Document: document, Seconds: &late}, "unknown": {Document: document},
	} {
		s := newState()
		if got := done(s.receive(r)); got != nil || !strings.Contains(s.Status, "press Run") {
			t.Errorf("%s: %v, %q", name, got, s.Status)
		}
	}
}

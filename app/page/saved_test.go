package page

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestSessionSurvives checks that a session that is saved in one tab can be restored in another.
func TestSessionSurvives(t *testing.T) {
	s := openedState(t)
	s.record()
	if s.saveIfChanged() != nil {
		t.Error("a session without entries is saved")
	}
	read := endEvent(s, s.takeFile(file{Name: "mine.csv", Size: 10, SHA256: strings.Repeat("ab", 32)}))
	s.takeInspection(read[0].ID, inspection{Rows: 3, Total: 2, Columns: []column{numeric("a"), numeric("y")}})
	s.record()
	test := strings.Repeat("cd", 32)
	read = endEvent(s, s.takeTestFile(file{Name: "more.csv", Size: 9, SHA256: test}))
	s.takeInspection(read[0].ID, *s.Inspection)
	endEvent(s, s.takeEntry("split.test", "0.9")) // the shares exceed 1: entries need not be a valid experiment
	endEvent(s, s.takeEntry("model.p", "9"))
	endEvent(s, s.takeEntry("model.kernel.type", "polynomial"))
	endEvent(s, s.undo())
	endEvent(s, s.enterOne(entryTune, "false"))
	if effects := s.saveIfChanged(); len(effects) != 1 || s.saveIfChanged() != nil {
		t.Errorf("the effects are %v", effects)
	}
	saved := s.save()[0]
	if d := s.session(); d.What != "mine.csv, p = 4/3" || !slices.Equal(d.Files, []string{s.File.SHA256, test}) || len(d.Answers) != 1 || d.View != d.Answers[0].ID {
		t.Fatalf("saved %+v", d)
	}

	s.lost(s.history.view)
	if d := s.session(); d.View != 0 || len(d.Answers) != 0 {
		t.Errorf("a lost result is saved as %d, in view %d", len(d.Answers), d.View)
	}

	other := newState()
	r := sampleResult()
	if effects := other.takeOpening(&r, true); effects != nil {
		t.Fatalf("before a session is restored, the opening has the effects %v", effects)
	}
	effects := endEvent(&other, other.restoreSession(0, saved.Text))
	if !other.entries().equals(s.entries()) || other.Phase != ready || other.Tune {
		t.Errorf("restored %+v, phase %q", other.entries(), other.Phase)
	}
	assertNames(t, "past", other.history.past, names(s.history.past)...)
	assertNames(t, "future", other.history.future, "Kernel = polynomial")
	if len(effects) != 2 || effects[0].Do != "inspect" || effects[1] != (effect{Do: "show", ID: s.history.view}) {
		t.Fatalf("restoring has the effects %+v", effects)
	}
	other.showEarlier(effects[1].ID, sampleResult())
	if !other.isStale() || other.wrong("model.p") == "" {
		t.Error("the shown result is not stale")
	}
}

// TestAnswerKeepsItsNoteAndSearch checks that Undo and a reload keep the note on a result, the search that it offers and
// the search that chose its model, and that sessions saved without them are read.
func TestAnswerKeepsItsNoteAndSearch(t *testing.T) {
	var table strings.Builder
	table.WriteString("patient_id,x,z,u,y\n")
	for i := range 90 {
		fmt.Fprintf(&table, "P%02d,%d,%d,%d,%d\n", i/3, i*i%17, i*7%13, i*5%11, 3*(i*i%17)+i/3%5)
	}
	u := upload(t, "visits.csv", []byte(table.String()), "y", nil)
	u.s.history.unsaved = false
	if u.s.keepNote(); !u.s.history.unsaved {
		t.Error("a session with another note is not saved")
	}
	before, note, at := *u.s, u.s.Note, u.s.history.view
	place, found := u.s.here()
	if !strings.HasSuffix(note, "split by groups.") || !found || before.Result.Report.Search != nil {
		t.Fatalf("note %q, model of a search: %t", note, found)
	}
	check := func(how string, s *state) {
		t.Helper()
		if s.Note != note || s.Proposal == nil || s.Proposal.note != note || !reflect.DeepEqual(s.Proposal.spec, before.Proposal.spec) {
			t.Errorf("%s: note %q, offered %+v", how, s.Note, s.Proposal)
		}
		if got, ok := s.here(); !ok || got != place || !reflect.DeepEqual(s.Search.scoreAt(got), before.Search.scoreAt(place)) {
			t.Errorf("%s: the result is not a model of the search", how)
		}
	}
	endEvent(u.s, u.s.takeEntry("model.p", "2"))
	u.answer(t, endEvent(u.s, u.s.run()))
	if u.s.Note != "" {
		t.Errorf("another result has the note %q", u.s.Note)
	}
	if effects := endEvent(u.s, u.s.undo()); len(effects) != 1 || effects[0] != (effect{Do: "show", ID: at}) {
		t.Fatalf("undo has the effects %v", effects)
	}
	u.s.showEarlier(at, *before.Result)
	check("Undo", u.s)

	d := u.s.session()
	other := newState()
	endEvent(&other, other.restoreSession(0, jsonOf(d)))
	if other.Status != "Restored: visits.csv, "+modelWords(before.Result.Report.Spec.Model) {
		t.Errorf("status %q", other.Status)
	}
	other.showEarlier(at, *before.Result)
	check("reload", &other)

	for i := range d.Answers {
		d.Answers[i].Search, d.Answers[i].Note, d.Answers[i].Proposal = nil, "", nil
	}
	old := newState()
	endEvent(&old, old.restoreSession(0, jsonOf(d)))
	if old.showEarlier(at, *before.Result); old.Result == nil || old.Search != nil || old.Note != "" || old.Phase != ready {
		t.Errorf("a session without a search is restored with the note %q, phase %q", old.Note, old.Phase)
	}
}

// TestReloadStartsTheSearchAgain checks that a reload during the search of a file starts it again, and that the result and
// the search of the file before are not shown as its own. A search that was cancelled does not start.
func TestReloadStartsTheSearchAgain(t *testing.T) {
	u := upload(t, "diabetes.csv", read(t, "diabetes.csv"), "", nil)
	before, at := *u.s.Result, u.s.history.view
	asked := u.s.takeFile(file{Name: "iris.csv", SHA256: strings.Repeat("ab", 32)})
	seen := inspection{Rows: 100, Total: 2, Target: "y", Columns: []column{numeric("x1"), numeric("y")}}
	endEvent(u.s, u.s.takeInspection(asked[0].ID, seen))
	during := jsonOf(u.s.session())
	u.s.history.unsaved = false
	if u.s.takeCancellation(u.s.runID); !u.s.history.unsaved {
		t.Error("the end of the search is not saved")
	}
	for text, want := range map[string]int{during: 1, jsonOf(u.s.session()): 0} {
		s := newState()
		effects := endEvent(&s, s.restoreSession(0, text))
		s.showEarlier(at, before)
		if s.repeats() != "" || s.old() == "" || len(effects) != 2 {
			t.Errorf("%q, result %q, effects %v", s.repeats(), s.old(), effects)
		}
		if run := s.takeInspection(effects[0].ID, seen); len(run) != want || want > 0 && (run[0].Do != "run" || s.tuning == nil) {
			t.Errorf("%v instead of %d runs", run, want)
		}
		if s.repeats() != "" {
			t.Errorf("the search of another file: %q", s.repeats())
		}
	}
}

// TestSessionIsRestoredBesideAnother checks that existing results keep their numbers and entries
// their history.
func TestSessionIsRestoredBesideAnother(t *testing.T) {
	s := openedState(t)
	endEvent(s, s.takeEntry("model.p", "2"))
	run := endEvent(s, s.run())
	s.takeReport(run[0].ID, sampleResult())
	s.record()
	saved := s.save()[0]

	other := openedState(t)
	endEvent(other, other.takeEntry("model.p", "6/5"))
	effects := endEvent(other, other.restoreSession(100, saved.Text))
	if len(effects) != 2 || effects[1].ID != 100+run[0].ID || other.last <= effects[1].ID {
		t.Fatalf("restoring has the effects %+v, last number %d", effects, other.last)
	}
	if other.Spec.Model.P.String() != "2" {
		t.Errorf("p = %s", other.Spec.Model.P)
	}
	assertNames(t, "past", other.history.past, "p = 6/5", "the restored session")
	endEvent(other, other.undo())
	if other.Spec.Model.P.String() != "6/5" {
		t.Errorf("p = %s after undoing the restored session", other.Spec.Model.P)
	}
}

// TestGuidedSessionSurvives checks that a reload of a guided experiment keeps its step.
func TestGuidedSessionSurvives(t *testing.T) {
	first := experiment.Default()
	second := first
	second.Model.P = experiment.P{Num: 6, Den: 5}
	steps := experiment.StepsBetween([]experiment.Spec{first, second})
	s := openedState(t)
	soon := 0.1
	endEvent(s, s.receive(timedDocument{Document: experiment.Document{Spec: first, View: &experiment.View{Steps: steps}}, Seconds: &soon}))
	s.await("")
	endEvent(s, s.step(1))
	if s.Link.Step != 1 || s.Spec.Model.P.String() != "6/5" {
		t.Fatalf("step %d, p = %s", s.Link.Step, s.Spec.Model.P)
	}
	other := newState()
	endEvent(&other, other.restoreSession(0, s.save()[0].Text))
	if !reflect.DeepEqual(other.Link, s.Link) || !other.entries().equals(s.entries()) {
		t.Errorf("restored %+v, want %+v", other.Link, s.Link)
	}
}

func TestUnreadableSessionIsPassedOver(t *testing.T) {
	for _, text := range []string{"", "{}", `{"present":{"spec":{"data":{"source":"sample"},"model":{"p":17}}}}`} {
		s := newState()
		r := sampleResult()
		s.takeOpening(&r, true)
		if effects := s.restoreSession(0, text); len(effects) != 2 || effects[1].Do != "run" {
			t.Errorf("after %q: %v", text, effects)
		}
		late := openedState(t)
		if effects := late.restoreSession(0, text); effects != nil || late.Phase != failed || late.Spec.Model.P != experiment.Default().Model.P {
			t.Errorf("offered %q: %v, phase %q", text, effects, late.Phase)
		}
	}
}

func TestStepWithoutOtherEntriesIsSaved(t *testing.T) {
	s := openedState(t)
	s.Link.Spec, s.Link.View = s.Spec, &experiment.View{Steps: make([]experiment.Step, 2)}
	s.history.unsaved = true
	if effects := s.saveIfChanged(); effects != nil {
		t.Errorf("a link that was only opened is saved: %v", effects)
	}
	s.step(1)
	if effects := s.saveIfChanged(); len(effects) != 1 || s.session().Link == nil || s.session().Link.Step != 1 {
		t.Errorf("after the step: %v, %+v", effects, s.session().Link)
	}
}

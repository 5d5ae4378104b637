package page

import (
	"slices"
	"testing"

	"lplab/core/experiment"
)

// endEvent records the state after a transition and returns the effects of the transition.
func endEvent(s *state, effects []effect) []effect {
	s.record()
	return effects
}

func names(steps []step) []string {
	out := []string{}
	for _, st := range steps {
		out = append(out, st.Name)
	}
	return out
}

func assertNames(t *testing.T, what string, steps []step, want ...string) {
	t.Helper()
	got := names(steps)
	if len(got) != len(want) {
		t.Fatalf("%s: %q instead of %q", what, got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: %q instead of %q", what, got, want)
		}
	}
}

func TestUndoAndRedoOfEntries(t *testing.T) {
	s := openedState(t)
	s.record()
	assertNames(t, "after opening", s.history.past)
	endEvent(s, s.takeEntry("model.p", "6/5"))
	endEvent(s, s.takeEntry("model.kernel.type", "polynomial"))
	assertNames(t, "past", s.history.past, "p = 6/5", "Kernel = polynomial")

	endEvent(s, s.undo())
	if s.Spec.Model.Kernel.Type != experiment.KernelLinear || s.Status != "Undone: Kernel = polynomial" {
		t.Errorf("kernel %q, status %q", s.Spec.Model.Kernel.Type, s.Status)
	}
	assertNames(t, "past", s.history.past, "p = 6/5")
	assertNames(t, "future", s.history.future, "Kernel = polynomial")
	endEvent(s, s.redo())
	if s.Spec.Model.Kernel.Degree != 2 {
		t.Errorf("degree %d is not redone", s.Spec.Model.Kernel.Degree)
	}
	endEvent(s, s.undo())
	endEvent(s, s.undo())
	if s.Spec.Model.P.String() != "4/3" || s.isStale() {
		t.Errorf("p = %s, stale %v", s.Spec.Model.P, s.isStale())
	}
	if effects := s.undo(); effects != nil {
		t.Errorf("undo without a past has the effects %v", effects)
	}
	endEvent(s, s.takeEntry("model.p", "2"))
	assertNames(t, "future after another entry", s.history.future)
}

// TestRefusedEntriesAreOneStep checks that an entry that is refused, tried again and corrected is
// one step.
func TestRefusedEntriesAreOneStep(t *testing.T) {
	s := openedState(t)
	endEvent(s, s.takeEntry("model.p", "9"))
	assertNames(t, "refused", s.history.past, "p = 9")
	endEvent(s, s.takeEntry("model.p", "nine"))
	endEvent(s, s.takeEntry("model.p", "2"))
	assertNames(t, "corrected", s.history.past, "p = 2")
	endEvent(s, s.takeEntry("model.p", "9"))
	endEvent(s, s.undo())
	if s.entry("model.p") != "2" || s.wrong("model.p") != "" {
		t.Errorf("p = %s, wrong %q", s.entry("model.p"), s.wrong("model.p"))
	}
	endEvent(s, s.redo())
	if s.entry("model.p") != "9" || s.wrong("model.p") == "" {
		t.Errorf("p = %s, wrong %q", s.entry("model.p"), s.wrong("model.p"))
	}
	endEvent(s, s.takeEntry("model.p", "2"))
	assertNames(t, "back to the value before", s.history.past, "p = 2")
}

// TestUndoBringsTheResultBack checks that undo shows the result of the earlier entries again if it
// is still kept.
func TestUndoBringsTheResultBack(t *testing.T) {
	s := openedState(t)
	opening := s.runIDOf(t)
	endEvent(s, s.takeEntry("model.p", "2"))
	run := endEvent(s, s.run())
	r := sampleResult()
	r.Report.Spec = s.Spec
	s.takeReport(run[0].ID, r)
	s.record()

	effects := endEvent(s, s.undo())
	if len(effects) != 1 || effects[0] != (effect{Do: "show", ID: opening}) {
		t.Fatalf("undo has the effects %v", effects)
	}
	if !s.isStale() {
		t.Error("the result of the other p is not stale before the right one is shown")
	}
	s.showEarlier(opening, sampleResult())
	s.record()
	if s.isStale() || s.Result.Report.Spec.Model.P.String() != "4/3" {
		t.Errorf("stale %v, result of p = %s", s.isStale(), s.Result.Report.Spec.Model.P)
	}
	if effects := endEvent(s, s.redo()); len(effects) != 1 || effects[0].ID != run[0].ID {
		t.Fatalf("redo has the effects %v", effects)
	}
	s.lost(run[0].ID)
	endEvent(s, s.undo())
	if effects := endEvent(s, s.redo()); len(effects) != 0 || !s.isStale() {
		t.Errorf("a lost result is requested: %v, stale %v", effects, s.isStale())
	}
}

// runIDOf returns the number of the run that gave the shown result.
func (s *state) runIDOf(t *testing.T) int {
	t.Helper()
	a, ok := s.answerTo(s.resultEntries)
	if !ok {
		t.Fatal("the result shown is not kept")
	}
	return a.id
}

func TestImportIsUndone(t *testing.T) {
	s := openedState(t)
	read := endEvent(s, s.takeFile(file{Name: "mine.csv", Size: 10, SHA256: "ab"}))
	s.takeInspection(read[0].ID, inspection{Rows: 3, Total: 2, Target: "b", Columns: []column{numeric("a"), {Name: "b", Type: "category", Levels: []string{"no", "yes"}, Usable: true}}})
	s.record()
	assertNames(t, "past", s.history.past, "Data = mine.csv")
	if s.Spec.Task != experiment.Classification {
		t.Fatalf("task %q", s.Spec.Task)
	}
	if effects := endEvent(s, s.undo()); len(effects) != 0 {
		t.Errorf("data are inspected twice: %v", effects)
	}
	if s.File != nil || s.Spec.Data.Source != experiment.SourceSynthetic || s.Inspection.Rows != 125 || s.isStale() {
		t.Errorf("file %v, data %q, %d rows seen, stale %v", s.File, s.Spec.Data.Source, s.Inspection.Rows, s.isStale())
	}
	endEvent(s, s.redo())
	if s.File == nil || s.Spec.Target != "b" || s.Inspection.Rows != 3 {
		t.Errorf("file %v, target %q", s.File, s.Spec.Target)
	}
	s.takeFile(file{Name: "other.csv", SHA256: "cd"})
	effects := endEvent(s, s.undo())
	if s.NewFile != nil || !slices.Contains(effects, effect{Do: actionStopReading}) || s.Status != "Undone: Data = mine.csv; other.csv was not loaded" || s.Phase != ready {
		t.Errorf("Undo during the reading of another file: %+v, status %q, phase %q", effects, s.Status, s.Phase)
	}
}

// TestWhatFollowsBelongsToItsStep checks that values filled in by the program are no separate step.
func TestWhatFollowsBelongsToItsStep(t *testing.T) {
	s := openedState(t)
	asked := endEvent(s, s.chooseSample("prostate"))
	s.takeInspection(asked[0].ID, inspection{Rows: 97, Total: 2, Columns: []column{numeric("age"), numeric("lpsa")}})
	s.record()
	assertNames(t, "past", s.history.past, "Data = prostate")
	endEvent(s, s.undo())
	endEvent(s, s.redo())
	if s.Inspection == nil || s.Inspection.Rows != 97 {
		t.Error("the inspection of the data is lost")
	}

	s = openedState(t)
	endEvent(s, s.takeEntry("search.criterion", experiment.SearchCrossValidation))
	endEvent(s, s.takeEntry("search.gamma", "0.1, 1.23456789012, 10"))
	run := endEvent(s, s.run())
	s.takeReport(run[0].ID, searchReport(s.Spec))
	s.record()
	assertNames(t, "past", s.history.past, "Search = cross-validation", "Gammas = 0.1, 1.23456789012, 10")
	if chosen := s.Spec.Model.Gamma.Value; chosen != 1.23456789012 {
		t.Fatalf("the search chose %v", chosen)
	}
	place := endEvent(s, s.runPlace(experiment.Place{Gamma: 2}))
	s.takeReport(place[0].ID, modelReport(t, place[0]))
	s.record()
	back := endEvent(s, s.undo())
	if s.Spec.Model.Gamma.Value != 1.23456789012 || len(back) != 1 || back[0] != (effect{Do: "show", ID: run[0].ID}) {
		t.Errorf("gamma %v, effects %v", s.Spec.Model.Gamma, back)
	}
}

func TestDifferencesInWords(t *testing.T) {
	a := plainSpec()
	b := a
	for path, text := range map[string]string{"model.p": "2", "model.kernel.type": "polynomial", "preprocess.intercept": "true", "search.criterion": "path"} {
		if err := experiment.Lookup(path).Set(&b, text); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]change{}
	for _, c := range differences(a, b) {
		got[c.Path] = c
	}
	for _, want := range []change{
		{"model.p", "p", "4/3", "2"},
		{"model.kernel.type", "Kernel", "linear", "polynomial"},
		{"model.kernel.degree", "Degree", "–", "2"},
		{"preprocess.intercept", "Intercept", "off", "on"},
		{"search.criterion", "Search", "off", "path"},
	} {
		if got[want.Path] != want {
			t.Errorf("%+v instead of %+v", got[want.Path], want)
		}
	}
	b.Data = experiment.Data{Source: experiment.SourceSample, Name: "wpbc"}
	if first := differences(a, b)[0]; first != (change{"data", "Data", "synthetic", "wpbc"}) {
		t.Errorf("other data are %+v", first)
	}
}

//go:build !wasm

package page

import (
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// runWith enters a value, runs, and reports a result with the given number of selected weights.
func runWith(t *testing.T, s *state, path, text string, selected int) {
	t.Helper()
	endEvent(s, s.takeEntry(path, text))
	run := endEvent(s, s.run())
	r := sampleResult()
	r.Report.Spec, r.Report.Weights.Selected = s.Spec, selected
	s.takeReport(run[0].ID, r)
	s.record()
}

func TestPinsAreCompared(t *testing.T) {
	s := openedState(t)
	first := endEvent(s, s.pinResult())
	if len(first) != 1 || first[0].Do != "compare" || s.canPin() || s.pinResult() != nil {
		t.Fatalf("pinning has the effects %v; again %v", first, s.canPin())
	}
	runWith(t, s, "model.p", "2", 66)
	endEvent(s, s.pinResult())
	lines := map[string]change{}
	for _, c := range comparisons(s.Pins[0], s.Pins[1]) {
		lines[c.Label] = c
	}
	for _, want := range []change{
		{"model.p", "p", "4/3", "2"}, {"", "R², test", "0.940", "0.940"}, {"", "Selected", "1 of 1,500", "66 of 1,500"}, {"", "Certificate", "gap 3e-13", "gap 3e-13"},
	} {
		if lines[want.Label] != want {
			t.Errorf("%+v instead of %+v", lines[want.Label], want)
		}
	}
	if _, there := lines["Accuracy, test"]; there {
		t.Error("a regression has an accuracy")
	}
	if got := fairness(s.Pins[0], s.Pins[1]); got != "Same data and split: the errors are comparable." {
		t.Error(got)
	}

	better := s.Pins[1]
	r2 := 0.9996
	better.Result.Report.Metrics = map[string]experiment.Metric{"test": {R2: &r2}}
	if c := comparisons(s.Pins[0], better); !slices.Contains(c, change{"", "R², test", "0.940", "0.9996"}) {
		t.Errorf("an R² near 1 is rounded up to it: %+v", c)
	}

	runWith(t, s, "split.seed", "9", 3)
	endEvent(s, s.pinResult())
	if len(s.Pins) != 2 || s.Pins[0].resultEntries.Model.P.String() != "4/3" || s.Pins[1].resultEntries.Split.Seed != 9 {
		t.Fatalf("after a third pin there are %d", len(s.Pins))
	}
	if got := fairness(s.Pins[0], s.Pins[1]); got != "The splits differ, so the errors are not comparable." {
		t.Error(got)
	}

	back := endEvent(s, s.usedPin(0))
	if len(back) != 1 || back[0] != (effect{Do: "show", ID: s.Pins[0].id}) || s.Spec.Model.P.String() != "4/3" {
		t.Errorf("using A has the effects %v", back)
	}
	endEvent(s, s.undo())
	if s.Spec.Split.Seed != 9 {
		t.Error("using A is not undone")
	}
	endEvent(s, s.removePin(0))
	if len(s.Pins) != 1 || s.Pins[0].resultEntries.Split.Seed != 9 {
		t.Error("B does not replace A")
	}
	if s.Status != "Removed A; B is now A" {
		t.Errorf("status %q", s.Status)
	}
}

func TestPinsSurvive(t *testing.T) {
	s := openedState(t)
	endEvent(s, s.pinResult())
	runWith(t, s, "model.p", "2", 66)
	endEvent(s, s.pinResult())
	other := newState()
	r := sampleResult()
	other.takeOpening(&r, true)
	effects := other.restoreSession(0, s.save()[0].Text)
	if len(other.Pins) != 2 || other.Pins[1].Result.Report.Weights.Selected != 66 || other.Pins[0].resultEntries.Model.P != experiment.Default().Model.P {
		t.Fatalf("restored %d pins", len(other.Pins))
	}
	for _, e := range effects {
		if e.Do == "compare" && e.Text == asJSON(t, []int{s.Pins[0].id, s.Pins[1].id}) {
			return
		}
	}
	t.Errorf("restoring has the effects %v", effects)
}

// TestRowsOfPinsAreCompared checks that the inline rows of two experiments are the same data only if
// they are equal.
func TestRowsOfPinsAreCompared(t *testing.T) {
	rows := func(x float64) pin {
		s := plainSpec()
		s.Data = experiment.Data{Source: experiment.SourceInline, Columns: []string{"x1", "y"}, Rows: [][]any{{x, 1.0}, {2.0, 3.0}}}
		return pin{answer: answer{resultEntries: s}}
	}
	if got := fairness(rows(1), rows(1)); !strings.HasPrefix(got, "Same data") {
		t.Error(got)
	}
	if got := fairness(rows(1), rows(5)); !strings.HasPrefix(got, "The data differ") {
		t.Error(got)
	}
}

// TestRefusedEntryAfterAPin checks that an entry can be refused after a pin was used.
func TestRefusedEntryAfterAPin(t *testing.T) {
	s := openedState(t)
	endEvent(s, s.pinResult())
	runWith(t, s, "model.p", "2", 66)
	endEvent(s, s.usedPin(0))
	s.enter("model.gamma", "x")
	if s.wrong("model.gamma") == "" || s.entry("model.gamma") != "x" {
		t.Errorf("wrong %v", s.Drafts)
	}
}

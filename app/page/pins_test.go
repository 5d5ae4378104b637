//go:build !wasm

package page

import (
	"strings"
	"testing"

	"lplab/core/experiment"
)

// ran enters a value, runs, and takes a result with the given number of selected weights.
func ran(t *testing.T, s *state, path, text string, selected int) {
	t.Helper()
	did(s, s.entered(path, text))
	run := did(s, s.run())
	r := sampleResult()
	r.Report.Spec, r.Report.Weights.Selected = s.Spec, selected
	s.reported(run[0].ID, r)
	s.record()
}

func TestPinsAreCompared(t *testing.T) {
	s := opened(t)
	first := did(s, s.pinned())
	if len(first) != 1 || first[0].Do != "compare" || s.pinnable() || s.pinned() != nil {
		t.Fatalf("pinning asked for %v; again %v", first, s.pinnable())
	}
	ran(t, s, "model.p", "2", 66)
	did(s, s.pinned())
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

	ran(t, s, "split.seed", "9", 3)
	did(s, s.pinned())
	if len(s.Pins) != 2 || s.Pins[0].answered.Model.P.String() != "4/3" || s.Pins[1].answered.Split.Seed != 9 {
		t.Fatalf("a third pin leaves %d", len(s.Pins))
	}
	if got := fairness(s.Pins[0], s.Pins[1]); got != "The splits differ, so the errors are not comparable." {
		t.Error(got)
	}

	back := did(s, s.usedPin(0))
	if len(back) != 1 || back[0] != (effect{Do: "show", ID: s.Pins[0].id}) || s.Spec.Model.P.String() != "4/3" {
		t.Errorf("using A asks for %v", back)
	}
	did(s, s.undo())
	if s.Spec.Split.Seed != 9 {
		t.Error("using A is not undone")
	}
	did(s, s.unpinned(0))
	if len(s.Pins) != 1 || s.Pins[0].answered.Split.Seed != 9 {
		t.Error("B does not take A's place")
	}
}

func TestPinsSurvive(t *testing.T) {
	s := opened(t)
	did(s, s.pinned())
	ran(t, s, "model.p", "2", 66)
	did(s, s.pinned())
	other := newState()
	r := sampleResult()
	other.opened(&r, true)
	effects := other.restored(0, s.save()[0].Text)
	if len(other.Pins) != 2 || other.Pins[1].Result.Report.Weights.Selected != 66 || other.Pins[0].answered.Model.P != experiment.Default().Model.P {
		t.Fatalf("restored %d pins", len(other.Pins))
	}
	for _, e := range effects {
		if e.Do == "compare" && e.Text == asJSON(t, []int{s.Pins[0].id, s.Pins[1].id}) {
			return
		}
	}
	t.Errorf("restoring asks for %v", effects)
}

// Rows within two experiments are the same data only if they are equal.
func TestRowsOfPinsAreCompared(t *testing.T) {
	rows := func(x float64) pin {
		s := plain()
		s.Data = experiment.Data{Source: experiment.SourceInline, Columns: []string{"x1", "y"}, Rows: [][]any{{x, 1.0}, {2.0, 3.0}}}
		return pin{answer: answer{answered: s}}
	}
	if got := fairness(rows(1), rows(1)); !strings.HasPrefix(got, "Same data") {
		t.Error(got)
	}
	if got := fairness(rows(1), rows(5)); !strings.HasPrefix(got, "The data differ") {
		t.Error(got)
	}
}

// An entry may be refused after the entries of a pin were taken.
func TestRefusedEntryAfterAPin(t *testing.T) {
	s := opened(t)
	did(s, s.pinned())
	ran(t, s, "model.p", "2", 66)
	did(s, s.usedPin(0))
	s.enter("model.gamma", "x")
	if s.wrong("model.gamma") == "" || s.entry("model.gamma") != "x" {
		t.Errorf("wrong %v", s.Wrong)
	}
}

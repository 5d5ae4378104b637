package page

import (
	"encoding/json"
	"math"
	"testing"

	"lplab/core/experiment"
)

func TestSliderLiesAroundTheScale(t *testing.T) {
	s := openedState(t)
	if got := s.Slider.position(10); got != 50 {
		t.Errorf("the result's gamma is at %d", got)
	}
	for _, c := range []struct {
		gamma float64
		at    int
	}{{0.01, 0}, {0.1, 17}, {100, 67}, {1e4, 100}, {1e9, 100}} {
		if got := s.Slider.position(c.gamma); got != c.at {
			t.Errorf("gamma = %g is at %d, want %d", c.gamma, got, c.at)
		}
	}

	// A gamma outside the range extends the range at that end only.
	s.takeEntry("model.gamma", "1e6")
	if from, to := s.Slider.From, s.Slider.To; s.Slider.position(1e6) != 100 || math.Abs(from+2) > 1e-12 || to != 6 {
		t.Errorf("from %g to %g", from, to)
	}

	// With auto, gamma is the scale of the problem; another problem has another scale.
	again := sampleResult()
	again.Report.Gamma, again.Report.Spec.Model.Gamma = 0.3, experiment.Gamma{Auto: true}
	s.takeEntry("model.gamma", "auto")
	effects := s.run()
	s.takeReport(effects[0].ID, again)
	if got := s.Slider.position(0.3); got != 50 {
		t.Errorf("the scale is at %d", got)
	}
	s.takeEntry("model.gamma", "3")
	fixed := sampleResult()
	fixed.Report.Gamma, fixed.Report.Spec.Model.Gamma = 3, experiment.Gamma{Value: 3}
	s.takeReport(s.run()[0].ID, fixed)
	if got := s.Slider.position(0.3); got != 50 {
		t.Errorf("after another gamma of the same problem the scale is at %d", got)
	}
	other := sampleResult()
	other.Report.Gamma, other.Report.Spec.Model.P = 7, experiment.P{Num: 6, Den: 5}
	s.takeReport(s.run()[0].ID, other)
	if got := s.Slider.position(7); got != 50 {
		t.Errorf("another problem's gamma is at %d", got)
	}
}

func TestResultFollowsTheSliderAndIsRunAtRest(t *testing.T) {
	s := openedState(t)
	follow := s.slide(move{Value: 20})
	if len(follow) != 1 || follow[0].Do != "follow" || !s.Sliding || s.Phase != ready {
		t.Fatalf("a move has the effects %+v, phase %q", follow, s.Phase)
	}
	step := sampleResult()
	step.Report.Spec.Model.Gamma, step.Report.Gamma, step.Report.Weights.Selected = experiment.Gamma{Value: 20}, 20, 3
	s.takeFollowed(step)
	if s.Result.Report.Weights.Selected != 3 || s.entry("model.gamma") != "20" || s.Spec.Model.Gamma.Value != 10 {
		t.Errorf("the result has %d weights, the entry is %q", s.Result.Report.Weights.Selected, s.entry("model.gamma"))
	}

	run := s.takeSlide("25.1")
	var spec experiment.Spec
	if len(run) != 1 || run[0].Do != "run" || s.Sliding || s.Phase != running || !s.InPlace {
		t.Fatalf("the end of the move has the effects %+v, phase %q", run, s.Phase)
	}
	if err := json.Unmarshal([]byte(run[0].Text), &spec); err != nil || spec.Model.Gamma.Value != 25.1 {
		t.Errorf("ran %s (%v)", run[0].Text, err)
	}
	late := sampleResult()
	late.Report.Weights.Selected = 99
	s.takeFollowed(late) // a step after the end of the move
	if s.Result.Report.Weights.Selected == 99 {
		t.Error("a late step replaced the result")
	}
}

// TestResultFollowsTheSliderOfP checks the slider of p with a given strength and with one that a
// search chose.
func TestResultFollowsTheSliderOfP(t *testing.T) {
	for _, s := range []*state{openedState(t), searchedState(t)} {
		gamma, searched := s.Result.Report.Gamma, s.chooses()
		follow := s.slide(move{P: "1.3"})
		var asked following
		if len(follow) != 1 || follow[0].Do != "follow" || !s.Sliding {
			t.Fatalf("a move has the effects %+v", follow)
		}
		if err := json.Unmarshal([]byte(follow[0].Text), &asked); err != nil || asked.Parameter != "p" || asked.Spec.Model.Gamma.Value != gamma {
			t.Errorf("followed %s, gamma %v", follow[0].Text, gamma)
		}
		s.showMove(move{P: "6/5"})
		step := sampleResult()
		step.Report.Spec.Model.P, step.Report.Weights.Selected = experiment.P{Num: 6, Den: 5}, 3
		s.takeFollowed(step)
		if s.Result.Report.Weights.Selected != 3 || s.entry("model.p") != "6/5" || s.Spec.Model.P.String() != "4/3" {
			t.Errorf("p = %s, the entry is %q", s.Spec.Model.P, s.entry("model.p"))
		}
		s.Result.Report.Gamma = gamma
		run := s.takeSlide("6/5")
		var spec experiment.Spec
		if len(run) != 1 || run[0].Do != "run" || s.Sliding || !s.InPlace {
			t.Fatalf("the end of the move has the effects %+v", run)
		}
		if err := json.Unmarshal([]byte(run[0].Text), &spec); err != nil || spec.Model.P.String() != "6/5" || spec.Model.Gamma.Value != gamma || spec.Search.Criterion != "" {
			t.Errorf("ran %s", run[0].Text)
		}
		if s.chooses() != searched {
			t.Error("a move of p changes whether the search chooses")
		}
	}
}

// TestRestDuringARun checks that the end of a move during a run starts a run after it.
func TestRestDuringARun(t *testing.T) {
	s := openedState(t)
	s.slide(move{P: "5/4"})
	if run := s.takeSlide("5/4"); len(run) != 1 || run[0].Do != "run" {
		t.Fatalf("the end of the first move has the effects %+v", run)
	}
	s.slide(move{P: "6/5"})
	if wait := s.takeSlide("6/5"); len(wait) != 1 || wait[0].Do != "slidAgain" || s.entry("model.p") != "6/5" {
		t.Fatalf("the end of a move during the run has the effects %+v", wait)
	}
	s.takeReport(s.runID, sampleResult())
	if run := s.takeSlide("6/5"); len(run) != 1 || run[0].Do != "run" || s.Spec.Model.P.String() != "6/5" {
		t.Errorf("after the run the effects are %+v", run)
	}
}

func TestSliderIsFollowedOnlyWhereGammaAloneDiffers(t *testing.T) {
	for name, change := range map[string]func(*state){
		"another p":         func(s *state) { s.takeEntry("model.p", "6/5") },
		"a refused entry":   func(s *state) { s.takeEntry("model.p", "3") },
		"a current run":     func(s *state) { s.run() },
		"a file being read": func(s *state) { s.takeFile(file{Name: "own.csv"}) },
	} {
		s := openedState(t)
		change(s)
		if effects := s.slide(move{Value: 2}); effects != nil || s.Sliding {
			t.Errorf("%s: a move has the effects %+v", name, effects)
		}
	}
	s := openedState(t)
	s.takeEntry("model.gamma", "many") // the slider replaces it
	if effects := s.slide(move{Value: 2}); len(effects) != 1 {
		t.Errorf("with an invalid gamma a move has the effects %+v", effects)
	}
	if s.takeSlide("2"); len(s.Drafts) != 0 {
		t.Errorf("still invalid: %v", s.Drafts)
	}
}

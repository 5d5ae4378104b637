package page

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// searchedState returns a state after a cross-validation over three gammas. The rule of
// one standard error chose the first; the minimum is at the second.
func searchedState(t *testing.T) *state {
	t.Helper()
	s := openedState(t)
	s.takeEntry("search.criterion", experiment.SearchCrossValidation)
	s.takeEntry("search.gamma", "0.1, 1.23456789012, 10")
	s.takeEntry("search.rule", experiment.RuleOneError)
	run := s.run()
	if len(run) != 1 || specOf(t, run[0]).Search.Criterion != experiment.SearchCrossValidation {
		t.Fatalf("Run has the effects %+v", run)
	}
	s.takeReport(run[0].ID, searchReport(s.Spec))
	return s
}

// searchReport returns a result of a search over three gammas, on all rows or on two sizes
// of subsamples.
func searchReport(spec experiment.Spec) result {
	r := sampleResult()
	r.Report.Spec = spec
	f := &experiment.Searched{
		Criterion: spec.Search.Criterion, Metric: spec.Search.Metric, Subsample: spec.Search.Subsample,
		Scale: 1, Strength: experiment.Named("gamma", []float64{0.1, 1.23456789012, 10}),
	}
	r.Report.Search, r.Report.Gamma = f, 10
	if f.Criterion == experiment.SearchPath {
		return r
	}
	for range max(1, len(f.Subsample)) {
		f.Scores = append(f.Scores, []experiment.Score{{Mean: 0.5, Error: 0.04}, {Mean: 0.48, Error: 0.03}, {Mean: 0.9, Error: 0.05}})
	}
	last := len(f.Scores) - 1
	f.Minimum, f.OneError = &experiment.Place{Subsample: last, Gamma: 1}, &experiment.Place{Subsample: last, Gamma: 0}
	chosen := f.Minimum
	if spec.Search.Rule == experiment.RuleOneError {
		chosen = f.OneError
	}
	r.Report.Gamma = f.Gamma[chosen.Gamma]
	r.Report.Chosen = &experiment.Chosen{Strength: experiment.Named("gamma", r.Report.Gamma)}
	if len(f.Subsample) > 0 {
		r.Report.Chosen.Subsample = f.Subsample[chosen.Subsample]
	}
	return r
}

// modelReport returns a result of a run of one model.
func modelReport(t *testing.T, e effect) result {
	r := sampleResult()
	r.Report.Spec = specOf(t, e)
	r.Report.Gamma = r.Report.Spec.Model.Gamma.Value
	return r
}

func specOf(t *testing.T, e effect) experiment.Spec {
	t.Helper()
	spec, err := experiment.Decode([]byte(e.Text))
	if e.Do != "run" && e.Do != "trial" || err != nil {
		t.Fatalf("%s: %s (%v)", e.Do, e.Text, err)
	}
	return spec
}

func TestChosenGammaIsEntered(t *testing.T) {
	s := searchedState(t)
	if s.Spec.Model.Gamma.Value != 0.1 || s.isStale() || !s.holds() {
		t.Errorf("gamma %v, stale %v, holds %v", s.Spec.Model.Gamma, s.isStale(), s.holds())
	}
	if got, want := s.choiceWords(), "Gamma 0.1: mean squared error 0.5 ± 0.04, the smallest gamma within one standard error of the best."; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	// Another run of the same entries searches again.
	if again := s.run(); specOf(t, again[0]).Search.Criterion == "" {
		t.Error("Run has no search")
	}
	// An entry during the search stays.
	s = searchedState(t)
	run := s.run()
	s.takeEntry("model.gamma", "7")
	s.takeReport(run[0].ID, searchReport(s.runEntries))
	if s.Spec.Model.Gamma.Value != 7 || !s.isStale() {
		t.Errorf("gamma %v, stale %v", s.Spec.Model.Gamma, s.isStale())
	}
}

func TestButtonsOfTheRules(t *testing.T) {
	s := searchedState(t)
	run := s.runChosen(experiment.RuleMinimum)
	spec := specOf(t, run[0])
	if spec.Search.Criterion != "" || spec.Model.Gamma.Value != 1.23456789012 || !s.InPlace {
		t.Errorf("the spec is %s", run[0].Text)
	}
	if s.Spec.Search.Rule != experiment.RuleMinimum || s.entry("model.gamma") != "1.235" {
		t.Errorf("rule %q, gamma is shown as %q", s.Spec.Search.Rule, s.entry("model.gamma"))
	}
	s.takeEntry("model.gamma", "1.235") // the shown digits stand for the exact value
	s.takeReport(run[0].ID, modelReport(t, run[0]))
	if s.isStale() || !s.holds() || s.Spec.Model.Gamma.Value != 1.23456789012 {
		t.Errorf("stale %v, holds %v, gamma %v", s.isStale(), s.holds(), s.Spec.Model.Gamma)
	}
	if got, want := s.choiceWords(), "Gamma 1.235: mean squared error 0.48 ± 0.03, the best."; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	s.Search.Metric = experiment.MetricAccuracy
	if got, want := s.choiceWords(), "Gamma 1.235: accuracy 48.0\u00a0% ± 3\u00a0%, the best."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Search.Metric = experiment.MetricMSE
	// The control of the rule sets the same gamma, but starts no run.
	s.takeEntry("search.rule", experiment.RuleOneError)
	if s.Spec.Model.Gamma.Value != 0.1 || !s.isStale() || s.busy() {
		t.Errorf("gamma %v, stale %v, busy %v", s.Spec.Model.Gamma, s.isStale(), s.busy())
	}
	if one := s.run(); specOf(t, one[0]).Search.Criterion != "" {
		t.Error("only gamma changed, but the search is run again")
	}
	if s.runChosen(experiment.RuleMinimum) != nil {
		t.Error("a run was started during another")
	}
}

// TestGammaAfterASearchIsGiven checks that a gamma entered after a search sets the rule to given,
// because the rule would choose another value.
func TestGammaAfterASearchIsGiven(t *testing.T) {
	s := searchedState(t)
	s.takeEntry("model.gamma", "5")
	if s.Spec.Search.Rule != experiment.RuleGiven || !s.holds() {
		t.Errorf("rule %q, holds %v", s.Spec.Search.Rule, s.holds())
	}
	s.takeEntry("model.gamma", experiment.Auto)
	if s.Spec.Search.Rule != experiment.RuleOneError || !s.chooses() {
		t.Errorf("rule %q with auto, chooses %v", s.Spec.Search.Rule, s.chooses())
	}
	s.runPlace(*s.Search.OneError)
	if s.Spec.Search.Rule != experiment.RuleOneError {
		t.Errorf("rule %q at the place that it chooses", s.Spec.Search.Rule)
	}
	unsearched := openedState(t)
	unsearched.takeEntry("search.criterion", experiment.SearchCrossValidation)
	unsearched.takeEntry("model.gamma", "5")
	if unsearched.Spec.Search.Rule != experiment.RuleMinimum {
		t.Errorf("before any search the rule became %q", unsearched.Spec.Search.Rule)
	}
}

func TestSearchHoldsWhileOnlyTheModelChanges(t *testing.T) {
	for path, c := range map[string]struct {
		value string
		holds bool
	}{
		"model.gamma":         {"3", true},
		"search.rule":         {experiment.RuleMinimum, true},
		"selection.resamples": {"20", true},
		"model.p":             {"6/5", false},
		"search.folds":        {"3", false},
		"search.metric":       {experiment.MetricMAE, false},
		"split.seed":          {"2", false},
	} {
		s := searchedState(t)
		s.takeEntry(path, c.value)
		if s.holds() != c.holds || !s.isStale() {
			t.Errorf("%s: holds %v, stale %v", path, s.holds(), s.isStale())
		}
		if run := s.run(); (specOf(t, run[0]).Search.Criterion == "") != c.holds {
			t.Errorf("%s: Run has the spec %s", path, run[0].Text)
		}
	}
	// With auto, the search chooses gamma.
	s := searchedState(t)
	s.takeEntry("model.gamma", experiment.Auto)
	if run := s.run(); specOf(t, run[0]).Search.Criterion == "" {
		t.Error("Run has no search")
	}
	// A run without a search removes the results of the last search.
	s = searchedState(t)
	s.takeEntry("search.criterion", "")
	run := s.run()
	s.takeReport(run[0].ID, modelReport(t, run[0]))
	if s.Search != nil || s.isStale() {
		t.Errorf("search %v, stale %v", s.Search, s.isStale())
	}
}

func TestSliderMovesAmongTheModelsOfASearch(t *testing.T) {
	s := searchedState(t)
	if got := s.Slider.position(1); got != 50 {
		t.Errorf("the scale of the search is at %d", got)
	}
	s.takeEntry("selection.resamples", "20")
	follow := s.slide(move{Value: 5})
	var asked following
	if len(follow) != 1 || json.Unmarshal([]byte(follow[0].Text), &asked) != nil || asked.Spec.Search.Criterion != "" || asked.Spec.Selection.Resamples != 0 {
		t.Fatalf("a move has the effects %+v", follow)
	}
	text, err := json.Marshal(asked.Spec)
	if err != nil {
		t.Fatal(err)
	}
	step := modelReport(t, effect{Do: "run", Text: string(text)})
	step.Report.Gamma = 10
	s.takeFollowed(step)
	if got := s.choiceWords(); got != "Gamma 5 is not one of the scored values." {
		t.Errorf("during the move the text is %q", got)
	}
	s.showMove(move{Value: 10, Cursor: "gamma"})
	if got := s.choiceWords(); got != "Gamma 10: mean squared error 0.9 ± 0.05." {
		t.Errorf("after a further move the text is %q", got)
	}
	run := s.takeSlide("5")
	if spec := specOf(t, run[0]); spec.Search.Criterion != "" || spec.Model.Gamma.Value != 5 || spec.Selection.Resamples != 20 {
		t.Errorf("the end of the move ran %s", run[0].Text)
	}
	s.takeReport(run[0].ID, modelReport(t, run[0]))
	if s.isStale() || !s.holds() || s.Spec.Search.Criterion == "" || s.choiceWords() != "Gamma 5 is not one of the scored values." {
		t.Errorf("stale %v, holds %v, %q", s.isStale(), s.holds(), s.choiceWords())
	}
	// The slider does not run a search that has not run yet, and the search stays in the entries.
	s.takeEntry("search.folds", "3")
	run = s.takeSlide("6")
	s.takeReport(run[0].ID, modelReport(t, run[0]))
	if specOf(t, run[0]).Search.Criterion != "" || s.Search == nil || s.holds() || !s.isStale() {
		t.Errorf("ran %s; search %v, holds %v, stale %v", run[0].Text, s.Search, s.holds(), s.isStale())
	}
}

func TestSubsamplesOfASearch(t *testing.T) {
	s := openedState(t)
	for _, e := range [][2]string{{"split.train", "0.5"}, {"split.validation", "0.25"}, {"split.test", "0.25"}, {"search.criterion", "validation"},
		{"search.gamma", "0.1, 1.23456789012, 10"}, {"search.subsample", "20 40"}, {"search.seed", "9"}} {
		s.takeEntry(e[0], e[1])
	}
	run := s.run()
	s.takeReport(run[0].ID, searchReport(s.Spec))
	if s.Size != 40 || s.choiceWords() != "Gamma 1.235 on 40 rows: mean squared error 0.48 ± 0.03, the best." {
		t.Errorf("%d rows: %q", s.Size, s.choiceWords())
	}
	run = s.runPlace(experiment.Place{Subsample: 0, Gamma: 2})
	if m := specOf(t, run[0]).Model; m.Subsample != 20 || m.SubsampleSeed != 9 || m.Gamma.Value != 10 {
		t.Errorf("a cell runs %s", run[0].Text)
	}
	s.takeReport(run[0].ID, modelReport(t, run[0]))
	if at, ok := s.here(); !ok || at != (experiment.Place{Subsample: 0, Gamma: 2}) || s.isStale() {
		t.Errorf("at %v, stale %v", at, s.isStale())
	}
	// The document gives the same model again.
	if m := s.Spec.Model; s.Spec.Search.Rule != experiment.RuleGiven || m.Subsample != 20 || m.SubsampleSeed != 9 || m.Gamma.Value != 10 {
		t.Errorf("entered %+v by rule %q", m, s.Spec.Search.Rule)
	}
	if _, err := experiment.Validate(s.Spec); err != nil {
		t.Error(err)
	}
	if follow := s.slide(move{Value: 5}); len(follow) != 1 || !strings.Contains(follow[0].Text, `"subsample":20`) {
		t.Errorf("the slider follows %+v", follow)
	}
	s.Sliding = false
	s.runChosen(experiment.RuleMinimum)
	if m := s.Spec.Model; s.Spec.Search.Rule != experiment.RuleMinimum || m.Subsample != 0 {
		t.Errorf("the rule left %d rows, rule %q", m.Subsample, s.Spec.Search.Rule)
	}
	s.takeCancellation(s.runID)
	for _, at := range []experiment.Place{{Subsample: 2}, {Gamma: 3}, {Gamma: -1}} {
		if s.runPlace(at) != nil {
			t.Errorf("%v was accepted", at)
		}
	}
}

// TestFormsOfASearch checks that a cell of another p is another model of the same search, with its
// own gammas and scores.
func TestFormsOfASearch(t *testing.T) {
	s := openedState(t)
	s.takeEntry("search.criterion", experiment.SearchCrossValidation)
	s.takeEntry("search.p", "4/3, 2")
	run := s.run()
	r := searchReport(s.Spec)
	f := r.Report.Search
	for i, p := range s.Spec.Search.P {
		grid := []float64{1, 2 + float64(i), 5}
		f.Forms = append(f.Forms, experiment.Form{P: p, Degree: s.Spec.Model.Kernel.Degree, Strength: experiment.Named("gamma", grid),
			Scores: []experiment.Score{{Mean: 0.7}, {Mean: 0.6 - 0.1*float64(i)}, {Mean: 0.8}}, Minimum: 1})
	}
	f.Strength, f.Scores = f.Forms[1].Strength, [][]experiment.Score{f.Forms[1].Scores}
	f.Minimum, f.OneError = &experiment.Place{Gamma: 1, Form: 1}, &experiment.Place{Gamma: 0, Form: 1}
	r.Report.Gamma, r.Report.Chosen = 3, &experiment.Chosen{Strength: experiment.Named("gamma", 3.0), P: &s.Spec.Search.P[1]}
	r.Report.Spec.Model.P = s.Spec.Search.P[1]
	s.takeReport(run[0].ID, r)
	if at, ok := s.here(); !ok || at != *f.Minimum || !s.holds() {
		t.Fatalf("the best is at %+v, %v", at, ok)
	}
	place := experiment.Place{Form: 0, Gamma: 1}
	one := specOf(t, s.runPlace(place)[0])
	if one.Model.P != s.Spec.Search.P[0] || one.Model.Gamma.Value != 2 || one.Search.Criterion != "" || !s.holds() {
		t.Errorf("p %v, gamma %v", one.Model.P, one.Model.Gamma)
	}
	if err := func() error { _, err := experiment.Validate(s.Spec); return err }(); err != nil {
		t.Errorf("the entries are refused: %v", err)
	}
	if score := s.Search.scoreAt(place); score.Mean != 0.6 {
		t.Errorf("%+v", score)
	}
	for _, none := range []experiment.Place{{Form: 2}, {Form: -1}, {Form: 1, Gamma: 3}} {
		if s.Search.has(none) {
			t.Errorf("there is a model at %+v", none)
		}
	}
}

func TestMetricSuitsTheTask(t *testing.T) {
	s := searchedState(t)
	s.takeEntry("task", experiment.Classification)
	if got := s.Spec.Search.Metric; got != experiment.MetricAccuracy {
		t.Errorf("the metric is %q", got)
	}
	s.takeEntry("search.metric", experiment.MetricAUC)
	s.setTask(experiment.Classification)
	if got := s.Spec.Search.Metric; got != experiment.MetricAUC {
		t.Errorf("the metric became %q", got)
	}
	s.takeEntry("task", experiment.Regression)
	if got := s.Spec.Search.Metric; got != experiment.MetricMSE {
		t.Errorf("the metric is %q", got)
	}
}

func TestWordsOfSearchAndSelection(t *testing.T) {
	for want, entries := range map[string][][2]string{
		"Search: off":                nil,
		"Search: path over 2 gammas": {{"search.criterion", "path"}, {"search.gamma", "1 2"}},
		"Search: 5-fold cross-validation over 20 gammas":                                   {{"search.criterion", "cross-validation"}, {"search.count", "20"}},
		"Search: validation over 50 gammas and 1 subsample":                                {{"search.criterion", "validation"}, {"search.subsample", "30"}},
		"Search: 5-fold cross-validation over 20 gammas for each of 2 p: at most 264 fits": {{"search.criterion", "cross-validation"}, {"search.count", "20"}, {"search.refine", "1"}, {"search.p", "4/3, 2"}},
		"Selection: fixed count":                                                           {{"selection.rule", "count"}},
		"Selection: not zero, 50 resamples":                                                {{"selection.resamples", "50"}},
	} {
		s := newState()
		for _, e := range entries {
			s.takeEntry(e[0], e[1])
		}
		if a, b := searchWords(s.Spec), selectionWords(s.Spec); a != want && b != want {
			t.Errorf("%q and %q, want %q", a, b, want)
		}
	}
	spec := experiment.Default()
	for rule, want := range map[string]string{
		experiment.SelectDeviation: "A weight is selected if its size exceeds twice the standard deviation of all weights. The threshold is 0.25.",
		experiment.SelectNonzero:   "All weights that are not exactly zero are selected.",
	} {
		if err := experiment.Lookup("selection.rule").Set(&spec, rule); err != nil {
			t.Fatal(err)
		}
		if got := thresholdWords(experiment.Report{Spec: spec, ClassPart: experiment.ClassPart{Weights: experiment.Weights{Threshold: 0.25}}}); got != want {
			t.Errorf("%s: %q", rule, got)
		}
	}
}

// TestEnteredValueEndsItsComparison checks that a search does not replace an entered r by one of the values that it
// compared, and that the controls list these values.
func TestEnteredValueEndsItsComparison(t *testing.T) {
	s := openedState(t)
	s.takeEntry("search.criterion", experiment.SearchCrossValidation)
	s.takeEntry("model.r", "1")
	s.takeEntry("search.r", "2/3, 1")
	s.takeEntry("search.p", "4/3, 3/2")
	if html := app.HTMLString((&Page{s: *s}).control("model.r")); !strings.Contains(html, "The search compares 2/3, 1.") {
		t.Error(html)
	}
	s.takeEntry("model.r", "1/2")
	if run := specOf(t, s.run()[0]); run.Search.R != nil || run.Model.R.String() != "1/2" || len(run.Search.P) != 2 {
		t.Errorf("model %+v, search %+v", run.Model, run.Search)
	}
}

// TestSimplerModel checks which loss in score fewer weights may have.
func TestSimplerModel(t *testing.T) {
	s := searchedState(t)
	steps := 2
	s.Search.choice = &experiment.Chosen{Steps: &steps}
	f := s.Result.Report.Search
	f.Metric = experiment.MetricAccuracy
	for _, c := range []struct {
		best, simpler float64
		want          bool
	}{{0.6, 0.592, true}, {0.6, 0.588, false}, {0.98, 0.979, true}, {0.98, 0.975, false}} {
		f.Scores[0][f.Minimum.Gamma].Mean, f.Scores[0][f.OneError.Gamma].Mean = c.best, c.simpler
		if got := s.simplifies(); got != c.want {
			t.Errorf("%v for %v: %t", c.simpler, c.best, got)
		}
	}
}

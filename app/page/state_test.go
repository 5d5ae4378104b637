package page

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// openedState returns a state after the opening result has been recomputed.
func openedState(t *testing.T) *state {
	t.Helper()
	s := newState()
	r := sampleResult()
	effects := s.takeOpening(&r, false)
	if len(effects) != 2 || effects[0].Do != "inspect" || effects[1].Do != "run" {
		t.Fatalf("the opening has the effects %+v", effects)
	}
	s.takeInspection(effects[0].ID, inspection{Rows: 125, Total: 2, Columns: []column{numeric("x1"), numeric("y")}})
	s.takeReport(effects[1].ID, sampleResult())
	if s.Phase != ready {
		t.Fatalf("phase %q after opening", s.Phase)
	}
	return &s
}

func numeric(name string) column { return column{Name: name, Type: "number", Usable: true} }

// plainSpec returns the experiment of the first figure: 1,500 columns, a linear model, no reweighting.
func plainSpec() experiment.Spec {
	s, err := experiment.Decode([]byte(`{"title": "Six relevant features out of 1500", "data": {"source": "synthetic"}, "split": {"train": 0.68, "validation": 0, "test": 0.32},
		"preprocess": {"standardize": false, "intercept": false}, "model": {"gamma": 10}}`))
	if err != nil {
		panic(err)
	}
	return s
}

// sampleResult returns a converged result of that experiment.
func sampleResult() result {
	r := result{Features: 1500, Listed: 2, Wall: 0.1}
	r.Rows.Train, r.Rows.Test = 85, 40
	r2 := 0.94
	r.Report = experiment.Report{
		Spec: plainSpec(), Status: experiment.Converged, Strength: experiment.Named("gamma", float64(10)),
		Solver:  experiment.SolverReport{Method: "newton", Strategy: "features", Iterations: 8, Seconds: experiment.Seconds{Build: 0.01, Solve: 0.03}},
		Metrics: map[string]experiment.Metric{"test": {R2: &r2}},
	}
	r.Report.Objective = experiment.Objective{Dual: -2.5962, Primal: 2.5962, Gap: 3e-13, RelativeGap: 3e-13}
	r.Report.Weights = experiment.Weights{
		Count: 1500, MaxDegree: 1, Threshold: 0.1, Selected: 1, ListedShare: 0.997,
		Top:   []experiment.Weight{{Index: 6, Label: "x7", Value: -0.83, Coefficient: -0.83, Relevant: true}, {Index: 1, Label: "x2", Value: 0.01}},
		Truth: []experiment.Weight{{Index: 6, Label: "x7", Value: -0.85}}, Recovery: &experiment.Recovery{Found: 1, Precision: 1, Recall: 1},
	}
	return r
}

func TestAReportWithoutItsExperimentIsOfTheOneAsked(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.gamma", "3")
	run := s.run()
	r := sampleResult()
	r.Report.Spec = experiment.Spec{}
	s.takeReport(run[0].ID, r)
	if s.Result.Report.Spec.Model.Gamma.Value != 3 || !reflect.DeepEqual(s.Result.Report.Spec, s.runEntries) {
		t.Errorf("the result is of %+v", s.Result.Report.Spec)
	}
}

func TestAllListedWeightsAreTaken(t *testing.T) {
	s := openedState(t)
	before := s.Result
	s.takeList([]experiment.Weight{{Label: "x1"}, {Label: "x2"}, {Label: "x3"}})
	if len(s.Result.Report.Weights.Top) != 3 || len(before.Report.Weights.Top) != 2 {
		t.Errorf("%d weights now, %d before", len(s.Result.Report.Weights.Top), len(before.Report.Weights.Top))
	}
}

func TestOpeningIsRecomputedAndCompared(t *testing.T) {
	s := openedState(t)
	if !strings.Contains(s.Note, "recomputed here in 0.10 s, the same") {
		t.Errorf("note %q", s.Note)
	}
	if s.Status != "Converged in 8 iterations, relative gap 3e-13, 0.10 s" {
		t.Errorf("status %q", s.Status)
	}

	other := newState()
	r := sampleResult()
	effects := other.takeOpening(&r, false)
	differing := sampleResult()
	differing.Report.Objective.Dual *= 1 + 1e-6
	other.takeReport(effects[1].ID, differing)
	if !strings.Contains(other.Note, "differs") {
		t.Errorf("the note on a result that differs is %q", other.Note)
	}
}

// TestOpeningIsRecomputedToTheSameResult checks that only the certificate and the times of the opening
// result are replaced by those of the new run.
func TestOpeningIsRecomputedToTheSameResult(t *testing.T) {
	s := newState()
	before := sampleResult()
	effects := s.takeOpening(&before, false)
	news := rerun{Objective: before.Report.Objective, Solver: before.Report.Solver, Wall: 0.2}
	news.Objective.Gap, news.Solver.Seconds.Solve = 2e-13, 0.06
	s.takeRerun(effects[1].ID+1, news)
	if s.Phase != loading {
		t.Fatal("the report of another run is taken")
	}
	s.takeRerun(effects[1].ID, news)
	if s.Phase != ready || !strings.Contains(s.Note, "recomputed here in 0.20 s, the same") {
		t.Errorf("phase %q, note %q", s.Phase, s.Note)
	}
	if r := s.Result; r.Wall != 0.2 || r.Report.Objective.Gap != 2e-13 || len(r.Report.Weights.Top) != 2 || before.Report.Objective.Gap != 3e-13 {
		t.Errorf("the result is %+v, the opening one %+v", r, before)
	}
}

func TestRefusedEntryStaysAndIsExplained(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.gamma", "many")
	if got := s.entry("model.gamma"); got != "many" {
		t.Errorf("the entry became %q", got)
	}
	if !strings.HasPrefix(s.wrong("model.gamma"), "Gamma is ") {
		t.Errorf("the explanation is %q", s.wrong("model.gamma"))
	}
	if effects := s.run(); effects != nil || s.Phase != failed || s.Status != s.wrong("model.gamma") {
		t.Errorf("running has the effects %v, phase %q, status %q", effects, s.Phase, s.Status)
	}
	s.takeEntry("model.gamma", "0,5")
	if len(s.Drafts) != 0 || s.entry("model.gamma") != "0.5" {
		t.Errorf("after the correction: %v, entry %q", s.Drafts, s.entry("model.gamma"))
	}
	if effects := s.run(); len(effects) != 1 || s.Phase != running {
		t.Errorf("running has the effects %v, phase %q", effects, s.Phase)
	}
}

// TestRefusedEntryOfP checks that no choice of p is pressed while its entry is refused.
func TestRefusedEntryOfP(t *testing.T) {
	s := openedState(t)
	for text, want := range map[string]string{"4/3": "", "abc": `p is "abc": `, "": "p is empty: "} {
		s.takeEntry("model.p", text)
		if wrong := s.wrong("model.p"); (wrong == "") != (want == "") || !strings.HasPrefix(wrong, want) {
			t.Errorf("the explanation is %q", wrong)
		}
		if html := app.HTMLString((&Page{s: *s}).exponentControl()); strings.Contains(html, "pick picked") != (want == "") {
			t.Errorf("%q: %s", text, html)
		}
	}
}

func TestRefusedEntryLeavesWithItsField(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.kernel.type", "polynomial")
	s.takeEntry("model.kernel.degree", "two")
	s.takeEntry("model.kernel.type", "linear")
	if len(s.Drafts) != 0 {
		t.Errorf("still invalid: %v", s.Drafts)
	}
}

func TestGammaOnAutoStandsForTheLastOne(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.gamma", "auto")
	if got := s.strength(); got != 10 {
		t.Errorf("auto stands for %g, want 10", got)
	}
	s.takeEntry("model.gamma", plainNumber(s.strength()*0.1))
	if got := s.entry("model.gamma"); got != "1" {
		t.Errorf("a tenth of gamma is %q", got)
	}
}

func TestRunReportsOnlyItsOwnRun(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.p", "6/5")
	if !s.isStale() {
		t.Error("the result of another p is not stale")
	}
	run := s.run()
	var spec experiment.Spec
	if err := json.Unmarshal([]byte(run[0].Text), &spec); err != nil || spec.Model.P.String() != "6/5" {
		t.Fatalf("ran %s (%v)", run[0].Text, err)
	}
	s.takeProgress(run[0].ID, experiment.Progress{Phase: "solve", Iteration: 3, Gap: 1e-4})
	if s.Status != "Solving" || ProgressWords(s.Progress, s.Left) != "iteration 3, gap 1e-4" {
		t.Errorf("status %q, detail %q", s.Status, ProgressWords(s.Progress, s.Left))
	}
	s.takeReport(run[0].ID-1, sampleResult())
	s.failRun(run[0].ID-1, "an older run failed")
	if s.Phase != running {
		t.Errorf("the end of an older run changed the phase to %q", s.Phase)
	}
	done := sampleResult()
	done.Report.Spec = spec
	s.takeReport(run[0].ID, done)
	if s.Phase != ready || s.isStale() {
		t.Errorf("phase %q, stale %v", s.Phase, s.isStale())
	}
}

func TestCancelKeepsResultAndEntries(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.p", "2")
	run := s.run()
	if cancel := s.cancel(); len(cancel) != 1 || cancel[0].Do != "cancel" {
		t.Fatalf("cancelling has the effects %v", cancel)
	}
	s.takeCancellation(run[0].ID)
	if s.Phase != ready || s.Status != "Cancelled" || s.Result == nil || s.entry("model.p") != "2" {
		t.Errorf("phase %q, status %q, p %q", s.Phase, s.Status, s.entry("model.p"))
	}
	s.takeReport(run[0].ID, sampleResult())
	if s.Status != "Cancelled" {
		t.Errorf("a late report changed the status to %q", s.Status)
	}
}

func TestFailureKeepsResultAndEntries(t *testing.T) {
	s := openedState(t)
	s.takeEntry("data.n", "60")
	run := s.run()
	s.failRun(run[0].ID, "The solver ran out of memory.")
	if s.Phase != failed || s.Status != "The solver ran out of memory." || s.Result == nil || s.entry("data.n") != "60" {
		t.Errorf("phase %q, status %q, n %q", s.Phase, s.Status, s.entry("data.n"))
	}
}

func TestFileIsAdoptedOnceReadable(t *testing.T) {
	s := openedState(t)
	before := s.Spec.Data
	asked := s.takeFile(file{Name: "mine.xlsx"})
	s.failInspection(asked[0].ID, "this is a ZIP archive")
	if !reflect.DeepEqual(s.Spec.Data, before) || s.Phase != failed || s.Status != "mine.xlsx was not loaded: this is a ZIP archive" {
		t.Errorf("data %+v, status %q", s.Spec.Data, s.Status)
	}

	asked = s.takeFile(file{Name: "mine.csv", SHA256: strings.Repeat("ab", 32)})
	if effects := s.run(); effects != nil {
		t.Error("ran before the file was read")
	}
	levels := numeric("group")
	levels.Type, levels.Levels = "category", []string{"N", "R"}
	s.takeInspection(asked[0].ID, inspection{Rows: 9, Total: 4, Target: "group", Columns: []column{numeric("a"), numeric("b"), levels, {Name: "note", Type: "text"}}})
	if s.Spec.Data.Name != "mine.csv" || s.Spec.Target != "group" {
		t.Errorf("data %+v, target %q", s.Spec.Data, s.Spec.Target)
	}
	if s.Spec.Task != experiment.Classification || s.Spec.Model.Loss.Type != experiment.LossLogistic {
		t.Errorf("task %q, loss %q for two levels", s.Spec.Task, s.Spec.Model.Loss.Type)
	}
	if !s.Spec.Preprocess.Standardize || !s.Spec.Preprocess.Intercept {
		t.Error("standardisation or the intercept is off for a file")
	}
	if s.entry("model.gamma") != "auto" {
		t.Errorf("gamma %q was kept from other columns", s.entry("model.gamma"))
	}
	s.takeEntry("target", "b")
	if s.Spec.Task != experiment.Regression || s.Spec.Model.Loss.Type != experiment.LossSquared {
		t.Errorf("task %q, loss %q for numbers", s.Spec.Task, s.Spec.Model.Loss.Type)
	}
	if run := s.run(); len(run) != 1 {
		t.Errorf("running has the effects %v, status %q", run, s.Status)
	}
}

func TestFeatures(t *testing.T) {
	s := openedState(t)
	asked := s.chooseSample("prostate")
	s.takeInspection(asked[0].ID, inspection{Rows: 97, Total: 3, Columns: []column{numeric("lcavol"), numeric("age"), numeric("lpsa")}})
	if s.Spec.Target != "lpsa" || !s.isFeature("age") || s.isFeature("lpsa") {
		t.Fatalf("target %q, features %v", s.Spec.Target, s.Spec.Features)
	}
	s.toggleFeature("age", false)
	if !slices.Equal(s.Spec.Features, []string{"lcavol"}) {
		t.Errorf("features %v without age", s.Spec.Features)
	}
	s.toggleFeature("lcavol", false)
	if s.wrong("features") == "" {
		t.Error("an empty list of features is accepted")
	}
	s.toggleFeature("age", true)
	if s.Spec.Features != nil || len(s.Drafts) != 0 {
		t.Errorf("features %v, wrong %v with all features", s.Spec.Features, s.Drafts)
	}
	s.toggleFeature("lcavol", false)
	s.takeEntry("target", "age")
	if slices.Contains(s.Spec.Features, "age") {
		t.Error("the target is a feature")
	}
}

func TestStaleInspectionIsIgnored(t *testing.T) {
	s := openedState(t)
	first := s.takeEntry("data.n", "60")
	second := s.takeEntry("data.n", "70")
	if len(first) != 1 || len(second) != 1 {
		t.Fatalf("changing the data has the effects %v and %v", first, second)
	}
	s.takeInspection(first[0].ID, inspection{Rows: 60, Total: 1, Columns: []column{numeric("y")}})
	if s.Inspection != nil && s.Inspection.Rows == 60 {
		t.Error("an outdated inspection is shown")
	}
}

// TestSampleOfBags checks that a sample of bags sets a model for bags, and that another sample
// resets it.
func TestSampleOfBags(t *testing.T) {
	s := openedState(t)
	s.fail("an error of the data before")
	s.chooseSample("bags")
	if s.Phase != ready || s.Status != "The sample is loaded: press Run" {
		t.Errorf("phase %q, status %q", s.Phase, s.Status)
	}
	if s.Spec.Bag != "bag" || s.Spec.Target != "entropy" || s.Spec.Model.Kernel.Type != experiment.KernelSet || s.Spec.Model.Kernel.Of[0].Type != experiment.KernelGaussian || s.Spec.Model.Kind() != experiment.ModelKernelRidge {
		t.Errorf("bags of %q, model %+v", s.Spec.Bag, s.Spec.Model)
	}
	s.chooseSample("prostate")
	if s.Spec.Bag != "" || s.Spec.Model.Kernel.Type != experiment.KernelLinear || s.Spec.Search.Criterion == "" || len(s.run()) != 1 {
		t.Errorf("after them, bags of %q, kernel %v: %s", s.Spec.Bag, s.Spec.Model.Kernel, s.Status)
	}
}

// TestSamplesValidate checks that every sample gives a valid experiment.
func TestSamplesValidate(t *testing.T) {
	for _, sample := range samples() {
		s := openedState(t)
		s.chooseSample(sample.ID)
		if effects := s.run(); len(effects) != 1 {
			t.Errorf("%s: %s", sample.ID, s.Status)
		}
		if got := sampleOf(s.Spec.Data); got != sample.ID {
			t.Errorf("%s is shown as %s", sample.ID, got)
		}
	}
}

// TestRolesOfColumns checks that a column has one role: columns of bags or of formulas cannot be
// chosen as features.
func TestRolesOfColumns(t *testing.T) {
	s := openedState(t)
	asked := s.chooseSample("bags")
	s.takeInspection(asked[0].ID, inspection{Rows: 9, Total: 4, Columns: []column{numeric("bag"), numeric("x1"), numeric("x2"), numeric("entropy")}})
	roles := func() string {
		var words []string
		for _, c := range s.Inspection.Columns {
			words = append(words, s.role(c))
		}
		return strings.Join(words, "|")
	}
	if got := roles(); got != "bag|||target" || s.isFeature("bag") {
		t.Errorf("roles %s", got)
	}
	s.toggleFeature("x2", false)
	if len(s.run()) != 1 || !slices.Equal(s.Spec.Features, []string{"x1"}) {
		t.Errorf("features %q: %s", s.Spec.Features, s.Status)
	}
	s.takeEntry("basis", "x1, x1*x1")
	if got := roles(); got != "bag|formula||target" || s.Spec.Features != nil || s.isFeature("x2") || len(s.run()) != 1 {
		t.Errorf("with formulas, roles %s, features %q: %s", got, s.Spec.Features, s.Status)
	}
	s.toggleFeature("x2", true)
	s.takeEntry("basis", "x1")
	if !s.isFeature("x2") || !slices.Equal(s.Spec.Features, []string{"x2"}) || len(s.run()) != 1 {
		t.Errorf("beside formulas, features %q: %s", s.Spec.Features, s.Status)
	}
	s.toggleFeature("x2", false)
	if s.Spec.Features != nil || s.Drafts["features"] != (draft{}) {
		t.Errorf("without the last feature, %q, draft %v", s.Spec.Features, s.Drafts["features"])
	}
	s.takeEntry("basis", "")
	s.takeEntry("bag", "x2")
	if got := roles(); got != "||bag|target" {
		t.Errorf("with other bags, roles %s", got)
	}
}

// TestModelOfASampleGoesWithIt checks that a file replaces the model of the opening sample, including
// reweighting.
func TestModelOfASampleGoesWithIt(t *testing.T) {
	s := newState()
	s.Tune = false
	s.takeFile(file{Name: "mine.csv", SHA256: "00"})
	s.takeInspection(s.inspectID, inspection{Rows: 9, Total: 2, Columns: []column{numeric("a"), numeric("b")}, Target: "b"})
	if m := s.Spec.Model; m.Kernel.Type != experiment.KernelLinear || m.R != (experiment.P{}) || s.Spec.Selection.Rule != experiment.SelectDeviation {
		t.Errorf("a file starts with %+v, selection %v", m, s.Spec.Selection)
	}
}

// TestUploadsAreTuned checks that an upload starts searches, that the best model stays, and that an
// entry ends the searches.
func TestUploadsAreTuned(t *testing.T) {
	s := openedState(t)
	s.takeFile(file{Name: "mine.csv", SHA256: strings.Repeat("0", 64)})
	columns := []column{numeric("a"), numeric("b"), numeric("c"), numeric("y")}
	run := s.takeInspection(s.inspectID, inspection{Rows: 100, Total: 4, Columns: columns, Target: "y"})
	if len(run) != 1 || run[0].Do != "run" || s.Phase != running || specOf(t, run[0]).Search.Criterion != experiment.SearchCrossValidation {
		t.Fatalf("after the upload: %+v, phase %q", run, s.Phase)
	}
	report := func(e effect, mse float64) result {
		r := sampleResult()
		r.Report.Spec = specOf(t, e)
		r.Report.Search = &experiment.Searched{Criterion: experiment.SearchCrossValidation, Metric: experiment.MetricMSE, Strength: experiment.Named("gamma", []float64{1, 2}),
			Scores: [][]experiment.Score{{{Mean: 2 * mse}, {Mean: mse}}}, Minimum: &experiment.Place{Gamma: 1}, OneError: &experiment.Place{Gamma: 1}}
		r.Report.Chosen = &experiment.Chosen{Strength: experiment.Named("gamma", 2.0)}
		variance, none := 1.0, 0.0
		r.Report.Metrics = map[string]experiment.Metric{"train": {MSE: &variance, R2: &none}, "test": {R2: &none}}
		return r
	}
	next := s.takeReport(run[0].ID, report(run[0], 0.5))
	if len(next) != 1 || next[0].Do != "trial" || s.Result.Report.Spec.Model.Kernel.Type != experiment.KernelLinear || s.Phase != running {
		t.Fatalf("after the first search: %+v", next)
	}
	tried := specOf(t, next[0]).Model.Kernel
	if tried.Type != experiment.KernelPolynomial || tried.Degree != 2 || tried.Constant != 1 {
		t.Errorf("the second search is of %v", tried)
	}
	worse := s.takeReport(s.runID, report(next[0], 0.6))
	if s.Spec.Model.Kernel.Type != experiment.KernelLinear || len(worse) != 1 {
		t.Errorf("a worse model is entered: %v, %+v", s.Spec.Model.Kernel, worse)
	}
	if m := specOf(t, worse[0]).Model; m.R.Float() != 1 || m.Steps != 4 {
		t.Errorf("the third search is of %+v", m)
	}
	better := s.takeReport(s.runID, report(worse[0], 0.4))
	if len(better) != 2 || better[0].Do != "show" || s.Spec.Model.R.Float() != 1 || s.Spec.Model.Gamma.Value != 2 {
		t.Errorf("a better model: %+v, entered %+v", better, s.Spec.Model)
	}
	// After a cancellation the best model so far stays.
	s.takeCancellation(s.runID)
	if s.Phase != ready || s.tuning != nil || s.isStale() {
		t.Errorf("phase %q, status %q, stale %v", s.Phase, s.Status, s.isStale())
	}
	// Another target starts tuning again; an entry of the model ends it.
	if again := s.enter("target", "a"); len(again) != 1 || s.tuning == nil || specOf(t, again[0]).Target != "a" {
		t.Errorf("for another target: %+v", again)
	}
	if ended := s.enter("model.p", "2"); len(ended) != 1 || ended[0].Do != "cancel" || s.tuning != nil || s.Phase != ready || s.Spec.Model.P.Float() != 2 {
		t.Errorf("an entry gives %+v, phase %q", ended, s.Phase)
	}
	// Removing a column ends it too, because the models of the search have all columns.
	s.auto = true
	s.enter("target", "y")
	if ended := s.enter(entryColumn+"b", "false"); len(ended) != 1 || s.tuning != nil || s.isFeature("b") {
		t.Errorf("removing a column gives %+v", ended)
	}
}

// TestAFirstModelBeforeALongSearch checks that one model is shown before a long first search.
func TestAFirstModelBeforeALongSearch(t *testing.T) {
	s := openedState(t)
	s.takeFile(file{Name: "mine.csv", SHA256: strings.Repeat("0", 64)})
	classes := column{Name: "y", Type: "category", Usable: true, Levels: []string{"a", "b", "c", "d"}}
	few := numeric("b")
	few.Levels = []string{"1", "2", "3"} // a column of numbers is one feature, however few they are
	run := s.takeInspection(s.inspectID, inspection{Rows: 500, Total: 3, Columns: []column{numeric("a"), few, classes}, Target: "y"})
	if width := s.width(1); width != 2 {
		t.Errorf("%d features of 2 columns", width)
	}
	if len(run) != 1 || specOf(t, run[0]).Search.Criterion != "" {
		t.Fatalf("first: %+v", run)
	}
	r := sampleResult()
	r.Report.Spec = specOf(t, run[0])
	next := s.takeReport(run[0].ID, r)
	if len(next) != 1 || next[0].Do != "trial" || specOf(t, next[0]).Search.Criterion != experiment.SearchCrossValidation || s.tuning.runs != 0 {
		t.Errorf("then %+v, %d searches", next, s.tuning.runs)
	}
	if !strings.HasPrefix(s.Status, "First model shown; searching ") { // which a phone has above the status
		t.Errorf("status %q", s.Status)
	}
}

// tuningState returns a state with a pin in which a user's file is being tuned.
func tuningState(t *testing.T) *state {
	t.Helper()
	s := openedState(t)
	s.pinResult()
	asked := s.takeFile(file{Name: "mine.csv", SHA256: strings.Repeat("ab", 32)})
	s.takeInspection(asked[0].ID, inspection{Rows: 100, Total: 2, Target: "y", Columns: []column{numeric("x1"), numeric("y")}, Findings: &table.Findings{}})
	if s.tuning == nil {
		t.Fatal("the file is not tuned")
	}
	return s
}

// TestChangedFileIsTunedAgain checks that an import setting and a test file end the search and start
// tuning of the changed data.
func TestChangedFileIsTunedAgain(t *testing.T) {
	for name, change := range map[string]func(s *state) []effect{
		"import": func(s *state) []effect { return s.enter("data.import.header", "no") },
		"test file": func(s *state) []effect {
			return s.takeTestFile(file{Name: "test.csv", SHA256: strings.Repeat("cd", 32)})
		},
	} {
		s := tuningState(t)
		before := s.Spec.Data
		effects := change(s)
		if len(effects) != 2 || effects[0].Do != "cancel" || effects[1].Do != "inspect" || s.tuning != nil || reflect.DeepEqual(s.Spec.Data, before) {
			t.Fatalf("%s: %+v, data %+v", name, effects, s.Spec.Data)
		}
		s.takeInspection(effects[1].ID, inspection{Rows: 99, Total: 2, Target: "y", Columns: []column{numeric("x1"), numeric("y")}})
		if s.tuning == nil || reflect.DeepEqual(s.Spec.Data, before) {
			t.Errorf("%s: the changed file is not tuned", name)
		}
	}
}

// TestOtherEntriesEndTuning checks that other entries end an automatic search, because its models would
// replace them.
func TestOtherEntriesEndTuning(t *testing.T) {
	for name, turn := range map[string]func(s *state){
		"link": func(s *state) {
			s.receive(timedDocument{Document: experiment.Document{Spec: plainSpec()}, Seconds: new(float64)})
		},
		"past": func(s *state) { s.turnTo(plainSpec()) },
		"pin":  func(s *state) { s.usedPin(0) },
	} {
		s := tuningState(t)
		turn(s)
		if s.tuning != nil || s.auto || s.Spec.Data.Source != experiment.SourceSynthetic {
			t.Errorf("%s: still tuning %t, of %s", name, s.tuning != nil, s.Spec.Data.Source)
		}
	}
}

// TestSampleAfterBagsOfAnotherModel checks that a sample after one of bags resets the bags although the
// model was changed in between.
func TestSampleAfterBagsOfAnotherModel(t *testing.T) {
	s := openedState(t)
	s.enter(entrySample, "bags")
	s.enter("model.type", experiment.ModelLP)
	s.enter(entrySample, "prostate")
	if s.Spec.Data.Name != "prostate" || s.Spec.Bag != "" || s.Spec.Model.Kernel.Type != experiment.KernelLinear {
		t.Errorf("data %q, bag %q, kernel %q", s.Spec.Data.Name, s.Spec.Bag, s.Spec.Model.Kernel.Type)
	}
}

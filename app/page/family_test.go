package page

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// lassoReport returns a result of a search over lambda.
func lassoReport(spec experiment.Spec) result {
	r := sampleResult()
	r.Report.Spec = spec
	r.Report.Strength = experiment.Named("lambda", 2.0)
	r.Report.Search = &experiment.Searched{
		Criterion: spec.Search.Criterion, Metric: spec.Search.Metric, Scale: 20,
		Strength: experiment.Named("lambda", []float64{0.2, 2, 20}),
		Scores:   [][]experiment.Score{{{Mean: 2}, {Mean: 1, Error: 0.5}, {Mean: 1.25}}},
		Minimum:  &experiment.Place{Gamma: 1}, OneError: &experiment.Place{Gamma: 2},
	}
	r.Report.Chosen = &experiment.Chosen{Strength: experiment.Named("lambda", 2.0)}
	return r
}

// TestModelIsChosen checks that the parameter of another type of model replaces gamma in the
// entries, on the slider and in the texts.
func TestModelIsChosen(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.type", experiment.ModelLasso)
	if got := s.entry("model.lambda"); got != experiment.Auto || strengthPath(s.Spec) != "model.lambda" || s.strength() != 1 {
		t.Errorf("lambda %q at %s, %g", got, strengthPath(s.Spec), s.strength())
	}
	s.takeEntry("search.criterion", experiment.SearchCrossValidation)
	if got := searchWords(s.Spec); got != "Search: 5-fold cross-validation over 50 lambdas" {
		t.Error(got)
	}
	effects := s.run()
	s.takeReport(effects[0].ID, lassoReport(s.Spec))
	if got := s.entry("model.lambda"); got != "2" || !s.holds() {
		t.Errorf("after the search lambda is %q", got)
	}
	if at, ok := s.here(); !ok || at.Gamma != 1 {
		t.Errorf("the result is at %+v, %v", at, ok)
	}
	if s.Slider.position(20) != sliderSteps || s.Slider.position(0.2) != 0 {
		t.Errorf("the slider is from %g to %g", s.Slider.From, s.Slider.To)
	}
	if got := s.choiceWords(); got != "Lambda 2: mean squared error 1 ± 0.5, the best." {
		t.Error(got)
	}
	effects = s.runChosen(experiment.RuleOneError)
	if len(effects) != 1 || s.entry("model.lambda") != "20" || strings.Contains(effects[0].Text, "search") {
		t.Errorf("by one standard error: %q, %v", s.entry("model.lambda"), effects)
	}
}

// TestSearchOverOneStrength checks that the slider still has a range, with the strength in its middle.
func TestSearchOverOneStrength(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.type", experiment.ModelLasso)
	s.takeEntry("search.criterion", experiment.SearchCrossValidation)
	r := lassoReport(s.Spec)
	r.Report.Lambda = 2
	r.Report.Search.Strength, r.Report.Search.Scores = experiment.Named("lambda", []float64{2}), [][]experiment.Score{{{Mean: 1}}}
	r.Report.Search.Minimum, r.Report.Search.OneError = &experiment.Place{}, &experiment.Place{}
	s.takeReport(s.run()[0].ID, r)
	if !s.holds() || s.Slider.position(2) != sliderSteps/2 || s.Slider.position(20) <= sliderSteps/2 {
		t.Errorf("the slider is from %g to %g, and 2 is at %d", s.Slider.From, s.Slider.To, s.Slider.position(2))
	}
}

// TestClassesForMachines checks that a support vector machine refuses a target of numbers.
func TestClassesForMachines(t *testing.T) {
	s := openedState(t)
	s.takeEntry("model.type", experiment.ModelSVM)
	if s.Spec.Task != experiment.Regression {
		t.Error("the task of a numerical target changed")
	}
	if effects := s.run(); effects != nil || !strings.HasPrefix(s.Errors["model.type"], `Model is “Support vector machine”: it needs classes; set “Task” to “Classification”, or choose “Kernel ridge” or “Nearest neighbours”`) {
		t.Errorf("ran: %v, %v", effects, s.Errors)
	}
}

// TestWordsOfOtherModels checks the texts about the certificate of other models, and about the reason
// why they have no weights.
func TestWordsOfOtherModels(t *testing.T) {
	r := sampleResult()
	r.Report.Spec.Model = experiment.Model{Type: experiment.ModelLeastSquares}
	r.Report.Objective, r.Report.Solver.Iterations = experiment.Objective{RelativeGap: 2e-16, Primal: 3}, 0
	if got := outcome(&r); !strings.HasPrefix(got, "Solved without iterations, relative gap 2e-16") {
		t.Error(got)
	}
	if html := app.HTMLString((&Page{s: newState()}).convergenceCard(&r)); !strings.Contains(html[:strings.Index(html, ">")], "gone") {
		t.Error("a model without iterations has a figure of them:", html)
	}
	r.Report.Spec.Model = experiment.Model{Type: experiment.ModelKNN, K: 5}
	r.Report.Objective, r.Report.Status = experiment.Objective{Certificate: experiment.CertificateExact}, experiment.Exact
	r.Report.Weights, r.Rows.Train = experiment.Weights{}, 100
	if got := outcome(&r); !strings.HasPrefix(got, "Done: this model has no objective") {
		t.Error(got)
	}
	for k, want := range map[float64]string{1: "the nearest of 100", 2: "the 2 nearest of 100"} {
		r.Report.K = k // chosen by a search
		if got := headline(&r); got != "Each row is predicted by "+want+" training rows." {
			t.Error(got)
		}
	}
	if withoutWeights(&r) == "" || story(&r)[3] != "no weights" {
		t.Errorf("%q, %q", withoutWeights(&r), story(&r))
	}
	r.Report.Spec.Model = experiment.Model{Type: experiment.ModelKernelGroupLasso}
	r.Report.Objective, r.Report.Status = experiment.Objective{Gap: 1e-9, RelativeGap: 2e-11}, experiment.Converged
	if got := headline(&r); got != "Each row is represented by 100 training rows; the class with the larger part is predicted." {
		t.Error(got)
	}
	if got := certificate(r.Report); !strings.HasPrefix(got, "The relative duality gap is 2e-11, over all training rows") {
		t.Error(got)
	}
	r.Report.Spec.Model, r.Support = experiment.Model{Type: experiment.ModelSVM, Kernel: experiment.Kernel{Type: experiment.KernelGaussian}}, 12
	if got := headline(&r); got != "12 of 100 training rows are support vectors; the others do not change the model." {
		t.Error(got)
	}
	r.Report.Spec.Model.Subsample = 50
	if got := headline(&r); got != "12 of 50 training rows drawn at random are support vectors; the others do not change the model." {
		t.Error(got)
	}
	r.Report.Spec.Model.Subsample = 0
	r.Class, r.ByClass = "setosa", make([]classResult, 3)
	if got := headline(&r); got != "12 of 100 training rows are support vectors of the model of setosa against the rest; the others do not change the model." {
		t.Error(got)
	}
	counts := experiment.Metric{Confusion: make([][]int, 3), PerClass: make([]experiment.ClassMetric, 3)}
	r.Report.Classes, r.Report.Metrics = []string{"a", "b", "c"}, map[string]experiment.Metric{"test": counts}
	for _, r.Report.Status = range []experiment.Status{experiment.Converged, experiment.Exact} {
		html := app.HTMLString(confusionCard(&r))
		if has := strings.Contains(html, "Relative gap"); has != (r.Report.Status == experiment.Converged) {
			t.Errorf("%s: a column of gaps: %t", r.Report.Status, has)
		}
	}
}

package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/experiment"
)

// Own data are tuned: after an upload the page runs a few searches one after another, from the
// quickest to the longest with an estimate of a few seconds, and keeps the model with the best
// score. All score on the same folds. The first result is shown at once.

// tuning is an automatic search under way.
type tuning struct {
	stages []stage // still to run; the first runs
	score  float64 // goodness of the model entered; -Inf before the first result
	tried  int     // searches that ended
	effort float64 // of the solves for a loss of classes, as a multiple of the usual one
	why    string  // the error of the search over folds, for which validation rows stand in
	plain  bool    // the first model is run without a search, because both searches failed
	best   *state  // the entries of the best model, while settle runs another
	wall   float64 // seconds that they took
	began  bool    // whether a result is shown
	top    better  // the search with the best score
}

// better is a search with a better score than that of the model shown.
type better struct {
	note  string // says so
	words string // the models of the search
	score float64
	spec  experiment.Spec
}

// stage is one search of a tuning. Its model depends on the results of earlier stages.
type stage struct {
	words string  // the models of the search
	gain  float64 // by which its score must be better
	spec  func(s *state) (experiment.Spec, bool)
	note  string // shown with its model, which is then a step that Undo reverts
}

const (
	stageSeconds   = 5.0 // longest estimate of one search
	firstSeconds   = 1.0 // longest estimate of the first result
	machineSeconds = 8.0 // longest estimate of the kernel machine, which is last
	// exponentialRows is the largest number of training rows for which the exponential kernel is
	// tried; at 113, its search takes 1.5 s natively.
	exponentialRows    = 120
	exponentialClasses = 3
	// machineGain is the least gain in goodness of a model without weights.
	machineGain = 0.03
	// simplerLoss is the largest loss in goodness by the rule of one standard error, which leaves
	// fewer weights than the best score.
	simplerLoss = 0.01
	// offeredGain is the least gain in goodness for which a model that was not entered is offered.
	offeredGain = 0.02

	tunedCount  = 8
	tunedRefine = 3
	tunedFolds  = 5
	tunedTried  = tunedCount + 2*tunedRefine
	tunedSolves = (1 + tunedFolds) * tunedTried // of a search over folds

	validationSolves = 1 + tunedTried // of one on validation rows
	tunedSteps       = "4"

	// missingShare is the largest share of missing cells in a column for which rows are left out.
	missingShare = 0.05
)

// tune starts the automatic search for the data entered, if they can be tuned.
func (s *state) tune() []effect {
	s.tuning = nil
	if !s.Tune || s.Spec.Data.Source != experiment.SourceFile || s.Link.View != nil || s.Spec.Bag != "" || s.unusable() != "" || s.Inspection == nil {
		return nil
	}
	set(&s.Spec, tunedModel...)
	s.setTask(s.Spec.Task)
	s.Spec.Split.Stratify = s.Spec.Task == experiment.Classification && !s.Spec.Split.Explicit()
	s.Spec.Preprocess.Missing = experiment.MissingDrop
	if s.Inspection.incomplete() {
		s.Spec.Preprocess.Missing = experiment.MissingMean
	}
	first, _ := s.tunedLinear()
	s.Spec = first
	s.tuning = &tuning{score: math.Inf(-1), top: better{score: math.Inf(-1)}, stages: []stage{
		{"a first model", 0, (*state).tunedFirst, ""},
		{"a linear model", 0, (*state).tunedLinear, ""},
		{"products of two columns", 0, func(s *state) (experiment.Spec, bool) { return s.tunedDegree(2) }, ""},
		{"products of three columns", 0, func(s *state) (experiment.Spec, bool) { return s.tunedDegree(3) }, ""},
		{"sparser weights", math.Inf(-1), (*state).tunedSparse, ""},           // a search that includes the model so far
		{"an exponential kernel", math.Inf(1), (*state).tunedExponential, ""}, // extrapolates badly: offered, not entered
		{"a Gaussian kernel", machineGain, (*state).tunedMachine,
			"A Gaussian kernel has a lower error than columns and their products. It has no weights; Undo returns to the model with weights."},
	}}
	s.accept("model.type")
	return s.nextStage()
}

// tunedModel is the model with which every tuning starts.
var tunedModel = [][2]string{
	{"search.criterion", ""}, {"model.type", experiment.ModelLP}, {"model.kernel.type", experiment.KernelLinear}, {"model.p", "4/3"},
	{"model.r", ""}, {"model.gamma", experiment.Auto}, {"model.subsample", ""}, {"preprocess.standardize", "true"}, {"preprocess.intercept", "true"},
}

// nextStage runs the next search of the tuning; it ends the tuning after the last.
func (s *state) nextStage() []effect {
	t := s.tuning
	for len(t.stages) > 0 {
		spec, ok := t.stages[0].spec(s)
		if t.plain {
			spec.Search = experiment.Search{}
		}
		if ok {
			if spec, err := experiment.Validate(spec); err == nil {
				effects := s.start(spec, spec, running)
				s.Status = s.tuningWords()
				if t.began {
					effects[0].Do = "trial"
				}
				return effects
			}
		}
		t.stages = t.stages[1:]
	}
	if !t.began {
		s.tuning = nil
		return s.run() // which shows the error
	}
	if effects := s.settle(); effects != nil {
		return effects
	}
	s.finishTuning()
	return nil
}

// settle runs the best model once more if its weights are to be selected by stability, which bounds
// the expected number of false selections, or if a model with fewer weights scores nearly as well.
func (s *state) settle() []effect {
	if s.Search == nil || s.Spec.Model.R == (experiment.P{}) {
		return nil
	}
	sparse, halves := s.sparseSeconds()
	simpler, selects := s.simplifies(), sparse+halves <= 2*stageSeconds
	if !simpler && !selects {
		return nil
	}
	best, search := *s, *s.Search
	best.Search, s.tuning.best = &search, &best
	if selects {
		for _, spec := range []*experiment.Spec{&s.Spec, &s.Search.spec, &s.Search.asked} {
			enter(spec, "selection.rule", experiment.SelectStability)
		}
	}
	rule := s.Spec.Search.Rule
	if simpler {
		rule = experiment.RuleOneError
	}
	s.Phase = ready
	effects := s.chosen(rule)
	s.Status = "Best model below; selecting its weights"
	return effects
}

// finishTuning ends the tuning with the model shown.
func (s *state) finishTuning() {
	t := s.tuning
	whole := *s.Result
	whole.Wall = t.wall
	s.tuning, s.Phase, s.Status = nil, ready, outcome(&whole)
	if t.tried > 1 {
		s.Status += fmt.Sprintf("; the best of %d searches", t.tried)
	}
	if t.top.score >= t.score+offeredGain {
		score := func(v float64) string { return "R² " + scoreDigits(v, 2) }
		if s.Spec.Task == experiment.Classification {
			score = func(v float64) string { return percent(v) + " right" }
		}
		on := "folds"
		if s.Spec.Search.Criterion == experiment.SearchValidation {
			on = "validation rows"
		}
		t.top.note = fmt.Sprintf("With %s the score on the %s is %s; with this model %s.", t.top.words, on, score(t.top.score), score(t.score))
		s.Better, s.Note = &t.top, t.top.note
	}
	switch {
	case t.tried == 0:
		s.Note = "Not tuned, because no search is possible: " + t.why + "."
	case t.why != "":
		s.Note = "Searched on validation rows, because folds are not possible: " + t.why + "."
	}
}

// useBetter enters and runs the search with a better score.
func (s *state) useBetter() []effect {
	if s.Better == nil || s.busy() {
		return nil
	}
	return append(s.load(s.Better.spec), s.run()...)
}

// simplifies reports whether the best model has steps of reweighting and one with fewer weights
// scores nearly as well, by the rule of one standard error.
func (s *state) simplifies() bool {
	f := s.Search
	if f == nil || f.chosen == nil || f.chosen.Steps == nil || *f.chosen.Steps == 0 || f.OneError == nil || *f.OneError == *f.Minimum {
		return false
	}
	return goodnessAt(s.Result.Report, *f.Minimum)-goodnessAt(s.Result.Report, *f.OneError) <= simplerLoss
}

// tuningWords describes the search under way.
func (s *state) tuningWords() string {
	if t := s.tuning; t.began {
		return "First model below; searching " + t.stages[0].words
	}
	return fmt.Sprintf("%s: %s, %s. Searching %s", s.Spec.Data.Name, count(s.Inspection.Rows, "row"), count(s.Inspection.Total, "column"), s.tuning.stages[0].words)
}

// tuned takes the report of a search of the tuning. A better model is entered and shown.
func (s *state) tuned(id int, r result) []effect {
	t := s.tuning
	if r.Report.Spec.Version == 0 {
		r.Report.Spec = s.sent
	}
	t.wall += r.Wall
	if t.best != nil {
		s.take(id, r)
		s.finishTuning()
		return nil
	}
	goodness, scored := goodness(r.Report)
	if scored {
		t.tried++
	}
	if m := r.Report.Spec.Model; scored && m.Kind() == experiment.ModelLP && m.R == (experiment.P{}) {
		t.effort = s.effort(r.Report)
	}
	best := t.stages[0]
	t.stages = t.stages[1:]
	if scored && goodness > t.top.score {
		t.top = better{words: best.words, score: goodness, spec: s.asked}
	}
	if t.began && (!scored || goodness < t.score+best.gain || goodness == t.score) {
		s.runID = 0
		return s.nextStage()
	}
	s.Spec = s.asked
	if best.note != "" {
		s.record()
	}
	s.take(id, r)
	s.Note = best.note
	t.score = goodness
	var effects []effect
	if t.began {
		effects = []effect{{Do: "show", ID: id}}
	}
	t.began = true
	return append(effects, s.nextStage()...)
}

// tuningFailed takes the failure of a search of the tuning. Where folds are not possible, validation
// rows stand in for them; where these are not either, the first model is run alone.
func (s *state) tuningFailed(message string) []effect {
	t := s.tuning
	criterion := s.sent.Search.Criterion
	switch {
	case t.best != nil:
		s.restoreBest()
		s.finishTuning()
		return nil
	case t.tried == 0 && criterion == experiment.SearchCrossValidation:
		t.why = cause(message)
		return s.nextStage()
	case t.tried > 0 || t.began:
		t.stages = t.stages[1:]
		if t.tried == 0 {
			t.stages = nil // the further searches are over the same rows
		}
		return s.nextStage()
	case criterion != "":
		t.plain, t.stages = true, t.stages[:1]
		s.Spec.Search = experiment.Search{}
		return s.nextStage()
	}
	s.tuning = nil
	s.refuse(message)
	return nil
}

// cause is the part of an error that says what is wrong, without the setting and the advice.
func cause(message string) string {
	if _, rest, ok := strings.Cut(message, `": `); ok {
		message = rest
	}
	message, _, _ = strings.Cut(message, ";")
	return message
}

// restoreBest enters the best model again if the run of settle did not end with a result.
func (s *state) restoreBest() {
	best := s.tuning.best
	s.Spec, *s.Search, s.Rule, s.Slider, s.Size = best.Spec, *best.Search, best.Rule, best.Slider, best.Size
}

// endTuning ends the tuning, so that it does not replace entries. The best model so far stays.
func (s *state) endTuning() []effect {
	if s.tuning == nil {
		return nil
	}
	s.tuning = nil
	effects := s.cancel()
	s.runID, s.Phase, s.Status = 0, ready, "Search stopped: press Run for the entered model"
	return effects
}

// goodness is the best score of a search, comparable between models of the same rows: the share of
// the variance explained, or another metric to be maximal.
func goodness(r experiment.Report) (value float64, ok bool) {
	if r.Search == nil || r.Search.Minimum == nil {
		return math.Inf(-1), false
	}
	return goodnessAt(r, *r.Search.Minimum), true
}

// goodnessAt is the goodness of one model of the search.
func goodnessAt(r experiment.Report, at experiment.Place) float64 {
	mean := r.Search.Scores[at.Subsample][at.Gamma].Mean
	if r.Search.Metric != experiment.MetricMSE {
		return mean
	}
	m := r.Metrics["train"]
	if m.MSE == nil || m.R2 == nil || *m.R2 >= 1 {
		return -mean
	}
	return 1 - mean*(1-*m.R2) / *m.MSE
}

// tunedFirst is one linear model, which is shown first if the first search takes longer.
func (s *state) tunedFirst() (experiment.Spec, bool) {
	spec := s.Spec
	spec.Search = experiment.Search{}
	return spec, tunedSolves*s.solveSeconds(s.width(1)) > firstSeconds
}

// tunedLinear is the first search: gamma of a linear model, over folds or, where these take
// long for it or for products of two columns, on validation rows.
func (s *state) tunedLinear() (experiment.Spec, bool) {
	spec := s.Spec
	setSearch(&spec, experiment.SearchCrossValidation)
	linear, products := s.solveSeconds(s.width(1)), s.solveSeconds(s.width(2))
	if s.tuning != nil && s.tuning.why != "" || tunedSolves*linear > stageSeconds || tunedSolves*products > stageSeconds && validationSolves*products <= stageSeconds {
		set(&spec, [][2]string{{"split.train", "0.6"}, {"split.validation", "0.2"}, {"split.test", "0.2"}}...)
		setSearch(&spec, experiment.SearchValidation)
	}
	return spec, true
}

func setSearch(spec *experiment.Spec, criterion string) {
	enter(spec, "search.criterion", criterion)
	enter(spec, "search.count", fmt.Sprint(tunedCount))
	enter(spec, "search.refine", fmt.Sprint(tunedRefine))
}

// tunedDegree is the search with products of columns up to a degree. A degree above 2 is tried only
// after products of two columns, and with at least twice as many rows as monomials.
func (s *state) tunedDegree(degree int) (experiment.Spec, bool) {
	spec := s.Spec
	width := s.width(degree)
	if degree > 2 && (spec.Model.Kernel.Type == experiment.KernelLinear || width > s.trainingRows()/2) || s.searchSeconds(width) > stageSeconds {
		return spec, false
	}
	set(&spec, [2]string{"model.kernel.type", experiment.KernelPolynomial}, [2]string{"model.kernel.degree", fmt.Sprint(degree)}, [2]string{"model.kernel.constant", "1"}, [2]string{"model.gamma", experiment.Auto})
	return spec, true
}

// tunedSparse is the search with the exponents r and the steps of reweighting, which
// includes the model without them. Where a class has too few rows for folds, its separation has no bound,
// and the steps take long.
func (s *state) tunedSparse() (experiment.Spec, bool) {
	spec := s.Spec
	if sparse, _ := s.sparseSeconds(); s.tuning.why != "" || sparse > 2*stageSeconds {
		return spec, false
	}
	enter(&spec, "model.gamma", experiment.Auto)
	enter(&spec, "model.r", "1")
	enter(&spec, "model.steps", tunedSteps)
	enter(&spec, "search.r", "2/3, 1")
	return spec, true
}

// tunedExponential is the search with an exponential kernel: products of all degrees.
func (s *state) tunedExponential() (experiment.Spec, bool) {
	spec := s.Spec
	if s.trainingRows() > exponentialRows || s.classModels() > exponentialClasses {
		return spec, false
	}
	set(&spec, [][2]string{{"model.r", ""}, {"selection.rule", experiment.SelectDeviation}, {"model.kernel.type", experiment.KernelExponential}, {"model.kernel.a", experiment.Auto}, {"model.gamma", experiment.Auto}}...)
	return spec, true
}

// tunedMachine is the search for a kernel machine, which may fit more than sums of products.
func (s *state) tunedMachine() (experiment.Spec, bool) {
	spec := s.Spec
	n := float64(s.trainingRows()) * (tunedFolds - 1) / tunedFolds
	if (tunedFolds+1)*secondsPerCube*n*n*n > machineSeconds {
		return spec, false
	}
	machine := experiment.ModelKernelRidge
	if spec.Task == experiment.Classification {
		machine = experiment.ModelSVM
	}
	enter(&spec, "model.r", "")
	set(&spec, [2]string{"model.type", machine}, [2]string{"model.kernel.type", experiment.KernelGaussian})
	return spec, true
}

// Measured times of a browser on two processors, for the estimates. They are fixed, so that a file
// is tuned in the same way on every machine.
const (
	secondsPerProduct  = 1.4e-9 // of rows, features and the smaller of both, in a solve for a loss of classes
	secondsPerFactor   = 0.8e-9 // the same for the squared loss
	secondsPerCube     = 0.7e-9 // of an eigenvalue decomposition
	secondsPerClassRow = 3e-5   // of a solve for a loss of classes, by row
	secondsPerRow      = 4e-6   // of another
)

// searchSeconds estimates the time of the search entered, with a number of features.
func (s *state) searchSeconds(width int) float64 {
	if s.Spec.Search.Criterion == experiment.SearchValidation {
		return validationSolves * s.solveSeconds(width)
	}
	return tunedSolves * s.solveSeconds(width)
}

// effort is the number of passes that the solves of a search took, as a multiple of the usual one, or 1.
// Where classes can be separated, solves take more. Numbers of passes are the same on every machine.
func (s *state) effort(r experiment.Report) float64 {
	const usual = 4 // passes of a solve
	solves := float64(tunedSolves)
	if r.Spec.Search.Criterion == experiment.SearchValidation {
		solves = validationSolves
	}
	return max(1, float64(r.Search.Passes)/(usual*solves*s.classModels()))
}

// classModels counts the models of one class against the rest.
func (s *state) classModels() float64 {
	if c, _ := s.Inspection.find(s.Spec.Target); s.Spec.Task == experiment.Classification && len(c.Levels) > 2 {
		return float64(len(c.Levels))
	}
	return 1
}

// sparseSeconds estimates the times of tunedSparse for the model entered, and of stability selection.
func (s *state) sparseSeconds() (search, halves float64) {
	const (
		searches = 8 // without steps, that the search over two exponents takes as long as
		folds    = 3 // searches over folds that the 100 halves take as long as
	)
	width := s.width(max(1, s.Spec.Model.Kernel.Degree))
	return searches * s.searchSeconds(width), folds * tunedSolves * s.solveSeconds(width)
}

// solveSeconds estimates the time of one solve of a search over folds, with a number of features.
func (s *state) solveSeconds(width int) float64 {
	n, features := float64(s.trainingRows())*(tunedFolds-1)/tunedFolds, float64(width)
	side := min(n, features)
	if s.Spec.Task == experiment.Classification {
		effort := 1.0
		if s.tuning != nil {
			effort = max(1, s.tuning.effort)
		}
		return effort * s.classModels() * (secondsPerProduct*n*features*side + secondsPerClassRow*n)
	}
	if features < n {
		return secondsPerFactor*side*side*side + secondsPerRow*n
	}
	return secondsPerFactor*n*features*side + secondsPerRow*n
}

// width counts the monomials of the features up to a degree.
func (s *state) width(degree int) int {
	features := s.Inspection.Total - len(s.Inspection.Columns)
	for _, c := range s.Inspection.Columns {
		switch {
		case !s.used(c.Name):
		case c.Type == "category":
			features += max(1, len(c.Levels)-1)
		default:
			features++
		}
	}
	width := 1.0
	for k := 1; k <= degree; k++ {
		width = width * float64(features+k) / float64(k)
	}
	return int(min(width, 1e9)) - 1
}

// incomplete reports whether a usable column has more than a few missing cells.
func (i *inspection) incomplete() bool {
	return slices.ContainsFunc(i.Columns, func(c column) bool {
		return c.Usable && float64(c.Missing) > missingShare*float64(i.Rows)
	})
}

// enter sets a field like an entry on the page: fields that it adds have the suggested values.
func enter(s *experiment.Spec, path, value string) {
	if err := experiment.Lookup(path).Enter(s, value); err != nil {
		panic("page: " + err.Error())
	}
}

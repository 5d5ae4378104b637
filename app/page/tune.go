package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
)

// Own data are tuned: after an upload the page runs a few searches one after another, from the
// quickest to the longest with an estimate of a few seconds, and keeps the model with the best
// score. All score on the same folds. The first result is shown at once.

// tuning is an automatic search under way.
type tuning struct {
	stages  []stage          // still to run; the first runs
	began   bool             // whether a result is shown
	score   float64          // goodness of the model entered; -Inf before the first search
	folds   experiment.Score // of that model
	top     proposal         // the search with the best score
	runs    int              // searches that ended
	wall    float64          // seconds that all runs took
	effort  float64          // of the solves for a loss of classes, as a multiple of the usual one
	why     string           // the error of the search over folds, for which validation rows stand in
	plain   bool             // the first model is run without a search, because both searches failed
	best    *state           // the entries of the best model, while runBest runs another
	keeps   bool             // the best model, because the one with fewer weights does not fit the training rows
	leftOut *proposal        // the first search with products of columns that was left out because of its time
	tried   *tried           // the offer that the tuning follows; nil for none
}

// stage is one search of a tuning. Its model depends on the results of earlier stages.
type stage struct {
	words   string  // the models of the search
	gain    float64 // by which its score must be better
	certain bool    // whether the gain must be larger than its standard error over the folds too
	spec    func(s *state) (experiment.Spec, bool)
	note    string // shown with its model, which is then a step that Undo reverts
}

const (
	stageSeconds   = 5.0 // longest estimate of one search
	productSeconds = 20. // of the search with products of two columns, without which only linear models are compared
	longestLinear  = 60. // longest estimate of a linear search that is not coarse
	firstSeconds   = 1.0 // longest estimate of the first result
	rareShare      = 0.1 // largest share of the rows that a rare class has
	fewestRare     = 50  // its fewest rows
	fewestScored   = 50  // fewest validation rows to score products of two columns on, instead of over folds
	machineSeconds = 8.0 // longest estimate of a search for a model without weights
	// exponentialRows is the largest number of training rows for which the exponential kernel is
	// tried, for one model; at 113, its search takes 1.5 s natively.
	exponentialRows = 120
	subsampleUnit   = 100 // of the size of a subsample
	// machineGain is the least gain in goodness of a model without weights.
	machineGain = 0.03
	// logarithmGain is the least gain in goodness of logarithms of columns.
	logarithmGain = 0.01
	// Columns are skewed from this skewness on. Without zeros, their largest value must be a multiple of the smallest.
	leastSkewness = 2.0
	leastRatio    = 20.0
	// simplerLoss is the largest loss in goodness by the rule of one standard error, which leaves
	// fewer weights than the best score, and simplerShare the largest as a share of what the best model does not explain.
	simplerLoss  = 0.01
	simplerShare = 0.1
	// productGain is the least gain in goodness of sparse products of three columns, which are chosen among very many.
	productGain = 0.1
	// longestOffer is the longest estimate of a search with such products that is offered.
	longestOffer = 120.0
	// offeredGain is the least gain in goodness for which a model that was not entered is offered.
	offeredGain = 0.02

	tunedCount  = 8
	tunedRefine = 3
	coarseCount = "4" // strengths of a coarse search, which has one exponent r
	coarseSteps = "4" // its steps
	coarseShare = 0.5 // its time as a share of that of a search with two exponents and all steps
	tunedFolds  = 5
	tunedTried  = tunedCount + 2*tunedRefine
	tunedSolves = (1 + tunedFolds) * tunedTried // of a search over folds

	validationSolves = 1 + tunedTried // of one on validation rows
	tunedSteps       = "8"

	// missingShare is the largest number of missing cells in all columns together, as a share of the rows, for which
	// rows are left out.
	missingShare = 0.1
)

// neighbourCounts are the numbers of nearest neighbours that are compared.
var neighbourCounts = []int{1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100}

// backup are the columns, the split and the selection entered, for which a tuning enters its own. The next tuning
// starts with them.
type backup struct {
	All       bool                 `json:"all,omitempty"` // whether all columns were features
	Split     experiment.Split     `json:"split"`
	Selection experiment.Selection `json:"selection"`
}

// setBack enters again the columns, the shares and the selection that the last tuning replaced.
func (s *state) setBack() {
	if g := s.backup; g != nil {
		if g.All {
			s.Spec.Features, s.Spec.Basis = nil, nil
		}
		s.Spec.Split, s.Spec.Selection = withShares(s.Spec.Split, g.Split), g.Selection
	}
	s.backup = nil
}

// keepGiven takes an entry in a field that a tuning may have set.
func (s *state) keepGiven(path string) {
	if s.backup == nil {
		return
	}
	g := *s.backup // which earlier entries have too
	switch {
	case path == "features" || path == "basis":
		g.All = false
	case slices.Contains(shares, path):
		g.Split = s.Spec.Split
	case strings.HasPrefix(path, "selection."):
		g.Selection = s.Spec.Selection
	}
	s.backup = &g
}

// shares are the paths of the parts of a split.
var shares = []string{"split.train", "split.validation", "split.test"}

// withShares is a split with the parts of another one.
func withShares(split, of experiment.Split) experiment.Split {
	split.Train, split.Validation, split.Test = of.Train, of.Validation, of.Test
	return split
}

// tune starts the automatic search for the data entered, if they can be tuned.
func (s *state) tune() []effect {
	effects := s.endTuning()
	if !s.Tune || s.Spec.Data.Source != experiment.SourceFile || s.Link.View != nil || s.Spec.Bag != "" || s.dataProblem() != "" || s.Inspection == nil {
		return effects
	}
	s.setBack()
	s.backup = &backup{s.Spec.Named() == nil, s.Spec.Split, s.Spec.Selection}
	set(&s.Spec, tunedModel...)
	s.setTask(s.Spec.Task)
	s.Spec.Split.Stratify = s.Spec.Task == experiment.Classification && s.isSplitAtRandom()
	s.Spec.Preprocess.Missing = experiment.MissingDrop
	if s.isIncomplete() {
		s.Spec.Preprocess.Missing = experiment.MissingMean
	}
	s.tuning = &tuning{score: math.Inf(-1), top: proposal{score: math.Inf(-1)}, effort: 1, tried: s.tried, stages: []stage{
		{words: "a first model", spec: (*state).tunedFirst},
		{words: "a linear model", spec: (*state).tunedLinear},
		{words: "products of two columns", spec: func(s *state) (experiment.Spec, bool) { return s.tunedDegree(2) }},
		logarithms,
		{words: "products of three columns", spec: func(s *state) (experiment.Spec, bool) { return s.tunedDegree(3) }},
		{words: "sparse products of three columns", gain: productGain, certain: true, spec: (*state).tunedSparseProducts},
		{words: "sparser weights", gain: math.Inf(-1), spec: (*state).tunedSparse},           // a search that includes the model so far
		{words: "an exponential kernel", gain: math.Inf(1), spec: (*state).tunedExponential}, // extrapolates badly: offered, not entered
		{words: "a Gaussian kernel", gain: machineGain, spec: (*state).tunedMachine,
			note: "A Gaussian kernel has a lower error than columns and their products. It has no weights; Undo returns to the model with weights."},
		{words: "nearest neighbours", gain: machineGain, certain: true, spec: (*state).tunedNeighbours,
			note: "Nearest neighbours have a lower error than the other models. They have no weights; Undo returns to the model before."},
		logarithms,
	}}
	s.tried = nil
	s.Spec, _ = s.tunedLinear()
	s.accept("model.type")
	return append(effects, s.nextStage()...)
}

// logarithms is the last search with logarithms of skewed columns. It follows the models with weights and those without.
var logarithms = stage{words: "logarithms of skewed columns", gain: logarithmGain, spec: (*state).tunedLogarithms,
	note: "Logarithms of skewed columns have a lower error than the columns. Undo returns to the columns."}

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
					effects[0].Do = actionTrial
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
	if effects := s.runBest(); effects != nil {
		return effects
	}
	s.finishTuning()
	return nil
}

// runBest runs the best model once more if its weights are to be selected by stability, which bounds
// the expected number of false selections, or if a model with fewer weights scores nearly as well.
// With two weights no selection has such a bound.
func (s *state) runBest() []effect {
	if s.Search == nil || s.Spec.Model.R == (experiment.P{}) {
		return nil
	}
	sparse, halves := s.sparseSeconds()
	simpler, selects := !s.tuning.keeps && s.simplifies(), sparse+halves <= 2*stageSeconds && s.Result.Report.Weights.Count > 2
	if !simpler && !selects {
		return nil
	}
	best, search := *s, *s.Search
	best.Search, s.tuning.best = &search, &best
	if selects {
		for _, spec := range []*experiment.Spec{&s.Spec, &s.Search.spec, &s.Search.entries} {
			enter(spec, "selection.rule", experiment.SelectStability)
		}
	}
	rule := s.Spec.Search.Rule
	if simpler {
		rule = experiment.RuleOneError
	}
	s.Phase = ready
	effects := s.runChosen(rule)
	if effects == nil { // refused
		s.restoreBest()
		return nil
	}
	s.Status = "Best model shown; selecting its weights"
	return effects
}

// finishTuning ends the tuning with the model shown.
func (s *state) finishTuning() {
	t := s.tuning
	r := *s.Result
	r.Wall = t.wall
	s.Phase, s.Status = ready, outcome(&r)
	offersBetter := t.top.score >= t.score+offeredGain
	if t.runs > 1 {
		s.Status += fmt.Sprintf("; %s %d searches", map[bool]string{false: "the best of", true: "chosen from"}[offersBetter], t.runs)
	}
	var notes []string
	switch {
	case t.runs == 0:
		notes = []string{"Not tuned, because no search is possible: " + t.why + "."}
	case t.why != "":
		notes = []string{"Searched on validation rows, because folds are not possible: " + t.why + "."}
	}
	var shown *float64
	if t.runs > 0 {
		shown = new(t.score)
	}
	if t.tried != nil && shown != nil && t.tried.scale == scaleOf(s.Spec) {
		notes = append(notes, s.comparison(t.tried, t.score))
	}
	var offer *proposal
	split, reason := s.dependentSplit()
	codes, codable := s.suspectedCodes(), s.codableColumns()
	canGain := t.score <= 1-offeredGain
	switch {
	case len(codes) > 0:
		offer = &proposal{spec: s.Spec, shown: shown}
		offer.spec.Data.Import.Missing = codes
		notes = append(notes, "Cells with "+joinNames(codes, len(codes))+" can be read as missing, in all columns.")
	case t.runs > 0 && reason != "":
		offer = &proposal{spec: s.Spec}
		offer.spec.Split = split
		notes = append(notes, reason)
	case len(codable) > 0 && canGain:
		offer = &proposal{spec: s.Spec, shown: shown}
		offer.spec.Data.Import.Codes = append(slices.Clone(s.Spec.Data.Import.Codes), codable...)
		notes = append(notes, joinNames(codable, mostNamed)+" can be used as categories.")
	case len(s.unusedColumns(s.Spec, "date")) > 0 && canGain && s.Spec.Data.Import.Dates == "":
		offer = &proposal{spec: s.Spec, shown: shown}
		offer.spec.Data.Import.Dates = table.DatesParts
		notes = append(notes, "Columns can be made of the dates, such as year, month and weekday.")
	case t.runs > 0 && offersBetter && t.top.score > baselineGoodness(r.Report, s.Spec.Search.Criterion):
		offer = &t.top
		notes = append(notes, s.proposalWords())
	case t.runs > 0 && t.leftOut != nil && s.Spec.Model.Kind() == experiment.ModelLP && s.Spec.Model.Kernel.Degree < t.leftOut.spec.Model.Kernel.Degree:
		offer = t.leftOut
		offer.shown = shown
		notes = append(notes, offer.note)
	}
	if s.Note != "" {
		notes = append([]string{s.Note}, notes...)
	}
	s.Note = strings.Join(notes, " ")
	if offer != nil {
		offer.note = s.Note
		s.Proposal = offer
	}
	s.keepNote()
	s.tuning = nil
}

// simplifies reports whether the best model has steps of reweighting and one with fewer weights
// scores nearly as well, by the rule of one standard error.
func (s *state) simplifies() bool {
	f := s.Search
	if f == nil || f.choice == nil || f.choice.Steps == nil || *f.choice.Steps == 0 || f.OneError == nil || *f.OneError == *f.Minimum {
		return false
	}
	best := goodnessAt(s.Result.Report, *f.Minimum)
	return best-goodnessAt(s.Result.Report, *f.OneError) <= min(simplerLoss, simplerShare*(1-best))
}

// tuningWords describes the search under way.
func (s *state) tuningWords() string {
	if t := s.tuning; t.began {
		return "First model shown; searching " + t.stages[0].words
	}
	return fmt.Sprintf("%s: %s, %s. Searching %s", s.Spec.Data.Name, english.Count(s.Inspection.Rows, "row"), english.Count(s.Inspection.Total, "column"), s.tuning.stages[0].words)
}

// takeTuned takes the report of a search of the tuning. A better model is entered and shown.
func (s *state) takeTuned(id int, r result) []effect {
	defer s.amend() // the searches belong to the step of the upload
	t := s.tuning
	t.wall += r.Wall
	if t.best != nil {
		if s.runEntries.Search.Rule == experiment.RuleOneError {
			score := goodnessAt(t.best.Result.Report, *s.Search.OneError)
			if !fitsAsWell(r.Report, *t.best.Result.Report.Search, score) {
				s.restoreBest()
				s.runID, t.best, t.keeps = 0, nil, true
				return s.nextStage()
			}
			t.score = score
		}
		s.take(id, r)
		s.finishTuning()
		return nil
	}
	goodness, scored := goodness(r.Report)
	if scored {
		t.runs++
	}
	if m := r.Report.Spec.Model; scored && m.Kind() == experiment.ModelLP && m.R == (experiment.P{}) {
		t.effort = s.effort(r.Report)
	}
	best := t.stages[0]
	t.stages = t.stages[1:]
	var folds experiment.Score
	if f := r.Report.Search; scored {
		folds = f.Scores[f.Minimum.Subsample][f.Minimum.Gamma]
	}
	// A search on a subsample scores on other rows.
	needsMargin := best.certain || r.Report.Spec.Model.Subsample > 0
	isUnsure := needsMargin && math.Abs(folds.Mean-t.folds.Mean) < math.Hypot(folds.Error, t.folds.Error)
	if scored && goodness > t.top.score {
		t.top = proposal{words: best.words, score: goodness, spec: s.runEntries}
		switch {
		case math.IsInf(best.gain, 1):
			t.top.why = " Such models extrapolate badly."
		case goodness < t.score+best.gain:
			t.top.why = fmt.Sprintf(" It replaces another model only if its score is higher by %s.", s.scoreNumber(best.gain))
		case isUnsure:
			t.top.why = " The difference is within one standard error."
		}
	} else if scored && math.IsInf(best.gain, -1) {
		t.top.why = cmp.Or(t.top.why, " The weights of this model are sparser.")
	}
	if t.began && (!scored || goodness < t.score+best.gain || goodness == t.score || isUnsure) {
		s.runID = 0
		return s.nextStage()
	}
	s.Spec = s.runEntries
	if best.note != "" {
		s.record()
	}
	if best.note != "" || !t.began {
		s.Note = best.note
	}
	s.take(id, r)
	t.score, t.folds = goodness, folds
	var effects []effect
	if t.began {
		effects = []effect{{Do: actionShow, ID: id}}
	}
	t.began = true
	return append(effects, s.nextStage()...)
}

// failTuning takes the failure of a search of the tuning. Where folds are not possible, validation
// rows stand in for them; where these are not either, the first model is run alone.
func (s *state) failTuning(message string) []effect {
	defer s.amend()
	t := s.tuning
	criterion := s.runSpec.Search.Criterion
	switch {
	case t.best != nil:
		s.restoreBest()
		s.finishTuning()
		return nil
	case t.runs == 0 && criterion == experiment.SearchCrossValidation:
		t.why = cause(message)
		return s.nextStage()
	case t.runs > 0 || t.began:
		t.stages = t.stages[1:]
		if t.runs == 0 {
			t.stages = nil // the further searches are over the same rows
		}
		return s.nextStage()
	case criterion != "":
		t.why, t.plain, t.stages = cmp.Or(t.why, cause(message)), true, t.stages[:1]
		s.Spec.Search = experiment.Search{}
		return s.nextStage()
	}
	s.tuning = nil
	s.refuse(message)
	return nil
}

// cause is the part of an error that states what is wrong, without the setting and the advice.
func cause(message string) string {
	if setting, rest, ok := strings.Cut(message, ": "); ok {
		if path, _, _ := strings.Cut(setting, " "); strings.Contains(path, ".") {
			message = rest
		}
	}
	message, _, _ = strings.Cut(message, ";")
	return message
}

// restoreBest enters the best model again if runBest did not end with a result.
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
	effects := s.cancelRun()
	s.runID, s.Phase, s.Status = 0, ready, "Search stopped: press Run for the entered model"
	return effects
}

// isIncomplete reports whether the features have more than a few missing cells.
func (s *state) isIncomplete() bool {
	missing := 0
	for _, c := range s.Inspection.Columns {
		if s.isFeature(c.Name) {
			missing += c.Missing
		}
	}
	return float64(missing) > missingShare*float64(s.Inspection.Rows)
}

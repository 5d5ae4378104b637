package page

import (
	"cmp"
	"reflect"
	"slices"

	"lplab/core/english"
	"lplab/core/experiment"
)

// search is the result of a search. It holds for every experiment that differs from its own in the
// strength alone: its curves stay, and its models are shown without searching again.
type search struct {
	experiment.Searched                    // without what only the plots need
	spec                experiment.Spec    // the experiment that it is of
	choice              *experiment.Chosen // nil: the model was given
	entries             experiment.Spec    // spec, before a strength given by hand stood in for its rule
}

// withReweighting sets the r and the number of steps that the search chose.
func (f *search) withReweighting(s experiment.Spec) experiment.Spec {
	switch c := f.choice; {
	case c == nil || c.Steps == nil || s.Model.R == (experiment.P{}):
	case *c.Steps == 0:
		set(&s, [2]string{"model.r", ""})
	default:
		s.Model.R, s.Model.Steps = c.R, *c.Steps
	}
	return s
}

// parameter is the name of the parameter of the search, and grid its values.
func (f *search) parameter() string { return f.spec.Model.Parameter() }

func (f *search) grid() []float64 { return *f.Of(f.parameter()) }

// takeSearch takes the search of a report, and enters the model that it chose. After a report without
// a search, the last search stays if the report is of one of its models.
func (s *state) takeSearch(r experiment.Report) {
	if r.Search == nil {
		if !s.InPlace && !s.holds() {
			s.Search, s.Size = nil, 0
		}
		return
	}
	s.Search, s.Size = &search{*r.Search, s.runEntries, r.Chosen, s.runEntries}, 0
	choice := r.Chosen
	if choice == nil {
		if len(r.Search.Subsample) > 0 {
			s.Size = s.runEntries.Model.Subsample // the one given
		}
		return
	}
	if len(r.Search.Subsample) > 0 {
		s.Size = choice.Subsample
	}
	strength := *choice.Of(s.Search.parameter())
	if reflect.DeepEqual(s.Spec.Model, s.runEntries.Model) { // else another was entered meanwhile
		s.Spec.Model = choice.Model(s.Spec.Model).WithStrength(strength)
	}
	s.Search.spec.Model = choice.Model(s.Search.spec.Model)
	s.resultEntries.Model = choice.Model(s.resultEntries.Model).WithStrength(strength)
}

// searchOf is an experiment without what does not affect its search: the strength, the rule that
// chooses one, the selection, and parameters with several values: subsample, p, degree.
func searchOf(s experiment.Spec) experiment.Spec {
	s.Model, s.Search.Rule, s.Selection = s.Model.WithStrength(0), "", experiment.Selection{}
	if len(s.Search.P) > 0 {
		s.Model.P = experiment.P{}
	}
	if len(s.Search.Degree) > 0 {
		s.Model.Kernel.Degree = 0
	}
	if len(s.Search.Subsample) > 0 {
		s.Model.Subsample, s.Model.SubsampleSeed = 0, 0
	}
	return s
}

// holds reports whether the search on the page is that of the entries.
func (s *state) holds() bool {
	return s.Search != nil && reflect.DeepEqual(searchOf(s.Search.spec), searchOf(s.Spec))
}

// chooses reports whether the entries leave the strength to the search.
func (s *state) chooses() bool {
	_, given := s.Spec.Model.Strength()
	return !given && experiment.Lookup("search.rule").Applies(s.Spec)
}

// modelOf is the experiment of one model of a search: without the search, and on the first subsample
// of a size if the search had several.
func modelOf(s experiment.Spec, size int) experiment.Spec {
	if size > 0 {
		s.Model.Subsample, s.Model.SubsampleSeed = size, s.Search.Seed
	}
	s.Search = experiment.Search{}
	return s
}

// model is the experiment of the model entered.
func (s *state) model() experiment.Spec {
	if !s.holds() {
		return modelOf(s.Spec, 0)
	}
	return s.Search.withReweighting(modelOf(s.Spec, s.Size))
}

// answeredEntries returns the entries that a run of the model answers: all if the search on the page holds,
// else those without the search.
func (s *state) answeredEntries() experiment.Spec {
	if s.holds() {
		return s.Spec
	}
	return modelOf(s.Spec, 0)
}

// runModel runs the model entered without a search.
func (s *state) runModel() []effect {
	spec, ok := s.checkSpec(s.model())
	if !ok {
		return nil
	}
	return s.start(spec, s.answeredEntries(), running)
}

// choice is the place of the model that a rule chooses; nil if no search on the page has one.
func (s *state) choice(rule string) *experiment.Place {
	switch {
	case !s.holds() || rule == experiment.RuleGiven:
		return nil
	case rule == experiment.RuleOneError:
		return s.Search.OneError
	}
	return s.Search.Minimum
}

// place enters a model of the search.
func (s *state) place(at experiment.Place) {
	s.Spec.Model = s.Spec.Model.WithStrength(s.Search.gridAt(at)[at.Gamma])
	if len(s.Search.Forms) > 0 {
		form := s.Search.Forms[at.Form]
		for _, m := range []*experiment.Model{&s.Spec.Model, &s.Search.spec.Model} {
			m.P, m.Kernel.Degree = form.P, cmp.Or(form.Degree, m.Kernel.Degree)
		}
		for _, path := range []string{"model.p", "model.kernel.degree"} {
			s.accept(path)
		}
	}
	if len(s.Search.Subsample) > 0 {
		s.Size = s.Search.Subsample[at.Subsample]
	}
	s.accept(strengthPath(s.Spec))
	s.Slider = s.Slider.with(s.strength())
}

func (s *state) runChosen(rule string) []effect {
	place := s.choice(rule)
	if place == nil || s.busy() {
		return nil
	}
	s.rule(rule)
	return s.runPlace(*place)
}

// rule enters the rule that chooses the model. A given model has the size of its subsample.
func (s *state) rule(rule string) {
	s.Spec.Search.Rule = rule
	if rule != experiment.RuleGiven && s.holds() {
		for _, spec := range []*experiment.Spec{&s.Spec, &s.Search.spec} { // the rule chooses r and the steps again
			a := s.Search.entries
			spec.Model.R, spec.Model.Steps, spec.Search.R, spec.Search.Steps = a.Model.R, a.Model.Steps, a.Search.R, a.Search.Steps
			if a.Model.R != (experiment.P{}) {
				spec.Selection = a.Selection
			}
		}
	}
	if len(s.Spec.Search.Subsample) == 0 {
		return
	}
	s.Spec.Model.Subsample, s.Spec.Model.SubsampleSeed = 0, 0
	if rule == experiment.RuleGiven {
		s.Spec.Model.Subsample, s.Spec.Model.SubsampleSeed = s.Size, s.Spec.Search.Seed
	}
}

// replaceRule replaces the rule by a strength entered after a search, because the rule would
// choose another. Without a strength the rule chooses again.
func (s *state) replaceRule() {
	switch _, given := s.Spec.Model.Strength(); {
	case !s.holds() || !experiment.Lookup("search.rule").Applies(s.Spec):
	case given:
		s.standIn()
	case s.Spec.Search.Rule == experiment.RuleGiven:
		s.rule(cmp.Or(s.Rule, experiment.RuleMinimum))
		s.Rule = ""
	}
}

// standIn replaces the rule by the strength entered.
func (s *state) standIn() {
	if s.Spec.Search.Rule != experiment.RuleGiven {
		s.Rule = s.Spec.Search.Rule
	}
	// The rule chose the r and the steps of the curve too.
	s.Spec, s.Search.spec = s.Search.withReweighting(s.Spec), s.Search.withReweighting(s.Search.spec)
	s.rule(experiment.RuleGiven)
}

// searchAnew restores the rule that a strength replaced once the search no longer holds.
func (s *state) searchAnew() {
	if s.Rule == "" || s.holds() {
		return
	}
	if s.Spec.Search.Rule == experiment.RuleGiven && experiment.Lookup("search.rule").Applies(s.Spec) {
		s.rule(s.Rule)
	}
	s.Rule = ""
}

// repeats describes the search that Run repeats, because the one on the page is of earlier entries;
// "" for none.
func (s *state) repeats() string {
	if s.Search == nil || s.dataProblem() != "" || otherData(s.Search.spec.Data, s.Spec.Data) || s.busy() || s.Sliding || s.holds() || !experiment.Lookup("search.criterion").Applies(s.Spec) || s.Spec.Search.Criterion == "" {
		return ""
	}
	models := 0
	for _, row := range s.Search.Rows() {
		models += len(row.Grid)
	}
	text := "Run searches again: " + english.Count(max(models, len(s.Search.grid())), "model")
	if search := s.Search.spec.Search; search.Criterion == experiment.SearchCrossValidation {
		text += " in " + english.Count(search.Folds, "fold")
	}
	if s.Search.Seconds > 0 {
		text += ", " + seconds(s.Search.Seconds) + " the last time"
	}
	return text + "."
}

// ruleFor is a rule that chooses a model of the search, preferably the one entered.
func (s *state) ruleFor(at experiment.Place) string {
	for _, rule := range []string{s.Spec.Search.Rule, experiment.RuleMinimum, experiment.RuleOneError} {
		if place := s.choice(rule); place != nil && *place == at {
			return rule
		}
	}
	return experiment.RuleGiven
}

// runPlace runs a model of the search. If no rule chooses it, its strength is given.
func (s *state) runPlace(at experiment.Place) []effect {
	if !s.holds() || s.busy() || !s.Search.has(at) {
		return nil
	}
	s.place(at)
	if experiment.Lookup("search.rule").Applies(s.Spec) {
		if rule := s.ruleFor(at); rule != experiment.RuleGiven {
			s.Rule = ""
			s.rule(rule)
		} else {
			s.standIn()
		}
	}
	effects := s.runModel()
	s.InPlace = true
	return effects
}

func (f *search) has(at experiment.Place) bool {
	return at.Subsample >= 0 && at.Subsample < max(1, len(f.Subsample)) &&
		at.Form >= 0 && at.Form < max(1, len(f.Forms)) && at.Gamma >= 0 && at.Gamma < len(f.gridAt(at))
}

// gridAt lists the values of the parameter for the form of a place.
func (f *search) gridAt(at experiment.Place) []float64 {
	if len(f.Forms) > 0 {
		return *f.Forms[at.Form].Of(f.parameter())
	}
	return f.grid()
}

func (f *search) scoreAt(at experiment.Place) experiment.Score {
	return f.Rows()[f.Row(at)].Scores[at.Gamma]
}

// formOf is the index of a model's p and degree among the forms; 0 without forms.
func (f *search) formOf(m experiment.Model) int {
	return max(0, slices.IndexFunc(f.Forms, func(form experiment.Form) bool {
		return form.P == m.P && (form.Degree == 0 || form.Degree == m.Kernel.Degree)
	}))
}

// strengthShown is the strength of the result, or of the slider or cursor while it is dragged.
func (s *state) strengthShown() float64 {
	if s.DragStrength > 0 {
		return s.DragStrength
	}
	return strengthOf(s.Result.Report)
}

// here is the place of the result shown in the search, if it is one of its models.
func (s *state) here() (experiment.Place, bool) {
	if s.Search == nil || s.Result == nil || !reflect.DeepEqual(searchOf(s.Search.spec), searchOf(s.resultEntries)) {
		return experiment.Place{}, false
	}
	at := experiment.Place{Form: s.Search.formOf(s.resultEntries.Model), Subsample: max(0, slices.Index(s.Search.Subsample, s.Size))}
	at.Gamma = slices.Index(s.Search.gridAt(at), s.strengthShown())
	return at, at.Gamma >= 0
}

// begin enters a value and runs: a search, or a rule of selection, with its defaults.
func (s *state) begin(path, value string) []effect {
	if s.busy() {
		return nil
	}
	s.takeEntry(path, value)
	return s.run()
}

package page

import (
	"fmt"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// What a tuning offers beside its result.

// proposal is a search that is offered: one with a better score than that of the model shown, one that was left out,
// or one with the file read in another way, with groups or with a split by time.
type proposal struct {
	note  string // the note on the result that offers it
	words string // the models of the search
	why   string // the reason for which it is not the model shown, as a sentence
	score float64
	spec  experiment.Spec
	shown *float64 // the score of the model shown, for a search that was left out and data read in another way; nil otherwise
}

// tried is an offer that was taken: a search that was left out and runs now, or data read in another way.
type tried struct {
	run    int // of the search; 0 for data, which are tuned again
	scale  scale
	before float64 // the score of the model that it may replace
}

// compare notes the scores of a search that was left out and of the model before it.
func (s *state) compare(id int, r experiment.Report) {
	t := s.tried
	if s.tried = nil; t == nil || t.run != id {
		return
	}
	score, ok := goodness(r)
	if !ok || scaleOf(r.Spec) != t.scale {
		return
	}
	s.Note = s.comparison(t, score)
}

// comparison states the score of the model shown and of the model before it.
func (s *state) comparison(t *tried, score float64) string {
	words := fmt.Sprintf("With this model the score on the %s is %s; with the model before %s.", scoredRows(t.scale.criterion), s.scoreText(score), s.scoreText(t.before))
	if score < t.before {
		words += " Undo returns to that."
	}
	return words
}

// isSplitAtRandom reports whether the parts of the split are drawn row by row.
func (s *state) isSplitAtRandom() bool {
	split := s.Spec.Split
	return !split.Explicit() && split.Order == "" && split.Groups == ""
}

// dependentSplit is the split to offer in place of one at random, with the reason: by the first column that is named like
// an identifier and repeats its values, or by the dates in the order of which the rows are. The reason is "" if there is none.
func (s *state) dependentSplit() (split experiment.Split, reason string) {
	split = s.Spec.Split
	if s.Inspection == nil || !s.isSplitAtRandom() || s.Spec.Data.Test != (experiment.TestFile{}) {
		return split, ""
	}
	for _, c := range s.Inspection.Columns {
		if c.Groups && !s.Spec.HasRole(c.Name) {
			split.Groups = c.Name
			return split, fmt.Sprintf("The training rows and the unseen rows share values of “%s”: for the error on new ones, split by groups.", c.Name)
		}
	}
	if name := s.Inspection.Sorted; name != "" && !s.Spec.HasRole(name) {
		split.Order, split.Stratify = name, false
		return split, "For the error of forecasts, split by time." // a remark has the reason
	}
	return split, ""
}

// suspectedCodes are texts of cells that may mean a missing cell, if no such codes are entered.
func (s *state) suspectedCodes() []string {
	if s.Inspection == nil || s.Inspection.Findings == nil || s.Spec.Data.Import.Missing != nil {
		return nil
	}
	codes := s.Inspection.Findings.Missing.Alternatives
	return codes[:min(len(codes), int(experiment.Lookup(importPrefix+"missing").Max))]
}

// codableColumns are the columns with many texts, or with numbers that are codes, that can be categories.
func (s *state) codableColumns() (names []string) {
	if s.Inspection == nil || s.Spec.Named() != nil && s.backup != nil && !s.backup.All {
		return nil
	}
	for _, c := range s.Inspection.Columns {
		if c.Codable > table.MaxLevels && !s.Spec.HasRole(c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// proposalWords compares the model shown with the search that scored best.
func (s *state) proposalWords() string {
	t, rows := s.tuning, scoredRows(s.Spec.Search.Criterion)
	other := "With " + t.top.words
	if top, shown := t.top.spec.Model, s.model().Model; top.R == (experiment.P{}) && shown.R != top.R && top.Kernel.String() == shown.Kernel.String() {
		other = "Without reweighting"
	}
	return fmt.Sprintf("%s the score on the %s is %s; with this model %s.%s", other, rows, s.scoreText(t.top.score), s.scoreText(t.score), t.top.why)
}

// useProposal enters and runs the search that is offered. With other columns or another split the model is tuned again,
// unless tuning was turned off since.
func (s *state) useProposal() []effect {
	if s.Proposal == nil || s.busy() {
		return nil
	}
	split := s.Proposal.spec.Split
	switch {
	case !s.Tune:
	case split.Groups != s.Spec.Split.Groups:
		return s.tuneWith("split.groups", split.Groups)
	case split.Order != s.Spec.Split.Order:
		return s.tuneWith("split.order", split.Order)
	}
	shown, scale := s.Proposal.shown, scaleOf(s.Spec)
	for _, name := range []string{"missing", "codes", "dates"} {
		field := experiment.Lookup(importPrefix + name)
		if value := field.Get(s.Proposal.spec); s.Tune && value != field.Get(s.Spec) {
			s.auto = true
			if shown != nil {
				s.tried = &tried{scale: scale, before: *shown}
			}
			return s.enter(field.Path, value)
		}
	}
	effects := s.loadTuned(s.Proposal.spec)
	if shown != nil && s.runID != 0 {
		s.tried = &tried{run: s.runID, scale: scale, before: *shown}
	}
	return effects
}

// loadTuned enters and runs an experiment with the model of a tuning or one made of it. The next tuning starts with what was
// entered before the last one.
func (s *state) loadTuned(spec experiment.Spec) []effect {
	backup := s.backup
	effects := s.load(spec)
	s.backup = backup
	return append(effects, s.run()...)
}

// tuneWith enters a field and tunes the model again, in one step with the name of the field.
func (s *state) tuneWith(path, text string) []effect {
	effects := s.enter(path, text)
	s.record()
	effects = append(effects, s.tune()...)
	s.amend()
	return effects
}

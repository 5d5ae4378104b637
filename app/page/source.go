package page

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
)

// The data: the choice of samples and files, their inspection, and the columns that are features.

func (s *state) chooseSample(id string) []effect {
	if id == ownFile {
		if s.File == nil {
			return nil
		}
		effects := append(s.adopt(s.File.data(), "", true), s.inspect(s.Spec.Data)...)
		s.askForRun(s.File.Name + " is loaded: press Run")
		return effects
	}
	sample, ok := sampleByID(id)
	if !ok {
		return nil
	}
	effects := s.adopt(sample.Data, sample.Target, sample.Raw)
	bags(&s.Spec, sample.Bag)
	for _, e := range sample.Model {
		enter(&s.Spec, e[0], e[1])
	}
	s.Slider = around(s.strength(), "")
	effects = append(effects, s.inspect(s.Spec.Data)...)
	s.askForRun("The sample is loaded: press Run")
	return effects
}

// askForRun asks for a run of other data, unless a run is under way.
func (s *state) askForRun(sentence string) {
	if s.Phase == ready || s.Phase == failed {
		s.Phase, s.Status = ready, sentence
	}
}

// adopt changes to other data. It resets the entries about columns and keeps those about the model. It ends an
// automatic search.
func (s *state) adopt(d experiment.Data, target string, raw bool) []effect {
	effects := s.endTuning()
	s.auto = false
	s.setBack()
	if left, ok := sampleByID(sampleOf(s.Spec.Data)); ok && left.hasModelOf(s.Spec) {
		set(&s.Spec, linear...)
	}
	s.Spec.Data = d
	s.Spec.Target = target
	s.Spec.Features, s.Spec.Basis = nil, nil
	bags(&s.Spec, "")
	s.Spec.Preprocess.Standardize, s.Spec.Preprocess.Intercept = raw, raw
	opening := experiment.Default()
	s.Spec.Title = "" // it was about other data
	if reflect.DeepEqual(d, opening.Data) {
		s.Spec.Title = opening.Title
	}
	switch split := &s.Spec.Split; {
	case !raw && split.Explicit():
		*split = opening.Split
	case raw && (split.Explicit() || reflect.DeepEqual(*split, opening.Split)):
		// These shares were not chosen for these columns.
		split.Train = experiment.Lookup("split.train").Default.(experiment.Part)
		split.Validation = experiment.Lookup("split.validation").Default.(experiment.Part)
		split.Test = experiment.Lookup("split.test").Default.(experiment.Part)
	}
	s.Spec.Split.Order, s.Spec.Split.Groups = "", ""
	s.newStrength(raw)
	s.setTask(experiment.Regression)
	s.Inspection, s.Refusal = nil, nil
	for path := range s.Drafts {
		if strings.HasPrefix(path, "data.") || path == "target" {
			s.accept(path)
		}
	}
	s.accept("target")
	return effects
}

// newStrength resets the strengths, which were chosen for other data. Planted data have the gamma of
// the opening experiment.
func (s *state) newStrength(raw bool) {
	s.Spec.Model.Gamma = experiment.Gamma{Auto: true}
	if !raw {
		s.Spec.Model.Gamma = experiment.Default().Model.Gamma
	}
	for _, path := range []string{"model.lambda", "model.C", "model.k"} {
		if experiment.Lookup(path).Applies(s.Spec) {
			s.reset(path)
		}
	}
	s.accept(strengthPath(s.Spec))
	s.Slider = around(s.strength(), "")
}

// inspectRequest is the request of an inspection: the data, and a column to return even if it is not
// among the first.
type inspectRequest struct {
	Data   experiment.Data `json:"data"`
	Column string          `json:"column"`
}

// inspect requests an inspection, in place of the one under way.
func (s *state) inspect(d experiment.Data) []effect {
	if s.NewFile != nil && !reflect.DeepEqual(d, s.NewFile.data()) {
		s.Status = "Cancelled: " + s.NewFile.Name + " was not loaded"
		s.NewFile = nil
	}
	s.last++
	s.inspectID, s.oldTest = s.last, nil
	return []effect{{Do: actionInspect, ID: s.inspectID, Text: jsonOf(inspectRequest{d, s.Spec.Target})}}
}

// look requests the columns again if their correlations are with another target.
func (s *state) look() []effect {
	if s.Inspection == nil || s.inspectID != 0 || s.Inspection.Against == s.Spec.Target {
		return nil
	}
	if c, _ := s.Inspection.find(s.Spec.Target); c.Type != "number" && !hasTwoClasses(c) {
		return nil
	}
	return s.inspect(s.Spec.Data)
}

// takeFile takes the user's file. It is used once it has been read.
func (s *state) takeFile(f file) []effect {
	if s.dataLocked() && !s.Link.NeedsFile {
		s.fail(f.Name + " was not loaded: the author of this link locked the data")
		return nil
	}
	if s.takeWantedFile(f) {
		if s.File == nil || s.File.SHA256 != f.SHA256 {
			return nil
		}
		s.await(f.Name + " is the file of this experiment: press Run")
		return s.inspect(s.Spec.Data)
	}
	s.NewFile, s.Refusal, s.Open[importSection] = &f, nil, false
	s.Status = "Reading " + f.Name
	return s.inspect(f.data())
}

func (s *state) takeTestFile(f file) []effect {
	switch {
	case s.dataLocked():
		s.fail(f.Name + " was not loaded: the author of this link locked the data")
		return nil
	case s.Spec.Data.Source != experiment.SourceFile || !s.has(s.Spec.Data):
		s.fail(f.Name + " was not loaded: choose the data file first")
		return nil
	}
	return s.useTest(experiment.TestFile{Name: f.Name, SHA256: f.SHA256}, f.Name+" has the test rows: press Run")
}

func (s *state) removeTestFile() []effect {
	if s.dataLocked() {
		s.fail("The test file was kept: the author of this link locked the data")
		return nil
	}
	return s.useTest(experiment.TestFile{}, "Without a test file: press Run")
}

func (s *state) useTest(f experiment.TestFile, status string) []effect {
	effects, before := s.endTuning(), s.Spec.Data.Test
	s.Spec.Data.Test = f
	s.readFile()
	effects = append(effects, s.inspect(s.Spec.Data)...)
	s.DataError, s.Status, s.oldTest = "", status, &before
	return effects
}

func (s *state) takeInspection(id int, i inspection) []effect {
	if id != s.inspectID {
		return nil
	}
	s.inspectID = 0
	given := s.NewFile != nil
	repaired := !given && s.File != nil && s.Phase == failed && (s.DataError != "" || s.Status == s.dataFault())
	s.DataError, s.Refusal = "", nil
	var effects []effect
	if given {
		s.File, s.NewFile = s.NewFile, nil
		effects = s.adopt(s.File.data(), "", true)
		s.Open[importSection] = s.Open[importSection] || len(i.Unsure) > 0
		s.auto = s.Tune
	}
	if given || repaired {
		if s.Phase == failed {
			s.Phase = ready
		}
		s.Status = fmt.Sprintf("%s: %s, %s. Choose the target, then Run", s.File.Name, english.Count(i.Rows, "row"), english.Count(i.Total, "column"))
	}
	s.Inspection = &i
	s.reread(&i)
	s.targetSought(&i)
	if _, ok := i.find(s.Spec.Target); !ok && (s.Spec.Target == "" || i.complete()) {
		s.Spec.Target = i.Target
		if c, ok := i.find(s.Spec.Target); ok {
			s.setTask(taskOf(c))
		}
	}
	if given && s.datesAlone() {
		return append(effects, s.enter(importPrefix+"dates", "parts")...)
	}
	if why := s.dataFault(); why != "" && (given || repaired) {
		s.fail(why)
	}
	if s.auto {
		effects = append(effects, s.tune()...)
	}
	if !given {
		s.amend() // the data read again and the search belong to the step of the entry
	}
	return effects
}

// failInspection takes the failure of an inspection. The data in use stay in use.
func (s *state) failInspection(id int, message string) {
	if id != s.inspectID {
		return
	}
	s.inspectID, s.tried, message = 0, nil, withLabels(message)
	if s.NewFile != nil {
		message = s.NewFile.Name + " was not loaded: " + message
		s.NewFile = nil
	} else if s.oldTest != nil {
		s.Spec.Data.Test = *s.oldTest
		s.readFile()
		s.dropStep()
	} else {
		s.Inspection = nil
	}
	s.DataError, s.Status = message, message
	if s.Phase != running {
		s.Phase = failed
	}
}

func (s *state) isFeature(name string) bool {
	if s.Spec.HasRole(name) {
		return false
	}
	if s.Spec.Features == nil && s.Spec.Basis == nil {
		c, ok := s.Inspection.find(name)
		return !ok || c.Usable
	}
	return slices.Contains(s.Spec.Features, name)
}

// toggleFeature adds a column to the features or removes it. They stay in the order of the data,
// and nil if they are all usable columns, or if there are formulas alone.
func (s *state) toggleFeature(name string, use bool) {
	if s.Link.View.Locks("features") || !s.Inspection.complete() {
		return
	}
	var features []string
	all := true
	for _, c := range s.Inspection.Columns {
		if s.role(c) != "" {
			continue
		}
		if take := s.isFeature(c.Name); c.Name == name && use || c.Name != name && take {
			features = append(features, c.Name)
		} else {
			all = false
		}
	}
	if len(features) == 0 && !all && s.Spec.Basis == nil {
		s.Drafts["features"] = draft{"none", "At least one column must be used"}
		return
	}
	delete(s.Drafts, "features")
	s.Spec.Features = features
	if all && s.Spec.Basis == nil {
		s.Spec.Features = nil
	}
	s.keepGiven("features")
}

package page

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"lplab/app/remaining"
	"lplab/core/experiment"
)

// phase is what the page is doing; its text is public, as the data-lplab
// attribute of the document's root.
type phase string

const (
	loading phase = "loading" // until the opening result has been recomputed here
	ready   phase = "ready"
	running phase = "running"
	failed  phase = "error" // the last request ended with the message in status
)

// state is the state of the page. Its methods are the transitions: each changes the state and
// returns the effects that JavaScript carries out. They use no browser.
type state struct {
	// Spec is the experiment entered so far. Each of its fields is valid.
	Spec   experiment.Spec
	Drafts map[string]draft // the refused entries, by the paths of their fields
	// Errors is the error of the last run in a field. Another field may correct it, so Run stays
	// possible.
	Errors map[string]string

	File       *file // the user's file in use
	NewFile    *file // the user's file while it is being read
	Inspection *inspection
	DataError  string // why the data could not be inspected
	Refusal    *refusal

	Views map[string]view // chosen in cards with tabs, by the id of these
	Open  map[string]bool // the disclosures, by data-section

	Phase    phase
	Status   string
	Progress experiment.Progress
	Left     string // how long the run still takes, in words
	Result   *result
	Note     string    // on the result
	Proposal *proposal // offered while Note is its note

	Past      []pastRun             // the experiments of this browser
	Search    *search               // what the last search found
	Rule      string                // the rule entered, while a strength entered by hand replaces it
	Size      int                   // rows of the subsample of the model shown, where the search tried several
	Stability *experiment.Stability // of the last run

	Tune   bool    // whether an upload is followed by an automatic search
	tuning *tuning // the automatic search under way
	auto   bool    // whether an automatic search found the model entered; other data start a new one
	tried  *tried  // nil for none
	backup *backup // what the last automatic search replaced; nil for nothing

	Pins       []pin  // A and B
	Offer      *offer // a session that may be restored
	StoreError string // why this browser stores no session

	Slider       slider
	Sliding      bool    // the slider of gamma or p is dragged, and the result follows it
	DragStrength float64 // the strength to which the slider or a cursor was moved so far; 0 where neither moves
	DragP        string  // the same for p
	InPlace      bool    // the slider started the run: the page does not scroll to the result

	Link   linkedDocument // what the page was opened with
	Lesson *lesson        // the view for a class in links made here; nil for none

	last          int     // number of the latest request
	inspectID     int     // the inspection waited for, 0 for none
	oldTarget     *string // the target before the one entered, which the inspection has to find
	runID         int     // the run waited for, 0 for none
	checking      bool
	oldTest       *experiment.TestFile // the test file before the one that is being read; it stays if that is refused
	runEntries    experiment.Spec      // the entries of the run waited for
	runSpec       experiment.Spec      // the experiment that it solves
	resultEntries experiment.Spec      // the entries of the result shown
	history       history
	estimate      remaining.Time // of the run waited for
}

// draft is an entry that was refused: its text as typed, and the reason.
type draft struct {
	Text   string `json:"text"`
	Reason string `json:"reason"`
}

// file is the user's own file. Its bytes stay with JavaScript.
type file struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`

	Import experiment.Import   `json:"-"` // how it is read
	Test   experiment.TestFile `json:"-"` // its test rows
}

func (f file) data() experiment.Data {
	return experiment.Data{Source: experiment.SourceFile, Name: f.Name, SHA256: f.SHA256, Import: f.Import, Test: f.Test}
}

// result is a report without its long lists.
type result struct {
	Report   experiment.Report                     `json:"report"`
	Rows     struct{ Train, Validation, Test int } `json:"rows"`
	Features int                                   `json:"features"`
	Curve    bool                                  `json:"curve"`      // whether there is one, of a single input
	Listed   int                                   `json:"listed"`     // weights in the report's own list; Weights.Top are the first of them until more are wanted
	Support  int                                   `json:"support"`    // support vectors
	ByClass  []classResult                         `json:"byClass"`    // of more than two classes, in order
	Class    string                                `json:"shownClass"` // of the model that the rest of the result describes
	Wall     float64                               `json:"wall"`       // seconds from pressing Run to the report
}

// resultOf is a whole report as the page has it.
func resultOf(report experiment.Report) result {
	r := result{Report: report, Features: len(report.Features), Curve: report.Curve != nil, Listed: len(report.Weights.Top)}
	r.Rows.Train, r.Rows.Validation, r.Rows.Test = len(report.Rows.Train), len(report.Rows.Validation), len(report.Rows.Test)
	return r
}

func jsonOf(v any) string { return string(marshal(json.Marshal(v))) }

// marshal returns the JSON of a value. Numbers of entries and reports are finite, so any value can be written.
func marshal(text []byte, err error) []byte {
	if err != nil {
		panic("page: " + err.Error())
	}
	return text
}

func newState() state {
	s := state{Spec: experiment.Default(), Views: map[string]view{}, Open: map[string]bool{}, Drafts: map[string]draft{}, Tune: true, Phase: loading, Status: "Starting"}
	s.Slider = around(s.strength(), "")
	s.amend()
	return s
}

// entry is the text a control shows.
func (s *state) entry(path string) string {
	if s.DragStrength > 0 && path == strengthPath(s.Spec) {
		return briefNumber(s.DragStrength)
	}
	if s.DragP != "" && path == "model.p" {
		return s.DragP
	}
	if d, ok := s.Drafts[path]; ok {
		return d.Text
	}
	f := experiment.Lookup(path)
	if value, given := s.Spec.Model.Strength(); f.Kind == experiment.Scale && path == strengthPath(s.Spec) && given {
		return briefNumber(value)
	}
	return f.Get(s.Spec)
}

// widestGamma is the largest number of characters of gamma shown. The gamma of a search has more.
const widestGamma = 9

// briefNumber writes a strength as its entry shows it.
func briefNumber(x float64) string {
	if text := strconv.FormatFloat(x, 'g', -1, 64); len(text) <= widestGamma {
		return text
	}
	return plainNumber(x)
}

// earlyEntry is an entry made before the page's program had started.
type earlyEntry struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// enterAll takes entries in the order in which they were made.
func (s *state) enterAll(all []earlyEntry) []effect {
	var effects []effect
	for _, e := range all {
		effects = append(effects, s.enter(e.Path, e.Value)...)
		s.record()
	}
	return effects
}

// Entries that are no field of an experiment.
const (
	entrySample = "sample" // an ID of a sample
	entryAuto   = "auto"   // whether the strength is left to the program
	entryFactor = "factor" // by which the strength is multiplied
	entryClass  = "class"  // the class of the model shown
	entryTune   = "tune"   // whether an upload is followed by an automatic search
	entryColumn = "use:"   // before the name of a column: whether it is a feature
	entryCodes  = "codes:" // before the name of a column: whether its cells are codes of categories
)

// enter takes an entry of a control. It ends an automatic search, or starts a new one for another
// target.
func (s *state) enter(control, text string) []effect {
	before := s.Spec
	effects := s.enterOne(control, text)
	if !s.auto || reflect.DeepEqual(before, s.Spec) {
		return effects
	}
	if control == "target" || control == "task" {
		if s.inspectID == 0 {
			return append(effects, s.tune()...)
		}
		return effects
	}
	if !strings.HasPrefix(control, "data.") {
		s.auto = false
	}
	return append(s.endTuning(), effects...)
}

func (s *state) enterOne(control, text string) []effect {
	switch control {
	case entryTune:
		s.Tune = text == "true"
		return nil
	case entrySample:
		return s.chooseSample(text)
	case entryClass:
		return []effect{{Do: actionOfClass, Text: text}}
	case entryAuto:
		if text == "true" {
			return s.takeEntry(strengthPath(s.Spec), experiment.Auto)
		}
		return s.takeEntry(strengthPath(s.Spec), plainNumber(s.strength()))
	case entryFactor:
		factor, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic("page: no factor: " + text)
		}
		return s.takeEntry(strengthPath(s.Spec), plainNumber(s.strength()*factor))
	}
	if column, ok := strings.CutPrefix(control, entryColumn); ok {
		s.toggleFeature(column, text == "true")
		return nil
	}
	if column, ok := strings.CutPrefix(control, entryCodes); ok {
		return s.toggleCodes(column, text == "true")
	}
	if strings.HasPrefix(control, importPrefix) {
		return s.importSet(control, text)
	}
	return s.takeEntry(control, text)
}

// takeEntry takes an entry of the control of a field.
func (s *state) takeEntry(path, text string) []effect {
	if s.Link.View.Locks(path) {
		return nil
	}
	if _, wrong := s.Drafts[path]; !wrong && text == s.entry(path) {
		return nil // the control may show fewer digits than the entry has
	}
	f := experiment.Lookup(path)
	before := s.Spec
	switch f.Kind {
	case experiment.Number, experiment.Scale, experiment.Share, experiment.Exponent:
		if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
			text = strings.Replace(text, ",", ".", 1)
		}
	}
	if err := f.Enter(&s.Spec, text); err != nil {
		s.Drafts[path] = draft{text, problem(f, err)}
		return nil
	}
	s.accept(path)
	s.keepGiven(path)
	if s.compared(path) != "" && s.Spec.Search.Rule != experiment.RuleGiven {
		enter(&s.Spec, comparedBy[path], "") // the search would choose another value
	}
	switch path {
	case strengthPath(s.Spec):
		s.Slider = s.Slider.with(s.strength())
		s.replaceRule()
	case "model.type":
		s.Slider = around(s.strength(), "")
		if c, _ := s.Inspection.find(s.Spec.Target); hasTwoClasses(c) && s.Spec.Task == experiment.Regression && before.Model.Kind() != s.Spec.Model.Kind() && experiment.NeedsClasses(s.Spec.Model) {
			s.setTask(experiment.Classification)
		}
	case "target":
		s.noFeature(s.Spec.Target)
		if c, ok := s.Inspection.find(s.Spec.Target); ok {
			s.setTask(taskOf(c))
		} else if s.Inspection != nil && !s.Inspection.complete() {
			s.oldTarget = &before.Target
			return s.inspect(s.Spec.Data)
		}
	case "model.r":
		if given := s.Spec.Model.R != (experiment.P{}); given && before.Model.R == (experiment.P{}) && s.Spec.Selection.Rule == experiment.SelectDeviation {
			set(&s.Spec, [2]string{"selection.rule", experiment.SelectNonzero})
		}
	case "bag":
		s.noFeature(s.Spec.Bag)
	case "basis":
		if before.Basis == nil && s.Spec.Basis != nil {
			s.Spec.Features = nil
		}
	case "task":
		s.setTask(s.Spec.Task)
	case "search.rule":
		s.Rule = ""
		s.rule(s.Spec.Search.Rule)
		if place := s.choice(s.Spec.Search.Rule); place != nil {
			s.place(*place)
		}
	}
	if strings.HasPrefix(path, "data.") && !reflect.DeepEqual(before.Data, s.Spec.Data) {
		return s.inspect(s.Spec.Data)
	}
	return nil
}

// comparedBy has the fields of the values that a search compares, by the field of one value.
var comparedBy = map[string]string{"model.p": "search.p", "model.kernel.degree": "search.degree", "model.r": "search.r"}

// compared returns the values of a field that the entered search compares; "" for none.
func (s *state) compared(path string) string {
	list := comparedBy[path]
	if list == "" || s.Link.View.Locks(list) || !experiment.Lookup(list).Applies(s.Spec) {
		return ""
	}
	return s.entry(list)
}

// wrong is the error in the entry of a field; "" for none.
func (s *state) wrong(path string) string { return cmp.Or(s.Drafts[path].Reason, s.Errors[path]) }

// strength is the value entered for the model's own parameter or, on auto, the last automatic one.
func (s *state) strength() float64 {
	if s.DragStrength > 0 {
		return s.DragStrength
	}
	if value, given := s.Spec.Model.Strength(); given && value > 0 {
		return value
	}
	if s.Result != nil && s.Result.Report.Spec.Model.Kind() == s.Spec.Model.Kind() && strengthOf(s.Result.Report) > 0 {
		return strengthOf(s.Result.Report)
	}
	return 1
}

// accept removes the refused entry of a field, and those of fields that no longer belong to the
// experiment.
func (s *state) accept(path string) {
	s.Errors = nil
	s.Drafts = maps.Clone(s.Drafts)
	maps.DeleteFunc(s.Drafts, func(other string, _ draft) bool {
		return other == path || !experiment.Lookup(other).Applies(s.Spec)
	})
}

// setTask changes the task, and the loss and the metric if they do not suit it.
func (s *state) setTask(task string) {
	changed := s.Spec.Task != task
	s.Spec.Task = task
	two := experiment.OfClasses(s.Spec.Model.Loss.Type)
	if classify := task == experiment.Classification; two != classify && (changed || two) {
		s.reset("model.loss.type")
	}
	if experiment.Lookup("search.metric").Applies(s.Spec) && !slices.Contains(experiment.MetricsOf(task), s.Spec.Search.Metric) {
		s.reset("search.metric")
	}
}

// reset gives a field its default, if it has one.
func (s *state) reset(path string) {
	f := experiment.Lookup(path)
	if f.Set(&s.Spec, fmt.Sprint(f.DefaultIn(s.Spec))) == nil {
		s.accept(path)
	}
}

// problem is the error message beside a control, which names the field by its label.
func problem(f experiment.Field, err error) string {
	var bad *experiment.FieldError
	if errors.As(err, &bad) {
		value := bad.Value
		if value == `""` {
			value = "empty"
		}
		return fmt.Sprintf("%s is %s: %s", f.Label, value, bad.Problem)
	}
	return err.Error()
}

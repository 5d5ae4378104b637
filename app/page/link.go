package page

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/app/remaining"
	"lplab/core/experiment"
)

// Limits of an experiment from a link, in seconds: with an estimate above workBudget it waits until
// the reader presses Run; a run that the reader did not start is stopped after wallBudget.
const (
	workBudget = 10
	wallBudget = 20
)

// timedDocument is a document from a link or a file, with an estimate of its time in seconds; nil if this
// depends on the user's file.
type timedDocument struct {
	Document experiment.Document `json:"document"`
	Seconds  *float64            `json:"seconds"`
	Framed   bool                `json:"framed"` // the page is part of another page
}

// linkedDocument is the document that the page was opened with.
type linkedDocument struct {
	View *experiment.View
	// Expected is the result of Spec that the link has; nil for none.
	Expected *experiment.Result
	Spec     experiment.Spec
	// NeedsFile is set until the user has given the file that Spec needs.
	NeedsFile bool
	// Unanswered is set until a run has a result: the one shown is of another experiment.
	Unanswered bool
	Step       int  // of the view, from 0
	moved      bool // whether the reader went to another step
}

// receive takes an experiment from a link, and runs it if this does not take long; else it shows the stored result, if
// there is one. The result in the link is only compared.
func (s *state) receive(r timedDocument) []effect {
	d := r.Document
	s.Views[resultTabs] = ""
	if d.View != nil {
		s.Views[resultTabs] = view(d.View.Tab)
	}
	s.Link, s.Lesson = linkedDocument{View: d.View.InTab(""), Expected: d.Result, Spec: d.Spec, Unanswered: true}, nil
	effects := s.load(d.Spec)
	if s.Link.View != nil && s.Link.View.Present {
		effects = append(effects, s.present())
	}
	a, stored := s.answerTo(d.Spec)
	switch {
	case d.Spec.Data.Source == experiment.SourceFile && !s.has(d.Spec.Data):
		s.Link.NeedsFile = true
		s.await(wantedWords(d.Spec.Data))
		return append(effects, effect{Do: actionFindFile, Text: d.Spec.Data.SHA256})
	case stored && s.isStale() && (r.Seconds == nil || *r.Seconds > workBudget):
		s.await("The experiment is loaded: press Run") // for the case that JavaScript no longer has the result
		return append(effects, effect{Do: actionShow, ID: a.id})
	case r.Seconds == nil || r.Framed:
		s.await("The experiment is loaded: press Run")
		return effects
	case *r.Seconds > workBudget:
		s.await("This experiment may take " + remaining.Words(*r.Seconds) + ": press Run")
		return effects
	}
	effects = append(effects, s.run()...)
	if s.runID != 0 {
		effects = append(effects, effect{Do: actionLimit, ID: s.runID, Text: strconv.Itoa(wallBudget)})
	}
	return effects
}

// takeOverrun takes the end of a run at its time limit.
func (s *state) takeOverrun(id int) {
	if id == s.runID {
		s.await(fmt.Sprintf("Stopped after %d seconds: runs started by a link are limited; press Run to complete it", wallBudget))
	}
}

// load replaces the entries by those of another experiment, and cancels what is under way.
func (s *state) load(spec experiment.Spec) []effect {
	effects := append(s.cancelReading(), s.cancelRun()...)
	s.runID = 0
	known := s.Inspection != nil && reflect.DeepEqual(s.Spec.Data, spec.Data)
	s.Spec = spec
	s.tuning, s.auto, s.backup = nil, false, nil
	s.Drafts, s.Errors = map[string]draft{}, nil
	s.Slider = s.Slider.with(s.strength())
	s.Refusal, s.DataError = nil, ""
	s.takeEarlierFile(spec.Data)
	if known || spec.Data.Source == experiment.SourceFile && !s.has(spec.Data) {
		return effects
	}
	s.Inspection = nil
	return append(effects, s.inspect(spec.Data)...)
}

// has reports whether the user's file is the file of the data.
func (s *state) has(d experiment.Data) bool {
	return s.File != nil && (d.SHA256 == "" || d.SHA256 == s.File.SHA256)
}

// takeEarlierFile takes the file of the data again if a step of the history has it.
func (s *state) takeEarlierFile(d experiment.Data) {
	for _, st := range slices.Concat(s.history.past, s.history.future) {
		if f := st.Entries.File; f != nil && d.Source == experiment.SourceFile && f.SHA256 == d.SHA256 && !s.has(d) {
			s.File = new(*f)
			s.File.Import, s.File.Test = d.Import, d.Test
		}
	}
}

// await ends the run under way and shows what the user has to do.
func (s *state) await(sentence string) {
	s.runID, s.checking, s.Note = 0, false, ""
	s.Phase, s.Status = ready, sentence
}

// lacksFile reports whether the experiment of a link waits for its file.
func (s *state) lacksFile() bool {
	return s.Link.NeedsFile && s.Spec.Data.Source == experiment.SourceFile
}

// wantedWords is the request for the file of an experiment.
func wantedWords(d experiment.Data) string {
	hash := ""
	if d.SHA256 != "" {
		hash = " (SHA-256 " + d.SHA256[:12] + "…)"
	}
	return "This experiment needs your file " + d.Name + hash + ", which the link does not contain: choose it under Data file"
}

// takeWantedFile takes the file that an experiment waits for; false if it waits for none.
func (s *state) takeWantedFile(f file) bool {
	if !s.lacksFile() {
		return false
	}
	if d := s.Spec.Data; d.SHA256 != "" && d.SHA256 != f.SHA256 {
		s.fail(f.Name + " is not the file of this experiment, " + d.Name + ": its contents differ. Choose the original file, or a sample")
		return true
	}
	s.Link.NeedsFile = false
	f.Import = s.Spec.Data.Import
	s.File = &f
	s.Spec.Data.SHA256 = f.SHA256
	if s.Link.Spec.Data.Source == experiment.SourceFile { // else a later step has the file
		s.Link.Spec.Data.SHA256 = f.SHA256
	}
	return true
}

// unreadableLink shows the error of a link; the page stays as it is.
func (s *state) unreadableLink(sentence string) {
	if s.Phase == loading {
		s.runID, s.checking, s.Note = 0, false, "Precomputed"
	}
	if s.busy() {
		s.Note = sentence
		return
	}
	s.fail(sentence)
}

// document is the content of a link to the page, with the result if it is of the entries.
func (s *state) document() experiment.Document {
	d := experiment.Document{Spec: s.Spec, View: s.Link.View.InTab(string(s.current(resultTabs)))}
	if r := s.Result; r != nil && !s.isStale() && r.Report.Result.Engine != "" && (s.Spec.Search.Criterion == "" || r.Report.Search != nil) {
		d.Result = &r.Report.Result
	}
	return d
}

// addressDocument returns the document in the page's address. The expected result of a link stays with its
// experiment, so that it can be compared again.
func (s *state) addressDocument() experiment.Document {
	d := s.document()
	if s.Link.Expected != nil && reflect.DeepEqual(s.Spec, s.Link.Spec) {
		d.Result = s.Link.Expected
	}
	return d
}

// badge compares the result shown with the expected one of the link; "" if there is none, or if the
// result is of another experiment.
func (s *state) badge() (text string, same bool) {
	want := s.Link.Expected
	if want == nil || s.Result == nil || s.busy() || !reflect.DeepEqual(s.resultEntries, s.Link.Spec) {
		return "", false
	}
	r := s.Result.Report.Result
	switch {
	case r.Digest == want.Digest && r.Data == want.Data:
		return "Reproduced: equal to the result of the link to 8 digits", true
	case r.Data != want.Data:
		return "Differs: the data are not those of the link", false
	}
	return "Differs: made by engine " + want.Engine + ", this is " + r.Engine, false
}

// badgeLine is the badge below the headline.
func (p *Page) badgeLine() app.UI {
	text, same := p.s.badge()
	class := map[bool]string{true: "badge-same", false: "badge-differs"}[same]
	return app.P().ID("badge").Class(classIf(text != "", "badge", class)).Text(text)
}

// address is what was sent to page.js for the address of the page.
type address struct {
	document experiment.Document
	run      int
	tuning   *tuning // the automatic search under way then
}

// How page.js writes the address: into the entry of the browser's history after a pause, as a new entry, or at once into
// the entry of the run, of which an automatic search has improved the model.
const (
	addressLater = iota
	addressCommitted
	addressAmended
)

// updateAddress updates the address of the page if the document or the run has changed.
func (p *Page) updateAddress() {
	if p.s.Phase == loading || p.s.Link.NeedsFile {
		return
	}
	d := p.s.addressDocument()
	tuned := p.address.tuning
	p.address.tuning = p.s.tuning
	committed := p.s.busy() && !p.s.InPlace && p.address.run != p.s.runID && (tuned == nil || tuned != p.s.tuning)
	if !committed && reflect.DeepEqual(d, p.address.document) {
		return
	}
	p.address.document, p.address.run = d, p.s.runID
	text, err := d.Delta()
	switch {
	case err != nil:
		return // Run shows the error
	case d.View == nil && reflect.DeepEqual(d.Spec, experiment.Default()):
		text = nil // the address of the page is that of its opening experiment
	}
	e := effect{Do: actionAddress, ID: addressLater, Text: string(text)}
	switch {
	case committed:
		e.ID = addressCommitted
	case tuned != nil && (p.s.tuning != nil || !p.s.isStale()): // else an entry ended the search
		e.ID = addressAmended
	}
	p.bridge.do(e)
}

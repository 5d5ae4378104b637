package page

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// session is the entries and results of the page, as web/shell/session.js stores them in this
// browser.
type session struct {
	Last    int           `json:"last"` // number of the latest request
	What    string        `json:"what"` // the session in a few words
	Present entries       `json:"present"`
	Past    []step        `json:"past,omitempty"` // the last is the nearest
	Future  []step        `json:"future,omitempty"`
	Answers []savedAnswer `json:"answers"`        // the results that are kept with it
	View    int           `json:"view"`           // the one of them in view; 0 for none
	Link    *savedLink    `json:"link,omitempty"` // what the page was opened with
	Lesson  *lesson       `json:"lesson,omitempty"`
	Tab     view          `json:"tab,omitempty"`     // of the result
	Untuned bool          `json:"untuned,omitempty"` // uploads are not tuned
	Tuning  bool          `json:"tuning,omitempty"`  // an automatic search is under way
	Pins    []savedPin    `json:"pins,omitempty"`
	Files   []string      `json:"files"` // keys of the files that the entries need
}

type savedPin struct {
	ID     int    `json:"id"` // of its answer
	File   *file  `json:"file,omitempty"`
	Result result `json:"result"`
}

type savedLink struct {
	Document   experiment.Document `json:"document"`
	NeedsFile  bool                `json:"wants,omitempty"`
	Unanswered bool                `json:"unanswered,omitempty"`
	Step       int                 `json:"step,omitempty"`
}

type savedAnswer struct {
	ID            int          `json:"id"`
	RunEntries    savedSpec    `json:"asked"`
	ResultEntries savedSpec    `json:"answered"`
	Size          int          `json:"size,omitempty"`
	Search        *savedSearch `json:"search,omitempty"`
	Note          string       `json:"note,omitempty"`
	Proposal      *savedSpec   `json:"proposal,omitempty"` // that the note offers
	Shown         *float64     `json:"shown,omitempty"`    // as in proposal
}

type savedSearch struct {
	experiment.Searched
	Spec    savedSpec          `json:"spec"`
	Choice  *experiment.Chosen `json:"chosen,omitempty"`
	Entries savedSpec          `json:"entries"`
}

func (a answer) saved() savedAnswer {
	d := savedAnswer{ID: a.id, RunEntries: savedSpec(a.runEntries), ResultEntries: savedSpec(a.resultEntries), Size: a.size, Note: a.note}
	if f := a.search; f != nil {
		d.Search = &savedSearch{f.Searched, savedSpec(f.spec), f.choice, savedSpec(f.entries)}
	}
	if a.proposal != nil {
		d.Proposal, d.Shown = new(savedSpec(a.proposal.spec)), a.proposal.shown
	}
	return d
}

// restored is a saved answer with another number.
func (d savedAnswer) restored(id int) answer {
	a := answer{id: id, runEntries: experiment.Spec(d.RunEntries), resultEntries: experiment.Spec(d.ResultEntries), size: d.Size, note: d.Note}
	if f := d.Search; f != nil {
		a.search = &search{f.Searched, experiment.Spec(f.Spec), f.Choice, experiment.Spec(f.Entries)}
	}
	if d.Proposal != nil {
		a.proposal = &proposal{note: d.Note, spec: experiment.Spec(*d.Proposal), shown: d.Shown}
	}
	return a
}

// savedSpec is an experiment that may be incomplete. It is written like any experiment, but read
// without the checks of the decoder.
type savedSpec experiment.Spec

func (s savedSpec) MarshalJSON() ([]byte, error) { return experiment.Spec(s).MarshalJSON() }

// savedSteps is the number of steps in each direction that a session has.
const savedSteps = 20

// UnmarshalJSON reads the entries of a session without refused entries of fields that no longer exist.
func (e *entries) UnmarshalJSON(text []byte) error {
	type plain entries // without this method
	s := struct {
		plain
		Spec savedSpec `json:"spec"`
	}{plain: plain{Drafts: map[string]draft{}}}
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	maps.DeleteFunc(s.Drafts, func(path string, _ draft) bool {
		return !slices.ContainsFunc(experiment.Fields(), func(f experiment.Field) bool { return f.Path == path })
	})
	if d := s.Spec.Data; s.File != nil && d.SHA256 == s.File.SHA256 {
		s.File.Import, s.File.Test = d.Import, d.Test
	}
	*e = entries(s.plain)
	e.Spec = experiment.Spec(s.Spec)
	return nil
}

// key is the key by which JavaScript stores a file.
func (f file) key() string { return cmp.Or(f.SHA256, f.Name) }

// saveIfChanged requests, after an event, that the session be saved soon if it has changed. A session
// without entries is not saved, except with another step.
func (s *state) saveIfChanged() []effect {
	h := &s.history
	if !h.unsaved || len(h.past)+len(h.future)+len(s.Pins) == 0 && s.Lesson == nil && !s.Link.moved {
		return nil
	}
	h.unsaved = false
	return []effect{{Do: actionChanged}}
}

func (s *state) session() session {
	h, shown := &s.history, s.model()
	d := session{
		Last: s.last, What: sourceWords(shown.Data) + ", " + modelWords(shown.Model), Present: h.present,
		Past: h.past[max(0, len(h.past)-savedSteps):], Future: h.future[max(0, len(h.future)-savedSteps):], Lesson: s.Lesson, Tab: s.Views[resultTabs], Untuned: !s.Tune, Tuning: s.tuning != nil,
	}
	keep := func(a answer) {
		if !slices.ContainsFunc(d.Answers, func(b savedAnswer) bool { return a.id == b.ID }) {
			d.Answers = append(d.Answers, a.saved())
		}
	}
	for _, a := range h.answers {
		if a.id == h.view {
			d.View = a.id
			keep(a)
		}
	}
	for _, p := range s.Pins {
		keep(p.answer)
		d.Pins = append(d.Pins, savedPin{p.id, p.File, p.Result})
	}
	if l := s.Link; l.Spec.Version != 0 {
		d.Link = &savedLink{experiment.Document{Spec: l.Spec, View: l.View, Result: l.Expected}, l.NeedsFile, l.Unanswered, l.Step}
	}
	need := func(f *file) {
		if f != nil && !slices.Contains(d.Files, f.key()) {
			d.Files = append(d.Files, f.key())
		}
	}
	for _, st := range slices.Concat([]step{{Entries: d.Present}}, d.Past, d.Future) {
		need(st.Entries.File)
		if test := st.Entries.Spec.Data.Test; test.Name != "" {
			need(&file{Name: test.Name, SHA256: test.SHA256})
		}
	}
	for _, p := range d.Pins {
		need(p.File)
	}
	return d
}

func (s *state) save() []effect { return []effect{{Do: actionSave, Text: jsonOf(s.session())}} }

// restoreSession takes a saved session, with offset added to the numbers of its results. The entries
// before it stay in the history.
func (s *state) restoreSession(offset int, text string) []effect {
	var d session
	if err := json.Unmarshal([]byte(text), &d); err != nil || d.Present.Spec.Data.Source == "" || d.Present.Spec.Version == 0 {
		if s.Phase != loading {
			s.fail("This version cannot read the saved session; the entries are kept")
			return nil
		}
		return s.recompute()
	}
	h := &s.history
	s.last = max(s.last, offset+d.Last)
	for _, a := range d.Answers {
		h.answers = append(h.answers, a.restored(offset+a.ID))
	}
	if len(d.Pins) > 0 {
		s.Pins = nil
	}
	for _, p := range d.Pins {
		if i := slices.IndexFunc(h.answers, func(a answer) bool { return a.id == offset+p.ID }); i >= 0 && len(s.Pins) < mostPins {
			s.Pins = append(s.Pins, pin{h.answers[i], p.File, p.Result})
		}
	}
	if len(h.past) == 0 {
		h.past, h.future = d.Past, d.Future
	} else {
		h.past = append(h.past, step{"the restored session", "", h.present})
		h.future = nil
	}
	if l := d.Link; l != nil {
		s.Link = linkedDocument{View: l.Document.View, Expected: l.Document.Result, Spec: l.Document.Spec, NeedsFile: l.NeedsFile, Unanswered: l.Unanswered}
		if v := s.Link.View; v != nil && l.Step >= 0 && l.Step < len(v.Steps) {
			s.Link.Step, s.Link.moved = l.Step, true
		}
	}
	s.Lesson, s.Tune, s.Views[resultTabs] = d.Lesson, !d.Untuned, d.Tab
	s.Offer = nil
	var effects []effect
	if s.Phase == loading {
		effects = s.cancelRun() // the opening result is no longer needed
		s.runID, s.checking, s.Phase, s.Note = 0, false, ready, ""
	}
	effects = append(effects, s.restore(d.Present)...)
	s.auto = d.Tuning // once the columns are there, it starts again
	if len(d.Pins) > 0 {
		effects = append(effects, s.sendPins()...)
	}
	shows := func(e effect) bool { return e.Do == actionShow }
	if d.View != 0 && s.runID == 0 && !slices.ContainsFunc(effects, shows) {
		effects = append(effects, effect{Do: actionShow, ID: offset + d.View})
	}
	if !s.busy() {
		s.Status = "Restored: " + d.What
	}
	return effects
}

// offer is a session that ended without being restored.
type offer struct {
	When string `json:"when"`
	What string `json:"what"`
}

// offerLine offers to restore a session.
func (p *Page) offerLine() app.UI {
	o := cmp.Or(p.s.Offer, &offer{})
	return app.Div().ID("offer").Class(classIf(p.s.Offer != nil, "row", "offer-line")).Attr("role", "region").Aria("label", "Earlier session").Body(
		app.P().Text("Restore the session of "+o.When+" ("+o.What+")?"),
		p.press("restore").Text("Restore"),
		p.press("discard").Text("Discard"),
	)
}

// savedNote describes what this browser stores, with a button that clears it.
func (p *Page) savedNote() app.UI {
	text := cmp.Or(p.s.StoreError, "A copy stays in this browser until you clear it; earlier sessions stay for 30 days.")
	return app.Div().Class("saved-note").Body(
		app.P().ID("saved-note").Class("help").Text(text),
		p.press("clear").Class(classIf(p.s.StoreError == "", "quiet-button")).Aria("describedby", "saved-note").Text("Clear saved data"),
	)
}

// forget withdraws the offer of a session, and does the effect named.
func (p *Page) forget(do action) {
	p.s.Offer = nil
	p.do([]effect{{Do: do}})
}

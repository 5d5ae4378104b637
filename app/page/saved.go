package page

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// session is what is entered and shown, as web/shell/session.js keeps it in this browser.
type session struct {
	Last    int           `json:"last"` // number of the latest request
	What    string        `json:"what"` // the session in a few words
	Present savedEntries  `json:"present"`
	Past    []savedStep   `json:"past,omitempty"` // the last is the nearest
	Future  []savedStep   `json:"future,omitempty"`
	Answers []savedAnswer `json:"answers"`        // the results that are kept with it
	View    int           `json:"view"`           // the one of them in view; 0 for none
	Link    *savedLink    `json:"link,omitempty"` // what the page was opened with
	Lesson  *lesson       `json:"lesson,omitempty"`
	Tab     view          `json:"tab,omitempty"`     // of the result
	Untuned bool          `json:"untuned,omitempty"` // uploads are not tuned
	Pins    []savedPin    `json:"pins,omitempty"`
	Files   []string      `json:"files"` // keys of the files that the entries need
}

type savedPin struct {
	ID     int    `json:"id"` // of its answer
	File   *file  `json:"file,omitempty"`
	Result result `json:"result"`
}

type savedLink struct {
	Document  experiment.Document `json:"document"`
	NeedsFile bool                `json:"wants,omitempty"`
	Step      int                 `json:"step,omitempty"`
}

type savedEntries struct {
	Spec   savedSpec         `json:"spec"`
	Drafts map[string]string `json:"drafts,omitempty"`
	Wrong  map[string]string `json:"wrong,omitempty"`
	File   *file             `json:"file,omitempty"`
	Size   int               `json:"size,omitempty"`
}

type savedStep struct {
	Name    string       `json:"name"`
	Path    string       `json:"path"`
	Entries savedEntries `json:"entries"`
}

type savedAnswer struct {
	ID       int       `json:"id"`
	Asked    savedSpec `json:"asked"`
	Answered savedSpec `json:"answered"`
	Size     int       `json:"size,omitempty"`
}

// savedSpec is an experiment that need not be complete, as entries are on the way:
// it is written as every experiment, and read field by field.
type savedSpec experiment.Spec

func (s savedSpec) MarshalJSON() ([]byte, error) { return experiment.Spec(s).MarshalJSON() }

// savedSteps is how many steps each way are kept with a session.
const savedSteps = 20

func (e entries) saved() savedEntries {
	return savedEntries{savedSpec(e.Spec), e.Drafts, e.Wrong, e.File, e.Size}
}

// entries are those saved. Drafts of fields that are no more are left out.
func (e savedEntries) entries() entries {
	unknown := func(path, _ string) bool {
		return path != "features" && !slices.ContainsFunc(experiment.Fields(), func(f experiment.Field) bool { return f.Path == path })
	}
	drafts, wrong := map[string]string{}, map[string]string{}
	maps.Copy(drafts, e.Drafts)
	maps.Copy(wrong, e.Wrong)
	maps.DeleteFunc(drafts, unknown)
	maps.DeleteFunc(wrong, unknown)
	f := e.File
	if d := e.Spec.Data; f != nil && d.SHA256 == f.SHA256 {
		read := *f
		read.Import, read.Test = d.Import, d.Test
		f = &read
	}
	return entries{experiment.Spec(e.Spec), drafts, wrong, f, e.Size, nil}
}

func savedList(steps []step) []savedStep {
	steps = steps[max(0, len(steps)-savedSteps):]
	out := make([]savedStep, len(steps))
	for i, st := range steps {
		out[i] = savedStep{st.Name, st.path, st.entries.saved()}
	}
	return out
}

func stepList(saved []savedStep) []step {
	out := make([]step, len(saved))
	for i, st := range saved {
		out[i] = step{st.Name, st.Path, st.Entries.entries()}
	}
	return out
}

// sessionWords tells sessions apart.
func sessionWords(s experiment.Spec) string {
	return sourceWords(s.Data) + ", " + modelWords(s.Model)
}

// key is where JavaScript keeps a file.
func (f file) key() string {
	if f.SHA256 != "" {
		return f.SHA256
	}
	return f.Name
}

// changed asks, after an event, for the session to be saved soon if it is another
// than before. A session without entries is not saved.
func (s *state) changed() []effect {
	h := &s.history
	if !h.unsaved || len(h.past)+len(h.future)+len(s.Pins) == 0 && s.Lesson == nil {
		return nil
	}
	h.unsaved = false
	return []effect{{Do: "changed"}}
}

// session is what is to be saved.
func (s *state) session() session {
	h := &s.history
	d := session{
		Last: s.last, What: sessionWords(s.Spec), Present: h.present.saved(),
		Past: savedList(h.past), Future: savedList(h.future), View: h.view, Lesson: s.Lesson, Tab: s.Views[resultTabs], Untuned: !s.Tune,
	}
	keep := func(a answer) {
		if !slices.ContainsFunc(d.Answers, func(b savedAnswer) bool { return a.id == b.ID }) {
			d.Answers = append(d.Answers, savedAnswer{a.id, savedSpec(a.asked), savedSpec(a.answered), a.size})
		}
	}
	for _, a := range h.answers {
		if a.id == h.view {
			keep(a)
		}
	}
	for _, p := range s.Pins {
		keep(p.answer)
		d.Pins = append(d.Pins, savedPin{p.id, p.File, p.Result})
	}
	if l := s.Link; l.Spec.Version != 0 {
		d.Link = &savedLink{experiment.Document{Spec: l.Spec, View: l.View, Result: l.Expected}, l.NeedsFile, l.Step}
	}
	need := func(f *file) {
		if f != nil && !slices.Contains(d.Files, f.key()) {
			d.Files = append(d.Files, f.key())
		}
	}
	for _, st := range slices.Concat([]savedStep{{Entries: d.Present}}, d.Past, d.Future) {
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

// save answers the request for the session.
func (s *state) save() []effect {
	text, err := json.Marshal(s.session())
	if err != nil {
		return nil // the session is lost, and the page goes on
	}
	return []effect{{Do: "save", Text: string(text)}}
}

// restored takes a saved session, whose results have the numbers of before plus
// offset. What was entered before that stays in the history.
func (s *state) restored(offset int, text string) []effect {
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
		h.answers = append(h.answers, answer{offset + a.ID, experiment.Spec(a.Asked), experiment.Spec(a.Answered), nil, a.Size})
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
		h.past, h.future = stepList(d.Past), stepList(d.Future)
	} else {
		h.past = append(h.past, step{"the restored session", "", h.present})
		h.future = nil
	}
	if l := d.Link; l != nil {
		s.Link = linked{View: l.Document.View, Expected: l.Document.Result, Spec: l.Document.Spec, NeedsFile: l.NeedsFile}
		if v := s.Link.View; v != nil && l.Step >= 0 && l.Step < len(v.Steps) {
			s.Link.Step = l.Step
		}
	}
	s.Lesson, s.Tune, s.Views[resultTabs] = d.Lesson, !d.Untuned, d.Tab
	s.Offer = nil
	var effects []effect
	if s.Phase == loading {
		effects = s.cancel() // the opening result is not needed any more
		s.runID, s.checking, s.Phase, s.Note = 0, false, ready, ""
	}
	effects = append(effects, s.restore(d.Present.entries())...)
	if len(d.Pins) > 0 {
		effects = append(effects, s.compared()...)
	}
	asked := func(e effect) bool { return e.Do == "show" }
	if d.View != 0 && s.runID == 0 && !slices.ContainsFunc(effects, asked) {
		effects = append(effects, effect{Do: "show", ID: offset + d.View})
	}
	if !s.busy() {
		s.Status = "Restored: " + sessionWords(s.Spec)
	}
	return effects
}

// offer is a session that ended without being restored.
type offer struct {
	When string `json:"when"`
	What string `json:"what"`
}

// offerLine asks whether to restore a session.
func (p *Page) offerLine() app.UI {
	o := p.s.Offer
	if o == nil {
		o = &offer{}
	}
	return app.Div().ID("offer").Class(shown(p.s.Offer != nil, "offer-line")).Attr("role", "region").Aria("label", "Earlier session").Body(
		app.P().Text("Restore the session of "+o.When+" ("+o.What+")?"),
		app.Button().Type("button").DataSet("message", "restore").OnClick(p.onPress).Text("Restore"),
		app.Button().Type("button").DataSet("message", "discard").OnClick(p.onPress).Text("Discard"),
	)
}

// savedNote says what is kept of the session, and clears it.
func (p *Page) savedNote() app.UI {
	text := "A copy stays in this browser until you clear it."
	if p.s.Unkept != "" {
		text = p.s.Unkept
	}
	return app.Div().Class("saved-note").Body(
		app.P().ID("saved-note").Class("help").Text(text),
		app.Button().Type("button").Class(shown(p.s.Unkept == "", "quiet-button")).Aria("describedby", "saved-note").DataSet("message", "clear").OnClick(p.onPress).Text("Clear saved data"),
	)
}

// forget withdraws the offer of a session, and does the effect named.
func (p *Page) forget(do string) {
	p.s.Offer = nil
	p.do([]effect{{Do: do}})
}

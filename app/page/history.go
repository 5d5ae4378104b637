package page

import (
	"maps"
	"reflect"
	"slices"

	"lplab/core/english"
	"lplab/core/experiment"
)

// entries are what the user has entered and Undo restores.
type entries struct {
	Spec       experiment.Spec  `json:"spec"`
	Drafts     map[string]draft `json:"refused,omitempty"`
	File       *file            `json:"file,omitempty"`
	Size       int              `json:"size,omitempty"` // the place in a search, with gamma
	Backup     *backup          `json:"given,omitempty"`
	inspection *inspection
}

// history is the entries before and after the present ones. Every change of the entries is a step;
// what the program fills in by itself, such as the gamma that a search chose, belongs to the step
// before it.
type history struct {
	present      entries
	past, future []step // the last is the nearest
	answers      []answer
	view         int  // the answer in view, by its id
	unsaved      bool // changed since the session was last saved
}

// step is a change: its name, its first field, and the entries that undoing or redoing it restores.
type step struct {
	Name    string  `json:"name"`
	Path    string  `json:"path"`
	Entries entries `json:"entries"`
}

// answer is a result that JavaScript may still hold, with its experiment.
type answer struct {
	id                        int // of the run
	runEntries, resultEntries experiment.Spec
	search                    *search
	size                      int
	note                      string
	proposal                  *proposal // with that note; nil for none
}

const (
	mostSteps   = 200
	mostAnswers = 50 // JavaScript, which counts bytes, may hold fewer
)

func (s *state) entries() entries {
	return entries{s.Spec, maps.Clone(s.Drafts), s.File, s.Size, s.backup, s.Inspection}
}

// equals reports whether the entries are equal, apart from the inspection of the data and from what a
// tuning replaced.
func (e entries) equals(other entries) bool {
	return reflect.DeepEqual(e.Spec, other.Spec) && maps.Equal(e.Drafts, other.Drafts) &&
		reflect.DeepEqual(e.File, other.File) && e.Size == other.Size
}

// stepName names the change from a to b by the first field that differs, and returns the path of
// this field; "" where none differs in words.
func stepName(a, b entries) (name, path string) {
	if all := differences(a.Spec, b.Spec); len(all) > 0 {
		return all[0].Label + " = " + all[0].To, all[0].Path
	}
	for _, f := range experiment.Fields() {
		switch before, after := a.Drafts[f.Path].Text, b.Drafts[f.Path].Text; {
		case before == after:
		case after != "":
			return f.Label + " = " + after, f.Path
		default:
			return f.Label + " = " + valueWords(f, b.Spec), f.Path
		}
	}
	if a.Size != b.Size {
		return "subsample of " + english.Count(b.Size, "row"), "search.subsample"
	}
	return "", ""
}

// record ends every event. If the entries have changed, it records a step. A refused entry and
// the one that corrects it are one step.
func (s *state) record() {
	h, now := &s.history, s.entries()
	if now.equals(h.present) {
		h.present = now
		return
	}
	name, path := stepName(h.present, now)
	if name == "" {
		s.amend()
		return
	}
	h.future = nil
	if n := len(h.past); n > 0 && h.past[n-1].Path == path && h.present.Drafts[path].Text != "" {
		last := &h.past[n-1]
		if last.Name, _ = stepName(last.Entries, now); last.Name == "" {
			h.past = h.past[:n-1]
		}
	} else {
		h.past = append(h.past[max(0, n-mostSteps+1):], step{name, path, h.present})
	}
	h.present = now
	h.unsaved = true
}

// dropStep removes the last step if the entries are again those before it.
func (s *state) dropStep() {
	if h := &s.history; len(h.past) > 0 && s.entries().equals(h.past[len(h.past)-1].Entries) {
		h.past = h.past[:len(h.past)-1]
		s.amend()
	}
}

// amend adds what the program filled in to the last step.
func (s *state) amend() {
	s.history.present = s.entries()
	s.history.unsaved = true
}

func (s *state) undo() []effect { return s.travel(&s.history.past, &s.history.future, "Undone: ") }

func (s *state) redo() []effect { return s.travel(&s.history.future, &s.history.past, "Redone: ") }

// travel undoes the last step of one list and adds it to the other.
func (s *state) travel(from, to *[]step, said string) []effect {
	n := len(*from)
	if n == 0 {
		return nil
	}
	last := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, step{last.Name, last.Path, s.history.present})
	reading := s.NewFile
	effects := s.restore(last.Entries)
	if !s.busy() {
		s.Status = said + last.Name
		if reading != nil {
			s.Status += "; " + reading.Name + " was not loaded"
		}
	}
	return effects
}

// restore shows other entries, and their result if JavaScript still holds it. It ends an automatic
// search, which would replace them, and the reading of a file.
func (s *state) restore(e entries) []effect {
	effects := append(s.endTuning(), s.cancelReading()...)
	s.Spec, s.Drafts, s.File, s.Size, s.backup = e.Spec, maps.Clone(e.Drafts), e.File, e.Size, e.Backup
	s.Inspection, s.inspectID, s.auto = e.inspection, 0, false
	s.Errors, s.DataError, s.Refusal = nil, "", nil
	s.Slider = s.Slider.with(s.strength())
	if s.Phase == failed {
		s.Phase = ready
	}
	s.amend()
	if e.inspection == nil {
		effects = append(effects, s.inspect(s.Spec.Data)...)
	}
	if a, ok := s.answerTo(s.Spec); ok && s.runID == 0 && s.isStale() {
		effects = append(effects, effect{Do: actionShow, ID: a.id})
	}
	return effects
}

// answerTo is the latest result of an experiment that JavaScript may still hold.
func (s *state) answerTo(spec experiment.Spec) (answer, bool) {
	for _, a := range slices.Backward(s.history.answers) {
		if reflect.DeepEqual(a.resultEntries, spec) {
			return a, true
		}
	}
	return answer{}, false
}

// answer is the result in view with its experiment.
func (s *state) answer(id int) answer {
	return answer{id, s.runEntries, s.resultEntries, s.Search, s.Size, s.Note, s.Proposal}
}

// keep stores the experiment of the result of a run.
func (s *state) keep(id int) {
	all := s.history.answers
	s.history.answers = append(all[max(0, len(all)-mostAnswers+1):], s.answer(id))
	s.history.view = id
}

// keepNote stores the note on the result in view, and what it offers.
func (s *state) keepNote() {
	for i := range s.history.answers {
		if a := &s.history.answers[i]; a.id == s.history.view {
			a.note, a.proposal = s.Note, s.Proposal
		}
	}
	s.history.unsaved = true
}

// showEarlier takes an earlier result that is in view again.
func (s *state) showEarlier(id int, r result) {
	for _, a := range s.history.answers {
		if a.id == id && s.runID == 0 && (id != s.history.view || s.isStale()) {
			s.Result, s.Stability, s.Note, s.Proposal = &r, r.Report.Stability, a.note, a.proposal
			s.runEntries, s.resultEntries = a.runEntries, a.resultEntries
			if s.Search = a.search; a.search == nil && r.Report.Search != nil {
				s.Search = &search{*r.Report.Search, a.runEntries, r.Report.Chosen, a.runEntries} // saved without the search
			}
			if !s.isStale() {
				s.Size = a.size
				if s.Link.Unanswered {
					s.Link.Unanswered, s.Status = false, outcome(&r)
				}
			}
			s.history.view = id
			s.rescale()
			s.amend()
			return
		}
	}
}

// lost removes a result that JavaScript no longer holds.
func (s *state) lost(id int) {
	s.history.answers = slices.DeleteFunc(slices.Clone(s.history.answers), func(a answer) bool { return a.id == id })
}

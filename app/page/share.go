package page

import (
	"cmp"
	"encoding/json"
	"reflect"

	"lplab/core/experiment"
	"lplab/core/lists"
)

// lesson is the view entered in the Share dialog (web/dialogs/share.js).
type lesson struct {
	Title   string       `json:"title"`
	Present bool         `json:"present"`
	Hidden  []string     `json:"hidden"`
	Locked  []string     `json:"locked"`
	Steps   []lessonStep `json:"steps"`
}

// lessonStep is a step with all its entries.
type lessonStep struct {
	experiment.Words
	Spec experiment.Spec `json:"spec"`
}

type shareContent struct {
	Document json.RawMessage    `json:"document"` // for the link
	File     string             `json:"file"`     // the text of a .lplab.json file
	Name     string             `json:"name"`     // what the experiment shows, in a few words
	Data     string             `json:"data"`     // which data are not included; "" where all are
	Mixed    bool               `json:"mixed"`    // other steps have other data, so rows cannot be included
	Lesson   lesson             `json:"lesson"`
	Present  experiment.Spec    `json:"present"`
	Viewed   bool               `json:"viewed"`   // the page itself has the view of a link
	Entries  []string           `json:"entries"`  // of each step, in words
	Panels   []experiment.Value `json:"panels"`   // that a lesson may hide
	Fields   []experiment.Value `json:"fields"`   // that it may lock
	Measures []string           `json:"measures"` // that a goal may name
}

// share sends the content of the Share dialog and stores its lesson. Without a lesson it takes the
// stored one, or the view of the link that opened the page.
func (s *state) share(l *lesson) []effect {
	s.teach(l)
	switch {
	case s.Lesson == nil:
		l = s.lesson()
	case l == nil:
		stored := *s.Lesson
		if len(stored.Steps) == 0 {
			stored.Title = s.Spec.Title // the data may be others since
		}
		l = &stored
	}
	if _, ok := s.checkSpec(s.Spec); !ok {
		return nil
	}
	s.Spec.Title, s.resultEntries.Title = l.Title, l.Title
	for i := range l.Steps {
		l.Steps[i].Spec.Title = l.Title
	}
	d := s.document()
	d.View = l.view().InTab(string(s.current(resultTabs)))
	if len(l.Steps) > 0 {
		d.Spec = l.Steps[0].Spec // a lesson begins with the entries of its first step
		if d.Result != nil && !reflect.DeepEqual(d.Spec, s.resultEntries) {
			d.Result = nil
		}
	}
	answer := shareContent{Name: nameOf(d.Spec), Lesson: *l, Present: s.Spec, Viewed: s.Link.View != nil, Entries: entriesOf(l), Panels: experiment.Panels, Measures: experiment.GoalMeasures}
	for _, data := range append(lists.Map(l.Steps, func(step lessonStep) experiment.Data { return step.Spec.Data }), d.Spec.Data) {
		if data.Source == experiment.SourceFile {
			answer.Data = data.Name
		}
		answer.Mixed = answer.Mixed || !reflect.DeepEqual(data, d.Spec.Data)
	}
	for _, f := range experiment.Fields() {
		if f.Applies(s.Spec) && f.Path != "version" && f.Path != "title" && f.Kind != experiment.Cells {
			answer.Fields = append(answer.Fields, experiment.Value{Value: f.Path, Label: f.Label})
		}
	}
	answer.Document, answer.File = marshal(d.Delta()), string(marshal(d.File()))
	return []effect{{Do: actionShare, Text: jsonOf(answer)}}
}

// lesson is the view of the link that opened the page, as a lesson.
func (s *state) lesson() *lesson {
	l := &lesson{Title: s.Spec.Title}
	view := s.Link.View
	if view == nil {
		return l
	}
	l.Present, l.Hidden, l.Locked = view.Present, view.Hidden, view.Locked
	spec := s.Link.Spec
	for _, step := range view.Steps {
		if next, err := step.Apply(spec); err == nil {
			spec = next
		}
		l.Steps = append(l.Steps, lessonStep{step.Words, spec})
	}
	return l
}

// view is the lesson as the view of a document; nil where it changes nothing.
func (l *lesson) view() *experiment.View {
	if !l.Present && len(l.Hidden) == 0 && len(l.Locked) == 0 && len(l.Steps) == 0 {
		return nil
	}
	steps := experiment.StepsBetween(lists.Map(l.Steps, func(s lessonStep) experiment.Spec { return s.Spec }))
	for i := range steps {
		steps[i].Words = l.Steps[i].Words
	}
	return &experiment.View{Present: l.Present, Hidden: l.Hidden, Locked: l.Locked, Steps: steps}
}

// nameOf is the title of an experiment, or a name for one without a title.
func nameOf(s experiment.Spec) string { return cmp.Or(s.Title, "Experiment with lp Lab") }

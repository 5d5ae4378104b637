package page

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// teach stores the lesson of the Share dialog, with the session.
func (s *state) teach(l *lesson) {
	if l != nil {
		s.Lesson, s.history.unsaved = l, true
	}
}

// isTeaching reports whether a lesson is being made here.
func (s *state) isTeaching() bool {
	return s.Lesson != nil && s.Link.View == nil && s.Lesson.view() != nil
}

// addStep adds a step with the current entries to the lesson.
func (s *state) addStep() {
	if spec, ok := s.checkSpec(s.Spec); ok && len(s.Lesson.Steps) < experiment.MaxSteps {
		l := *s.Lesson
		l.Steps = append(l.Steps[:len(l.Steps):len(l.Steps)], lessonStep{Spec: spec})
		s.teach(&l)
		s.Status = fmt.Sprintf("Step %d has the current entries: write its text under Edit lesson", len(l.Steps))
	}
}

// showWholePage shows the whole page without the view of its link, which becomes a lesson that can be
// edited.
func (s *state) showWholePage() {
	if s.Lesson == nil {
		s.Lesson = s.lesson()
	}
	s.Link.View, s.Link.Step, s.history.unsaved = nil, 0, true
}

// entriesOf describes the entries that each step of a lesson sets, without hashes and empty ones.
func entriesOf(l *lesson) []string {
	view := l.view()
	if view == nil {
		return nil
	}
	words := make([]string, len(view.Steps))
	for i, step := range view.Steps {
		var entries []string
		for _, f := range experiment.Fields() {
			_, given := step.Set[f.Path]
			text := valueWords(f, l.Steps[i].Spec)
			isEmpty := text == absent || f.Kind == experiment.Choice && text == "off"
			if given && !isEmpty && f.Kind != experiment.Hash {
				entries = append(entries, f.Label+" "+text)
			}
		}
		words[i] = strings.Join(entries, ", ")
	}
	return words
}

// lessonBar adds steps to the lesson without its dialog.
func (p *Page) lessonBar() app.UI {
	steps := 0
	if p.s.Lesson != nil {
		steps = len(p.s.Lesson.Steps)
	}
	words := "Your lesson hides or locks parts of the page for the class."
	if steps > 0 {
		words = "Your lesson has " + english.Count(steps, "step") + "."
	}
	return app.Section().Class(classIf(p.s.isTeaching(), "steps", "lesson-bar")).Aria("label", "Lesson").Body(
		app.P().Class("steps-text").Text(words+" Change the entries, and add the next step."),
		app.Div().Class("row", "steps-buttons").Body(
			p.press("add-step").Text("Add step"),
			p.press("show-share").Aria("haspopup", "dialog").Text("Edit lesson"),
		),
	)
}

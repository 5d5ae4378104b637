package page

import (
	"encoding/json"
	"testing"

	"lplab/core/experiment"
)

func TestLessonIsKeptWithTheSession(t *testing.T) {
	s := newState()
	s.Phase = ready
	s.share(&lesson{Locked: []string{"model.gamma"}})
	if !s.teaching() {
		t.Fatal("a lesson that locks a field is not being made")
	}
	s.addStep()
	s.Spec.Model.Gamma.Value = 5
	s.addStep()
	if len(s.changed()) == 0 {
		t.Error("a lesson is not worth saving")
	}
	text, err := json.Marshal(s.session())
	if err != nil {
		t.Fatal(err)
	}
	again := newState()
	again.restored(0, string(text))
	if again.Lesson == nil || len(again.Lesson.Steps) != 2 || again.Lesson.Steps[1].Spec.Model.Gamma.Value != 5 {
		t.Fatalf("restored: %+v", again.Lesson)
	}
	if words := entriesOf(again.Lesson.view()); words[0] != "Gamma 10" || words[1] != "Gamma 5" {
		t.Errorf("the steps set %q", words)
	}
}

func TestWholePageOfALink(t *testing.T) {
	s := newState()
	view := &experiment.View{Hidden: []string{"search"}, Locked: []string{"model.gamma"}}
	s.receive(received{Document: experiment.Document{Spec: experiment.Default(), View: view}})
	if s.teaching() {
		t.Error("who opens a link makes no lesson")
	}
	s.whole()
	if s.Link.View != nil || !s.teaching() || len(s.Lesson.Hidden) != 1 || len(s.Lesson.Locked) != 1 {
		t.Errorf("the page shows %+v, the lesson is %+v", s.Link.View, s.Lesson)
	}
	s.receive(received{Document: experiment.Document{Spec: experiment.Default()}})
	if s.Lesson != nil {
		t.Error("the lesson of another experiment stays")
	}
}

package page

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

const lockIcon = `<rect x="3.5" y="7" width="9" height="6.5" rx="1"/><path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2"/>`

// applyView sets the view on the root of the page. link.css hides the parts named there.
func (p *Page) applyView(root app.HTMLDiv) app.HTMLDiv {
	view := cmp.Or(p.s.Link.View, &experiment.View{})
	if view.Embed {
		root = root.Class("embed").DataSet("embed", "yes")
	}
	hidden := slices.DeleteFunc(slices.Clone(view.Hidden), func(name string) bool { return !p.s.hides(name) })
	return root.DataSet("hidden", strings.Join(hidden, " ")).Class("page")
}

// hides reports whether the view hides a part of the page now: not the data while a file is to be chosen there.
func (s *state) hides(part string) bool {
	return s.Link.View.Hides(part) && !(part == string(paneData) && s.Link.NeedsFile)
}

// holder holds the control of a field. The view may hide or lock it.
func (p *Page) holder(path string, visible bool, classes []string, body ...app.UI) app.UI {
	view := p.s.Link.View
	if !visible || view.Hides(path) {
		return vacantElement()
	}
	class := strings.Join(classes, " ")
	f := experiment.Lookup(path)
	if !view.Locks(path) {
		return app.Div().Class(class).Body(append(body, explainedField(f))...)
	}
	help := explainButton(path, f.Label) // the only Tab stop of a locked control
	return app.FieldSet().Class(class, "locked").Disabled(true).Title("Locked by the author of this link").
		Body(append(body, app.Legend().Body(help), app.P().Class("lock-note").Body(icon(lockIcon), app.Text("Locked")))...)
}

// sampleHolder holds the choice of a sample, which is locked with data.source or data.name.
func (p *Page) sampleHolder(body ...app.UI) app.UI {
	path := "data.name"
	if p.s.Link.View.Locks("data.source") {
		path = "data.source"
	}
	return p.holder(path, true, []string{"field"}, body...)
}

// dataLocked reports whether other data may not be chosen.
func (s *state) dataLocked() bool {
	return s.Link.View.Locks("data.source") || s.Link.View.Locks("data.name")
}

// step goes forward by a number of steps of the view.
func (s *state) step(by int) []effect {
	view := s.Link.View
	if view == nil || s.Link.Step+by < 0 || s.Link.Step+by >= len(view.Steps) {
		return nil
	}
	s.Link.Step += by
	s.Link.moved, s.history.unsaved = true, true
	spec, err := view.Steps[s.Link.Step].Apply(s.Spec)
	if err != nil {
		s.refuse(err.Error())
		return nil
	}
	if reflect.DeepEqual(spec, s.Spec) {
		return nil
	}
	s.Link.NeedsFile = spec.Data.Source == experiment.SourceFile && !s.has(spec.Data)
	return s.turnTo(spec)
}

// guide is the JSON for web/lesson/guide.js: the steps and the index of the present one; "" where
// there are none.
func (s *state) guide() string {
	if s.Link.View == nil || len(s.Link.View.Steps) == 0 {
		return ""
	}
	return jsonOf(map[string]any{"title": nameOf(s.Link.Spec), "at": s.Link.Step, "steps": s.Link.View.Steps})
}

// stepsBar shows the step of a guided experiment.
func (p *Page) stepsBar() app.UI {
	view := p.s.Link.View
	if view == nil || len(view.Steps) == 0 {
		return app.Section().Class("gone")
	}
	at, last := p.s.Link.Step, len(view.Steps)-1
	button := func(name string, by int, end bool) app.UI {
		return idle(p.press("step").DataSet("number", by).Text(name), end)
	}
	return app.Section().Class("steps").Aria("label", "Steps").Body(
		app.H2().Class(classIf(p.s.Link.Spec.Title != "", "steps-title")).Text(p.s.Link.Spec.Title),
		app.P().Class("steps-count").Aria("live", "polite").Text(fmt.Sprintf("Step %d of %d", at+1, last+1)),
		app.Div().ID("guide").Class("steps-text"), // web/lesson/guide.js fills it
		app.Div().Class(classIf(last > 0, "row", "steps-buttons")).Body(button("Back", -1, at == 0), button("Next", 1, at == last)),
	)
}

// wholeLink leads from an embedded page to the whole one; web/shell/address.js sets its address.
func (p *Page) wholeLink() app.UI {
	view := p.s.Link.View
	return app.Footer().Class(classIf(view != nil && view.Embed, "whole-link")).Body(
		app.A().ID("open-lab").Href(siteAddress("/")).Target("_blank").Rel("noopener").Text("Open in lp Lab"),
	)
}

package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// present makes web/shell/present.js show one plot at a time, for a projector, or one step of a
// guided experiment.
func (s *state) present() effect {
	if s.Link.View == nil {
		return effect{Do: "present"}
	}
	return effect{Do: "present", ID: len(s.Link.View.Steps)}
}

const presentIcon = `<path d="M2 2.5h12M3 2.5v7.5h10V2.5M8 10v2m0 0-2.5 2.5M8 12l2.5 2.5"/>`

func (p *Page) presentButton() app.UI {
	return p.press("present").ID("present").Class("tool").Title("One plot at a time, for a projector").
		Body(icon(presentIcon), app.Span().Text("Present"))
}

// presents is the name of a part of the page as a slide; "" where there is nothing to show.
func (p *Page) presents(visible bool, part, name string) string {
	if !visible || p.s.Link.View.Hides(part) {
		return ""
	}
	return name
}

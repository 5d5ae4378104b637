package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// toolbar is the buttons for the experiment as a whole. web/shell/keys.js has the keys of Undo and
// Redo, web/dialogs/export.js the dialog of Export.
func (p *Page) toolbar() app.UI {
	h := &p.s.history
	return app.Div().Class("toolbar").Attr("role", "group").Aria("label", "Experiment as a whole").Body(
		p.travelButton("undo", "Undo", undoIcon, "Ctrl+Z", h.past),
		p.travelButton("redo", "Redo", redoIcon, "Ctrl+Shift+Z", h.future),
		p.pinButton(),
		p.presentButton(),
		p.exportButton(),
		p.shareButton(),
	)
}

// Icons of 16 by 16, drawn in the colour of the text.
const (
	undoIcon = `<path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7"/>`
	redoIcon = `<path d="m10 3 3.5 3.5L10 10m3-3.5H6.5a4 4 0 0 0 0 8H9"/>`
)

func icon(paths string) app.UI {
	return app.Raw(`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">` + paths + `</svg>`)
}

// travelButton undoes or redoes the last of steps, which its title names.
func (p *Page) travelButton(message, name, paths, keys string, steps []step) app.UI {
	title := name
	if n := len(steps); n > 0 {
		title += ": " + steps[n-1].Name
	}
	b := p.press(message).ID(message).Class("tool").Title(title+" ("+keys+")").Body(icon(paths), app.Span().Class("unseen").Text(name))
	return idle(b, len(steps) == 0)
}

const exportIcon = `<path d="M8 2v8m0 0L5 7m3 3 3-3M2.5 11v2.5h11V11"/>`

func (p *Page) exportButton() app.UI {
	return p.press("show-export").ID("export").Class("tool").Title("Export figures, numbers and the report").Aria("haspopup", "dialog").
		Body(icon(exportIcon), app.Span().Text("Export"))
}

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

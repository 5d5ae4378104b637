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
		p.tool("present", "present", "Present", "One plot at a time, for a projector", presentIcon),
		p.tool("show-export", "export", "Export", "Export figures, numbers and the report", exportIcon).Aria("haspopup", "dialog"),
		p.tool("show-share", "share", "Share", "Share the experiment as a link or a file", shareIcon).Aria("haspopup", "dialog"),
	)
}

// Icons of 16 by 16, drawn in the colour of the text.
const (
	undoIcon    = `<path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7"/>`
	redoIcon    = `<path d="m10 3 3.5 3.5L10 10m3-3.5H6.5a4 4 0 0 0 0 8H9"/>`
	pinIcon     = `<path d="M5.5 2h5M6.5 2v4.5L4 9.5h8L9.5 6.5V2M8 9.5V14"/>`
	presentIcon = `<path d="M2 2.5h12M3 2.5v7.5h10V2.5M8 10v2m0 0-2.5 2.5M8 12l2.5 2.5"/>`
	exportIcon  = `<path d="M8 2v8m0 0L5 7m3 3 3-3M2.5 11v2.5h11V11"/>`
	shareIcon   = `<circle cx="4" cy="8" r="2"/><circle cx="12" cy="3.5" r="2"/><circle cx="12" cy="12.5" r="2"/><path d="m5.8 7 4.4-2.5M5.8 9l4.4 2.5"/>`
)

func icon(paths string) app.UI {
	return app.Raw(`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">` + paths + `</svg>`)
}

// tool is a button that sends a message.
func (p *Page) tool(message, id, name, title, paths string) app.HTMLButton {
	return p.press(message).ID(id).Class("tool").Title(title).Body(icon(paths), app.Span().Text(name))
}

// travelButton undoes or redoes the last of steps, which its title names.
func (p *Page) travelButton(message, name, paths, keys string, steps []step) app.UI {
	title := name
	if n := len(steps); n > 0 {
		title += ": " + steps[n-1].Name
	}
	b := p.tool(message, message, name, title+" ("+keys+")", paths).Class("tool-icon")
	return idle(b, len(steps) == 0)
}

// present makes web/shell/present.js show one plot at a time, for a projector, or one step of a
// guided experiment.
func (s *state) present() effect {
	if s.Link.View == nil {
		return effect{Do: actionPresent}
	}
	return effect{Do: actionPresent, ID: len(s.Link.View.Steps)}
}

// presents is the name of a part of the page as a slide; "" where there is nothing to show.
func (p *Page) presents(visible bool, part, name string) string {
	if !visible || p.s.Link.View.Hides(part) {
		return ""
	}
	return name
}

package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// toolbar holds what concerns the experiment as a whole. web/shell/keys.js gives Undo and Redo
// their keys; web/dialogs/export.js is the dialog of Export.
func (p *Page) toolbar() app.UI {
	h := &p.s.history
	return app.Div().Class("toolbar").Attr("role", "group").Aria("label", "Experiment as a whole").Body(
		travelButton("undo", "Undo", undoIcon, "Ctrl+Z", h.past).DataSet("message", "undo").OnClick(p.onPress),
		travelButton("redo", "Redo", redoIcon, "Ctrl+Shift+Z", h.future).DataSet("message", "redo").OnClick(p.onPress),
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

// travelButton goes over the last of steps, which its title names.
func travelButton(id, name, paths, keys string, steps []step) app.HTMLButton {
	b := app.Button().ID(id).Type("button").Body(icon(paths), app.Span().Class("unseen").Text(name))
	if len(steps) == 0 {
		return b.Class("tool", "idle").Title(name+" ("+keys+")").Aria("disabled", "true")
	}
	return b.Class("tool").Title(name+": "+steps[len(steps)-1].Name+" ("+keys+")").Aria("disabled", "false")
}

const exportIcon = `<path d="M8 2v8m0 0L5 7m3 3 3-3M2.5 11v2.5h11V11"/>`

func (p *Page) exportButton() app.UI {
	return app.Button().ID("export").Type("button").Class("tool").Title("Export figures, numbers and the report").Aria("haspopup", "dialog").DataSet("message", "show-export").OnClick(p.onPress).
		Body(icon(exportIcon), app.Span().Text("Export"))
}

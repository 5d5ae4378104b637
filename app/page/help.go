package page

import (
	"html"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// explainButton returns the button beside a number that opens its entry in the glossary (web/glossary);
// web/dialogs/help.js fetches it on first use. The terms of fields are their paths; those of numbers of
// a result begin with "result.".
func explainButton(term, name string) app.UI { return app.Raw(explainedHTML(term, name, "")) }

// explainedField is this button for a control. It is no Tab stop, because F1 in the control opens the
// same entry.
func explainedField(f experiment.Field) app.UI {
	return app.Raw(explainedHTML(f.Path, f.Label, ` tabindex="-1" aria-keyshortcuts="F1" title="Help (F1)"`))
}

// explainedHTML is the button as HTML, with further attributes.
func explainedHTML(term, name, attributes string) string {
	return `<button type="button" class="explain" data-term="` + html.EscapeString(term) + `" aria-label="About ` + html.EscapeString(name) + `" aria-haspopup="dialog"` + attributes + `></button>`
}

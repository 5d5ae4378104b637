package page

import (
	"html"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// Terms of the glossary (web/glossary) for numbers of a result. Its terms for fields of an experiment
// are their paths.
const (
	termStatus      = "result.status"
	termPrimal      = "result.primal"
	termDual        = "result.dual"
	termGap         = "result.gap"
	termLeaveOneOut = "result.leave-one-out"
	termFreedom     = "result.freedom"
	termNorm        = "result.norm"
	termSeconds     = "result.seconds"
	termTensor      = "result.tensor"
	termR2          = "result.r2"
	termMetric      = "result." // and the name of the metric
	termWeights     = "result.weights"
	termShare       = "result.share"
	termThreshold   = "result.threshold"
	termRecovery    = "result.recovery"
	termRefit       = "result.refit"
	termHierarchy   = "result.hierarchy"
	termSupport     = "result.support"
	termFrequency   = "result.frequency"
)

// explained is the button beside a number that opens its entry in the glossary;
// web/dialogs/help.js fetches it on first use.
func explained(term, name string) app.UI { return app.Raw(explainedHTML(term, name, "")) }

// explainedField is this button for a control. It is no Tab stop, because F1 in the control opens the
// same entry.
func explainedField(f experiment.Field) app.UI {
	return app.Raw(explainedHTML(f.Path, f.Label, ` tabindex="-1" aria-keyshortcuts="F1" title="Help (F1)"`))
}

// explainedHTML is the button as HTML, with further attributes.
func explainedHTML(term, name, attributes string) string {
	return `<button type="button" class="explain" data-term="` + html.EscapeString(term) + `" aria-label="About ` + html.EscapeString(name) + `" aria-haspopup="dialog"` + attributes + `></button>`
}

package page

import (
	"html"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// The numbers of a result that the glossary explains (web/glossary). It explains the
// fields of an experiment too, by their paths.
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

// explained is the button beside a control or a number that tells what it is: the
// entry of the glossary, which web/dialogs/help.js fetches when it is first asked for.
func explained(term, name string) app.UI { return app.Raw(explainedHTML(term, name)) }

// explainedHTML is that button in a text of HTML.
func explainedHTML(term, name string) string {
	return `<button type="button" class="explain" data-term="` + html.EscapeString(term) + `" aria-label="About ` + html.EscapeString(name) + `" aria-haspopup="dialog"></button>`
}

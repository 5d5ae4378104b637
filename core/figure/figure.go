// Package figure draws what reports hold: one function for each figure, from
// reports to a chart.
//
// Sources of the figures: [S] Salzo, Suykens, Rosasco, fig. 1; [H] Hibraj, fig.
// 15, 18, 20 and 25 to 27.
package figure

import (
	"errors"
	"fmt"
	"strings"

	"lplab/core/chart"
	"lplab/core/experiment"
)

// Kind is a figure that can be drawn of a report, or of several.
type Kind struct {
	Name    string
	Shows   string // in a few words
	Several bool   // several reports are drawn over each other
	draw    func(reports []*experiment.Report) (*chart.Figure, error)
	list    func(reports []*experiment.Report) *sheet // the numbers, of reports that can be drawn
}

// Kinds returns all of them.
func Kinds() []Kind {
	return []Kind{
		{"weights", "the listed weights, with the threshold", false, of(Weights), weightsSheet},
		{"fit", "predicted against actual values", false, of(Fit), rowsSheet},
		{"residuals", "actual minus predicted values", false, of(Residuals), rowsSheet},
		{"curve", "the fitted function of a single input, with the data", false, of(Curve), curveSheet},
		{"margin", "how far rows of two classes lie on their side", false, of(Margin), rowsSheet},
		{"roc", "true against false positives of two classes", false, of(ROC), rocSheet},
		{"convergence", "gap and dual by iteration, of one or several reports", true, Convergence, historySheet},
		{"convergence-time", "gap and dual by seconds, of one or several reports", true, ConvergenceInTime, historySheet},
		{"path", "weights against gamma, of a search", false, of(Path), pathSheet},
		{"validation", "scores against gamma, of a search", false, of(Validation), scoresSheet},
		{"heat-map", "scores against gamma and subsample size, of a search", false, of(HeatMap), scoresSheet},
		{"draws", "the metric of single subsamples by their size, of a search", false, of(Draws), drawsSheet},
		{"stability", "how often weights are selected on random halves of the rows", false, of(Stability), stabilitySheet},
		{"memory", "bytes of the tensor by its number of points, full and packed", false, of(Memory), memorySheet},
	}
}

// of makes a figure of one report fit for the table of kinds.
func of(draw func(*experiment.Report) (*chart.Figure, error)) func([]*experiment.Report) (*chart.Figure, error) {
	return func(reports []*experiment.Report) (*chart.Figure, error) { return draw(reports[0]) }
}

// Draw draws the figure of this kind. The error is one sentence that says what
// is missing and which experiment gives it.
func (k Kind) Draw(reports ...*experiment.Report) (*chart.Figure, error) {
	if len(reports) == 0 {
		panic("figure: no report")
	}
	if len(reports) > 1 && !k.Several {
		return nil, fmt.Errorf("the figure %s is of one report, not of %d: draw one for each", k.Name, len(reports))
	}
	return k.draw(reports)
}

// CSV returns the numbers of the figure of this kind, where it can be drawn.
func (k Kind) CSV(reports ...*experiment.Report) ([]byte, error) {
	if _, err := k.Draw(reports...); err != nil {
		return nil, err
	}
	return k.list(reports).csv(), nil
}

var errNoSearch = errors.New(`the report has no search: run the experiment with search.criterion "path", "validation" or "cross-validation"`)

// count writes a number with its noun: "1 row", "2,000 rows".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return chart.Count(n) + " " + noun + "s"
}

// shortName keeps the name of a monomial or a report from taking the whole
// figure: the names of columns are the user's.
func shortName(label string) string { return chart.Shorten(label, 26) }

// metricLabel is the name of a metric, in small letters but for abbreviations.
func metricLabel(metric string) string {
	for _, v := range experiment.Lookup("search.metric").Values {
		if v.Value == metric {
			return strings.ToLower(v.Label[:1]) + v.Label[1:]
		}
	}
	return metric
}

// metricScale is the scale of a metric: logarithmic where it spans orders of
// magnitude, as the error of too large a gamma may, and that is said beside it.
func metricScale(label string, values []float64) (string, chart.Scale) {
	lo, hi, ok := chart.Range(values)
	switch {
	case !ok:
		lo, hi = 0, 1
	case lo > 0 && hi > 10*lo:
		return label + " (logarithmic)", chart.Log(lo, hi)
	}
	return label, chart.Linear(lo, hi)
}

// metricAxis is a vertical axis with that scale, and air at its ends.
func metricAxis(label string, values []float64) chart.Axis {
	label, scale := metricScale(label, values)
	return chart.Axis{Label: label, Scale: scale.Padded(0.08)}
}

// Package figure draws reports: one function for each figure, from reports to a chart. Some
// figures of the theory need no report. Kinds lists them all; a Kind draws its figure as a
// chart.Figure, which writes SVG, or lists its numbers as CSV.
//
// Sources of the figures: [S] Salzo, Suykens, Rosasco, fig. 1; [H] Hibraj, fig.
// 1 to 3, 8, 15, 18, 20 and 25 to 27.
package figure

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// Kind is a figure that can be drawn of a report, or of several, or of none.
type Kind struct {
	Name    string
	Shows   string // in a few words
	Several bool   // several reports are drawn over each other
	Theory  bool   // no report is drawn
	ByClass bool   // with more than two classes, it is of the model of one class
	class   string // "" for the first
	draw    func(reports []*experiment.Report) (*chart.Figure, error)
	list    func(reports []*experiment.Report) *sheet // the numbers, of reports that can be drawn
}

// Kinds returns all figures.
func Kinds() []Kind {
	return []Kind{
		{Name: "weights", ByClass: true, Shows: "the listed weights, with the threshold", draw: of(Weights), list: weightsSheet},
		{Name: "fit", ByClass: true, Shows: "predicted against actual values", draw: of(Fit), list: rowsSheet},
		{Name: "residuals", ByClass: true, Shows: "actual minus predicted values", draw: of(Residuals), list: rowsSheet},
		{Name: "curve", ByClass: true, Shows: "the fitted function of a single input, with the data", draw: of(Curve), list: curveSheet},
		{Name: "margin", ByClass: true, Shows: "how far rows of two classes lie on their side", draw: of(Margin), list: rowsSheet},
		{Name: "roc", ByClass: true, Shows: "true against false positives of two classes", draw: of(ROC), list: rocSheet},
		{Name: "confusion", Shows: "how many rows of each class are predicted as which", draw: of(Confusion), list: confusionSheet},
		{Name: "convergence", ByClass: true, Shows: "gap and dual by iteration, of one or several reports", Several: true, draw: history(convergence, byIteration), list: historySheet},
		{Name: "convergence-time", ByClass: true, Shows: "gap and dual by seconds, of one or several reports", Several: true, draw: history(convergence, bySeconds), list: historySheet},
		{Name: "objective", ByClass: true, Shows: "primal and dual bound by iteration, of one or several reports", Several: true, draw: history(objective, byIteration), list: historySheet},
		{Name: "objective-time", ByClass: true, Shows: "primal and dual bound by seconds, of one or several reports", Several: true, draw: history(objective, bySeconds), list: historySheet},
		{Name: "path", ByClass: true, Shows: "weights against gamma or lambda, of a search", draw: of(Path), list: pathSheet},
		{Name: "validation", Shows: "scores against gamma, lambda, C or k, of a search", draw: of(Validation), list: scoresSheet},
		{Name: "heat-map", Shows: "scores against gamma and subsample size, or p and degree, of a search", draw: of(HeatMap), list: scoresSheet},
		{Name: "draws", Shows: "the metric of single subsamples by their size, of a search", draw: of(Draws), list: drawsSheet},
		{Name: "stability", ByClass: true, Shows: "how often weights are selected on random halves of the rows", draw: of(Stability), list: stabilitySheet},
		{Name: "importance", ByClass: true, Shows: "the columns, by the share of the norm in all monomials with them, or by the error without them", draw: of(Importance), list: importanceSheet},
		{Name: "interactions", ByClass: true, Shows: "the pairs of columns, by the share of the norm in all monomials with both", draw: of(Interactions),
			list: sharesSheet(func(w *experiment.Weights) []experiment.ColumnShare { return w.Interactions })},
		{Name: "pairs", ByClass: true, Shows: "the same as a matrix of the most important columns", draw: of(Pairs),
			list: sharesSheet(func(w *experiment.Weights) []experiment.ColumnShare { return w.Interactions })},
		{Name: "compare", ByClass: true, Shows: "the listed weights of two reports, A and B", Several: true, draw: Compare, list: compareSheet},
		{Name: "methods", Shows: "the scores of several models on the same rows", Several: true, draw: Methods, list: methodsSheet},
		{Name: "memory", Shows: "bytes of the tensor by its number of points, full and packed", draw: of(Memory), list: memorySheet},
		theory("classification-losses", "losses of two classes by the margin: misclassification, hinge, logistic", classificationLosses.draw, classificationLosses.sheet),
		theory("hinge-losses", "the hinge and its two smooth variants", hingeLosses.draw, hingeLosses.sheet),
		theory("regression-losses", "losses of numbers by the residual: squared, absolute, epsilon-insensitive, Huber", regressionLosses.draw, regressionLosses.sheet),
		theory("lp-balls", "unit balls of lp norms in the plane", lpBalls, lpBallsSheet),
	}
}

// Find returns the figure of a name.
func Find(name string) (Kind, error) {
	kinds := Kinds()
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i], nil
	}
	names := lists.Map(kinds, func(k Kind) string { return k.Name })
	if nearest, ok := experiment.Nearest(name, names); ok {
		return Kind{}, fmt.Errorf("there is no figure %q: did you mean %s?", name, nearest)
	}
	return Kind{}, fmt.Errorf("there is no figure %q: the figures are %s", name, strings.Join(names, ", "))
}

// of adapts a figure of one report to the table of kinds.
func of(draw func(*experiment.Report) (*chart.Figure, error)) func([]*experiment.Report) (*chart.Figure, error) {
	return func(reports []*experiment.Report) (*chart.Figure, error) { return draw(reports[0]) }
}

// history adapts a figure of the histories of reports, by iteration or by seconds.
func history(draw func([]*experiment.Report, measure) (*chart.Figure, error), by measure) func([]*experiment.Report) (*chart.Figure, error) {
	return func(reports []*experiment.Report) (*chart.Figure, error) { return draw(reports, by) }
}

// theory adapts a figure that needs no report.
func theory(name, shows string, draw func() *chart.Figure, list func() *sheet) Kind {
	return Kind{Name: name, Shows: shows, Theory: true,
		draw: func([]*experiment.Report) (*chart.Figure, error) { return draw(), nil },
		list: func([]*experiment.Report) *sheet { return list() }}
}

// Draw draws the figure of this kind. The error is one sentence that states what is missing
// and which experiment gives it.
func (k Kind) Draw(reports ...*experiment.Report) (*chart.Figure, error) {
	switch {
	case k.Theory && len(reports) > 0:
		return nil, fmt.Errorf("the figure %s is of no report: leave the report out", k.Name)
	case !k.Theory && len(reports) == 0:
		return nil, fmt.Errorf("there is no report to draw the figure %s of: give one", k.Name)
	case len(reports) > 1 && !k.Several:
		return nil, fmt.Errorf("the figure %s is of one report, not of %d: draw one for each", k.Name, len(reports))
	}
	reports, err := k.ofClass(reports)
	if err != nil {
		return nil, err
	}
	f, err := k.draw(reports)
	if err == nil && k.ByClass && len(reports[0].Classes) == 2 && k.class != "" {
		f.Summary = fmt.Sprintf("Class %s against the rest. ", k.class) + f.Summary
	}
	return f, err
}

// OfClass returns the figure of the model of one class, where there are more than two.
func (k Kind) OfClass(class string) Kind {
	k.class = class
	return k
}

// ofClass turns reports of more than two classes into reports of one class.
func (k Kind) ofClass(reports []*experiment.Report) ([]*experiment.Report, error) {
	out := slices.Clone(reports)
	for i, r := range reports {
		place := 0
		if k.class != "" {
			if r.Classes == nil {
				return nil, fmt.Errorf("the report is of a regression, and has no class %q: leave the class out", k.class)
			}
			if place = slices.Index(r.Classes, k.class); place < 0 {
				return nil, fmt.Errorf("the report has no class %q: choose one of %s", k.class, strings.Join(r.Classes, ", "))
			}
		}
		if k.ByClass {
			out[i] = r.OfClass(place)
		}
	}
	return out, nil
}

// CSV returns the numbers of the figure of this kind, where it can be drawn.
func (k Kind) CSV(reports ...*experiment.Report) ([]byte, error) {
	if _, err := k.Draw(reports...); err != nil {
		return nil, err
	}
	reports, _ = k.ofClass(reports) // Draw returned its error
	return k.list(reports).csv, nil
}

// shortName shortens the name of a monomial or a report.
func shortName(label string) string { return chart.Shorten(label, 26) }

// metricLabel returns the name of a metric with a small first letter.
func metricLabel(metric string) string {
	for _, v := range experiment.Lookup("search.metric").Values {
		if v.Value == metric {
			return strings.ToLower(v.Label[:1]) + v.Label[1:]
		}
	}
	return metric
}

// spanScale returns the linear scale of values, padded by a share of its width.
func spanScale(share float64, values ...[]float64) chart.Scale {
	lo, hi, _ := chart.Range(values...)
	return chart.Linear(lo, hi).Padded(share)
}

// metricScale returns the scale of a metric, which is logarithmic where the values of an error span more
// than a power of ten, and its label, which then ends in "(logarithmic)".
func metricScale(metric, label string, values []float64) (string, chart.Scale) {
	lo, hi, ok := chart.Range(values)
	switch {
	case !ok:
		lo, hi = 0, 1
	case lo > 0 && hi > 10*lo && !experiment.IsScore(metric):
		return label + " (logarithmic)", chart.Log(lo, hi)
	}
	return label, chart.Linear(lo, hi)
}

// metricAxis returns an axis with that scale, padded.
func metricAxis(metric, label string, values []float64) chart.Axis {
	label, scale := metricScale(metric, label, values)
	return chart.Axis{Label: label, Scale: scale.Padded(0.08)}
}

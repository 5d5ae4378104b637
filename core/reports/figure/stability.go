package figure

import (
	"errors"
	"fmt"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// mostBars is the largest number of bars of a figure.
const mostBars = 20

// Stability draws how often monomials are selected on random halves of the
// training rows, as bars.
func Stability(r *experiment.Report) (*chart.Figure, error) {
	switch {
	case r.Stability == nil:
		return nil, errors.New("the report has no stability selection: run the experiment with selection.resamples of 50, say")
	case len(r.Stability.Top) == 0:
		return nil, fmt.Errorf("no weight is selected in any of %s: choose a smaller strength of the penalty", english.Count(r.Stability.Resamples, "resample"))
	}
	top := r.Stability.Top
	top = top[:min(len(top), mostBars)]
	planted := chart.Bars{Name: "planted", Ink: chart.Truth}
	other := chart.Bars{Name: "not planted", Ink: chart.Estimate}
	labels := make([]string, len(top))
	for i, m := range top {
		bars := &other
		if m.Relevant {
			bars = &planted
		}
		bars.At, bars.Length = append(bars.At, -float64(i)), append(bars.Length, m.Share)
		labels[i] = m.Label
	}
	bars := []chart.Bars{planted, other}
	if len(planted.At) == 0 {
		other.Name = ""
		bars = []chart.Bars{other}
	}
	f := barsFigure("Stability", labels, bars...)
	f.X = chart.Axis{Label: fmt.Sprintf("share of %s that select it", english.Count(r.Stability.Resamples, "resample")), Scale: chart.Linear(0, 1)}
	f.Summary = fmt.Sprintf("Bars of how often %s selected in %s; most often %s, in %s %%.",
		english.CountOf(len(top), "monomial is", "monomials are"), english.Count(r.Stability.Resamples, "resample"), top[0].Label, chart.Number(100*top[0].Share, 3)) + unsolvedWords(r)
	return f, nil
}

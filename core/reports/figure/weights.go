package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// mostLabels is the number of the largest weights that a figure names if it has room.
const mostLabels = 8

// Weights draws the listed weights as stems by their place in monomial order,
// the threshold of the selection, and the planted weights where the data are
// synthetic [H fig. 25-27], [S fig. 1 right].
func Weights(r *experiment.Report) (*chart.Figure, error) {
	w := &r.Weights
	switch {
	case len(w.Top) == 0 && !r.Spec.Model.HasWeights():
		return nil, fmt.Errorf("a model of the type %s has no weights: draw its fit", r.Spec.Model.Kind())
	case len(w.Top) == 0 && w.Count > 0:
		return nil, errors.New("every weight is 0: choose a smaller lambda")
	case len(w.Top) == 0:
		return nil, errors.New("the report lists no weights: solve the experiment again with this lp Lab")
	}
	small := chart.Stems{Name: w.Others(), Ink: chart.EstimateFaint}
	selected := chart.Stems{Name: "selected", Ink: chart.Estimate, Heads: true}
	var names chart.Labels
	most, last := 0.0, 0
	for _, k := range w.Top {
		x := float64(k.Index + 1)
		stems := &small
		if w.Selects(k) {
			stems = &selected
			if len(names.Text) < mostLabels {
				names.X, names.Y = append(names.X, x), append(names.Y, k.Value)
				names.Text = append(names.Text, shortName(k.Label))
			}
		}
		stems.X, stems.Y = append(stems.X, x), append(stems.Y, k.Value)
		most, last = max(most, math.Abs(k.Value)), max(last, k.Index+1)
	}
	for _, k := range w.Truth {
		last = max(last, k.Index+1)
	}
	truth := plantedWeights(w.Truth, most)

	f := &chart.Figure{Name: "Weights", Summary: weightsSummary(w)}
	values := [][]float64{{0}, small.Y, selected.Y}
	if 0 < w.Threshold && w.Threshold <= most {
		values = append(values, []float64{-w.Threshold, w.Threshold})
		f.Marks = append(f.Marks,
			chart.Rule{Name: "threshold " + chart.Number(w.Threshold, 3), At: w.Threshold, Ink: chart.TextSoft},
			chart.Rule{At: -w.Threshold, Ink: chart.TextSoft})
	}
	for _, stems := range []chart.Stems{small, selected} {
		if len(stems.X) > 0 {
			f.Marks = append(f.Marks, stems)
		}
	}
	for _, points := range truth {
		values = append(values, points.Y)
		f.Marks = append(f.Marks, points)
	}
	f.Marks = append(f.Marks, names)
	f.X = weightsAxis(w, last)
	f.Y = chart.Axis{Label: "weight", Scale: spanScale(0.07, values...)}
	return f, nil
}

// plantedWeights marks the planted weights. Triangles at the edge point to those that are much
// larger than the largest estimate, most, and would otherwise flatten the estimates.
func plantedWeights(truth []experiment.Weight, most float64) []chart.Points {
	within := chart.Points{Name: "planted", Ink: chart.Truth, Shape: chart.Diamond}
	above := chart.Points{Name: "planted, beyond", Ink: chart.Truth, Shape: chart.Up}
	below := chart.Points{Name: above.Name, Ink: chart.Truth, Shape: chart.Down}
	for _, k := range truth {
		y, points := k.Value, &within
		if math.Abs(y) > 10*most && most > 0 {
			y = math.Copysign(1.15*most, y)
			points = &above
			if y < 0 {
				points = &below
			}
		}
		points.X, points.Y = append(points.X, float64(k.Index+1)), append(points.Y, y)
	}
	if len(above.X) > 0 {
		below.Name = "" // one line of the legend is enough
	}
	return slices.DeleteFunc([]chart.Points{within, above, below}, func(p chart.Points) bool { return len(p.X) == 0 })
}

// weightsAxis returns the axis of the places in monomial order. It has all examined weights,
// or ends at the last drawn one where that lies in the first quarter: of an exponential
// kernel 50,000 are examined, and the first few hundred are large.
func weightsAxis(w *experiment.Weights, last int) chart.Axis {
	label := "feature"
	if w.MaxDegree > 1 {
		label = "monomial, by degree"
	}
	end := max(last, w.Count)
	if len(w.Top) < w.Count {
		part := ""
		if last < w.Count/4 {
			end, part = last, ", up to the last"
		}
		label += fmt.Sprintf(" (the %s largest of %s%s)", english.Integer(len(w.Top)), english.Integer(w.Count), part)
	}
	return chart.Axis{Label: label, Scale: chart.Linear(1, float64(end)).Padded(0.02), Whole: true}
}

func weightsSummary(w *experiment.Weights) string {
	largest := lists.Map(w.Top[:min(3, len(w.Top))], func(k experiment.Weight) string { return k.Label + " " + chart.Number(k.Value, 3) })
	clause := english.CountOf(w.Selected, "exceeds", "exceed") + " in size the threshold " + chart.Number(w.Threshold, 3)
	if w.Marked {
		clause = english.CountOf(w.Selected, "is selected", "are selected")
	}
	text := fmt.Sprintf("Stems of the %s largest of %s; %s. The largest: %s.",
		english.Integer(len(w.Top)), english.Count(w.Count, "weight"), clause, strings.Join(largest, ", "))
	if len(w.Truth) > 0 {
		text += fmt.Sprintf(" %s too.", english.CountOf(len(w.Truth), "planted weight is marked", "planted weights are marked"))
	}
	return text
}

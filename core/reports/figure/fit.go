package figure

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// part is one part of the split with its marks.
type part struct {
	name   string
	of     string // "row" or "bag"
	y, f   []float64
	points chart.Points // without places
}

// partPoints are the marks of the parts by their names.
var partPoints = map[string]chart.Points{
	"train":      {Name: "train", Shape: chart.Dot, Ink: chart.EstimateFaint},
	"validation": {Name: "validation", Shape: chart.Square, Ink: chart.TextSoft},
	"test":       {Name: "test", Shape: chart.Diamond, Ink: chart.Truth},
}

// at returns the marks of the part at some places.
func (p part) at(x, y []float64) chart.Points {
	points := p.points
	points.X, points.Y = x, y
	return points
}

// rowWord is the word for what a model predicts.
func rowWord(r *experiment.Report) string {
	if r.Bags != nil {
		return "bag"
	}
	return "row"
}

// parts returns the parts of the split that have rows.
func parts(r *experiment.Report) ([]part, error) {
	var out []part
	for _, name := range experiment.PartNames {
		p := part{name: name, of: rowWord(r), y: *r.Actual.Of(name), f: *r.Predictions.Of(name), points: partPoints[name]}
		if len(p.y) != len(p.f) {
			return nil, fmt.Errorf("the report has %s but %s for the %s rows: solve the experiment again",
				english.Count(len(p.y), "actual value"), english.Count(len(p.f), "prediction"), name)
		}
		if len(p.y) > 0 {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the report has no predictions: solve the experiment again with this lp Lab")
	}
	return out, nil
}

// Fit draws predicted against actual values, with the diagonal on which they are
// equal; for two classes, decision values by class.
func Fit(r *experiment.Report) (*chart.Figure, error) {
	parts, err := parts(r)
	if err != nil {
		return nil, err
	}
	f := &chart.Figure{Name: "Fit", Width: 560, Height: 500}
	if r.Spec.Task == experiment.Classification {
		decisions(f, r, parts)
		return f, nil
	}
	var all [][]float64
	for _, p := range parts {
		all = append(all, p.y, p.f)
	}
	scale := spanScale(0.05, all...)
	f.Summary = "Predicted against actual values: " + rowsOf(parts) + fit(r, parts) + "."
	f.X = chart.Axis{Label: "actual " + shortName(r.Spec.Target), Scale: scale}
	f.Y = chart.Axis{Label: "predicted", Scale: scale}
	f.Marks = append(f.Marks, chart.Line{X: []float64{scale.Lo, scale.Hi}, Y: []float64{scale.Lo, scale.Hi}, Ink: chart.Axes, Dashed: true, Thin: true})
	for _, p := range parts {
		f.Marks = append(f.Marks, p.at(p.y, p.f))
	}
	return f, nil
}

// decisions draws the decision values of both classes. The rows of a class are spread
// horizontally without randomness.
func decisions(f *chart.Figure, r *experiment.Report, parts []part) {
	var all [][]float64
	for _, p := range parts {
		x := make([]float64, len(p.y))
		for i, class := range p.y {
			x[i] = class + (math.Mod(float64(i)*0.618034, 1)-0.5)*1.2
		}
		all = append(all, p.f)
		f.Marks = append(f.Marks, p.at(x, p.f))
	}
	names, note := classNames(r), "Each row is predicted as the class of its largest decision value."
	if !r.IsOfClass() {
		note = "Above zero the second class, " + names[1] + ", is predicted."
	}
	f.Summary = "Decision values by class: " + rowsOf(parts) + fit(r, parts) + ". " + note
	f.X = chart.Axis{Label: "class: actual " + shortName(r.Spec.Target), Scale: chart.Linear(-2, 2), Ticks: []chart.Tick{{Value: -1, Label: names[0]}, {Value: 1, Label: names[1]}}}
	f.Y = chart.Axis{Label: "decision value", Scale: spanScale(0.05, append(all, []float64{0})...)}
}

// classNames are the short names of the classes -1 and +1.
func classNames(r *experiment.Report) []string {
	if len(r.Classes) != 2 {
		return []string{"−1", "+1"}
	}
	return lists.Map(r.Classes, shortName)
}

func rowsOf(parts []part) string {
	return strings.Join(lists.Map(parts, func(p part) string { return english.Count(len(p.y), p.name+" "+p.of) }), ", ")
}

// fit describes R² of the parts, or the accuracy, where it is defined.
func fit(r *experiment.Report, parts []part) string {
	text := ""
	add := func(p part, name, score string) {
		text += fmt.Sprintf("; %s on the %s %ss is %s", name, p.name, p.of, score)
	}
	for _, p := range parts {
		switch m := r.Metrics[p.name]; {
		case m.Accuracy != nil:
			add(p, "accuracy", chart.Percent(*m.Accuracy))
		case m.R2 != nil:
			add(p, "R²", chart.Score(*m.R2, 3))
		}
	}
	return text
}

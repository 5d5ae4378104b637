package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// rocPoint has the rates at a threshold of the decision value.
type rocPoint struct {
	threshold float64 // rows of at least this value are predicted +1
	fpr       float64 // false positives, as a share of the rows of -1
	tpr       float64 // true positives, as a share of the rows of +1
}

// roc returns the receiver operating characteristic of a part by falling thresholds, without
// the origin; nil where a class has no rows. Rows of tied values make one point.
func (p part) roc() []rocPoint {
	positives := 0.0
	for _, y := range p.y {
		if y > 0 {
			positives++
		}
	}
	negatives := float64(len(p.y)) - positives
	if positives == 0 || negatives == 0 {
		return nil
	}
	var curve []rocPoint
	var tp, fp float64
	for _, rows := range slices.Backward(lists.Tied(p.f, experiment.TiedShare)) {
		for _, i := range rows {
			if p.y[i] > 0 {
				tp++
			} else {
				fp++
			}
		}
		curve = append(curve, rocPoint{p.f[rows[0]], fp / negatives, tp / positives})
	}
	return curve
}

// ROC draws the receiver operating characteristic of each part that has rows of
// both classes, with the area under it.
func ROC(r *experiment.Report) (*chart.Figure, error) {
	parts, err := twoClasses(r)
	if err != nil {
		return nil, err
	}
	f, names := &chart.Figure{Name: "ROC", Width: 560, Height: 520}, classNames(r)
	f.X = chart.Axis{Label: "false positives, share of " + names[0], Scale: chart.Linear(0, 1)}
	f.Y = chart.Axis{Label: "true positives, share of " + names[1], Scale: chart.Linear(0, 1)}
	f.Marks = append(f.Marks, chart.Line{X: []float64{0, 1}, Y: []float64{0, 1}, Ink: chart.Axes, Dashed: true, Thin: true})
	var areas []string
	for _, p := range parts {
		curve := p.roc()
		if curve == nil {
			continue
		}
		x, y := []float64{0}, []float64{0}
		area := 0.0
		for i, at := range curve {
			area += (at.fpr - x[i]) * (at.tpr + y[i]) / 2
			x, y = append(x, at.fpr), append(y, at.tpr)
		}
		line := p.partLine(x, y)
		line.Name = fmt.Sprintf("%s, AUC %s", p.name, chart.Number(area, 3))
		f.Marks = append(f.Marks, line)
		areas = append(areas, fmt.Sprintf("%s on the %s %ss", chart.Number(area, 3), p.name, p.of))
	}
	if len(areas) == 0 {
		return nil, errors.New("no part of the split has rows of both classes: give split another seed, or larger shares")
	}
	f.Summary = "Receiver operating characteristic: true against false positives over all thresholds of the decision value. The area under the curve is " +
		strings.Join(areas, ", ") + "."
	return f, nil
}

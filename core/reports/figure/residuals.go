package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// Residuals draws actual minus predicted values against the predicted ones.
func Residuals(r *experiment.Report) (*chart.Figure, error) {
	parts, err := parts(r)
	if err != nil {
		return nil, err
	}
	if r.Spec.Task == experiment.Classification {
		return nil, errors.New("residuals are of regression: of two classes, draw the figures margin and roc")
	}
	f := &chart.Figure{Name: "Residuals"}
	f.Marks = append(f.Marks, chart.Rule{At: 0, Ink: chart.Axes})
	var x, y [][]float64
	f.Summary = "Actual minus predicted against predicted values: " + rowsOf(parts)
	for _, p := range parts {
		e := floats.SubTo(make([]float64, len(p.y)), p.y, p.f)
		n := float64(len(e))
		x, y = append(x, p.f), append(y, e)
		f.Marks = append(f.Marks, p.at(p.f, e))
		f.Summary += fmt.Sprintf("; on the %s %ss their mean is %s, their root mean square %s", p.name, p.of, chart.Number(floats.Sum(e)/n, 3), chart.Number(floats.Norm(e, 2)/math.Sqrt(n), 3))
	}
	f.Summary += "."
	f.X = chart.Axis{Label: "predicted " + shortName(r.Spec.Target), Scale: spanScale(0.05, x...)}
	f.Y = chart.Axis{Label: "residual", Scale: spanScale(0.07, append(y, []float64{0})...)}
	f.Marks = append(f.Marks, distribution(f.X.Scale, f.Y.Scale, y))
	return f, nil
}

// distribution returns the outline of a histogram of values along the right edge of a plot.
func distribution(x, y chart.Scale, values [][]float64) chart.Line {
	const bins, width = 24, 0.14 // of the plot's width
	counts := make([]float64, bins)
	for _, part := range values {
		for _, v := range part {
			if place := y.Place(v); place >= 0 && place < 1 {
				counts[int(bins*place)]++
			}
		}
	}
	line := chart.Line{X: []float64{x.Hi}, Y: []float64{y.Lo}, Ink: chart.Axes, Thin: true}
	for i, n := range counts {
		at := x.Hi - width*(x.Hi-x.Lo)*n/max(1, slices.Max(counts))
		line.X = append(line.X, at, at)
		line.Y = append(line.Y, y.Lo+(y.Hi-y.Lo)*float64(i)/bins, y.Lo+(y.Hi-y.Lo)*float64(i+1)/bins)
	}
	line.X, line.Y = append(line.X, x.Hi), append(line.Y, y.Hi)
	return line
}

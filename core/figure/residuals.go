package figure

import (
	"errors"
	"fmt"
	"math"

	"lplab/core/chart"
	"lplab/core/experiment"
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
		e := p.residuals()
		x, y = append(x, p.predicted), append(y, e)
		f.Marks = append(f.Marks, chart.Points{Name: p.name, X: p.predicted, Y: e, Ink: p.ink, Shape: p.shape})
		f.Summary += fmt.Sprintf("; on the %s %ss their mean is %s, their root mean square %s", p.name, p.of, chart.Number(mean(e), 3), chart.Number(rootMeanSquare(e), 3))
	}
	f.Summary += "."
	lo, hi, _ := chart.Range(x...)
	f.X = chart.Axis{Label: "predicted " + shortName(r.Spec.Target), Scale: chart.Linear(lo, hi).Padded(0.05)}
	lo, hi, _ = chart.Range(append(y, []float64{0})...)
	f.Y = chart.Axis{Label: "residual", Scale: chart.Linear(lo, hi).Padded(0.07)}
	return f, nil
}

// residuals are actual minus predicted values.
func (p part) residuals() []float64 {
	e := make([]float64, len(p.actual))
	for i, y := range p.actual {
		e[i] = y - p.predicted[i]
	}
	return e
}

func mean(v []float64) float64 {
	var sum float64
	for _, x := range v {
		sum += x / float64(len(v))
	}
	return sum
}

// rootMeanSquare does not overflow where the values do not.
func rootMeanSquare(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	if most == 0 {
		return 0
	}
	var sum float64
	for _, x := range v {
		sum += x / most * (x / most) / float64(len(v))
	}
	return most * math.Sqrt(sum)
}

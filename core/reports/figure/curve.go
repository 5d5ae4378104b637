package figure

import (
	"errors"
	"fmt"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// Curve draws the fitted function of a single input, with the data.
func Curve(r *experiment.Report) (*chart.Figure, error) {
	c := r.Curve
	if c == nil || len(c.X) == 0 {
		return nil, errors.New("the report has no curve: a model has one where it has a single input; give features one numeric column")
	}
	parts, err := parts(r)
	if err != nil {
		return nil, err
	}
	pairs := [][2][]float64{{c.Y, c.X}}
	for _, name := range experiment.PartNames {
		pairs = append(pairs, [2][]float64{*r.Actual.Of(name), *c.At.Of(name)})
	}
	for _, pair := range pairs {
		if len(pair[0]) != len(pair[1]) {
			return nil, fmt.Errorf("the curve has %s at %s: solve the experiment again", english.Count(len(pair[0]), "value"), english.Count(len(pair[1]), "place"))
		}
	}
	f := &chart.Figure{Name: "Curve"}
	values := [][]float64{c.Y}
	for _, p := range parts {
		values = append(values, p.y)
		f.Marks = append(f.Marks, p.at(*c.At.Of(p.name), p.y))
	}
	f.Marks = append(f.Marks, chart.Line{Name: "fitted", X: c.X, Y: c.Y, Ink: chart.Text})
	f.X = chart.Axis{Label: shortName(c.Feature), Scale: spanScale(0, c.X)}
	f.Y = chart.Axis{Label: shortName(r.Spec.Target), Scale: spanScale(0.06, values...)}
	lo, hi, _ := chart.Range(c.Y)
	f.Summary = fmt.Sprintf("The fitted function of %s, from %s, with the data: %s.", c.Feature, chart.Interval(lo, hi), rowsOf(parts))
	return f, nil
}

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
	"lplab/core/spaces/tensor"
)

// footprint returns the memory of the report's tensor by its number of points.
func footprint(r *experiment.Report) (tensor.Footprint, error) {
	if kind := r.Spec.Model.Kind(); kind != experiment.ModelLP {
		return tensor.Footprint{}, fmt.Errorf("a model of the type %s has no tensor", kind)
	}
	q, even := r.Spec.Model.P.EvenQ()
	if !even {
		return tensor.Footprint{}, errors.New("there is no tensor of this p: take one with an even conjugate exponent, such as 4/3 or 6/5")
	}
	n := len(r.Alpha)
	if r.Tensor != nil {
		n = r.Tensor.Points
	}
	if n < 1 {
		return tensor.Footprint{}, errors.New("the report has no rows: solve the experiment again with this lp Lab")
	}
	return tensor.FootprintOf(n, q), nil
}

// Memory draws the bytes of the full and of the packed tensor against the number of points,
// with that of the report and the default memory budget [H fig. 15].
func Memory(r *experiment.Report) (*chart.Figure, error) {
	c, err := footprint(r)
	if err != nil {
		return nil, err
	}
	x := lists.Map(c.Points, func(n int) float64 { return float64(n) })
	here := x[c.Here]
	f := &chart.Figure{Name: "Memory"}
	f.X = chart.Axis{Label: "points n", Scale: chart.Linear(0, x[len(x)-1]), Whole: true}
	scale := chart.Log(min(c.Packed[0], tensor.DefaultBudget), max(c.Full[len(x)-1], tensor.DefaultBudget)).Padded(0.03)
	f.Y = chart.Axis{Label: fmt.Sprintf("bytes, order %d", c.Order), Scale: scale, Ticks: byteTicks(scale)}
	f.Marks = []chart.Mark{
		chart.Rule{Name: "default memory budget", At: tensor.DefaultBudget, Ink: chart.TextSoft},
		chart.Rule{Vertical: true, At: here, Ink: chart.TextSoft, Label: "n = " + english.Integer(c.Points[c.Here])},
		chart.Line{Name: "full", X: x, Y: c.Full, Ink: chart.Truth, Dashed: true},
		chart.Line{Name: "packed", X: x, Y: c.Packed, Ink: chart.Estimate},
		chart.Points{X: []float64{here, here}, Y: []float64{c.Full[c.Here], c.Packed[c.Here]}, Ink: chart.Text},
	}
	f.Summary = fmt.Sprintf("Of %s the tensor of order %d has %s in full and %s packed, %s %% of it.",
		english.Count(c.Points[c.Here], "point"), c.Order, chart.Bytes(c.Full[c.Here]), chart.Bytes(c.Packed[c.Here]), chart.Number(100*c.Packed[c.Here]/c.Full[c.Here], 3))
	if c.Packed[c.Here] > tensor.DefaultBudget {
		f.Summary += fmt.Sprintf(" This exceeds the default memory budget of %s: with that, another strategy is used, or the tensor is recomputed in each pass.", chart.Bytes(tensor.DefaultBudget))
	}
	return f, nil
}

// byteTicks returns the powers of a thousand with their units; nil for fewer than two.
func byteTicks(s chart.Scale) []chart.Tick {
	var ticks []chart.Tick
	for k, unit := range chart.ByteUnits {
		if v := math.Pow10(3 * k); s.Lo <= v && v <= s.Hi {
			ticks = append(ticks, chart.Tick{Value: v, Label: "1 " + strings.TrimSuffix(unit, "s")})
		}
	}
	if len(ticks) < 2 {
		return nil
	}
	return ticks
}

package figure

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// Draws draws the metric of every subsample by size, on the test rows where
// there are any, with boxes of the quartiles [H fig. 20].
func Draws(r *experiment.Report) (*chart.Figure, error) {
	s := r.Search
	if s == nil || len(s.Draws) == 0 || len(s.Draws) != len(s.Subsample) {
		return nil, errors.New(`the report has no search with repeated subsamples: set search.criterion to "validation", and give search.subsample a list of sizes, and search.repeats`)
	}
	on := "test"
	for _, d := range s.Draws {
		if len(d.Test) == 0 {
			on = "validation"
		}
	}
	boxes := chart.Boxes{Ink: chart.Text}
	f := &chart.Figure{Name: "Draws"}
	var all []float64
	var medians []string
	for i, d := range s.Draws {
		values := d.Test
		if on == "validation" {
			values = d.Validation
		}
		if _, _, ok := chart.Range(values); !ok {
			return nil, fmt.Errorf("the report's search has no draws of %s: solve the experiment again", english.Count(s.Subsample[i], "row"))
		}
		medians = append(medians, fmt.Sprintf("%s for %d", metricText(s.Metric, chart.Median(values)), s.Subsample[i]))
		if experiment.IsShare(s.Metric) {
			values = floats.ScaleTo(make([]float64, len(values)), 100, values)
		}
		boxes.At = append(boxes.At, float64(i))
		boxes.Values = append(boxes.Values, values)
		all = append(all, values...)
		f.X.Ticks = append(f.X.Ticks, chart.Tick{Value: float64(i), Label: strconv.Itoa(s.Subsample[i])})
	}
	f.X.Label = "rows in the subsample"
	f.X.Scale = chart.Linear(-0.5, float64(len(s.Draws))-0.5)
	f.Y = metricAxis(s.Metric, axisLabel(s.Metric)+", "+on, all)
	f.Marks = []chart.Mark{boxes}
	f.Summary = fmt.Sprintf("Boxes of the %s on the %s rows of %s by number of rows. Medians: %s.",
		metricLabel(s.Metric), on, english.Count(len(boxes.Values[0]), "draw"), strings.Join(medians, ", "))
	return f, nil
}

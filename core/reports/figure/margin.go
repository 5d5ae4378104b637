package figure

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// twoClasses returns the parts of a report of two classes.
func twoClasses(r *experiment.Report) ([]part, error) {
	if r.Spec.Task != experiment.Classification {
		return nil, errors.New(`the figure is of two classes: run an experiment with the task "classification"`)
	}
	return parts(r)
}

func (p part) partLine(x, y []float64) chart.Line {
	l := chart.Line{Name: p.name, X: x, Y: y, Ink: p.points.Ink}
	switch p.name {
	case "train":
		l.Ink, l.Dashed = chart.Estimate, true
	case "validation":
		l.Thin = true
	}
	return l
}

// Margin draws the distribution of the margin y f(x): the share of the rows with
// a margin of at most a given value. At zero it is the share that is misclassified.
func Margin(r *experiment.Report) (*chart.Figure, error) {
	parts, err := twoClasses(r)
	if err != nil {
		return nil, err
	}
	f := &chart.Figure{Name: "Margin", Summary: "Share of the " + parts[0].of + "s where the margin, the decision value with the sign of the class, is at most a given value: " + rowsOf(parts)}
	f.Marks = append(f.Marks, chart.Rule{Vertical: true, At: 0, Ink: chart.TextSoft, Label: "wrong below"})
	all := [][]float64{{0}}
	for _, p := range parts {
		m := floats.MulTo(make([]float64, len(p.y)), p.y, p.f) // negative where the prediction is wrong
		slices.Sort(m)
		var x, y []float64 // their distribution function
		for i, v := range m {
			x = append(x, v, v)
			y = append(y, float64(i)/float64(len(m)), float64(i+1)/float64(len(m)))
		}
		f.Marks = append(f.Marks, p.partLine(x, y))
		all = append(all, m)
		errors, _ := slices.BinarySearch(m, 0)
		f.Summary += fmt.Sprintf("; on the %s %ss the median is %s, and %s %% are below zero", p.name, p.of,
			chart.Number(chart.Median(m), 3), chart.Number(100*(float64(errors)/float64(len(m))), 3))
	}
	f.Summary += "."
	f.X = chart.Axis{Label: "margin y·f(x)", Scale: spanScale(0.04, all...)}
	if r.IsOfClass() {
		f.X.Label += ", " + shortName(r.Classes[1]) + " against the rest"
	}
	f.Y = chart.Axis{Label: "share of the " + parts[0].of + "s", Scale: chart.Linear(0, 1)}
	return f, nil
}

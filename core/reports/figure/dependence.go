package figure

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// Dependence draws the partial dependence on a column as a curve with the deciles of the data,
// or as a point for each level; on a pair, as cells with the rows of the data.
func Dependence(d *experiment.Dependence) *chart.Figure {
	first, on := d.Columns[0], d.Columns[0].Name
	values := slices.Concat(d.Mean...)
	lo, hi, _ := chart.Range(values)
	f := &chart.Figure{Name: "Dependence", X: dependenceAxis(first)}
	note := ""
	if len(d.Columns) == 1 {
		f.Y = chart.Axis{Label: "mean " + shortName(d.Of), Scale: chart.Linear(lo, hi).Padded(0.08)}
		if first.Levels == nil {
			f.Marks = append(f.Marks, chart.Line{X: first.Grid, Y: values, Ink: chart.Estimate}, deciles(first.Data, f.Y.Scale))
			note = " Triangles mark the deciles of the column."
		} else {
			f.Marks = append(f.Marks, chart.Points{X: first.Grid, Y: values, Ink: chart.Estimate})
		}
	} else {
		on += " and " + d.Columns[1].Name
		drawPair(f, d, chart.Linear(lo, hi))
	}
	rows := english.Count(d.Rows, "row")
	if d.Rows < d.All {
		rows = fmt.Sprintf("%s of %s", english.Integer(d.Rows), english.Count(d.All, "row"))
	}
	f.Summary = fmt.Sprintf("Partial dependence of %s on %s: from %s, over %s.%s", d.Of, on, chart.Interval(lo, hi), rows, note)
	return f
}

// drawPair draws the partial dependence on a pair of columns.
func drawPair(f *chart.Figure, d *experiment.Dependence, scale chart.Scale) {
	first, second := d.Columns[0], d.Columns[1]
	f.Y = dependenceAxis(second)
	ramp := chart.Ramp{Label: "mean " + shortName(d.Of), Scale: scale}
	f.Ramp = &ramp
	cells := chart.Cells{X: edges(first.Grid), Y: edges(second.Grid), Ramp: ramp, Values: make([][]float64, len(second.Grid))}
	for i := range second.Grid {
		for _, column := range d.Mean {
			cells.Values[i] = append(cells.Values[i], column[i])
		}
	}
	f.X.Scale, f.Y.Scale = chart.Linear(cells.X[0], cells.X[len(cells.X)-1]), chart.Linear(cells.Y[0], cells.Y[len(cells.Y)-1])
	f.Marks = append(f.Marks, cells)
	if len(first.Data) == len(second.Data) {
		f.Marks = append(f.Marks, chart.Points{Name: "rows of the data", X: first.Data, Y: second.Data, Ink: chart.Text, Small: true})
	}
}

// dependenceAxis returns the axis of the grid of a column.
func dependenceAxis(c experiment.DependenceColumn) chart.Axis {
	axis := chart.Axis{Label: shortName(c.Name)}
	lo, hi, _ := chart.Range(c.Grid)
	if c.Levels == nil {
		axis.Scale = chart.Linear(lo, hi)
		return axis
	}
	axis.Scale = chart.Linear(-0.5, hi+0.5)
	for i, level := range chart.ShortenAll(c.Levels, 10) {
		rows := floats.Count(func(at float64) bool { return at == float64(i) }, c.Data)
		axis.Ticks = append(axis.Ticks, chart.Tick{Value: float64(i), Label: fmt.Sprintf("%s (%s)", level, english.Integer(rows))})
	}
	return axis
}

// deciles are marks at the lower end of a scale.
func deciles(data []float64, y chart.Scale) chart.Points {
	sorted := slices.Sorted(slices.Values(data))
	p := chart.Points{Name: "deciles of the data", Ink: chart.TextSoft, Shape: chart.Up}
	for k := 1; k < 10 && len(sorted) > 0; k++ {
		p.X, p.Y = append(p.X, sorted[(len(sorted)-1)*k/10]), append(p.Y, y.Lo)
	}
	return p
}

// edges returns the edges of cells around evenly spaced ascending places.
func edges(places []float64) []float64 {
	half := 0.5
	if len(places) > 1 {
		half = (places[1] - places[0]) / 2
	}
	ends := []float64{places[0] - half}
	for _, at := range places {
		ends = append(ends, at+half)
	}
	return ends
}

// DependenceCSV lists a partial dependence.
func DependenceCSV(d *experiment.Dependence) []byte {
	names := lists.Map(d.Columns, func(c experiment.DependenceColumn) string { return c.Name })
	s := newSheet(append(names, "mean "+d.Of)...)
	cell := func(k, i int) any {
		if c := d.Columns[k]; c.Levels != nil {
			return c.Levels[i]
		}
		return d.Columns[k].Grid[i]
	}
	for i, means := range d.Mean {
		for j, mean := range means {
			if len(d.Columns) == 1 {
				s.add(cell(0, i), mean)
			} else {
				s.add(cell(0, i), cell(1, j), mean)
			}
		}
	}
	return s.csv
}

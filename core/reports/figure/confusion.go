package figure

import (
	"errors"
	"fmt"
	"slices"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// mostCounts is the largest number of classes for which counts are written into the cells.
const mostCounts = 20

// confusionOf returns the counts of a part of the split; nil where they are not of the
// classes of the report.
func confusionOf(r *experiment.Report, part string) [][]int {
	counts := r.Metrics[part].Confusion
	misfit := func(row []int) bool { return len(row) != len(r.Classes) }
	if len(counts) != len(r.Classes) || slices.ContainsFunc(counts, misfit) {
		return nil
	}
	return counts
}

// Confusion draws how many rows of each class are predicted as which: actual classes
// downwards, predicted ones to the right, coloured by the share of the actual class. The
// rows are test rows, or else validation rows, or else training rows.
func Confusion(r *experiment.Report) (*chart.Figure, error) {
	var part string
	var counts [][]int
	for _, name := range experiment.PartNames {
		if c := confusionOf(r, name); len(c) > 0 {
			part, counts = name, c
		}
	}
	n := len(counts)
	if n == 0 {
		return nil, errors.New(`the report has no confusion of classes: run an experiment with the task "classification"`)
	}
	ramp := chart.Ramp{Label: "share of the class", Scale: chart.Linear(0, 1)}
	cells := chart.Cells{Ramp: ramp, X: []float64{-0.5}, Y: []float64{-0.5}}
	f := &chart.Figure{Name: "Confusion", Width: 620, Height: 540, Ramp: &ramp}
	f.X = chart.Axis{Label: "predicted " + shortName(r.Spec.Target), Scale: chart.Linear(-0.5, float64(n)-0.5)}
	f.Y = chart.Axis{Label: "actual " + shortName(r.Spec.Target), Scale: chart.Linear(-0.5, float64(n)-0.5)}
	var rows, right int
	classes := chart.ShortenAll(r.Classes, 10)
	for i := range n {
		k := n - 1 - i // the first class is on top
		cells.X, cells.Y = append(cells.X, float64(i)+0.5), append(cells.Y, float64(i)+0.5)
		f.X.Ticks = append(f.X.Ticks, chart.Tick{Value: float64(i), Label: classes[i]})
		f.Y.Ticks = append(f.Y.Ticks, chart.Tick{Value: float64(i), Label: classes[k]})
		of := 0
		for _, c := range counts[k] {
			of += c
		}
		rows, right = rows+of, right+counts[k][k]
		shares, texts := make([]float64, n), make([]string, n)
		for j, c := range counts[k] {
			shares[j] = float64(c) / float64(max(of, 1))
			if n <= mostCounts {
				texts[j] = english.Integer(c)
			}
		}
		cells.Values, cells.Texts = append(cells.Values, shares), append(cells.Texts, texts)
	}
	f.Marks = append(f.Marks, cells)
	f.Summary = fmt.Sprintf("Confusion of %d classes: %s of %s are predicted as their class.", n, english.Integer(right), english.Count(rows, part+" row"))
	worst, at := 0, [2]int{}
	for i, row := range counts {
		for j, c := range row {
			if i != j && c > worst {
				worst, at = c, [2]int{i, j}
			}
		}
	}
	if worst > 0 {
		f.Summary += fmt.Sprintf(" Most often confused: %s, predicted as %s in %s.", shortName(r.Classes[at[0]]), shortName(r.Classes[at[1]]), english.Count(worst, "row"))
	}
	return f, nil
}

// confusionSheet has a line for each pair of classes and part of the split.
func confusionSheet(reports []*experiment.Report) *sheet {
	r := reports[0]
	s := newSheet("part", "actual", "predicted", "rows")
	for _, part := range experiment.PartNames {
		for i, row := range confusionOf(r, part) {
			for j, c := range row {
				s.add(part, r.Classes[i], r.Classes[j], c)
			}
		}
	}
	return s
}

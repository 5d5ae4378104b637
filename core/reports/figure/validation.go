package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// scores returns the search of a report, or an error if its scores cannot be drawn.
func scores(r *experiment.Report) (*experiment.Searched, error) {
	s := r.Search
	if s == nil || len(s.Scores) == 0 {
		return nil, errors.New(`the report has no scores of a search: run the experiment with search.criterion "validation" or "cross-validation"`)
	}
	if len(s.Scores) != max(1, len(s.Subsample)) {
		return nil, fmt.Errorf("the report's search has scores for %s but %s: solve the experiment again", english.Count(len(s.Scores), "size"), english.Count(len(s.Subsample), "size"))
	}
	parameter, grid := s.Grid()
	for i, row := range s.Scores {
		if len(row) != len(grid) {
			return nil, fmt.Errorf("row %d of the search's scores has %s for %s: solve the experiment again", i+1, english.Count(len(row), "score"), countValues(len(grid), parameter))
		}
	}
	rows := s.Rows()
	for i, row := range rows {
		if len(row.Grid) == 0 || len(row.Scores) != len(row.Grid) {
			return nil, fmt.Errorf("form %d of the search has %s for %s: solve the experiment again", i+1, english.Count(len(row.Scores), "score"), countValues(len(row.Grid), parameter))
		}
	}
	has := func(i, n int) bool { return 0 <= i && i < n }
	for _, p := range []*experiment.Place{s.Minimum, s.OneError} {
		if p != nil && !(has(p.Subsample, len(s.Scores)) && has(p.Gamma, len(grid)) && has(s.Row(*p), len(rows)) && has(p.Gamma, len(rows[s.Row(*p)].Grid))) {
			return nil, errors.New("the search's choice is none of its scores: solve the experiment again")
		}
	}
	return s, nil
}

// scoreLabel names the metric and the criterion of a search.
func scoreLabel(s *experiment.Searched) string {
	return axisLabel(s.Metric) + ", " + s.Criterion
}

// axisLabel names a metric with its unit on axes: accuracies are in percent.
func axisLabel(metric string) string {
	if experiment.IsShare(metric) {
		return metricLabel(metric) + " in %"
	}
	return metricLabel(metric)
}

// inUnits returns scores in the unit of axisLabel.
func inUnits(metric string, row []experiment.Score) []experiment.Score {
	if !experiment.IsShare(metric) {
		return row
	}
	return lists.Map(row, func(s experiment.Score) experiment.Score {
		s.Mean, s.Error = 100*s.Mean, 100*s.Error
		return s
	})
}

// metricText writes a value of a metric, accuracies in percent.
func metricText(metric string, v float64) string {
	return chart.Value(v, experiment.IsShare(metric))
}

// chosenPlace returns the entry of the scores of the chosen strength, nil where that is not one of
// the two rules, or the minimum where the report has no choice. Both rules choose among the models
// of one size.
func chosenPlace(r *experiment.Report) *experiment.Place {
	s := r.Search
	parameter, grid := s.Grid()
	if r.Chosen == nil {
		return s.Minimum
	}
	for _, p := range []*experiment.Place{s.OneError, s.Minimum} {
		if p != nil && grid[p.Gamma] == *r.Chosen.Of(parameter) {
			return p
		}
	}
	return nil
}

// Validation draws the mean score against gamma with its standard errors, and the choices by
// both rules; with several subsample sizes, those of the chosen size.
func Validation(r *experiment.Report) (*chart.Figure, error) {
	s, err := scores(r)
	if err != nil {
		return nil, err
	}
	parameter, grid := s.Grid()
	scale, err := gridScale(parameter, grid)
	if err != nil {
		return nil, err
	}
	place := chosenPlace(r)
	size := 0
	if r.Chosen != nil && slices.Contains(s.Subsample, r.Chosen.Subsample) {
		size = slices.Index(s.Subsample, r.Chosen.Subsample)
	} else if place != nil {
		size = place.Subsample
	}
	row := inUnits(s.Metric, s.Scores[size])
	mean, spread := make([]float64, len(row)), make([]float64, len(row))
	var extent []float64
	failures := chart.Points{Name: "of models that did not all converge", Ink: chart.Text, Shape: chart.Diamond}
	for i, score := range row {
		mean[i], spread[i] = score.Mean, score.Error
		extent = append(extent, score.Mean-score.Error, score.Mean+score.Error)
		if countUnsolved(s, i, score) > 0 {
			failures.X, failures.Y = append(failures.X, grid[i]), append(failures.Y, score.Mean)
		}
	}
	label := scoreLabel(s)
	if len(s.Subsample) > 0 {
		label += ", " + english.Count(s.Subsample[size], "row")
	}
	f := &chart.Figure{Name: "Validation", Summary: validationSummary(r, label)}
	f.X = chart.Axis{Label: symbol(parameter), Scale: scale.Padded(0.02)}
	f.Y = metricAxis(s.Metric, label, extent)
	f.Marks = choices(r)
	if best, other := s.Minimum, s.OneError; best != nil && other != nil && *best != *other && best.Subsample == size {
		bound := row[best.Gamma].Mean + row[best.Gamma].Error
		if experiment.IsScore(s.Metric) {
			bound = row[best.Gamma].Mean - row[best.Gamma].Error
		}
		f.Marks = append(f.Marks, chart.Rule{At: bound, Ink: chart.Axes})
	}
	f.Marks = append(f.Marks,
		chart.ErrorBars{X: grid, Y: mean, Error: spread, Ink: chart.EstimateFaint},
		chart.Line{X: grid, Y: mean, Ink: chart.Estimate},
		chart.Points{X: grid, Y: mean, Ink: chart.Estimate})
	if failures.X != nil {
		f.Marks = append(f.Marks, failures)
	}
	if place != nil && place.Subsample == size {
		f.Marks = append(f.Marks, chart.Points{X: []float64{grid[place.Gamma]}, Y: []float64{row[place.Gamma].Mean}, Ink: chart.Truth, Shape: chart.Ring})
	}
	return f, nil
}

// countUnsolved counts the models of a score that did not converge: of its folds or draws, or the
// model of the path that is scored on the validation rows.
func countUnsolved(s *experiment.Searched, strength int, score experiment.Score) int {
	if len(score.Statuses) == 0 && strength < len(s.Path.Points) && !s.Path.Points[strength].Status.IsSolved() {
		return 1
	}
	return score.Endings.Unsolved()
}

// choices returns lines at the choices by both rules and at the chosen strength.
func choices(r *experiment.Report) []chart.Mark {
	parameter, grid := r.Search.Grid()
	names := map[float64][]string{}
	for i, p := range []*experiment.Place{r.Search.Minimum, r.Search.OneError} {
		if p != nil && 0 <= p.Gamma && p.Gamma < len(grid) {
			names[grid[p.Gamma]] = append(names[grid[p.Gamma]], []string{"best", "one SE"}[i])
		}
	}
	if r.Chosen != nil {
		at := *r.Chosen.Of(parameter)
		names[at] = append(names[at], "chosen")
	}
	var lines []chart.Mark
	for _, at := range grid {
		if names[at] != nil {
			lines = append(lines, chart.Rule{Vertical: true, At: at, Ink: chart.TextSoft, Label: strings.Join(names[at], ", ")})
		}
	}
	return lines
}

// unsolvedWords is a sentence on the models of a search that did not converge; "" without any.
func unsolvedWords(r *experiment.Report) string {
	if words := r.Unsolved(); words != "" {
		return " Not solved: " + words + "."
	}
	return ""
}

func validationSummary(r *experiment.Report, label string) string {
	s := r.Search
	parameter, grid := s.Grid()
	text := fmt.Sprintf("Scores by %s, %s from %s to %s: %s.", parameter, english.Count(len(grid), "value"),
		chart.Number(grid[0], 3), chart.Number(grid[len(grid)-1], 3), label)
	if s.Minimum != nil {
		text += " Best: " + placeWords(s, s.Minimum) + "."
	}
	if s.Minimum != nil && s.OneError != nil && *s.OneError != *s.Minimum {
		text += " One standard error: " + placeWords(s, s.OneError) + "."
	}
	if place := chosenPlace(r); place != nil {
		text += " Chosen: " + placeWords(s, place) + "."
	}
	return text + unsolvedWords(r)
}

// placeWords describes the score and the strength at a place of the scores.
func placeWords(s *experiment.Searched, p *experiment.Place) string {
	parameter, grid := s.Grid()
	text := fmt.Sprintf("%s at %s %s", scoreWords(s.Metric, s.Scores[p.Subsample][p.Gamma]), parameter, chart.Number(grid[p.Gamma], 3))
	if len(s.Subsample) > 0 {
		text += " and " + english.Count(s.Subsample[p.Subsample], "row")
	}
	return text
}

// scoreWords writes a score with its standard error, where that is more than rounding.
func scoreWords(metric string, s experiment.Score) string {
	text := metricText(metric, s.Mean)
	if margin := chart.PlusMinus(s.Mean, s.Error, experiment.IsShare(metric)); margin != "" {
		text += " " + margin
	}
	return text
}

// HeatMap draws the mean score by gamma and subsample size [H fig. 18], or by gamma and by p
// and degree, each with its own grid. The chosen cell is marked.
func HeatMap(r *experiment.Report) (*chart.Figure, error) {
	s, err := scores(r)
	if err != nil {
		return nil, err
	}
	rows := s.Rows()
	axis := "number of rows"
	if len(s.Forms) > 0 {
		axis = "p and degree"
	} else if len(s.Subsample) == 0 {
		return nil, errors.New(`the report's search has no subsample sizes, no several p and no several degrees: give search.subsample, search.p or search.degree a list, or draw the figure validation`)
	}
	parameter, _ := s.Grid()
	edges := make([][]float64, len(rows))
	var values []float64
	lowest, highest := math.Inf(1), 0.0
	f := &chart.Figure{Name: "Heat map"}
	for i, row := range rows {
		scale, err := gridScale(parameter, row.Grid)
		if err != nil {
			return nil, err
		}
		edges[i] = gammaEdges(row.Grid, scale)
		lowest, highest = min(lowest, edges[i][0]), max(highest, edges[i][len(row.Grid)])
		for _, score := range inUnits(s.Metric, row.Scores) {
			values = append(values, score.Mean)
		}
		f.Y.Ticks = append(f.Y.Ticks, chart.Tick{Value: float64(i), Label: row.Label})
	}
	f.Summary = fmt.Sprintf("%s by %s and %s. %s", english.Count(len(values), "cell"), parameter, axis, validationSummary(r, scoreLabel(s)))
	f.X = chart.Axis{Label: symbol(parameter), Scale: chart.Log(lowest, highest)}
	f.Y.Label, f.Y.Scale = axis, chart.Linear(-0.5, float64(len(rows))-0.5)
	ramp := scoreRamp(s, values)
	f.Ramp = &ramp
	for i, row := range rows {
		n := len(row.Scores)
		label := row.Label
		if len(s.Forms) == 0 {
			label = english.Count(s.Subsample[i], "row")
		}
		words := make([]string, n)
		for k, score := range row.Scores {
			words[k] = fmt.Sprintf("%s, %s %s: %s", label, parameter, chart.Number(row.Grid[k], 3), scoreWords(s.Metric, score))
		}
		f.Marks = append(f.Marks, chart.Cells{X: edges[i], Y: []float64{float64(i) - 0.5, float64(i) + 0.5}, Values: [][]float64{values[:n]}, Words: [][]string{words}, Ramp: ramp})
		values = values[n:]
	}
	frame := func(p *experiment.Place, label string) {
		row := s.Row(*p)
		x := edges[row]
		f.Marks = append(f.Marks, chart.Frame{X0: x[p.Gamma], X1: x[p.Gamma+1], Y0: float64(row) - 0.5, Y1: float64(row) + 0.5, Label: label})
	}
	place := chosenPlace(r)
	if place != nil {
		frame(place, "chosen")
	}
	if best := s.Minimum; best != nil && (place == nil || *best != *place) {
		frame(best, "best")
	}
	return f, nil
}

// scoreRamp returns the colours of scores, of which the best is the brightest. They end at the 90 %
// quantile: differences among the worst scores are of no interest.
func scoreRamp(s *experiment.Searched, values []float64) (ramp chart.Ramp) {
	if s.Minimum == nil {
		ramp.Label, ramp.Scale = metricScale(s.Metric, scoreLabel(s), values)
		return ramp
	}
	sorted := slices.Sorted(slices.Values(values))
	sign := "≤ "
	falls := !experiment.IsScore(s.Metric)
	if falls {
		slices.Reverse(sorted)
		sign = "≥ "
	}
	worst, best := sorted[(len(sorted)+8)/10], sorted[len(sorted)-1]
	ramp.Label, ramp.Scale = metricScale(s.Metric, scoreLabel(s), []float64{worst, best})
	ramp.Scale.Falls = falls
	if worst != best {
		ramp.Ends = []chart.Tick{{Value: worst, Label: sign + chart.Number(worst, 3)}, {Value: best, Label: chart.Number(best, 3)}}
	}
	return ramp
}

// gammaEdges returns the edges of cells around the gammas: midway between neighbours on the
// logarithmic scale, and as far beyond the outermost.
func gammaEdges(gamma []float64, scale chart.Scale) []float64 {
	n := len(gamma)
	if n == 1 {
		return []float64{scale.Lo, scale.Hi}
	}
	half := func(i int) float64 { return math.Sqrt(gamma[i]) / math.Sqrt(gamma[i-1]) } // of a step, as a factor
	edges := []float64{gamma[0] / half(1)}
	for i := 1; i < n; i++ {
		edges = append(edges, gamma[i-1]*half(i))
	}
	return append(edges, gamma[n-1]*half(n-1))
}

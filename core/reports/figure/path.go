package figure

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// Path draws the weights of a search against gamma, or the model's own parameter. The largest
// have names and planted ones a colour of their own, and the chosen value is marked.
func Path(r *experiment.Report) (*chart.Figure, error) {
	if r.Search == nil {
		return nil, errors.New(`the report has no search: run the experiment with search.criterion "path", "validation" or "cross-validation"`)
	}
	if !r.Spec.Model.HasWeights() {
		return nil, fmt.Errorf("a model of the type %s has no weights, and no path of them: draw the figure validation of its search", r.Spec.Model.Kind())
	}
	path := r.Search.Path
	if len(path.Points) == 0 || len(path.Weights) == 0 {
		return nil, errors.New("the report's search has no path of weights: solve the experiment again with this lp Lab")
	}
	parameter, grid := r.Search.Grid()
	if len(grid) != len(path.Points) {
		return nil, fmt.Errorf("the path has %s for %s: solve the experiment again", english.Count(len(path.Points), "point"), countValues(len(grid), parameter))
	}
	for i, p := range path.Points {
		if at := *p.Of(parameter); at != grid[i] {
			return nil, fmt.Errorf("point %d of the path is of %s %s, which is not that of the search's grid: solve the experiment again", i+1, parameter, chart.Number(at, 3))
		}
	}
	weights := slices.Clone(path.Weights)
	truths := 0
	var all [][]float64
	for _, w := range weights {
		if len(w.Values) != len(grid) {
			return nil, fmt.Errorf("the path of %s has %s for %s: solve the experiment again", w.Label, english.Count(len(w.Values), "value"), countValues(len(grid), parameter))
		}
		if w.Relevant {
			truths++
		}
		all = append(all, w.Values)
	}
	peak := func(w experiment.PathWeight) float64 { return floats.Norm(w.Values, math.Inf(1)) }
	slices.SortStableFunc(weights, func(a, b experiment.PathWeight) int { return cmp.Compare(peak(b), peak(a)) })

	scale, err := gridScale(parameter, grid)
	if err != nil {
		return nil, err
	}
	f := &chart.Figure{Name: "Path", Summary: pathSummary(r, weights, truths)}
	f.X = chart.Axis{Label: symbol(parameter), Scale: scale.Padded(0.01)}
	if r.Chosen != nil && r.Chosen.Subsample > 0 {
		f.X.Label += ", on " + english.Count(r.Chosen.Subsample, "row")
	}
	f.Y = chart.Axis{Label: "weight; above: number selected", Scale: spanScale(0.12, append(all, []float64{0})...)} // the labels of the choices are above the lines
	f.Above = func(at float64) string {
		return english.Integer(path.Points[floats.NearestIdx(grid, at)].Selected)
	}
	f.Marks = choices(r)
	// The largest are drawn last, over the others.
	for rank := len(weights) - 1; rank >= 0; rank-- {
		w := weights[rank]
		line := chart.Line{X: grid, Y: w.Values, Ink: chart.EstimateFaint}
		if scale.Falls { // a line ends on the right
			line.X, line.Y = reverse(grid), reverse(w.Values)
		}
		if rank < mostLabels {
			line.End = w.Label
		}
		switch {
		case w.Relevant:
			line.Ink = chart.Truth
		case truths > 0:
			line.Dashed = true
		case rank < chart.SeriesInks:
			line.Ink = chart.Series(rank)
		default:
			line.Thin = true
		}
		f.Marks = append(f.Marks, line)
	}
	if truths > 0 {
		f.Marks = append(f.Marks, chart.Line{Name: "planted", Ink: chart.Truth}, chart.Line{Name: "not planted", Ink: chart.EstimateFaint, Dashed: true})
	}
	return f, nil
}

func reverse(list []float64) []float64 {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func pathSummary(r *experiment.Report, weights []experiment.PathWeight, truths int) string {
	parameter, grid := r.Search.Grid()
	names := lists.Map(weights[:min(3, len(weights))], func(w experiment.PathWeight) string {
		return w.Label + " from " + chart.Number(w.Values[0], 3) + " to " + chart.Number(w.Values[len(grid)-1], 3)
	})
	text := fmt.Sprintf("Paths of %s over %s from %s to %s; the largest are %s.",
		english.Count(len(weights), "weight"), countValues(len(grid), parameter),
		chart.Number(grid[0], 3), chart.Number(grid[len(grid)-1], 3), strings.Join(names, ", "))
	if truths > 0 {
		text += fmt.Sprintf(" %d of them were planted.", truths)
	}
	if r.Chosen != nil {
		text += fmt.Sprintf(" Chosen is %s %s.", parameter, chart.Number(*r.Chosen.Of(parameter), 3))
	}
	return text + unsolvedWords(r)
}

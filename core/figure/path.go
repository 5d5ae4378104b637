package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/chart"
	"lplab/core/experiment"
)

// Path draws the weights of a search against gamma: the largest with their
// names, planted ones in their own colour, and the gamma that was chosen.
func Path(r *experiment.Report) (*chart.Figure, error) {
	if r.Search == nil {
		return nil, errNoSearch
	}
	path := r.Search.Path
	if len(path.Points) == 0 || len(path.Weights) == 0 {
		return nil, fmt.Errorf("the report's search has no path of weights: solve the experiment again with this lp Lab")
	}
	gamma := make([]float64, len(path.Points))
	for i, p := range path.Points {
		gamma[i] = p.Gamma
	}
	weights := slices.Clone(path.Weights)
	planted := false
	var all [][]float64
	for _, w := range weights {
		if len(w.Values) != len(gamma) {
			return nil, fmt.Errorf("the path of %s has %s for %s: solve the experiment again", w.Label, count(len(w.Values), "value"), count(len(gamma), "gamma"))
		}
		planted = planted || w.Relevant
		all = append(all, w.Values)
	}
	slices.SortStableFunc(weights, func(a, b experiment.PathWeight) int { return -cmp.Compare(peak(a), peak(b)) })

	gammas, err := gammaScale(gamma)
	if err != nil {
		return nil, err
	}
	lo, hi, _ := chart.Range(append(all, []float64{0})...)
	f := &chart.Figure{Name: "Path", Summary: pathSummary(r, weights)}
	f.X = chart.Axis{Label: "γ", Scale: gammas.Padded(0.01)}
	f.Y = chart.Axis{Label: "weight", Scale: chart.Linear(lo, hi).Padded(0.06)}
	f.Marks = append(f.Marks, chosenGamma(r)...)
	// The largest last: they lie on the others.
	for rank := len(weights) - 1; rank >= 0; rank-- {
		w := weights[rank]
		line := chart.Line{X: gamma, Y: w.Values, Ink: chart.EstimateFaint}
		if rank < labelled {
			line.End = chart.Shorten(w.Label, 20)
		}
		switch {
		case w.Relevant:
			line.Ink = chart.Truth
		case planted:
			line.Dash = chart.Dashed
		case rank < chart.SeriesInks:
			line.Ink = chart.Series(rank)
		default:
			line.Thin = true
		}
		f.Marks = append(f.Marks, line)
	}
	if planted {
		f.Marks = append(f.Marks, chart.Line{Name: "planted", Ink: chart.Truth}, chart.Line{Name: "not planted", Ink: chart.EstimateFaint, Dash: chart.Dashed})
	}
	return f, nil
}

// peak is the largest size of a weight anywhere on its path.
func peak(w experiment.PathWeight) float64 {
	most := 0.0
	for _, v := range w.Values {
		most = max(most, math.Abs(v))
	}
	return most
}

// gammaScale is the logarithmic scale of a grid, whose values must be positive
// and ascend.
func gammaScale(gamma []float64) (chart.Scale, error) {
	for i, g := range gamma {
		if g <= 0 || i > 0 && g <= gamma[i-1] {
			return chart.Scale{}, fmt.Errorf("gamma %d of the report's search is %s: gammas must be greater than 0 and ascend; solve the experiment again", i+1, chart.Number(g, 3))
		}
	}
	lo, hi, _ := chart.PositiveRange(gamma)
	return chart.Log(lo, hi), nil
}

// chosenGamma is a vertical line where the search chose a gamma of its grid.
func chosenGamma(r *experiment.Report) []chart.Mark {
	if r.Chosen == nil || !slices.Contains(r.Search.Gamma, r.Chosen.Gamma) {
		return nil
	}
	return []chart.Mark{chart.Rule{Vertical: true, At: r.Chosen.Gamma, Ink: chart.TextSoft, Label: "chosen"}}
}

func pathSummary(r *experiment.Report, weights []experiment.PathWeight) string {
	path := r.Search.Path
	var names []string
	for _, w := range weights[:min(3, len(weights))] {
		names = append(names, w.Label)
	}
	text := fmt.Sprintf("Paths of %s over %s from %s to %s; the largest are %s.",
		count(len(weights), "weight"), count(len(path.Points), "gamma"),
		chart.Number(path.Points[0].Gamma, 3), chart.Number(path.Points[len(path.Points)-1].Gamma, 3), strings.Join(names, ", "))
	if r.Chosen != nil {
		text += fmt.Sprintf(" Chosen is gamma %s.", chart.Number(r.Chosen.Gamma, 3))
	}
	return text
}

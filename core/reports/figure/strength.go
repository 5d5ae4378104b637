package figure

import (
	"cmp"
	"fmt"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// symbol is the sign of a parameter on an axis or in a legend.
func symbol(parameter string) string {
	return cmp.Or(map[string]string{"gamma": "γ", "lambda": "λ"}[parameter], parameter)
}

// countValues counts values of a parameter: "50 gammas", "50 values of lambda".
func countValues(n int, parameter string) string {
	if parameter == "gamma" {
		return english.Count(n, "gamma")
	}
	return english.Count(n, "value") + " of " + parameter
}

// strength writes the parameter of the model of a report: "γ = 0.5"; "" where it has none.
func strength(r *experiment.Report) string {
	parameter := r.Spec.Model.Parameter()
	at := r.Of(parameter)
	if at == nil {
		return ""
	}
	return symbol(parameter) + " = " + chart.Number(*at, 3)
}

// gridScale returns the logarithmic scale of a grid. Its values must be positive and ascend.
// The scale falls for lambda and k, so that the complexity of the models grows to the right.
func gridScale(parameter string, grid []float64) (chart.Scale, error) {
	for i, g := range grid {
		if g <= 0 || i > 0 && g <= grid[i-1] {
			return chart.Scale{}, fmt.Errorf("%s %d of the report's search is %s: its values must be greater than 0 and ascend; solve the experiment again", parameter, i+1, chart.Number(g, 3))
		}
	}
	lo, hi, _ := chart.PositiveRange(grid)
	scale := chart.Log(lo, hi)
	scale.Falls = experiment.SimplifiesModel(parameter)
	return scale, nil
}

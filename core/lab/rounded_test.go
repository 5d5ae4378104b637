package lab

import (
	"fmt"
	"math"
	"testing"

	"lplab/core/experiment"
)

// TestRoundedTensor checks that experiments with a memory budget for only half of the tensor, also with folds
// or classes, have the status, objective, predictions and selected weights of the whole tensor.
func TestRoundedTensor(t *testing.T) {
	x, y := randomData(45, 2, 8)
	labels := make([]float64, len(y))
	for i, v := range y {
		labels[i] = math.Round(math.Max(0, math.Min(2, v+1)))
	}
	const kernel = `"kernel": {"type": "exponential", "a": 0.2}`
	type half struct {
		text   string
		budget int64
	}
	const four, six = 500_000, 3_000_000 // more than half of the tensor with the matrices of a pass, less than the whole one
	experiments := map[string]half{
		"folds": {fmt.Sprintf(`{%s, "target": "y", "model": {%s}, "search": {"criterion": "cross-validation", "count": 5, "folds": 4},
			"preprocess": {"standardize": false}`, inline(x, y), kernel), four},
		"classes": {fmt.Sprintf(`{%s, "target": "y", "task": "classification", "model": {%s, "loss": {"type": "logistic"}}`, inline(x, labels), kernel), four},
	}
	for _, loss := range []string{"squared", "absolute", "epsilon-insensitive", "huber"} {
		const text = `{%s, "target": "y", "model": {%s, "p": "%s", "loss": {"type": "%s"}, "gamma": 3}`
		experiments[loss+", order 4"] = half{fmt.Sprintf(text, inline(x, y), kernel, "4/3", loss), four}
		if loss == "squared" || loss == "huber" { // the others stall by rounding
			experiments[loss+", order 6"] = half{fmt.Sprintf(text, inline(x[:32], y[:32]), kernel, "6/5", loss), six}
		}
	}
	for name, e := range experiments {
		text := e.text + `, "solver": {"strategy": "%s", "tolerance": 1e-8}}`
		whole := mustRun(t, fmt.Sprintf(text, "tensor"), nil, Options{})
		got := mustRun(t, fmt.Sprintf(text, "streamed"), nil, Options{MemoryBudget: e.budget})
		if got.Solver.Strategy != experiment.StrategyStreamed || got.Solver.Stored != experiment.StoredHalf || whole.Solver.Stored != "" {
			t.Errorf("%s: %s, stored %q (%s)", name, got.Solver.Strategy, got.Solver.Stored, got.Solver.Reason)
		}
		if got.Status != whole.Status || got.Status != experiment.Converged || got.Gamma != whole.Gamma {
			t.Errorf("%s: %s at gamma %v, with the whole tensor %s at %v", name, got.Status, got.Gamma, whole.Status, whole.Gamma)
		}
		if got.Weights.Selected != whole.Weights.Selected {
			t.Errorf("%s: %d weights selected, with the whole tensor %d", name, got.Weights.Selected, whole.Weights.Selected)
		}
		if v, want := got.Objective.Dual, whole.Objective.Dual; math.Abs(v-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s: dual %v, want %v", name, v, want)
		}
		for i, want := range whole.Predictions.Train {
			if v := got.Predictions.Train[i]; math.Abs(v-want) > 1e-6 {
				t.Errorf("%s: prediction %d is %v, want %v", name, i, v, want)
			}
		}
	}
}

package lab

import (
	"context"
	"fmt"
	"testing"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// aloneEngine builds tensors that evaluate one right-hand side at a time.
type aloneEngine struct{ gram.Portable }

func (e *aloneEngine) Tensor(ctx context.Context, k kernel.Kernel, x dense.Points, q int, room int64, rounded bool, progress func(float64)) (gram.Form, error) {
	form, err := e.Portable.Tensor(ctx, k, x, q, room, rounded, progress)
	return struct{ gram.Form }{form}, err
}

// TestTogether checks that folds, classes, permutations and halves that are fitted together on one tensor give the same
// report as one after another.
func TestTogether(t *testing.T) {
	x, y := randomData(45, 3, 8)
	var classes []float64
	for _, v := range y {
		class := 0.0
		if v > 0.3 {
			class = 1
		} else if v < -0.3 {
			class = 2
		}
		classes = append(classes, class)
	}
	const model = `"model": {"kernel": {"type": "polynomial", "degree": 2, "constant": 1}, "p": "4/3"%s}, "solver": {"strategy": "tensor"}`
	for name, text := range map[string]string{
		"folds":        fmt.Sprintf(`{%s, "target": "y", %s, "search": {"criterion": "cross-validation", "count": 5, "folds": 4}}`, inline(x, y), fmt.Sprintf(model, "")),
		"classes":      fmt.Sprintf(`{%s, "target": "y", "task": "classification", %s}`, inline(x, classes), fmt.Sprintf(model, `, "loss": {"type": "logistic"}`)),
		"both":         fmt.Sprintf(`{%s, "target": "y", "task": "classification", %s, "search": {"criterion": "cross-validation", "count": 3, "folds": 3}}`, inline(x, classes), fmt.Sprintf(model, "")),
		"reweighted":   fmt.Sprintf(`{%s, "target": "y", %s, "search": {"criterion": "cross-validation", "count": 3, "folds": 3}}`, inline(x, y), fmt.Sprintf(model, `, "r": "1/2", "steps": 2`)),
		"permutations": fmt.Sprintf(`{%s, "target": "y", %s, "selection": {"rule": "permutation", "level": 0.2, "permutations": 13}}`, inline(x, y), fmt.Sprintf(model, "")),
		"halves":       fmt.Sprintf(`{%s, "target": "y", %s, "selection": {"resamples": 13}}`, inline(x, y), fmt.Sprintf(model, "")),
		"halves of classes": fmt.Sprintf(`{%s, "target": "y", "task": "classification", %s, "selection": {"resamples": 4}}`, inline(x, classes),
			fmt.Sprintf(model, "")),
	} {
		var reports [2]string
		for k, engine := range []gram.Engine{&aloneEngine{}, &gram.Portable{}} {
			r := mustRun(t, text, nil, Options{Engine: engine})
			if r.Solver.Strategy != experiment.StrategyTensor {
				t.Fatalf("%s: strategy %s", name, r.Solver.Strategy)
			}
			reports[k] = compact(r)
		}
		if reports[0] != reports[1] {
			at := 0
			for reports[0][at] == reports[1][at] {
				at++
			}
			from := max(0, at-200)
			t.Errorf("%s: alone ...%s, together ...%s", name, reports[0][from:min(len(reports[0]), at+100)], reports[1][from:min(len(reports[1]), at+100)])
		}
	}
}

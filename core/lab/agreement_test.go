package lab

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lplab/core/experiment"
)

// TestStrategiesAgree checks on random problems of every kernel, loss and order that all
// possible strategies find the same objective and predictions.
func TestStrategiesAgree(t *testing.T) {
	kernels := []string{`"linear"`, `"polynomial", "degree": 2`, `"polynomial", "degree": 3`, `"exponential"`, `"polynomial", "degree": 2, "constant": 0.5`, `"series", "coefficients": [0.3, 0, 2, 1]`,
		`"geometric", "radius": 60`, `"product", "of": [{"type": "linear"}, {"type": "sum", "of": [{"type": "exponential"}, {"type": "polynomial"}]}]`}
	losses := []string{`"squared"`, `"absolute"`, `"epsilon-insensitive"`, `"huber"`, `"logistic"`, `"hinge"`, `"smoothed-hinge"`, `"quadratically-smoothed-hinge", "width": 0.3`}
	compared := 0
	for k, kernel := range kernels {
		for l, lossType := range losses {
			if k > 3 && l != 0 && l != 5 {
				continue // two losses are enough for these kernels
			}
			for _, p := range []string{"2/1", "4/3", "6/5"} {
				if p != "4/3" && (l != 0 && l != 5 || testing.Short() && k > 1) {
					continue // two losses are enough for the other orders, with -short two kernels
				}
				x, y := randomData(26, 4, uint64(10*k+l))
				x = scaled(x, 0.6) // so that the exponential does not overflow
				task := experiment.Regression
				if l >= 4 {
					task, y = experiment.Classification, labels(y)
				}
				name := fmt.Sprintf("%s, %s, p = %s", kernel, lossType, p)
				var first *experiment.Report
				for _, strategy := range []string{experiment.StrategyTensor, experiment.StrategyStreamed, experiment.StrategyFeatures} {
					s := mustDecode(t, fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": {"train": 0.7, "test": 0.3}, "preprocess": {"standardize": false},
						"model": {"kernel": {"type": %s}, "p": %q, "loss": {"type": %s}}, "solver": {"tolerance": 1e-11, "strategy": %q}}`,
						inline(x, y), task, kernel, p, lossType, strategy))
					r, err := Run(context.Background(), s, nil, Options{})
					if strategy == experiment.StrategyFeatures && s.Model.Kernel.Infinite() {
						if err == nil {
							t.Errorf("%s: a kernel with infinitely many features is expanded", name)
						}
						continue
					}
					if err != nil {
						t.Fatalf("%s, %s: %v", name, strategy, err)
					}
					if r.Solver.Strategy != strategy || r.Status != experiment.Converged {
						t.Errorf("%s: strategy %s, want a converged run; got %s, %s", name, strategy, r.Solver.Strategy, r.Status)
					}
					if first == nil {
						first = r
						continue
					}
					compared++
					scale := math.Abs(first.Objective.Dual)
					if !close(r.Objective.Dual, first.Objective.Dual, 1e-9*scale) || !close(r.Objective.Primal, first.Objective.Primal, 1e-9*scale) {
						t.Errorf("%s: %s has %v and %v, tensor %v and %v", name, strategy,
							r.Objective.Dual, r.Objective.Primal, first.Objective.Dual, first.Objective.Primal)
					}
					if !close(r.Gamma, first.Gamma, 1e-12*first.Gamma) {
						t.Errorf("%s: %s takes gamma %v, tensor %v", name, strategy, r.Gamma, first.Gamma)
					}
					if r.Weights.Selected != first.Weights.Selected {
						t.Errorf("%s: %s selects %d weights, tensor %d", name, strategy, r.Weights.Selected, first.Weights.Selected)
					}
					if l != 1 && l != 2 && l != 5 { // the dual is strongly convex
						assertVector(t, name+", "+strategy+": prediction", r.Predictions.Test, first.Predictions.Test, 1e-5)
					}
				}
			}
		}
	}
	if compared < 70 {
		t.Errorf("%d comparisons", compared)
	}
}

package lab

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// cancellationSpec is an experiment in which the terms of the tensor cancel.
const cancellationSpec = `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[1.8, -0.38], [-1.53, 0.03], [0.05, 0.43], [-1.96, 0.98], [1.54, 0.05]]},
	"target": "y", "split": {"train": 1}, "preprocess": {"standardize": false, "intercept": true},
	"model": {"kernel": KERNEL, "p": "8/7", "loss": {"type": "epsilon-insensitive"}, "gamma": 1},
	"solver": {"strategy": "STRATEGY"}}`

// TestFeaturesTakeOver checks that features solve the problem if the tensor stalls by
// rounding, with the reason in the report and the certificate of the features.
func TestFeaturesTakeOver(t *testing.T) {
	spec := strings.Replace(cancellationSpec, "KERNEL", `{"type": "polynomial", "degree": 2, "constant": 1}`, 1)
	for _, strategy := range []string{experiment.StrategyTensor, experiment.StrategyStreamed} {
		r := mustRun(t, strings.Replace(spec, "STRATEGY", strategy, 1), nil, Options{})
		if r.Status != experiment.Converged || r.Solver.Strategy != experiment.StrategyFeatures || !strings.Contains(r.Solver.Reason, "rounding in the tensor") {
			t.Errorf("%s: %s by %s: %s", strategy, r.Status, r.Solver.Strategy, r.Solver.Reason)
		}
		if o := r.Objective; !(o.Rounding > 0) || len(o.History) != r.Solver.Iterations+1 || o.History[r.Solver.Iterations].Gap < o.Gap { // refined after the last record
			t.Errorf("%s: %d records of %d iterations, rounding %g", strategy, len(o.History), r.Solver.Iterations, o.Rounding)
		}
		assertExact(t, strategy, r)
	}
	// Without remaining iterations the result of the tensor stays.
	s := mustDecode(t, strings.Replace(spec, "STRATEGY", experiment.StrategyTensor, 1))
	s.Solver.MaxIterations = 1
	r, err := Run(t.Context(), s, nil, Options{})
	if err != nil || r.Solver.Strategy != experiment.StrategyTensor || r.Status == experiment.Converged {
		t.Errorf("%v, %v", r, err)
	}
}

// TestRoundingIsReported checks the warning of the rounding that limits the certificate of
// the tensor, with infinitely many features.
func TestRoundingIsReported(t *testing.T) {
	spec := strings.NewReplacer("KERNEL", `{"type": "exponential", "a": 0.5}`, `"gamma": 1`, `"gamma": 100`,
		`"STRATEGY"`, `"tensor", "tolerance": 1e-14`).Replace(cancellationSpec)
	r := mustRun(t, spec, nil, Options{})
	o := r.Objective
	if r.Status != experiment.Stalled || !(o.Rounding > o.Goal(r.Spec.Solver.Tolerance)) || !(o.Gap <= o.Goal(r.Spec.Solver.Tolerance)) {
		t.Errorf("%s, gap %g, rounding %g of %g", r.Status, o.Gap, o.Rounding, o.Primal)
	}
	if len(r.Warnings) == 0 || !strings.Contains(r.Warnings[len(r.Warnings)-1], "rounding in the tensor") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

// TestNormsOfManyOrders checks that rounding in the sum of alpha does not change a small entry: the
// norms of standardised rows of 20 columns with the exponential kernel of rate 1, and so the entries
// of alpha, span many orders of magnitude.
func TestNormsOfManyOrders(t *testing.T) {
	sizes := []string{"120", "160"}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, rows := range sizes {
		r := mustRun(t, `{"data": {"source": "synthetic", "n": `+rows+`, "d": 20, "relevant": 4}, "split": {"train": 1},
			"model": {"kernel": {"type": "exponential"}, "gamma": 1}, "solver": {"strategy": "tensor"}}`, nil, Options{})
		smallest, largest := math.Inf(1), 0.0
		for _, a := range r.Alpha {
			smallest, largest = min(smallest, math.Abs(a)), max(largest, math.Abs(a))
		}
		if r.Status != experiment.Converged || !(smallest < 1e-10*largest) {
			t.Errorf("%s rows: %s with a relative gap of %g; |alpha| from %g to %g", rows, r.Status, r.Objective.RelativeGap, smallest, largest)
		}
	}
}

// TestStalledTensorOfSeries checks that a solve on the tensor of an exponential kernel that stalls by rounding
// continues on the truncated series, with the objective of a run on the series.
func TestStalledTensorOfSeries(t *testing.T) {
	continued := 0
	for seed := range uint64(6) {
		for _, loss := range []string{"absolute", "hinge"} {
			x, y := randomData(12, 1+int(seed%2), 40+seed)
			task := experiment.Regression
			if loss == "hinge" {
				y, task = labels(y), experiment.Classification
			}
			run := func(strategy string) *experiment.Report {
				return mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": {"train": 1}, "model": {"kernel": {"type": "exponential", "a": "auto"}, "loss": {"type": %q}, "gamma": 100}, "solver": {"strategy": %q}}`,
					inline(x, y), task, loss, strategy), nil, Options{})
			}
			got, want := run("tensor"), run("truncated")
			if !got.Status.IsSolved() || !close(got.Objective.Primal, want.Objective.Primal, 1e-8*want.Objective.Primal) {
				t.Errorf("seed %d, %s loss: %s, objective %.10g, on the series %.10g", seed, loss, got.Status, got.Objective.Primal, want.Objective.Primal)
			}
			if got.Solver.Strategy == experiment.StrategyTruncated {
				continued++
			}
		}
	}
	if continued == 0 {
		t.Error("no tensor stalled")
	}
}

package lab

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestTruncationHoldsTheTensor checks that the minimum by the tensor of the whole series is in
// the interval that the truncated series certifies, for any degree. LPLAB_LONG=1 tests twice as
// many problems.
func TestTruncationHoldsTheTensor(t *testing.T) {
	kernels := []string{`"exponential", "a": "auto"`, `"exponential", "a": 0.4`, `"geometric", "radius": "auto"`, `"polynomial", "degree": 6, "constant": 1`, `"series", "coefficients": [0.3, 0, 2, 1, 0, 0.5]`,
		`"sum", "of": [{"type": "exponential", "a": "auto"}, {"type": "polynomial", "degree": 3}]`,
		`"product", "of": [{"type": "linear"}, {"type": "exponential", "a": "auto"}]`}
	losses := []string{`"squared"`, `"absolute"`, `"huber"`, `"logistic"`, `"hinge"`}
	cases := 42 // every pair of a kernel and a loss
	switch {
	case os.Getenv("LPLAB_LONG") != "":
		cases = 84
	case testing.Short():
		cases = 12
	}
	certified, short := 0, 0
	for seed := range cases {
		kernel, lossType := kernels[seed%len(kernels)], losses[seed%len(losses)]
		p, n := "4/3", 14+2*(seed%12)
		switch seed % 5 {
		case 1:
			p, n = "2/1", 300-7*(seed%30)
		case 3:
			p, n = "6/5", 8+seed%7
		}
		x, y := randomData(n, 2+seed%3, uint64(seed))
		x = scaled(x, 0.7)
		task := experiment.Regression
		if seed%len(losses) >= 3 {
			task, y = experiment.Classification, labels(y)
		}
		gamma := []string{`"auto"`, "3", "0.1"}[seed%3]
		tolerance := []string{"1e-2", "1e-5", "1e-9"}[seed/3%3]
		spec := func(strategy, tolerance string) string {
			return fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": {"train": 1}, "preprocess": {"standardize": false, "intercept": %t},
				"model": {"kernel": {"type": %s}, "p": %q, "loss": {"type": %s}, "gamma": %s}, "solver": {"tolerance": %s, "strategy": %q}}`,
				inline(x, y), task, seed%2 == 0, kernel, p, lossType, gamma, tolerance, strategy)
		}
		// The automatic gamma of the tensor is used for both.
		whole := mustRun(t, spec("tensor", "1e-11"), nil, Options{})
		gamma = fmt.Sprintf("%.17g", whole.Gamma)
		cut := mustRun(t, spec("truncated", tolerance), nil, Options{})
		name := fmt.Sprintf("seed %d: %s, %s, p = %s, n = %d, gamma %s, degree %d", seed, kernel, lossType, p, n, gamma, cut.Solver.Degree)
		o := cut.Objective
		slack := whole.Objective.Gap + whole.Objective.Rounding + 1e-12*math.Abs(o.Primal)
		if whole.Objective.Primal > o.Primal+slack || whole.Objective.Primal < -o.Dual-slack {
			t.Errorf("%s: the minimum %.15g is outside of [%.15g, %.15g]", name, whole.Objective.Primal, -o.Dual, o.Primal)
		}
		if !close(o.Gap, o.Primal+o.Dual, 1e-9*math.Abs(o.Primal)) || o.Truncation > o.Gap || o.Truncation < 0 {
			t.Errorf("%s: %+v", name, o)
		}
		within := o.Gap <= cut.Spec.Solver.Tolerance*max(math.Abs(o.Primal), math.Abs(o.Dual))
		switch {
		case cut.Status == experiment.Converged && within:
			certified++
		case cut.Status == experiment.Truncated && !within:
			short++
		case cut.Status != experiment.Stalled && cut.Status != experiment.IterationLimit:
			t.Errorf("%s: %s with a relative gap of %g", name, cut.Status, o.RelativeGap)
		}
	}
	if certified < 5*cases/7 {
		t.Errorf("%d of %d truncated series are certified, %d not", certified, cases, short)
	}
}

// truncatedSpec returns an experiment for the truncated strategy.
func truncatedSpec(n, d int, more string) string {
	x, y := randomData(n, d, 5)
	return fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.8, "test": 0.2}, "model": {"kernel": {"type": "exponential", "a": "auto"}, "gamma": 0.2}, "solver": {"strategy": "truncated"}%s}`, inline(x, y), more)
}

// TestTruncatedModel checks that the report of a series that is not certified has a warning,
// that the truncated series is a model with the weights of all monomials up to its degree, and
// that the model file has the predictions of the report.
func TestTruncatedModel(t *testing.T) {
	spec := truncatedSpec(40, 24, "")
	r := mustRun(t, spec, nil, Options{Model: true})
	if r.Status != experiment.Truncated || r.Solver.Strategy != experiment.StrategyTruncated || r.Status.IsSolved() {
		t.Fatalf("%s by %s", r.Status, r.Solver.Strategy)
	}
	o := r.Objective
	if own := o.Gap - o.Truncation; !(o.Truncation > 0) || own > 1e-10*math.Abs(o.Primal) || o.RelativeGap < r.Spec.Solver.Tolerance {
		t.Errorf("%+v", o)
	}
	if last := r.Warnings[len(r.Warnings)-1]; !strings.Contains(last, fmt.Sprintf("truncated at degree %d", r.Solver.Degree)) || !strings.Contains(last, "choose fewer rows") {
		t.Errorf("the warning is %q", last)
	}
	w := r.Weights
	if w.Infinite || w.MaxDegree != r.Solver.Degree || !close(w.ExaminedShare, 1, 1e-9) {
		t.Errorf("weights up to degree %d, %g of the norm, infinite %v", w.MaxDegree, w.ExaminedShare, w.Infinite)
	}
	if r.Model == nil || r.Model.Functions[0].Terms == nil {
		t.Fatal("the model has no terms")
	}
	assertRoundTrip(t, "truncated", spec, nil)
	// The terms give the predictions of the report.
	f := r.Model.Functions[0]
	for i, row := range r.Rows.Test {
		value := f.Intercept
		for _, term := range f.Terms {
			v := term.Coefficient
			for name, power := range term.Monomial {
				for j, feature := range r.Model.Features {
					if feature.Name == name {
						v *= math.Pow(r.Spec.Data.Rows[row][j].(float64)-feature.Mean, float64(power))
					}
				}
			}
			value += v
		}
		if !close(value, r.Predictions.Test[i], 1e-9*(1+math.Abs(value))) {
			t.Errorf("row %d: %g by its terms, %g predicted", row, value, r.Predictions.Test[i])
		}
	}
}

// TestTruncatedSearch checks searches over gamma and over p with the truncated strategy.
func TestTruncatedSearch(t *testing.T) {
	for _, more := range []string{`, "search": {"criterion": "cross-validation", "folds": 3, "count": 3}`,
		`, "search": {"criterion": "cross-validation", "folds": 3, "count": 3, "p": ["4/3", 2]}`} {
		r := mustRun(t, truncatedSpec(40, 5, more), nil, Options{})
		if r.Chosen == nil || r.Solver.Degree < 2 || r.Unsolved() != "" {
			t.Errorf("%s: degree %d, chosen %+v, %s", more, r.Solver.Degree, r.Chosen, r.Unsolved())
		}
		if r.Status != experiment.Truncated && r.Status != experiment.Converged {
			t.Errorf("%s: %s", more, r.Status)
		}
	}
}

// TestTruncatedClasses checks that each of several classes has a truncated series.
func TestTruncatedClasses(t *testing.T) {
	x, y := randomData(60, 5, 5)
	for i := range y {
		y[i] = float64(i % 3)
		x[i][i%3] += 2
	}
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": "classification", "split": {"train": 0.8, "test": 0.2}, "model": {"kernel": {"type": "exponential", "a": "auto"}, "loss": {"type": "squared"}}, "solver": {"strategy": "truncated", "tolerance": 1e-4}}`, inline(x, y)), nil, Options{})
	if r.Status != experiment.Converged || len(r.ByClass) != 3 || r.Solver.Degree < 2 {
		t.Errorf("%s, %d classes, degree %d", r.Status, len(r.ByClass), r.Solver.Degree)
	}
	for _, part := range r.ByClass {
		if !(part.Objective.Truncation > 0) {
			t.Errorf("%+v", part.Objective)
		}
	}
}

// TestFeaturesBeyondMemory checks that features that exceed the memory budget are computed
// in every pass, and that the solution is the same.
func TestFeaturesBeyondMemory(t *testing.T) {
	x, y := randomData(400, 12, 9)
	for _, method := range []string{"newton", "dual-gradient", "fista"} {
		spec := fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.8, "test": 0.2}, "model": {"kernel": {"type": "polynomial", "degree": 4, "constant": 1}, "p": "3/2", "gamma": 0.0001}, "solver": {"method": %q, "tolerance": 1e-6, "maxIterations": 100000}}`, inline(x, y), method)
		stored := mustRun(t, spec, nil, Options{})
		recomputed := mustRun(t, spec, nil, Options{MemoryBudget: 3_000_000})
		if !strings.Contains(recomputed.Solver.Reason, "computed anew in every pass") || strings.Contains(stored.Solver.Reason, "anew") {
			t.Errorf("%s: %s", method, recomputed.Solver.Reason)
		}
		if stored.Status != experiment.Converged || recomputed.Status != experiment.Converged {
			t.Errorf("%s: %s and %s", method, stored.Status, recomputed.Status)
		}
		if !close(recomputed.Objective.Primal, stored.Objective.Primal, 2e-6*stored.Objective.Primal) {
			t.Errorf("%s: %g, with stored features %g", method, recomputed.Objective.Primal, stored.Objective.Primal)
		}
		assertVector(t, method+": predictions", recomputed.Predictions.Test, stored.Predictions.Test, 1e-3)
	}
}

// TestExtrapolationWarning checks that a note names the column of a number far outside the training rows.
func TestExtrapolationWarning(t *testing.T) {
	x, y := randomData(40, 2, 3)
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1}}`, inline(x, y)), nil, Options{Model: true})
	c := r.Model.Columns[1]
	wide := c.Max - c.Min
	names := []string{r.Model.Columns[0].Name, c.Name}
	for value, far := range map[float64]bool{c.Max + 0.9*wide: false, c.Min - 0.9*wide: false, c.Max + 1.1*wide: true, c.Min - 1.1*wide: true} {
		out := mustPredict(t, r.Model, mustTable(t, names, [][]any{{x[0][0], x[0][1]}, {x[1][0], value}}))
		noted := strings.Contains(strings.Join(out.Notes, "; "), fmt.Sprintf("column %q has numbers far outside", c.Name))
		if noted != far || len(out.Notes) > 1 {
			t.Errorf("%g: %q", value, out.Notes)
		}
	}
}

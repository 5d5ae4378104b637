package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lplab/core/experiment"
)

// singleRun runs one model of a search alone, with training and validation rows.
func singleRun(t *testing.T, data, task, model string, gamma float64, train, validation []int) *experiment.Report {
	t.Helper()
	return mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": {"train": %s, "validation": %s},
		"preprocess": {"standardize": false}, "model": {%s, "gamma": %v}, "solver": {"tolerance": 1e-14}}`,
		data, task, compact(train), compact(validation), model, gamma), nil, Options{})
}

// searchModels are kernels and losses with well-determined solutions.
var searchModels = []struct{ task, model string }{
	{"regression", `"kernel": {"type": "linear"}, "p": "4/3"`},
	{"regression", `"kernel": {"type": "polynomial", "degree": 2}, "p": "4/3", "loss": {"type": "huber"}`},
	{"regression", `"kernel": {"type": "exponential"}, "p": "4/3"`},
	{"regression", `"kernel": {"type": "linear"}, "p": 1.5`},
	{"classification", `"kernel": {"type": "linear"}, "p": "4/3"`},
}

func searchData(task string, n int) string {
	x, y := randomData(n, 3, 77)
	if task == experiment.Classification {
		y = labels(y)
	}
	return inline(scaled(x, 0.5), y) // so that the exponential does not overflow
}

func ascending(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// near compares with a tolerance relative to want.
func near(got, want, tolerance float64) bool {
	return close(got, want, tolerance*max(1e-3, math.Abs(want)))
}

// TestPathAgainstSingleRuns checks the solution, weights and errors of each gamma of a
// path, and the choice on validation rows, against single runs.
func TestPathAgainstSingleRuns(t *testing.T) {
	for _, m := range searchModels {
		data := searchData(m.task, 36)
		train, validation := ascending(0, 24), ascending(24, 36)
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": %q,
			"split": {"train": %s, "validation": %s}, "preprocess": {"standardize": false}, "model": {%s}, "solver": {"tolerance": 1e-14},
			"search": {"criterion": "validation", "count": 5, "decades": 3}}`,
			data, m.task, compact(train), compact(validation), m.model), nil, Options{})
		s := r.Search
		if len(s.Gamma) != 5 || len(s.Path.Points) != 5 || len(s.Scores) != 1 || len(s.Scores[0]) != 5 || len(s.Path.Weights) == 0 {
			t.Fatalf("%s: %d gammas, %d points, %d scores, %d weights", m.model, len(s.Gamma), len(s.Path.Points), len(s.Scores), len(s.Path.Weights))
		}
		if !near(s.Gamma[2], s.Scale, 1e-9) || !near(s.Gamma[4]/s.Gamma[0], 1e3, 1e-9) {
			t.Errorf("%s: gammas %v about %v", m.model, s.Gamma, s.Scale)
		}
		best := 0
		for g, gamma := range s.Gamma {
			one := singleRun(t, data, m.task, m.model, gamma, train, validation)
			point := s.Path.Points[g]
			if !near(point.Dual, one.Objective.Dual, 1e-8) || !near(point.NormPower, one.Weights.NormPower, 1e-6) || point.Selected != one.Weights.Selected || point.Status != one.Status {
				t.Errorf("%s, gamma %g: dual %v, norm %v, %d selected, %s; alone %v, %v, %d, %s", m.model, gamma, point.Dual, point.NormPower, point.Selected, point.Status,
					one.Objective.Dual, one.Weights.NormPower, one.Weights.Selected, one.Status)
			}
			for part, metric := range one.Metrics {
				assertMetric(t, fmt.Sprintf("%s, gamma %g, %s", m.model, gamma, part), point.Metrics[part], metric)
			}
			top := one.Weights.Top[0]
			for _, w := range s.Path.Weights {
				if w.Label == top.Label && !near(w.Values[g], top.Value, 1e-5) {
					t.Errorf("%s, gamma %g: weight of %s is %v, alone %v", m.model, gamma, w.Label, w.Values[g], top.Value)
				}
			}
			score := func(metric experiment.Metric) float64 {
				if m.task == experiment.Classification {
					return -*metric.Accuracy
				}
				return *metric.MSE
			}
			if score(point.Metrics["validation"]) < score(s.Path.Points[best].Metrics["validation"]) {
				best = g
			}
		}
		if s.Minimum.Gamma != best || r.Gamma != s.Gamma[best] || r.Chosen.Gamma != r.Gamma {
			t.Errorf("%s: gamma %d chosen, %g; want %d", m.model, s.Minimum.Gamma, r.Gamma, best)
		}
		chosen := singleRun(t, data, m.task, m.model, r.Gamma, train, validation)
		if !slices.Equal(r.Alpha, chosen.Alpha) || !slices.Equal(r.Predictions.Validation, chosen.Predictions.Validation) {
			t.Errorf("%s: the model differs from a run for the chosen gamma", m.model)
		}
	}
}

func assertMetric(t *testing.T, what string, got, want experiment.Metric) {
	t.Helper()
	for name, pair := range map[string][2]*float64{
		"mse": {got.MSE, want.MSE}, "mae": {got.MAE, want.MAE}, "r2": {got.R2, want.R2}, "accuracy": {got.Accuracy, want.Accuracy},
		"balanced accuracy": {got.BalancedAccuracy, want.BalancedAccuracy}, "auc": {got.AUC, want.AUC}, "log-loss": {got.LogLoss, want.LogLoss},
	} {
		if (pair[0] == nil) != (pair[1] == nil) || pair[0] != nil && !near(*pair[0], *pair[1], 1e-5) {
			t.Errorf("%s: a different %s", what, name)
		}
	}
}

// TestFoldsOnWeights checks that FISTA on the features of the folds finds the errors of
// Newton's method.
func TestFoldsOnWeights(t *testing.T) {
	scores := map[string][]experiment.Score{}
	for _, method := range []string{experiment.MethodNewton, experiment.MethodFista} {
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "model": {"kernel": {"type": "polynomial"}}, "search": {"criterion": "cross-validation", "folds": 4, "gamma": [0.05, 0.5, 3]},
			"solver": {"method": %q, "tolerance": 1e-10, "maxIterations": 5000}}`, searchData(experiment.Regression, 23), method), nil, Options{})
		scores[method] = r.Search.Scores[0]
	}
	for g, want := range scores[experiment.MethodNewton] {
		if got := scores[experiment.MethodFista][g]; !near(got.Mean, want.Mean, 1e-4) || !near(got.Error, want.Error, 1e-4) {
			t.Errorf("gamma %d: %v ± %v by FISTA, %v ± %v by Newton's method", g, got.Mean, got.Error, want.Mean, want.Error)
		}
	}
}

// assertOneError checks that the chosen gamma is the smallest one within one standard
// error of the best.
func assertOneError(t *testing.T, what string, r *experiment.Report, merit bool) {
	t.Helper()
	row := r.Search.Scores[r.Search.Minimum.Subsample]
	sign := 1.0
	if merit {
		sign = -1
	}
	least, within := row[r.Search.Minimum.Gamma], r.Search.OneError.Gamma
	for g, s := range row {
		if sign*s.Mean < sign*least.Mean {
			t.Errorf("%s: gamma %d is better than the minimum", what, g)
		}
		if inside := sign*s.Mean <= sign*least.Mean+least.Error; g < within && inside || g == within && !inside {
			t.Errorf("%s: gamma %d is chosen by one standard error, gamma %d is within: %v", what, within, g, inside)
		}
	}
	if r.Gamma != r.Search.Gamma[within] && r.Spec.Search.Rule == experiment.RuleOneError {
		t.Errorf("%s: the model has gamma %g", what, r.Gamma)
	}
}

// TestSizesAgainstSeparateBuilds checks each score of a grid of subsample sizes and
// gammas against models built for each draw alone.
func TestSizesAgainstSeparateBuilds(t *testing.T) {
	const repeats = 3
	data := searchData("regression", 50)
	train, validation := ascending(0, 30), ascending(30, 42)
	spec := fmt.Sprintf(`%s, "target": "y", "split": {"train": %s, "validation": %s, "test": %s}, "preprocess": {"standardize": false}`,
		data, compact(train), compact(validation), compact(ascending(42, 50)))
	const model = `"kernel": {"type": "polynomial", "degree": 2}`
	sizes, gammas := []int{8, 14, 30}, []float64{0.1, 10}
	r := mustRun(t, fmt.Sprintf(`{%s, "model": {%s}, "solver": {"tolerance": 1e-14, "strategy": "tensor"},
		"search": {"criterion": "validation", "subsample": %s, "repeats": %d, "gamma": %s, "seed": 3}}`,
		spec, model, compact(sizes), repeats, compact(gammas)), nil, Options{})
	for m, size := range sizes {
		for g, gamma := range gammas {
			var mean, test []float64
			for repeat := range uint64(repeats) {
				rows := order(3+repeat, len(train))[:size]
				one := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": %s, "validation": %s, "test": %s}, "preprocess": {"standardize": false},
					"model": {%s, "gamma": %v}, "solver": {"tolerance": 1e-14}}`,
					data, compact(rows), compact(validation), compact(ascending(42, 50)), model, gamma), nil, Options{})
				mean, test = append(mean, *one.Metrics["validation"].MSE), append(test, *one.Metrics["test"].MSE)
			}
			score := r.Search.Scores[m][g]
			assertVector(t, fmt.Sprintf("%d rows, gamma %g: draw", size, gamma), score.Values, mean, 1e-6)
			if r.Search.Draws[m].Gamma == gamma {
				assertVector(t, fmt.Sprintf("%d rows: test error of draw", size), r.Search.Draws[m].Test, test, 1e-6)
			}
		}
	}
	if r.Chosen == nil || r.Chosen.Subsample != len(r.Alpha) || !slices.Contains(sizes, r.Chosen.Subsample) || r.Chosen.Gamma != r.Gamma {
		t.Errorf("chosen %+v, %d alphas", r.Chosen, len(r.Alpha))
	}
	assertOneError(t, "sizes", r, false)
}

// runHalves runs an experiment on half training and half validation rows.
func runHalves(t *testing.T, more string) *experiment.Report {
	t.Helper()
	return mustRun(t, `{`+searchData("regression", 40)+`, "target": "y", "split": {"train": 0.5, "validation": 0.5}, "solver": {"tolerance": 1e-14}, `+more+`}`, nil, Options{})
}

// TestGivenModel checks that, with the rule "given", the report has the entered model, as
// without the search, and the scores of the search.
func TestGivenModel(t *testing.T) {
	for name, c := range map[string]struct{ search, given, alone string }{
		"folds": {`{"criterion": "cross-validation", "folds": 4, "gamma": [0.1, 10]%s}`, `{"gamma": 3}`, `{"gamma": 3}`},
		"sizes": {`{"criterion": "validation", "subsample": [8, 14], "repeats": 2, "gamma": [0.1, 10], "seed": 5%s}`,
			`{"gamma": 3, "subsample": 8}`, `{"gamma": 3, "subsample": 8, "subsampleSeed": 5}`},
	} {
		given := runHalves(t, `"model": `+c.given+`, "search": `+fmt.Sprintf(c.search, `, "rule": "given"`))
		chosen := runHalves(t, `"search": `+fmt.Sprintf(c.search, ""))
		alone := runHalves(t, `"model": `+c.alone)
		if given.Gamma != 3 || given.Chosen != nil || !near(given.Objective.Dual, alone.Objective.Dual, 1e-10) {
			t.Errorf("%s: gamma %v, chosen %v, dual %v, alone %v", name, given.Gamma, given.Chosen, given.Objective.Dual, alone.Objective.Dual)
		}
		assertVector(t, name+": prediction", given.Predictions.Validation, alone.Predictions.Validation, 1e-8)
		if *given.Search.Minimum != *chosen.Search.Minimum || !reflect.DeepEqual(given.Search.Scores, chosen.Search.Scores) {
			t.Errorf("%s: the scores differ from those of a search that chooses", name)
		}
	}
}

// TestSubsampleOfAllRows checks that a search that draws all training rows, in random
// order, has the predictions of a model without a subsample.
func TestSubsampleOfAllRows(t *testing.T) {
	drawn := runHalves(t, `"search": {"criterion": "validation", "subsample": [20], "repeats": 1, "gamma": [2]}`)
	alone := runHalves(t, `"model": {"gamma": 2}`)
	if slices.IsSorted(drawn.AlphaRows) {
		t.Fatal("the draw is in the order of the rows: choose another seed")
	}
	assertVector(t, "prediction", drawn.Predictions.Train, alone.Predictions.Train, 1e-6)
}

// TestRidgeLimit checks the path with p = 2 against kernel ridge regression in closed
// form, f = K (K + I/gamma)^-1 y.
func TestRidgeLimit(t *testing.T) {
	x, y := randomData(9, 3, 8)
	gammas := []float64{0.1, 1, 10}
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": %s}, "preprocess": {"standardize": false, "intercept": false},
		"model": {"kernel": {"type": "polynomial", "degree": 2}, "p": "2/1"}, "solver": {"tolerance": 1e-15}, "search": {"criterion": "path", "gamma": %s}}`,
		inline(x, y), compact(ascending(0, 9)), compact(gammas)), nil, Options{})
	for g, gamma := range gammas {
		system := mat.NewDense(len(y), len(y), nil)
		for i := range y {
			for j := range y {
				system.Set(i, j, math.Pow(dot(x[i], x[j]), 2))
			}
			system.Set(i, i, system.At(i, i)+1/gamma)
		}
		alpha := solveDense(t, system, slices.Clone(y))
		mse := dot(alpha, alpha) / gamma / gamma / float64(len(y)) // y - f = alpha/gamma
		if got := *r.Search.Path.Points[g].Metrics["train"].MSE; !near(got, mse, 1e-8) {
			t.Errorf("gamma %g: mean squared error %v, in closed form %v", gamma, got, mse)
		}
	}
}

// TestSearchRefusals checks that an impossible search is refused before any work.
func TestSearchRefusals(t *testing.T) {
	data := searchData("classification", 20)
	spec := func(search string) string {
		return `{` + data + `, "target": "y", "task": "classification", "split": {"train": 0.6, "validation": 0.4}, "search": ` + search + `}`
	}
	solved := false
	watch := Options{Progress: func(p experiment.Progress) { solved = solved || p.Phase == "build" || p.Phase == "solve" }}
	refuses(t, "folds", spec(`{"criterion": "cross-validation", "folds": 13}`), nil, watch, "search.folds is 13", "only 12 training rows", "at most that many")
	refuses(t, "size", spec(`{"criterion": "validation", "subsample": [5, 13]}`), nil, watch, "search.subsample[1] is 13", "only 12 training rows")
	refuses(t, "no validation rows", `{`+data+`, "target": "y", "split": {"train": 0.99, "validation": 0.01}, "task": "classification", "search": {"criterion": "validation"}}`, nil, watch, "split.validation", "larger share")
	if solved {
		t.Error("a build or solve ran before a refusal")
	}
}

// TestCancelledSearch checks that a cancelled search returns an error.
func TestCancelledSearch(t *testing.T) {
	s := mustDecode(t, `{`+searchData("regression", 20)+`, "target": "y", "search": {"criterion": "cross-validation"}}`)
	seen := 0
	_, err := runUntil(s, Options{}, func(p experiment.Progress) bool {
		if p.Phase != "search" {
			return false
		}
		if want := float64(p.Solved) / float64(p.Solves); p.Fraction != want {
			t.Errorf("%d of %d solves is the fraction %g", p.Solved, p.Solves, p.Fraction)
		}
		seen++
		return seen == 3
	})
	if !errors.Is(err, context.Canceled) || seen > 4 {
		t.Errorf("%v after %d steps", err, seen)
	}
}

// TestStability checks that planted weights are selected in every half, and noise is not.
func TestStability(t *testing.T) {
	r := mustRun(t, `{"data": {"source": "synthetic", "n": 120, "d": 40, "relevant": 3}, "split": {"train": 1, "test": 0},
		"model": {"gamma": 1}, "selection": {"rule": "count", "count": 5, "resamples": 20}}`, nil, Options{})
	if r.Stability == nil || r.Stability.Resamples != 20 {
		t.Fatalf("%+v", r.Stability)
	}
	sum := 0.0
	for i, f := range r.Stability.Top {
		sum += f.Share
		if (i < 3) != f.Relevant || f.Relevant && !close(f.Share, 1, 1e-12) {
			t.Errorf("%+v in place %d", f, i)
		}
	}
	if !close(sum, 5, 1e-9) {
		t.Errorf("shares sum to %g", sum)
	}
	if r.Weights.Selected != 5 || r.Weights.Recovery.Found != 3 || r.Weights.Recovery.False != 2 || r.Weights.Recovery.Missed != 0 ||
		!close(r.Weights.Recovery.Precision, 0.6, 1e-12) || r.Weights.Recovery.Recall != 1 {
		t.Errorf("%d selected, %+v", r.Weights.Selected, r.Weights.Recovery)
	}
	r = mustRun(t, `{"data": {"source": "synthetic", "n": 40, "d": 300}, "model": {"type": "ridge"}, "selection": {"rule": "nonzero", "resamples": 4}}`, nil, Options{})
	if top := r.Stability.Top; len(top) != stabilityTop || top[stabilityTop-1].Share != 1 {
		t.Errorf("%d weights of a model of 300 in every half, the last with %+v", len(top), top[len(top)-1])
	}
}

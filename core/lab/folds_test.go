package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

// foldTable returns a table of columns with different means and scales, missing cells, and
// a category with one level in a single row.
func foldTable(n int, classes bool) string {
	x, y := randomData(n, 3, 77)
	if classes {
		y = labels(y)
	}
	d := experiment.Data{Source: experiment.SourceInline, Columns: []string{"x1", "x2", "x3", "grade", "y"}}
	for i, row := range x {
		cells := []any{0.5 * row[0], 2 + row[1], 0.5 * row[2], string(rune('a' + i%3)), y[i]}
		if i%6 == 1 {
			cells[1] = nil
		}
		if i == 4 {
			cells[3] = "rare"
		}
		d.Rows = append(d.Rows, cells)
	}
	return compact(d)
}

// beyondRounding is a tolerance with which each solve continues until rounding stops it,
// because the error of predictions is as the root of the gap.
const beyondRounding = 1e-24

// TestFoldsAgainstSeparateRuns checks that the score of every fold is the error on the
// held-out rows of a separate run on the other rows with the same strength per row,
// whether the coding is learnt from the rows or not.
func TestFoldsAgainstSeparateRuns(t *testing.T) {
	const n, k = 26, 4
	models := []struct {
		model, solver string
		classes       bool
	}{
		{`"kernel": {"type": "linear"}, "p": "4/3"`, `"strategy": "features"`, false},
		{`"kernel": {"type": "linear"}, "p": "4/3"`, `"strategy": "tensor"`, false},
		{`"kernel": {"type": "polynomial", "degree": 2}, "p": "4/3", "loss": {"type": "huber"}`, `"strategy": "tensor"`, false},
		{`"kernel": {"type": "exponential", "a": "auto"}, "p": 2`, ``, false},
		{`"kernel": {"type": "product", "of": [{"type": "linear"}, {"type": "geometric", "radius": "auto"}]}, "p": "4/3"`, ``, false},
		{`"kernel": {"type": "linear"}, "p": 1.5`, ``, false},
		{`"kernel": {"type": "linear"}, "p": "4/3"`, ``, true},
		{`"kernel": {"type": "linear"}, "p": "4/3", "subsample": 20`, ``, false},
		{`"type": "ridge"`, ``, false},
		{`"type": "lasso"`, ``, false},
		{`"type": "elastic-net", "ratio": 0.3`, ``, false},
		{`"type": "group-lasso", "groups": [["x1", "x2"], ["x2", "x3", "grade"]]`, ``, false},
		{`"type": "kernel-ridge", "kernel": {"type": "gaussian", "beta": "auto"}`, ``, false},
		{`"type": "kernel-ridge", "kernel": {"type": "gaussian", "beta": 0.3}`, ``, false},
		{`"type": "kernel-ridge", "kernel": {"type": "exponential", "a": "auto"}`, ``, false},
		{`"type": "kernel-ridge", "kernel": {"type": "gaussian", "beta": 0.3}, "subsample": 20`, ``, false},
		{`"type": "svm", "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`, ``, true},
		{`"type": "svm", "kernel": {"type": "gaussian", "beta": 0.3}, "subsample": 20`, ``, true},
		{`"type": "kernel-logistic", "kernel": {"type": "gaussian"}`, ``, true},
		{`"type": "kernel-group-lasso", "kernel": {"type": "gaussian", "beta": 0.3}`, ``, true},
		{`"type": "knn"`, ``, false},
		{`"type": "knn"`, ``, true},
	}
	for i, m := range models {
		for j, preprocess := range []string{
			`"features": ["x1", "x3"], "preprocess": {"standardize": false}`,
			`"preprocess": {"standardize": false, "missing": "mean"}`,
			`"preprocess": {"standardize": true, "missing": "mean"}`,
		} {
			if testing.Short() && i%3 != j {
				continue // with -short each model with one of them
			}
			name := fmt.Sprintf("%s, %s, %s", m.model, m.solver, preprocess)
			task, metric := experiment.Regression, experiment.MetricMSE
			if m.classes {
				task, metric = experiment.Classification, experiment.MetricLogLoss
			}
			model := m.model
			if m.classes && (strings.Contains(model, `"svm"`) || strings.Contains(model, "group") || strings.Contains(model, "knn")) {
				metric = experiment.MetricAccuracy // without probabilities
			}
			if strings.HasPrefix(preprocess, `"features"`) {
				model = strings.Replace(model, `[["x1", "x2"], ["x2", "x3", "grade"]]`, `[["x1"], ["x1", "x3"]]`, 1)
			} else if strings.Contains(model, "subsample") {
				continue // the coding is learnt from more rows than the model
			}
			solver := m.solver
			if solver != "" {
				solver += ", "
			}
			s := mustDecode(t, fmt.Sprintf(`{"data": %s, "target": "y", "task": %q, "split": {"train": %s}, %s, "model": {%s}, "solver": {%s"maxIterations": 20000},
				"search": {"criterion": "cross-validation", "folds": %d, "metric": %q, "seed": 5, "rule": "1-se"%s}}`,
				foldTable(n, m.classes), task, compact(ascending(0, n)), preprocess, model, solver, k, metric, strengthsFor(model)))
			s.Solver.Tolerance = beyondRounding
			r := mustRunIn(t, new(Session), s, nil, Options{})
			assertFolds(t, name, r, nil, k)
		}
	}
}

// TestFoldsOfOtherTables checks the same for folds of sparse rows and of bags, and for folds in
// which a column that the model names is constant.
func TestFoldsOfOtherTables(t *testing.T) {
	const k = 3
	x, y := randomData(18, 3, 5)
	var svm strings.Builder
	bags := experiment.Data{Source: experiment.SourceInline, Columns: []string{"of", "x1", "x2", "y"}}
	rare := experiment.Data{Source: experiment.SourceInline, Columns: []string{"x1", "x2", "y"}}
	for i, row := range x {
		fmt.Fprintf(&svm, "%v 1:%v", y[i], row[0])
		if i%4 == 1 {
			fmt.Fprintf(&svm, " 2:%v", row[1])
		}
		svm.WriteByte('\n')
		for range 2 {
			bags.Rows = append(bags.Rows, []any{fmt.Sprint("bag", i), row[0], 3 * row[1], y[i]})
			row = []float64{row[1], row[2], row[0]}
		}
		cells := []any{row[0], 0.0, y[i]}
		if i == 7 {
			cells[1] = 1.0
		}
		rare.Rows = append(rare.Rows, cells)
	}
	for _, c := range []struct{ data, model string }{
		{`"data": {"source": "file", "name": "some.svm"}, "target": "label"`, `"kernel": {"type": "linear"}`},
		{`"data": {"source": "file", "name": "some.svm"}, "target": "label"`, `"type": "ridge"`},
		{`"data": ` + compact(bags) + `, "target": "y", "bag": "of"`, `"type": "kernel-ridge", "kernel": {"type": "set", "of": [{"type": "gaussian"}]}`},
		{`"data": ` + compact(rare) + `, "target": "y"`, `"type": "group-lasso", "groups": [["x1"], ["x2"]]`},
		{`"data": ` + compact(rare) + `, "target": "y"`, `"type": "kernel-ridge", "kernel": {"type": "sum", "of": [{"type": "linear"}, {"type": "compose", "columns": ["x1", "x2"], "of": [{"type": "gaussian", "beta": 1}]}]}`},
	} {
		parameter := "lambda"
		if !strings.HasPrefix(c.model, `"type"`) {
			parameter = "gamma"
		}
		s := mustDecode(t, fmt.Sprintf(`{%s, "split": {"train": %s}, "model": {%s}, "search": {"criterion": "cross-validation", "folds": %d, %q: [0.1, 1], "seed": 5}}`,
			c.data, compact(ascending(0, 18)), c.model, k, parameter))
		s.Solver.Tolerance = beyondRounding
		var file []byte
		if s.Data.Source == experiment.SourceFile {
			file = []byte(svm.String())
		}
		r := mustRunIn(t, new(Session), s, file, Options{})
		assertFolds(t, c.model, r, file, k)
	}
}

// TestFoldsOfRareClasses checks that the only row of a class is a training row of every fold, and in none of the scores, and
// that a class of fewer rows than folds has training rows in each.
func TestFoldsOfRareClasses(t *testing.T) {
	const n, k = 21, 5
	x, _ := randomData(n, 2, 5)
	data := experiment.Data{Source: experiment.SourceInline, Columns: []string{"x1", "x2", "y"}}
	for i, row := range x {
		label := []string{"a", "b"}[i%2]
		switch i {
		case 6:
			label = "c"
		case 3, 9:
			label = "d"
		}
		data.Rows = append(data.Rows, []any{row[0], row[1], label})
	}
	spec := func(metric, model string, folds int) string {
		return fmt.Sprintf(`{"data": %s, "target": "y", "task": "classification", "split": {"train": %s}, "model": {%s},
			"search": {"criterion": "cross-validation", "folds": %d, "metric": %q, "seed": 5, "count": 3, "decades": 2}}`, compact(data), compact(ascending(0, n)), model, folds, metric)
	}
	run := func(metric, model string) *experiment.Report {
		s := mustDecode(t, spec(metric, model, k))
		s.Solver.Tolerance = beyondRounding
		r := mustRunIn(t, new(Session), s, nil, Options{})
		assertFolds(t, model, r, nil, k)
		return r
	}
	const linear = `"kernel": {"type": "linear"}`
	for _, model := range []string{linear, `"type": "kernel-logistic", "kernel": {"type": "gaussian", "beta": "auto"}`} {
		run("log-loss", model)
	}
	refuses(t, "a class that no fold tests", spec("balanced-accuracy", linear, k), nil, Options{}, `search.metric is "balanced-accuracy"`, "each fold has no rows of some classes", `choose "accuracy", or fewer folds`)
	data.Rows[6][2] = "a"
	r := run("balanced-accuracy", linear)
	if want := `search.metric "balanced-accuracy" is not defined on 3 of 5 folds, which lack rows of some classes and are left out; choose fewer folds, or "accuracy"`; !slices.Contains(r.Warnings, want) {
		t.Errorf("warnings %q", r.Warnings)
	}
	refuses(t, "folds of one row", spec("auc", linear, n), nil, Options{}, `search.metric is "auc"`, "fewer folds")
}

// strengthsFor returns the fields of a search: a given grid, or an automatic one for lambda.
func strengthsFor(model string) string {
	switch {
	case model == `"type": "knn"`:
		return `, "k": [1, 3, 4]`
	case !strings.HasPrefix(model, `"type"`):
		return `, "gamma": [0.05, 0.5, 3]`
	}
	return `, "count": 3, "decades": 2`
}

// assertFolds compares the scores of a cross-validation with separate runs.
func assertFolds(t *testing.T, name string, r *experiment.Report, file []byte, k int) {
	t.Helper()
	parameter := r.Spec.Model.Parameter()
	trained := dense.At(r.Rows.Train, dense.UpTo(len(r.Rows.Train)))
	if m := r.Spec.Model.Subsample; m > 0 {
		trained = dense.At(trained, order(r.Spec.Model.SubsampleSeed, len(trained))[:m])
	}
	y := dense.At(r.Actual.Train, trained) // all rows train, in order
	places := make([]int, len(y))
	for i, v := range y {
		switch {
		case len(r.Classes) > 2:
			places[i] = int(v)
		case r.Classes != nil:
			places[i] = class(v)
		}
	}
	counts := make([]int, max(1, len(r.Classes)))
	for _, c := range places {
		counts[c]++
	}
	var divisible []int // without the only rows of classes
	for i, c := range places {
		if counts[c] > 1 {
			divisible = append(divisible, i)
		}
	}
	tested, seen := len(divisible), make([]int, len(divisible))
	held := folds(dense.At(places, divisible), k, 5)
	for f, out := range held {
		if len(out) < tested/k || len(out) > tested/k+1 || !slices.IsSorted(out) {
			t.Errorf("%s: a fold of %v", name, out)
		}
		for _, i := range out {
			seen[i]++
		}
		held[f] = dense.At(divisible, out)
	}
	if slices.Min(seen) != 1 || slices.Max(seen) != 1 {
		t.Errorf("%s: the rows are in %v folds", name, seen)
	}
	if r.Spec.Search.Metric == experiment.MetricBalancedAccuracy { // the mean over folds with all classes
		held = slices.DeleteFunc(held, func(out []int) bool {
			return len(slices.Compact(slices.Sorted(slices.Values(dense.At(places, out))))) < len(r.Classes)
		})
		tested = len(slices.Concat(held...))
		k = len(held)
	}
	for g, strength := range *r.Search.Of(parameter) {
		score := r.Search.Scores[0][g]
		if len(score.Values) != k {
			t.Fatalf("%s: %d values of %d folds", name, len(score.Values), k)
		}
		var mean, variance float64
		for f, out := range held {
			alone := r.Spec
			alone.Search, alone.Model.Subsample, alone.Model.SubsampleSeed = experiment.Search{}, 0, 0
			rest := dense.Without(len(trained), out)
			alone.Model = alone.Model.WithStrength(strengthFor(r.Spec.Model, strength, len(rest), len(trained)))
			alone.Split = experiment.Split{Train: experiment.Part{Rows: dense.At(trained, rest)}, Validation: experiment.Part{Rows: dense.At(trained, out)}, Test: experiment.Part{Rows: []int{}}}
			one := mustRunIn(t, new(Session), alone, file, Options{})
			m := one.Metrics["validation"]
			want := *map[string]*float64{experiment.MetricMSE: m.MSE, experiment.MetricLogLoss: m.LogLoss,
				experiment.MetricAccuracy: m.Accuracy, experiment.MetricBalancedAccuracy: m.BalancedAccuracy}[r.Spec.Search.Metric]
			if !close(score.Values[f], want, 1e-9*max(1, want)) {
				t.Errorf("%s, %s %g, fold %d: %v, separate run %v", name, parameter, strength, f, score.Values[f], want)
			}
			mean += score.Values[f] * float64(len(out)) / float64(tested)
		}
		for f, out := range held {
			variance += (score.Values[f] - mean) * (score.Values[f] - mean) * float64(len(out)) / float64(tested) / float64(k-1)
		}
		if !near(score.Mean, mean, 1e-12) || !near(score.Error, math.Sqrt(variance), 1e-9) || len(score.Statuses) != k || len(score.RelativeGaps) != k {
			t.Errorf("%s, %s %g: %+v, want %v ± %v", name, parameter, strength, score, mean, math.Sqrt(variance))
		}
	}
}

// strengthFor returns the strength for a part of the rows with the same strength per row.
func strengthFor(m experiment.Model, strength float64, part, whole int) float64 {
	switch {
	case m.Kind() == experiment.ModelKNN || m.Kind() == experiment.ModelKernelGroupLasso:
		return strength
	case m.Parameter() == "lambda":
		return strength * float64(part) / float64(whole)
	}
	return strength * float64(whole) / float64(part)
}

// TestFoldsOfGroups checks that folds do not divide groups and are of about equal size, and that the errors of a search
// show whether a model predicts new groups: here each group has its own target, which its features identify.
func TestFoldsOfGroups(t *testing.T) {
	source := rng.NewStream(3, "groups")
	groups := make([]int, 300)
	for i := range groups {
		groups[i] = int(30 * source.Float64() * source.Float64())
	}
	in, total := map[int]int{}, 0
	for k, out := range dealGroups(groups, 5, rng.NewStream(1, "folds")) {
		if len(out) < 55 || len(out) > 65 || !slices.IsSorted(out) {
			t.Errorf("fold %d has %d rows", k, len(out))
		}
		total += len(out)
		for _, i := range out {
			if before, ok := in[groups[i]]; ok && before != k {
				t.Fatalf("group %d is in the folds %d and %d", groups[i], before, k)
			}
			in[groups[i]] = k
		}
	}
	if total != len(groups) {
		t.Errorf("%d rows are in folds", total)
	}

	var file strings.Builder
	file.WriteString("person_id,a,b,y\n")
	for person := range 25 {
		a, b, y := source.Normal(), source.Normal(), source.Normal()
		for range 8 {
			fmt.Fprintf(&file, "%d,%.3f,%.3f,%.3f\n", person, a, b, y+0.1*source.Normal())
		}
	}
	run := func(settings string) experiment.Report {
		r := mustRun(t, `{"data": {"source": "file", "name": "f"}, "target": "y", "features": ["a", "b"], "model": {"type": "knn"}, `+settings+`}`, []byte(file.String()), Options{})
		return *r
	}
	const search = `"search": {"criterion": "cross-validation", "folds": 5, "k": [1, 3, 5]}`
	rows, whole := run(`"split": {"train": 0.8, "test": 0.2}, `+search), run(`"split": {"train": 0.8, "test": 0.2, "groups": "person_id"}, `+search)
	for name, r2 := range map[string][2]float64{
		"test rows": {*rows.Metrics["test"].R2, *whole.Metrics["test"].R2},
		"folds":     {1 - rows.Search.Scores[0][0].Mean, 1 - whole.Search.Scores[0][0].Mean}, // the targets have variance 1
	} {
		if r2[0] < 0.9 || r2[1] > 0.3 {
			t.Errorf("%s: R² %.2f with the groups divided, %.2f with whole groups", name, r2[0], r2[1])
		}
	}
	const proposal = "set split.groups to it"
	if !strings.Contains(fmt.Sprint(rows.Warnings), proposal) || strings.Contains(fmt.Sprint(whole.Warnings), proposal) {
		t.Errorf("warnings %q, and %q with whole groups", rows.Warnings, whole.Warnings)
	}
}

// TestFoldsOfTooFewGroups checks the errors for fewer groups than folds, and for a class of one group.
func TestFoldsOfTooFewGroups(t *testing.T) {
	for _, c := range []struct{ folds, settings, want string }{
		{"3", "", `search.folds is 3: the training rows have only 2 groups of "who"; choose fewer folds, or another column for split.groups`},
		{"2", `"task": "classification", `, `search.folds is 2: all rows of class "no" are in one part, because groups of "who" are not divided; choose fewer folds, or another column for split.groups`},
	} {
		spec := mustDecode(t, `{"data": {"source": "file", "name": "f"}, "target": "y", `+c.settings+`"split": {"train": 1, "groups": "who"}, "model": {"type": "knn"}, "search": {"criterion": "cross-validation", "folds": `+c.folds+`}}`)
		file := "who,x,y\na,1,yes\na,2,yes\na,3,yes\nb,1,no\nb,5,no\nb,4,yes\n"
		if c.settings == "" {
			file = strings.NewReplacer("yes", "1", "no", "2").Replace(file)
		}
		if _, err := Run(t.Context(), spec, []byte(file), Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s folds: %v", c.folds, err)
		}
	}
}

// TestHalvesOfGroups checks that the halves of stability selection do not divide groups: features and targets that are the
// same in all rows of a group, and independent of each other, are not stable. With rows at random they are.
func TestHalvesOfGroups(t *testing.T) {
	source := rng.NewStream(5, "groups")
	const columns = 15
	var file strings.Builder
	file.WriteString("person_id,y")
	for j := range columns {
		fmt.Fprintf(&file, ",x%d", j)
	}
	for person := range 20 {
		x := fmt.Sprintf("%.3f", source.Normal())
		for range columns {
			x += fmt.Sprintf(",%.3f", source.Normal())
		}
		for range 10 {
			fmt.Fprintf(&file, "\n%d,%s", person, x)
		}
	}
	stable := func(split string) int {
		spec := mustDecode(t, `{"data": {"source": "file", "name": "f"}, "target": "y", "features": ["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14"],
			"split": {"train": 1`+split+`}, "model": {"type": "lasso"}, "selection": {"rule": "stability", "falseSelections": 1}}`)
		r := mustRunIn(t, new(Session), spec, []byte(file.String()), Options{})
		return len(r.Selection.Selected)
	}
	if rows, whole := stable(""), stable(`, "groups": "person_id"`); rows == 0 || whole > 0 {
		t.Errorf("%d selected with the groups divided, %d with whole groups", rows, whole)
	}
}

// TestHalvesOfClasses checks that halves of few groups have rows of each class, and the error where that is impossible.
func TestHalvesOfClasses(t *testing.T) {
	run := func(classes string) (*experiment.Report, error) { // one of each person
		var file strings.Builder
		file.WriteString("who,x,z,y\n")
		for i := range 10 * len(classes) {
			fmt.Fprintf(&file, "%d,%d,%d,%c\n", i%len(classes), i*i%11, i*i%13, classes[i%len(classes)])
		}
		spec := mustDecode(t, `{"data": {"source": "file", "name": "f"}, "target": "y", "features": ["x", "z"], "split": {"train": 1, "groups": "who"}, "task": "classification", "selection": {"rule": "deviation", "resamples": 40}}`)
		return Run(t.Context(), spec, []byte(file.String()), Options{})
	}
	if r, err := run("aaabbb"); err != nil || r.Stability.Resamples != 40 {
		t.Errorf("three groups of each class: %v", err)
	}
	const want = `selection.resamples is 40: all rows of class "b" are in one part, because groups of "who" are not divided; set it to 0 with another selection.rule than stability, or choose another column for split.groups`
	if _, err := run("aaaaab"); err == nil || err.Error() != want {
		t.Errorf("one group of a class: %v", err)
	}
}

// TestErrorOfGroups checks the standard error of a score on validation rows of whole groups against that of the sums of groups.
func TestErrorOfGroups(t *testing.T) {
	var file strings.Builder
	file.WriteString("x,who,y\n")
	for i := range 60 {
		fmt.Fprintf(&file, "%d,p%d,%d\n", i*i%11, i/4, i*i*i%17+3*(i/4))
	}
	r := mustRun(t, `{"data": {"source": "file", "name": "f"}, "target": "y", "features": ["x"], "split": {"train": 0.5, "validation": 0.5, "groups": "who"},
		"model": {"type": "ridge"}, "search": {"criterion": "validation", "lambda": [1]}}`, []byte(file.String()), Options{})
	score, sums, n := r.Search.Scores[0][0], map[int]float64{}, float64(len(r.Rows.Validation))
	for i, row := range r.Rows.Validation {
		e := r.Actual.Validation[i] - r.Predictions.Validation[i]
		sums[row/4] += e*e - score.Mean
	}
	groups, squares := float64(len(sums)), 0.0
	for _, sum := range sums {
		squares += sum * sum
	}
	if want := math.Sqrt(squares*groups/(groups-1)) / n; groups < 4 || !close(score.Error, want, 1e-9*want) {
		t.Errorf("standard error %g of %g groups, want %g", score.Error, groups, want)
	}
}

// TestNeighboursOfUnevenGroups checks that the automatic numbers of neighbours are at most the rows that folds of groups leave.
func TestNeighboursOfUnevenGroups(t *testing.T) {
	r := mustRun(t, `{"data": {"source": "inline", "columns": ["x", "g", "y"], "rows": [[1, "a", 2], [2, "a", 3], [3, "a", 5], [4, "a", 4],
		[5, "a", 4], [6, "a", 5], [7, "a", 5], [8, "c", 3], [9, "d", 5], [0, "e", 3]]}, "target": "y", "features": ["x"], "split": {"train": 1, "groups": "g"},
		"model": {"type": "knn"}, "search": {"criterion": "cross-validation", "folds": 2}}`, nil, Options{})
	if k := r.Search.Strength.K; k[len(k)-1] != 3 {
		t.Errorf("k is %v", k)
	}
}

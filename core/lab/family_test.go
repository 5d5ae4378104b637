package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
)

// family lists a model of every type, in JSON, with a strength.
var family = []struct {
	name, model, parameter string
	strengths              string // of a search
	classes                bool
}{
	{"lp", `"gamma": 3, "p": "4/3"`, "gamma", "[0.3, 3]", false},
	{"least-squares", ``, "", "", false},
	{"ridge", `"lambda": 2`, "lambda", "[0.5, 2]", false},
	{"lasso", `"lambda": 2`, "lambda", "[0.5, 2]", false},
	{"elastic-net", `"lambda": 2, "ratio": 0.3`, "lambda", "[0.5, 2]", false},
	{"group-lasso", `"lambda": 2, "groups": [["x1", "x2"], ["x2", "x3"]]`, "lambda", "[0.5, 2]", false},
	{"kernel-ridge", `"lambda": 0.4, "kernel": {"type": "gaussian", "beta": 0.3}`, "lambda", "[0.1, 0.4]", false},
	{"svm", `"C": 1.5, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`, "C", "[0.3, 1.5]", true},
	{"kernel-logistic", `"C": 1.5, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`, "C", "[0.3, 1.5]", true},
	{"kernel-group-lasso", `"lambda": 0.4, "kernel": {"type": "gaussian", "beta": 0.3}`, "lambda", "[0.1, 0.4]", true},
	{"knn", `"k": 3`, "k", "[1, 3, 4]", false},
	{"knn", `"k": 4`, "k", "[1, 3, 4]", true},
}

// familySpec returns an experiment with a model of the family on given rows, without standardisation.
func familySpec(x [][]float64, y []float64, name, model string, classes bool, split, search string) string {
	task := experiment.Regression
	if classes {
		y, task = labels(y), experiment.Classification
	}
	if model != "" {
		model = ", " + model
	}
	return fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": %s, "preprocess": {"standardize": false}, "model": {"type": %q%s}%s}`,
		inline(x, y), task, split, name, model, search)
}

// TestEveryModel checks that the report of every type of model has its certificate and
// the parameters of its predictions, is reproducible, and has an estimate of its time.
func TestEveryModel(t *testing.T) {
	x, y := randomData(30, 3, 11)
	for _, m := range family {
		text := familySpec(x, y, m.name, m.model, m.classes, `{"train": 0.7, "test": 0.3}`, "")
		r := mustRun(t, text, nil, Options{})
		if !r.Status.IsSolved() || (r.Status == experiment.Exact) != (m.parameter == "k") {
			t.Errorf("%s: %s, objective %+v", m.name, r.Status, r.Objective)
		}
		if document, err := json.Marshal(r); err != nil || bytes.Contains(document, []byte("null")) {
			t.Errorf("%s: the report has null in place of a list: %s, %v", m.name, document, err)
		}
		certified := r.Objective.Certificate != "" || r.Objective.Gap >= 0 && r.Objective.Gap <= 1e-9*max(1, math.Abs(r.Objective.Dual)) &&
			close(r.Objective.Primal+r.Objective.Dual, r.Objective.Gap, 1e-9*max(1, math.Abs(r.Objective.Dual)))
		if !certified {
			t.Errorf("%s: objective %+v", m.name, r.Objective)
		}
		if m.parameter != "" {
			want, _ := r.Spec.Model.Strength()
			if got := *r.Of(m.parameter); got != want || got == 0 {
				t.Errorf("%s: %s is %g, want %g", m.name, m.parameter, got, want)
			}
		}
		if linear := len(r.Coefficients) > 0; linear != (m.name != "lp" && m.parameter != "k" && m.name != experiment.ModelKernelGroupLasso && r.Alpha == nil) {
			t.Errorf("%s: alpha %v, coefficients %v", m.name, r.Alpha, r.Coefficients)
		}
		for i, row := range r.Rows.Test {
			if f, known := predictionOf(r, x, row); known && !close(f, r.Predictions.Test[i], 1e-9*max(1, math.Abs(f))) {
				t.Errorf("%s: row %d is predicted as %v, want %v from the report", m.name, row, r.Predictions.Test[i], f)
			}
		}
		written := compact(r)
		back, err := experiment.DecodeReport([]byte(written))
		if err != nil {
			t.Fatal(err)
		}
		if rewritten, err := json.Marshal(back); err != nil || string(rewritten) != written {
			t.Errorf("%s: the report is decoded as %s, %v", m.name, rewritten, err)
		}
		again := mustRun(t, text, nil, Options{})
		if !reflect.DeepEqual(again, r) {
			t.Errorf("%s gives another report the second time", m.name)
		}
		if seconds, ok, err := Estimate(r.Spec, Options{}); err != nil || !ok || !(seconds > 0) {
			t.Errorf("%s: estimated as %g, %v, %v", m.name, seconds, ok, err)
		}
	}
}

// predictionOf computes the prediction of a row from the parameters in the report of a linear
// model or a kernel machine.
func predictionOf(r *experiment.Report, x [][]float64, row int) (f float64, known bool) {
	f = r.Intercept
	k := r.Spec.Model.Kernel
	switch r.Spec.Model.Kind() {
	case experiment.ModelKernelRidge:
		for i, a := range r.Alpha {
			var square float64
			for j, v := range x[row] {
				square += (v - x[r.AlphaRows[i]][j]) * (v - x[r.AlphaRows[i]][j])
			}
			f += a * math.Exp(-k.Beta.Value*square)
		}
		return f, true
	case experiment.ModelSVM, experiment.ModelKernelLogistic:
		for i, a := range r.Alpha {
			f += a * math.Pow(dot(x[row], x[r.AlphaRows[i]])+k.Constant, float64(k.Degree))
		}
		return f, true
	}
	for j, v := range x[row] {
		f += r.Coefficients[fmt.Sprintf("x%d", j+1)] * v
	}
	return f, r.Coefficients != nil
}

// TestEveryAutomaticSearch checks the automatic grid and the automatic strength of every
// type of model.
func TestEveryAutomaticSearch(t *testing.T) {
	x, y := randomData(24, 3, 13)
	for _, m := range family {
		if m.parameter == "" {
			continue
		}
		count := `, "count": 5`
		if m.parameter == "k" {
			count = ""
		}
		r := mustRun(t, familySpec(x, y, m.name, "", m.classes, `{"train": 0.6, "validation": 0.4}`, fmt.Sprintf(`, "search": {"criterion": "validation"%s}`, count)), nil, Options{})
		grid := *r.Search.Of(m.parameter)
		if !slices.IsSorted(grid) || len(grid) < 5 || !(grid[0] > 0) {
			t.Errorf("%s: grid %v", m.name, grid)
		}
		if m.parameter == "lambda" && grid[len(grid)-1] != r.Search.Scale || m.parameter == "C" && grid[0] != r.Search.Scale {
			t.Errorf("%s: grid %v for the scale %g", m.name, grid, r.Search.Scale)
		}
		alone := mustRun(t, familySpec(x, y, m.name, "", m.classes, `{"train": 0.6, "validation": 0.4}`, ""), nil, Options{})
		if !alone.Status.IsSolved() || !(*alone.Of(m.parameter) > 0) {
			t.Errorf("%s with auto: %s with %+v", m.name, alone.Status, alone.Strength)
		}
	}
}

// TestMachinesAreTheLPMethodOfTwo checks that kernel ridge with lambda = 1/gamma, and the support
// vector machine and kernel logistic regression with C = gamma, are the lp method with p = 2.
func TestMachinesAreTheLPMethodOfTwo(t *testing.T) {
	x, y := randomData(25, 3, 14)
	for _, c := range []struct {
		kind, strength, loss string
		classes              bool
	}{
		{"kernel-ridge", `"lambda": 0.25`, "squared", false},
		{"svm", `"C": 4`, "hinge", true},
		{"kernel-logistic", `"C": 4`, "logistic", true},
	} {
		kernel := `"kernel": {"type": "polynomial", "degree": 2}, `
		lp := mustRun(t, familySpec(x, y, "lp", kernel+`"p": 2, "gamma": 4, "loss": {"type": "`+c.loss+`"}`, c.classes, `{"train": 0.6, "test": 0.4}`, ""), nil, Options{})
		r := mustRun(t, familySpec(x, y, c.kind, kernel+c.strength, c.classes, `{"train": 0.6, "test": 0.4}`, ""), nil, Options{})
		assertVector(t, c.kind+" test prediction", r.Predictions.Test, lp.Predictions.Test, 1e-4)
		if c.classes && !close(r.Objective.Primal, lp.Objective.Primal, 1e-8*lp.Objective.Primal) {
			t.Errorf("%s: objective %v, want %v", c.kind, r.Objective.Primal, lp.Objective.Primal)
		}
		if c.kind == "svm" && (len(r.Support) == 0 || len(r.Support) >= len(r.Alpha) || !slices.Contains(r.Rows.Train, r.Support[0])) {
			t.Errorf("support vectors %v of %v", r.Support, r.Rows.Train)
		}
	}
}

// TestLassoThroughTheLab checks that the report has the solution of package linear.
func TestLassoThroughTheLab(t *testing.T) {
	x, y := randomData(20, 3, 15)
	d := &linear.Data{X: linear.Dense(20, 3, slices.Concat(x...)), Y: y, Intercept: true}
	want, err := linear.Lasso(linear.CoordinateDescent).Fit(context.Background(), d, 6, nil, optimize.Settings{Tolerance: 1e-12, MaxIterations: 1e4})
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"auto", "coordinate-descent", "ista", "fista"} {
		r := mustRun(t, familySpec(x, y, "lasso", `"lambda": 6`, false, `{"train": 1}`, fmt.Sprintf(`, "solver": {"method": %q}`, method)), nil, Options{})
		assertVector(t, method, []float64{r.Coefficients["x1"], r.Coefficients["x2"], r.Coefficients["x3"]}, want.Coefficients, 1e-4)
		nonzero := 0
		for _, b := range want.Coefficients {
			if b != 0 {
				nonzero++
			}
		}
		if r.Weights.Selected != nonzero || len(r.Weights.Top) != nonzero || nonzero == 3 || r.Weights.Threshold != 0 || len(r.Objective.History) < 2 {
			t.Errorf("%s: %d selected, %d listed, %d not 0", method, r.Weights.Selected, len(r.Weights.Top), nonzero)
		}
	}
}

// TestKernelGroupLassoThroughTheLab checks that, with the linear kernel, rows are represented
// by training rows as by the group lasso of package linear with FISTA.
func TestKernelGroupLassoThroughTheLab(t *testing.T) {
	x, y := randomData(20, 4, 21)
	const trained, lambda = 16, 0.8
	r := mustRun(t, familySpec(x, y, "kernel-group-lasso", fmt.Sprintf(`"lambda": %g`, lambda), true,
		`{"train": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15], "test": [16,17,18,19]}`, ""), nil, Options{})
	method := linear.GroupLasso{Groups: make([][]int, 2), Algorithm: linear.FISTA}
	var words []float64
	for j, class := range labels(y)[:trained] {
		c := int(class+1) / 2
		method.Groups[c] = append(method.Groups[c], j)
	}
	for k := range 4 {
		for j := range trained {
			words = append(words, x[j][k])
		}
	}
	represent := func(row int) *linear.Fit {
		fit, err := method.Fit(context.Background(), &linear.Data{X: linear.Dense(4, trained, words), Y: x[row]}, lambda, nil, optimize.Settings{Tolerance: 1e-12, MaxIterations: 1e6})
		if err != nil {
			t.Fatal(err)
		}
		return fit
	}
	var want []float64
	for row := trained; row < 20; row++ {
		norms := represent(row).Groups
		want = append(want, norms[1]-norms[0])
	}
	assertVector(t, "decision", r.Predictions.Test, want, 1e-4)
	var primal float64
	for row := range trained {
		primal += represent(row).Primal
	}
	if !close(r.Objective.Primal, primal, 1e-8*primal) || r.Objective.Gap > 1e-10*primal || len(r.Objective.History) < 2 {
		t.Errorf("objective %+v, want %v", r.Objective, primal)
	}
}

// TestGroupsOfColumns checks that the levels of a category are a group by default.
func TestGroupsOfColumns(t *testing.T) {
	rows := [][]any{}
	for i := range 24 {
		level := []string{"a", "b", "c"}[i%3]
		rows = append(rows, []any{float64(i*i%7) / 3, level, float64(i%5) + map[string]float64{"a": 0, "b": 3, "c": 1}[level]})
	}
	data := compact(experiment.Data{Source: experiment.SourceInline, Columns: []string{"x", "level", "y"}, Rows: rows})
	r := mustRun(t, fmt.Sprintf(`{"data": %s, "target": "y", "split": {"train": 1}, "model": {"type": "group-lasso", "lambda": 8}}`, data), nil, Options{})
	in := 0
	for _, w := range r.Weights.Top {
		if strings.HasPrefix(w.Label, "level=") {
			in++
		}
	}
	if in < 2 || r.Coefficients["x"] != 0 {
		t.Errorf("coefficients %v", r.Coefficients)
	}
	byName := mustRun(t, fmt.Sprintf(`{"data": %s, "target": "y", "split": {"train": 1}, "model": {"type": "group-lasso", "lambda": 8, "groups": [["level"], ["x"]]}}`, data), nil, Options{})
	for name, b := range r.Coefficients {
		if !close(byName.Coefficients[name], b, 1e-6) {
			t.Errorf("with named groups %v, by default %v", byName.Coefficients, r.Coefficients)
		}
	}
}

// TestLeastSquaresReport checks the degrees of freedom, and the leave-one-out residuals
// against fits without the row.
func TestLeastSquaresReport(t *testing.T) {
	x, y := randomData(12, 2, 16)
	r := mustRun(t, familySpec(x, y, "least-squares", "", false, `{"train": 1}`, ""), nil, Options{})
	l := r.Linear
	if l.Rank != 2 || !close(l.Freedom, 3, 1e-9) || len(l.Leverages) != 12 || r.Objective.Certificate != "" || r.Objective.Gap > 1e-10*r.Objective.Primal {
		t.Fatalf("rank %d, freedom %g, %d leverages, certificate %q", l.Rank, l.Freedom, len(l.Leverages), r.Objective.Certificate)
	}
	b, intercept := ridgeOf(t, slices.Delete(slices.Clone(x), 4, 5), slices.Delete(slices.Clone(y), 4, 5), 0)
	if want := y[4] - intercept - dot(b, x[4]); !close(*l.LeaveOneOut[4], want, 1e-9) {
		t.Errorf("the leave-one-out residual of row 4 is %g, want %g", *l.LeaveOneOut[4], want)
	}
	if s := l.Subsets; s.Examined != 4 || len(s.Best) != 3 || fmt.Sprint(s.Best[1].Features) != "[x1]" {
		t.Errorf("subsets %+v", s)
	}
}

// TestKernelRidgeReport checks the leave-one-out residuals against runs without the row, and
// that the leverages sum to the degrees of freedom.
func TestKernelRidgeReport(t *testing.T) {
	x, y := randomData(12, 2, 19)
	const model = `"lambda": 0.3, "kernel": {"type": "gaussian", "beta": 0.4}`
	got := mustRun(t, familySpec(x, y, "kernel-ridge", model, false, `{"train": 1}`, ""), nil, Options{}).Linear
	var freedom, mse float64
	for i := range x {
		rest := []int{}
		for j := range x {
			if j != i {
				rest = append(rest, j)
			}
		}
		r := mustRun(t, familySpec(x, y, "kernel-ridge", model, false, fmt.Sprintf(`{"train": %s, "test": [%d]}`, compact(rest), i), ""), nil, Options{})
		want := y[i] - r.Predictions.Test[0]
		if !close(*got.LeaveOneOut[i], want, 1e-9) {
			t.Errorf("the leave-one-out residual of row %d is %g, want %g", i, *got.LeaveOneOut[i], want)
		}
		mse += want * want / 12
		freedom += got.Leverages[i]
	}
	if !close(got.Freedom, freedom, 1e-12) || freedom < 3 || freedom > 12 || !close(*got.LeaveOneOutMSE, mse, 1e-9) {
		t.Errorf("%g degrees of freedom, mean square %g; want %g and %g", got.Freedom, *got.LeaveOneOutMSE, freedom, mse)
	}
}

// TestFamilyRefusals checks that each refusal is one line with its remedy.
func TestFamilyRefusals(t *testing.T) {
	x, y := randomData(12, 3, 17)
	one := slices.Repeat([]float64{1}, 12)
	for _, c := range []struct {
		name, model, search string
		y                   []float64
		classes             bool
		want                string
	}{
		{"svm", `"C": 1`, "", y, false, `model.type is "svm": it needs classes; set task to "classification"`},
		{"svm", `"C": 1`, "", one, true, `class`},
		{"kernel-group-lasso", ``, "", y, false, `model.type is "kernel-group-lasso": it needs classes`},
		{"knn", `"k": 13`, "", y, false, `model.k is 13: there are only 12 training rows to choose neighbours from; choose at most that many`},
		{"knn", `"k": 13`, `, "search": {"criterion": "path"}`, y, false, `model.k is 13: there are only 12 training rows`},
		{"ridge", ``, `, "selection": {"folds": 4}`, y, false, `selection.folds is 4: each fold needs four training rows, and there are 12; choose fewer folds, or remove it`},
		{"knn", ``, `, "search": {"criterion": "cross-validation", "folds": 3, "k": [1, 9]}`, y, false, `search.k is 9: a fold leaves only 8 training rows`},
		{"group-lasso", `"lambda": 1, "groups": [["x1", "x3"]]`, "", y, false, `model.groups is a list without "x2": every feature must be in a group`},
		{"group-lasso", `"lambda": 1, "groups": [["x1", "x2"], ["x4"]]`, "", y, false, `model.groups[1]: "x4" is not a feature: the model has no feature of that name; did you mean`},
		{"kernel-ridge", `"kernel": {"type": "matrix", "A": [[1, 2, 0], [2, 1, 0], [0, 0, 1]]}`, "", y, false, `not positive semidefinite`},
		{"kernel-ridge", `"kernel": {"type": "matrix", "A": [[1, 0], [0, 1]]}`, "", y, false, `give the matrix a row for each feature`},
		{"kernel-ridge", `"kernel": {"type": "compose", "columns": ["x9"]}`, "", y, false, `"x9" is not a feature`},
		{"kernel-ridge", `"kernel": {"type": "min"}`, "", y, false, `row 0 of the data (counted from 0): the min kernel takes no negative number, and there is -`},
		{"kernel-ridge", `"kernel": {"type": "exponential", "a": 900}`, "", y, false, `kernel (exponential with a 900) with another, or itself, is +Inf; standardise`},
		{"kernel-ridge", `"kernel": {"type": "set", "dimension": 2}`, "", y, false, `bag`},
	} {
		refuses(t, c.name+" "+c.model, familySpec(x, c.y, c.name, c.model, c.classes, `{"train": 1}`, c.search), nil, Options{}, c.want)
	}
}

// TestStalledHat checks that ridge regression that stalls by rounding reports no leverages and no
// leave-one-out residuals, which have the same rounding.
func TestStalledHat(t *testing.T) {
	x, y := randomData(3, 10, 23)
	for i := range x {
		x[i][6] += 2e7
	}
	for _, name := range []string{"ridge", "kernel-ridge"} {
		text := strings.Replace(familySpec(x, y, name, `"lambda": 1e-6`, false, `{"train": [0, 1, 2]}`, ""), `"standardize": false`, `"standardize": false, "intercept": false`, 1)
		r := mustRun(t, text, nil, Options{})
		if r.Status != experiment.Stalled || r.Linear != nil {
			t.Errorf("%s: %s, %+v", name, r.Status, r.Linear)
		}
	}
}

// TestExtremeC checks that a machine that stalls by rounding has a warning that advises a C
// with which it converges.
func TestExtremeC(t *testing.T) {
	x, y := randomData(60, 3, 23)
	run := func(c float64) *experiment.Report {
		return mustRun(t, familySpec(x, y, "svm", fmt.Sprintf(`"C": %g`, c), true, `{"train": 1}`, ""), nil, Options{})
	}
	r := run(1e10)
	if r.Status != experiment.Stalled || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "rounding leaves a duality gap of") {
		t.Fatalf("%s, warned of %q", r.Status, r.Warnings)
	}
	var c float64
	_, advice, _ := strings.Cut(r.Warnings[0], "choose a C of about ")
	if _, err := fmt.Sscanf(advice, "%g or less", &c); err != nil {
		t.Fatal(err)
	}
	if r := run(c / 2); r.Status != experiment.Converged || len(r.Warnings) > 0 {
		t.Errorf("with half of the advised %g: %s at a gap of %g, %q", c, r.Status, r.Objective.Gap, r.Warnings)
	}
	r = mustRun(t, familySpec(x, y, "svm", `"C": 1e4`, true, `{"train": 1}`, `, "solver": {"tolerance": 1e-15}`), nil, Options{})
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "choose a C of about 156.4 or less") {
		t.Errorf("a C with three digits before the point: %q", r.Warnings)
	}
}

// TestLargeDictionary checks that a kernel group lasso of too many rows is refused.
func TestLargeDictionary(t *testing.T) {
	x, y := randomData(mostAtoms+2, 1, 22)
	refuses(t, "3002 rows", familySpec(x, y, experiment.ModelKernelGroupLasso, "", true, `{"train": 1}`, ""), nil, Options{}, "takes at most 3000; choose a smaller split.train")
}

// TestEveryWarmRun checks that a warm start from the model of the last run gives the same
// result.
func TestEveryWarmRun(t *testing.T) {
	x, y := randomData(26, 3, 18)
	session := new(Session)
	for range 2 {
		for _, m := range family {
			for _, model := range []string{m.model, strings.NewReplacer("1.5", "0.2", "0.4", "9", `"lambda": 2`, `"lambda": 0.1`).Replace(m.model)} {
				text := familySpec(x, y, m.name, model, m.classes, `{"train": 0.7, "test": 0.3}`, `, "solver": {"tolerance": 1e-12}`)
				warm := mustRunIn(t, session, mustDecode(t, text), nil, Options{Warm: true})
				cold := mustRun(t, text, nil, Options{})
				if warm.Status != cold.Status || !close(warm.Objective.Primal, cold.Objective.Primal, 1e-9*math.Abs(cold.Objective.Primal)) {
					t.Errorf("%s: %s at %v, cold %s at %v", m.name, warm.Status, warm.Objective.Primal, cold.Status, cold.Objective.Primal)
				}
				assertVector(t, m.name+" test prediction", warm.Predictions.Test, cold.Predictions.Test, 1e-5)
			}
		}
	}
}

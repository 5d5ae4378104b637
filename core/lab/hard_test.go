package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"lplab/core/experiment"
)

// hardTable is a table that is difficult for numerical methods.
type hardTable struct {
	name string
	x    [][]float64
	y    []float64
}

// hardTables returns tables with rows and features that are copies, combinations or constants,
// of extreme sizes, or few.
func hardTables() []hardTable {
	x, y := randomData(12, 3, 51)
	copies := slices.Concat(x[:4], x[:4], x[:4]) // with other targets
	combined := make([][]float64, len(x))
	constant := make([][]float64, len(x))
	nearly := make([][]float64, len(x))
	line := make([][]float64, len(x))
	for i, row := range x {
		combined[i] = []float64{row[0], 2 * row[0], row[0] + row[1], row[1]}
		constant[i] = []float64{row[0], 7, 0}
		nearly[i] = []float64{row[0], row[0] + 1e-9*row[1], row[2]}
		line[i] = []float64{row[0], 3 * row[0], -row[0]} // every row is a multiple of one row
	}
	single, of := randomData(14, 1, 52)
	return []hardTable{
		{"copied rows", copies, y},
		{"copied rows of one target", copies, slices.Concat(y[:4], y[:4], y[:4])},
		{"combined features", combined, y},
		{"features alike to nine digits", nearly, y},
		{"rows on a line", line, y},
		{"constant features", constant, y},
		{"nothing but constants", scaled(x, 0), y},
		{"one target", x, slices.Repeat([]float64{4}, len(y))},
		{"a target of 0", x, make([]float64, len(y))},
		{"one feature", single, of},
		{"two rows", x[:2], y[:2]},
		{"tiny features", scaled(x, 1e-150), y},
		{"huge features", scaled(x, 1e150), y},
		{"features of all sizes", scaled(x, 1e150, 1, 1e-150), y},
		{"a tiny target", x, scaled([][]float64{y}, 1e-150)[0]},
		{"a huge target", x, scaled([][]float64{y}, 1e100)[0]},
		{"far from 0", shiftedBy(x, 1e9), y},
	}
}

func shiftedBy(x [][]float64, by float64) [][]float64 {
	out := make([][]float64, len(x))
	for i, row := range x {
		out[i] = shift(row, by)
	}
	return out
}

// assertAnswer checks that an experiment ends in time, with a valid report of finite numbers
// or with an error of one sentence, and returns its status, "refused" or "endless".
func assertAnswer(t *testing.T, name, spec string, file []byte) string {
	t.Helper()
	s, err := experiment.Decode([]byte(spec))
	if err != nil {
		assertSentence(t, name, err.Error())
		return "refused"
	}
	ctx := &countedContext{Context: t.Context()}
	ctx.left.Store(mostChecks)
	r, err := Run(ctx, s, file, Options{AllWeights: true})
	if errors.Is(err, context.DeadlineExceeded) || err == nil && r.Status == experiment.Cancelled {
		t.Errorf("%s: no end within %d checks", name, mostChecks)
		return "endless"
	}
	if err != nil {
		assertSentence(t, name, err.Error())
		if strings.Contains(err.Error(), "NaN") {
			t.Errorf("%s: %v", name, err)
		}
		return "refused"
	}
	if err := r.CheckFinite(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	o := r.Objective
	if o.Certificate == "" && (o.Gap < 0 || r.Status == experiment.Converged && o.RelativeGap > s.Solver.Tolerance) {
		t.Errorf("%s: %s, gap %g of a dual of %g", name, r.Status, o.Gap, o.Dual)
	}
	if !r.Status.IsSolved() {
		if len(r.Warnings) == 0 {
			t.Errorf("%s: %s without a warning", name, r.Status)
		} else {
			assertSentence(t, name, r.Warnings[len(r.Warnings)-1], "choose")
		}
	}
	return string(r.Status)
}

// TestHardTables checks every model on every table, with a small, an automatic and a large strength.
func TestHardTables(t *testing.T) {
	answers := map[string]int{}
	trial := 0
	for _, table := range hardTables() {
		for _, m := range hardModels {
			for _, strength := range []string{`"auto"`, "1e-12", "1e12"} {
				if trial++; testing.Short() && trial%23 != 0 {
					continue
				}
				plain := trial%2 == 0 // each model runs on each table both ways, with different strengths
				name := fmt.Sprintf("%s, %s of strength %s, plain: %v", table.name, m.name, strength, plain)
				spec := familySpec(table.x, table.y, m.name, strings.ReplaceAll(m.model, "STRENGTH", strength), m.classes, `{"train": 0.8, "test": 0.2}`, "")
				spec = strings.Replace(spec, `{"standardize": false}`, fmt.Sprintf(`{"standardize": %v, "intercept": %v}`, !plain, !plain), 1)
				answers[assertAnswer(t, name, spec, nil)]++
			}
		}
	}
	if !testing.Short() && (answers["converged"] < 250 || answers["refused"] < 50) {
		t.Errorf("too few converged or refused: %v", answers)
	}
	t.Logf("answers: %v", answers)
}

// hardModels lists models of every type; some have no strength.
var hardModels = []struct {
	name, model string
	classes     bool
}{
	{"lp", `"gamma": STRENGTH`, false},
	{"lp", `"gamma": STRENGTH, "p": 1.01`, false},
	{"lp", `"gamma": STRENGTH, "p": "6/5", "kernel": {"type": "polynomial", "degree": 2}, "loss": {"type": "absolute"}`, false},
	{"lp", `"gamma": STRENGTH, "kernel": {"type": "exponential"}, "loss": {"type": "logistic"}`, true},
	{"ridge", `"lambda": STRENGTH`, false},
	{"lasso", `"lambda": STRENGTH`, false},
	{"elastic-net", `"lambda": STRENGTH, "ratio": 0.3`, false},
	{"group-lasso", `"lambda": STRENGTH`, false},
	{"kernel-ridge", `"lambda": STRENGTH, "kernel": {"type": "gaussian"}`, false},
	{"svm", `"C": STRENGTH, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`, true},
	{"kernel-logistic", `"C": STRENGTH, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`, true},
	{"kernel-group-lasso", `"lambda": STRENGTH, "kernel": {"type": "gaussian"}`, true},
	{"least-squares", ``, false},
	{"knn", `"k": 1`, false},
	{"knn", `"k": 1`, true},
}

// TestKernelLogisticOfLargeC checks that Newton's method does not count as stalled with a
// large C, for which the gap falls many steps after the objective.
func TestKernelLogisticOfLargeC(t *testing.T) {
	x, y := randomData(12, 3, 51)
	for _, c := range []string{"1e8", "1e10", "1e12"} {
		r := mustRun(t, familySpec(x, y, "kernel-logistic", `"C": `+c+`, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`, true, `{"train": 0.8, "test": 0.2}`, ""), nil, Options{})
		if r.Status != experiment.Converged {
			t.Errorf("C = %s: %s after %d iterations, gap %g of %g", c, r.Status, r.Solver.Iterations, r.Objective.Gap, r.Objective.Primal)
		}
	}
}

// TestManyFeatures checks the lp method and the lasso on 200,000 features, dense and sparse.
func TestManyFeatures(t *testing.T) {
	d := 200_000
	if testing.Short() {
		d = 20_000
	}
	var sparse strings.Builder
	for i := range 12 {
		fmt.Fprintf(&sparse, "%d %d:1 %d:%d %d:%g\n", i%5, i+1, 1000+i%3, i, d-i%4, 0.1*float64(i+1))
	}
	for _, model := range []string{`"gamma": 10, "p": 1.05`, `"type": "lasso", "lambda": 1`,
		`"gamma": 0.1, "kernel": {"type": "polynomial", "degree": 2}`} {
		dense := fmt.Sprintf(`{"data": {"source": "synthetic", "n": 12, "d": %d, "relevant": 3}, "split": {"train": 0.8, "test": 0.2}, "model": {%s}}`, d, model)
		if strings.Contains(model, "polynomial") {
			dense = strings.Replace(dense, fmt.Sprint(d), fmt.Sprint(d/100), 1) // all products would be examined for weights
		}
		ofFile := fmt.Sprintf(`{"data": {"source": "file", "name": "many.svm"}, "target": "label", "split": {"train": 0.8, "test": 0.2}, "preprocess": {"standardize": false}, "model": {%s}}`, model)
		for _, answer := range []string{assertAnswer(t, model+", dense", dense, nil), assertAnswer(t, model+", sparse", ofFile, []byte(sparse.String()))} {
			if !experiment.Status(answer).IsSolved() {
				t.Errorf("%s: %s", model, answer)
			}
		}
	}
}

// TestManyFeaturesOfEveryModel checks every model on twelve sparse rows of 200,000 features,
// most of which are always 0.
func TestManyFeaturesOfEveryModel(t *testing.T) {
	d := 200_000
	if testing.Short() {
		d = 5_000
	}
	for _, m := range hardModels {
		var file strings.Builder
		for i := range 12 {
			y := i % 5
			if m.classes {
				y = i % 2
			}
			fmt.Fprintf(&file, "%d %d:1 %d:%d %d:%g\n", y, i+1, 1000+i%3, i, d-i%4, 0.1*float64(i+1))
		}
		model, task := strings.ReplaceAll(m.model, "STRENGTH", `"auto"`), experiment.Regression
		if m.classes {
			task = experiment.Classification
		}
		if model != "" {
			model = ", " + model
		}
		spec := fmt.Sprintf(`{"data": {"source": "file", "name": "many.svm"}, "target": "label", "task": %q, "split": {"train": 0.8, "test": 0.2}, "model": {"type": %q%s}}`, task, m.name, model)
		if answer := assertAnswer(t, m.name+model, spec, []byte(file.String())); !experiment.Status(answer).IsSolved() {
			t.Errorf("%s%s: %s", m.name, model, answer)
		}
	}
}

// TestFewRows checks every model on one training row and on rows of one class.
func TestFewRows(t *testing.T) {
	x, y := randomData(6, 2, 53)
	for _, m := range hardModels {
		model := strings.ReplaceAll(m.model, "STRENGTH", "1")
		assertAnswer(t, m.name+" on one row", familySpec(x, y, m.name, model, m.classes, `{"train": [3], "test": [0, 1]}`, ""), nil)
		one := familySpec(x, slices.Repeat([]float64{1}, 6), m.name, model, false, `{"train": 0.5, "test": 0.5}`, "")
		name := m.name + " on one class"
		if answer := assertAnswer(t, name, strings.Replace(one, `"task": "regression"`, `"task": "classification"`, 1), nil); answer != "refused" {
			t.Errorf("%s: %s", name, answer)
		}
	}
}

// mostChecks is how often a run may check its context before it counts as endless, several
// times as often as any of these runs. It measures work, not time.
const mostChecks = 1 << 20

// countedContext is done after a number of calls of Err.
type countedContext struct {
	context.Context
	left atomic.Int64
}

// Err implements context.Context.
func (c *countedContext) Err() error {
	if c.left.Add(-1) < 0 {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}

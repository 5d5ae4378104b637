package lab

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestRefusals checks that the error of bad input is one sentence with the cause, the
// place and the remedy.
func TestRefusals(t *testing.T) {
	table := func(columns, rows, rest string) string {
		return `{"data": {"source": "inline", "columns": [` + columns + `], "rows": [` + rows + `]}, "target": "y", "split": {"train": [0, 1, 2, 3], "test": [4, 5]}` + rest + `}`
	}
	whole := func(spec string) string {
		return strings.Replace(spec, `"split": {"train": [0, 1, 2, 3], "test": [4, 5]}`, `"split": {"train": 1}`, 1)
	}
	const ab, ay = `"a", "b", "y"`, `"a", "y"`
	const good = `[1, 2, 3], [2, 1, 5], [3, 5, 4], [4, 4, 9], [5, 3, 2], [6, 0, 8]`
	const large = `[1, 2, 3], [2, 1, 5], [900, 5, 4], [4, 4, 9], [5, 3, 2], [6, 0, 8]`
	const classes = `[1, 2, "u"], [2, 1, "v"], [3, 5, "u"], [4, 4, "v"], [5, 3, "u"], [6, 0, "v"]`
	for _, c := range []struct {
		name, spec string
		words      []string
	}{
		{"constant target", table(ay, `[1, 3], [2, 3], [3, 3], [4, 3], [5, 9], [6, 3]`, ``), []string{`target "y"`, "is 3 in all 4 training rows", "choose another target"}},
		{"a class that no training row has", table(ay, `[1, "u"], [2, "v"], [3, "u"], [4, "v"], [5, "v"], [6, "w"]`, ``), []string{"the training rows lack", `"w" in target "y"`, "choose another split.seed"}},
		{"a class with one row, over folds", table(ay, `[1, "u"], [2, "v"], [3, "u"], [4, "w"], [5, "v"], [6, "u"]`, `, "search": {"criterion": "cross-validation", "folds": 2}`),
			[]string{"search.criterion", `class "`, "too few training rows for folds", "only 1", `choose "validation"`}},
		{"more folds than rows of classes with several", whole(table(ay, `[1, "u"], [2, "v"], [3, "u"], [4, "v"], [5, "w"], [6, "x"]`, `, "search": {"criterion": "cross-validation", "folds": 5}`)),
			[]string{"search.folds is 5", "only 4 training rows"}},
		{"log-loss without probabilities", whole(table(ay, `[1, "u"], [2, "v"], [3, "u"], [4, "v"], [5, "w"], [6, "w"]`, `, "task": "classification", "model": {"loss": {"type": "hinge"}}, "search": {"criterion": "cross-validation", "folds": 2, "metric": "log-loss"}`)),
			[]string{"search.metric", "only the logistic loss gives probabilities", `choose "accuracy"`}},
		{"a validation part without a class", strings.Replace(table(ay, `[1, "u"], [2, "v"], [3, "u"], [4, "v"], [5, "u"], [6, "u"]`, `, "task": "classification", "search": {"criterion": "validation", "metric": "auc"}`), `"test"`, `"validation"`, 1),
			[]string{"search.metric", "the validation part has no rows of some classes", `choose "accuracy"`, "split.seed"}},
		{"a subsample without a class", whole(table(ay, `[1, "u"], [2, "v"], [3, "u"], [4, "v"], [5, "w"], [6, "w"]`, `, "model": {"subsample": 2}`)),
			[]string{"none of the 2 training rows", "has the class", `target "y"`, "choose a larger subsample"}},
		{"no usable column", table(`"y"`, `[1], [2], [3], [4], [5], [6]`, ``), []string{`to predict "y" from`, "at least one more column"}},
		{"constant columns", table(ay, `[7, 1], [7, 2], [7, 3], [7, 4], [7, 5], [8, 6]`, ``), []string{"no feature is left", "choose other features"}},
		{"unknown target", table(`"a", "Y"`, `[1, 3], [2, 4], [3, 7], [4, 3], [5, 9], [6, 3]`, ``), []string{"target", `"y"`, `did you mean "Y"?`}},
		{"hinge for numbers", table(ab, good, `, "task": "regression", "model": {"loss": {"type": "hinge"}}`), []string{"model.loss.type", `"hinge"`, `set task to "classification"`}},
		{"dual gradient with hinge", table(ab, classes, `, "task": "classification", "model": {"loss": {"type": "hinge"}}, "solver": {"method": "dual-gradient"}`),
			[]string{"dual-gradient", "hinge", "choose method newton or proximal-gradient", "squared"}},
		{"FISTA with hinge", table(ab, classes, `, "task": "classification", "model": {"loss": {"type": "hinge"}}, "solver": {"method": "fista"}`),
			[]string{"fista", "hinge", "Lipschitz", "choose method newton or proximal-gradient", "logistic"}},
		{"FISTA on the tensor", table(ab, good, `, "solver": {"method": "fista", "strategy": "tensor"}`),
			[]string{`"tensor"`, "method fista", "explicit features", "choose strategy features, or method newton"}},
		{"primal gradient with infinitely many features", table(ab, good, `, "model": {"kernel": {"type": "exponential"}}, "solver": {"method": "primal-gradient"}`),
			[]string{"infinitely many", "choose method newton, or a polynomial kernel"}},
		{"exponential kernel with odd q", table(ab, good, `, "model": {"kernel": {"type": "exponential"}, "p": "3/2"}`), []string{"model.p is 3/2", "p = 2, 4/3, 6/5 or 8/7"}},
		{"features of the exponential kernel", table(ab, good, `, "model": {"kernel": {"type": "exponential"}}, "solver": {"strategy": "features"}`), []string{`"features"`, "infinitely many", "choose"}},
		{"exponential kernel on plain data", table(ab, large, `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "exponential"}}`),
			[]string{"kernel (exponential) overflows", "row 2 of the data", "turn on standardize, or choose a polynomial kernel"}},
		{"exponential kernel of order 2", table(ab, `[1, 2, 3], [2, 1, 5], [25, 5, 4], [30, 4, 9], [5, 3, 2], [6, 0, 8]`, `, "preprocess": {"standardize": false}, "model": {"p": 2, "kernel": {"type": "exponential"}}`),
			[]string{"kernel (exponential) overflows", "row 3 of the data", "counted from 0"}},
		{"high degree on plain data", table(ab, strings.Replace(large, "900", "1e40", 1), `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "polynomial", "degree": 10}}`),
			[]string{"kernel (polynomial of degree 10)", "row 2 of the data", "turn on standardize, or choose a lower degree"}},
		{"high degree, by tensor", table(ab, strings.Replace(large, "900", "1e40", 1), `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "polynomial", "degree": 10}}, "solver": {"strategy": "tensor"}`),
			[]string{"polynomial of degree 10", "2 of the data", "turn on standardize, or choose a lower degree"}},
		{"a square that overflows", table(ab, strings.Replace(good, "[3, 5, 4]", "[3, 1e200, 4]", 1), `, "preprocess": {"standardize": false}, "model": {"type": "lasso"}`),
			[]string{`feature "b" has a value`, "too large", "standardise the features"}},
		{"a row beyond the radius", table(ab, good, `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "sum", "of": [{"type": "linear"}, {"type": "geometric", "radius": 100}]}}`),
			[]string{"row 2 of the data", "radius of the kernel (linear + geometric of radius 100)", "sum of |x|^4 is 706", "less than 100", "set model.kernel.of[1].radius to 780"}},
		{"a row beyond any radius", table(ab, strings.Replace(good, "[3, 5, 4]", "[1e100, 5, 4]", 1), `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "geometric"}}`),
			[]string{"row 0 of the data", "; turn on standardize, or scale the columns down"}},
		{"a test row beyond the radius", table(ab, strings.Replace(good, "[6, 0, 8]", "[60, 0, 8]", 1), `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "geometric", "radius": 780}, "gamma": 1}`),
			[]string{"prediction for row 5 of the data", "kernel (geometric of radius 780)", "set model.kernel.radius to more than 780"}},
		{"a test row beyond an automatic radius", table(ab, strings.Replace(good, "[6, 0, 8]", "[60, 0, 8]", 1), `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "geometric", "radius": "auto"}, "gamma": 1}`),
			[]string{"prediction for row 5 of the data", "kernel (geometric of radius 1412)", "set model.kernel.radius to more than 1412"}},
		{"a test row too large", table(ab, `[1, 2, 3], [2, 1, 5], [1, 2, 4], [0, 1, 9], [1, 3, 2], [700, 0, 8]`, `, "preprocess": {"standardize": false}, "model": {"kernel": {"type": "exponential"}, "gamma": 0.01}`),
			[]string{"prediction for row 5 of the data", "kernel (exponential)", "turn on standardize"}},
	} {
		refuses(t, c.name, c.spec, nil, Options{}, c.words...)
	}
}

// TestOverflowOfSubsample checks that the error names the row of the data, not of the subsample.
func TestOverflowOfSubsample(t *testing.T) {
	x, y := randomData(12, 2, 40)
	x[7][0] = 1e5
	refuses(t, "subsample", `{`+inline(x, y)+`, "target": "y", "split": {"train": [11, 10, 9, 8, 7, 6, 5, 4, 3]}, "preprocess": {"standardize": false},
		"model": {"kernel": {"type": "exponential"}, "subsample": 8, "subsampleSeed": 2}}`, nil, Options{}, "row 7 of the data")
}

// TestOverflowOfClasses checks that a decision value that overflows is refused before
// metrics are computed from it.
func TestOverflowOfClasses(t *testing.T) {
	x, y := randomData(12, 2, 41)
	x[9][0], x[10][0] = 1e9, -1e9
	refuses(t, "classes", `{`+inline(x, labels(y))+`, "target": "y", "task": "classification", "split": {"train": [0, 1, 2, 3, 4, 5, 6, 7], "test": [8, 9, 10, 11]},
		"preprocess": {"standardize": false}, "model": {"kernel": {"type": "exponential"}}}`, nil, Options{}, "prediction for row 9", "too large")
}

// TestMemoryBudget checks that the largest number of points in the remedy works.
func TestMemoryBudget(t *testing.T) {
	const spec = `{"data": {"source": "synthetic", "n": 80, "d": 4, "relevant": 2}, "split": {"train": 1, "test": 0}, "solver": {"maxIterations": 3, "strategy": "tensor"},
		"model": {"kernel": {"type": "polynomial"}, "gamma": 0.1, "p": %q %s}}`
	for _, p := range []string{"4/3", "6/5"} {
		for _, budget := range []int64{100_000, 500_000} {
			o := Options{MemoryBudget: budget}
			_, err := Run(context.Background(), mustDecode(t, fmt.Sprintf(spec, p, "")), nil, o)
			if err == nil {
				t.Fatalf("p = %s runs in %d bytes", p, budget)
			}
			assertSentence(t, "budget", err.Error(), "packed tensor", "80 points", "memory budget", "train on at most", "subsample")
			_, after, _ := strings.Cut(err.Error(), "at most ")
			var most int
			if _, err := fmt.Sscanf(after, "%d points", &most); err != nil {
				t.Fatal(err)
			}
			r := mustRun(t, fmt.Sprintf(spec, p, fmt.Sprintf(`, "subsample": %d`, most)), nil, o)
			if r.Tensor.Points != most || r.Tensor.Bytes > budget {
				t.Errorf("p = %s: %+v in %d bytes", p, r.Tensor, budget)
			}
			refuses(t, "one more", fmt.Sprintf(spec, p, fmt.Sprintf(`, "subsample": %d`, most+1)), nil, o, "memory budget")
		}
	}
}

// TestManyRowsNeedNoMatrices checks that many rows of few columns need little memory
// beyond their features, for several losses.
func TestManyRowsNeedNoMatrices(t *testing.T) {
	const spec = `{"data": {"source": "synthetic", "n": 5000, "d": 3, "relevant": 2}, "model": {"loss": {"type": %q}}}`
	for _, loss := range []string{"squared", "absolute", "huber"} {
		r := mustRun(t, fmt.Sprintf(spec, loss), nil, Options{MemoryBudget: 1_000_000})
		if r.Status != experiment.Converged || r.Solver.Strategy != experiment.StrategyFeatures {
			t.Errorf("%s: %s by %s", loss, r.Status, r.Solver.Strategy)
		}
	}
}

// TestLargeTarget checks that a target with overflowing squares is refused.
func TestLargeTarget(t *testing.T) {
	x, y := randomData(12, 2, 42)
	for i := range y {
		y[i] *= 1e200
	}
	refuses(t, "large target", `{`+inline(x, y)+`, "target": "y", "model": {"gamma": 1}}`, nil, Options{}, `target "y"`, "of the data", "scale the target")
}

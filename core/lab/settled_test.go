package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestAutomaticScales checks that the rate is 1 / max_i ||x_i||_q^q and the radius
// 2 max_i ||x_i||_q^q over the training rows, also within compound kernels, that the report
// has them while its spec is unchanged, and that entering these numbers gives the same model.
func TestAutomaticScales(t *testing.T) {
	rows := `[[1, 2, 3], [-2, 1, 5], [3, -5, 4], [4, 4, 9], [5, 3, 2], [60, 0, 8]]`
	const two, four = 34, 706 // of the third and of the fifth row: 5^2 + 3^2 and 3^4 + 5^4
	for _, c := range []struct {
		model, kernel string
		rate, radius  float64
	}{
		{`"p": "4/3", `, `{"type": "exponential", "a": "auto"}`, four, 0},
		{`"p": 2, `, `{"type": "exponential", "a": "auto"}`, two, 0},
		{`"p": 2, `, `{"type": "sum", "of": [{"type": "linear"}, {"type": "exponential", "a": "auto"}]}`, two, 0},
		{`"p": "4/3", `, `{"type": "product", "of": [{"type": "linear"}, {"type": "sum", "of": [{"type": "exponential", "a": "auto"}, {"type": "geometric", "radius": "auto"}]}]}`, four, four},
		{`"type": "kernel-ridge", `, `{"type": "exponential", "a": "auto"}`, two, 0},
		{`"type": "kernel-ridge", `, `{"type": "scale", "of": [{"type": "exponential", "a": "auto"}]}`, two, 0},
	} {
		document := func(kernel string) string {
			return `{"data": {"source": "inline", "columns": ["a", "b", "y"], "rows": ` + rows + `}, "target": "y", "split": {"train": [0, 1, 2, 3, 4]},
				"preprocess": {"standardize": false}, "model": {` + c.model + `"kernel": ` + kernel + `}}`
		}
		r := mustRun(t, document(c.kernel), nil, Options{})
		numbers := c.kernel
		if c.rate > 0 {
			numbers = strings.ReplaceAll(numbers, `"a": "auto"`, fmt.Sprintf(`"a": %.4g`, 1/c.rate))
		}
		if c.radius > 0 {
			numbers = strings.ReplaceAll(numbers, `"radius": "auto"`, fmt.Sprintf(`"radius": %g`, 2*c.radius))
		}
		entered := mustRun(t, document(numbers), nil, Options{})
		if r.Kernel == nil || !reflect.DeepEqual(*r.Kernel, entered.Spec.Model.Kernel) {
			t.Errorf("%s: the report has the kernel %v, want %v", c.kernel, r.Kernel, entered.Spec.Model.Kernel)
		}
		if entered.Kernel != nil {
			t.Errorf("%s: the report of given numbers has the kernel %v", numbers, entered.Kernel)
		}
		if !reflect.DeepEqual(r.Alpha, entered.Alpha) || !reflect.DeepEqual(r.Predictions, entered.Predictions) {
			t.Errorf("%s: the model differs from that of %s", c.kernel, numbers)
		}
		if !hasAuto(r.Spec.Model.Kernel) {
			t.Errorf("%s: the spec of the report has %v", c.kernel, r.Spec.Model.Kernel)
		}
		text := compact(r)
		var again experiment.Report
		if err := json.Unmarshal([]byte(text), &again); err != nil || !reflect.DeepEqual(again.Kernel, r.Kernel) {
			t.Errorf("%s: read back as %v (%v)", c.kernel, again.Kernel, err)
		}
	}
}

// TestAutomaticScalesNeverOverflow checks that the automatic rate and radius give a model for
// training rows of any size, and that the number 1 is refused for large ones.
func TestAutomaticScalesNeverOverflow(t *testing.T) {
	x, y := randomData(12, 3, 9)
	for _, kernel := range []string{`{"type": "exponential"%s}`, `{"type": "geometric"%s}`} {
		for _, p := range []string{"2", "4/3", "8/7"} {
			for _, size := range []float64{1e-6, 1, 1e3, 1e20} {
				scaled := make([][]float64, len(x))
				for i, row := range x {
					for _, v := range row {
						scaled[i] = append(scaled[i], size*v)
					}
				}
				document := func(auto string) string {
					return `{` + inline(scaled, y) + `, "target": "y", "split": {"train": 1}, "preprocess": {"standardize": false}, "model": {"p": "` + p + `", "gamma": 1, "kernel": ` + fmt.Sprintf(kernel, auto) + `}}`
				}
				auto := `, "a": "auto"`
				if strings.Contains(kernel, "geometric") {
					auto = `, "radius": "auto"`
				}
				r := mustRun(t, document(auto), nil, Options{})
				if !r.Status.IsSolved() {
					t.Errorf("%s of p = %s on rows of size %g: %s", kernel, p, size, r.Status)
				}
				if size > 1 {
					refuses(t, kernel, document(""), nil, Options{}, "row ", "of the data")
				}
			}
		}
	}
}

// TestFarRowsAreNamed checks the warning of rows to predict beyond four times the largest
// training row, and that there is none for a row just within.
func TestFarRowsAreNamed(t *testing.T) {
	for _, c := range []struct {
		test string
		want string
	}{
		{`[7.9, 0, 8]`, ""}, // 4 (4^2 + 0) = 64 = 8^2
		{`[8.1, 0, 8]`, "the prediction of row 4 of the data (counted from 0) is an extrapolation: its sum of |x|^q is more than 4 times"},
		{`[8.1, 0, 8], [1, 0, 8], [0, 90, 1]`, "the predictions of 2 rows (first: row 4 of the data (counted from 0)) are extrapolations"},
	} {
		for _, a := range []string{`"auto"`, `0.01`} {
			r := mustRun(t, `{"data": {"source": "inline", "columns": ["a", "b", "y"], "rows": [[1, 2, 3], [2, 1, 5], [4, 0, 4], [0, 3, 9], `+c.test+`]}, "target": "y",
				"split": {"train": [0, 1, 2, 3], "test": `+compact(ascending(4, 5+strings.Count(c.test, "],")))+`}, "preprocess": {"standardize": false}, "model": {"p": 2, "gamma": 1, "kernel": {"type": "exponential", "a": `+a+`}}}`, nil, Options{})
			warned := strings.Contains(strings.Join(r.Warnings, "\n"), "extrapolation")
			if want := c.want != "" && a == `"auto"`; warned != want || want && !strings.Contains(strings.Join(r.Warnings, "\n"), c.want) {
				t.Errorf("a = %s, rows %s: warnings %q, want %q", a, c.test, r.Warnings, c.want)
			}
			for _, v := range r.Predictions.Test {
				if math.IsNaN(v) {
					t.Errorf("a = %s, rows %s: no prediction", a, c.test)
				}
			}
		}
	}
}

// TestAutomaticScalesPredict checks that, on standardised columns with heavy tails, the
// exponential kernel of rate 1 predicts no better than the mean, and that it predicts nearly as
// well as linear models with the automatic rate and grid.
func TestAutomaticScalesPredict(t *testing.T) {
	orders := []string{"2", "4/3"}
	if testing.Short() {
		orders = orders[:1]
	}
	for _, p := range orders {
		r2 := func(rate, span string) float64 {
			r := mustRun(t, `{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "split": {"train": 0.7, "test": 0.3},
				"model": {"p": "`+p+`", "kernel": {"type": "exponential"`+rate+`}}, "search": {"criterion": "cross-validation", "count": 12`+span+`}}`, nil, Options{})
			return *r.Metrics["test"].R2
		}
		before, after := r2("", ""), r2(`, "a": "auto"`, `, "decades": "auto", "refine": 2`)
		if before > 0.1 || after < 0.45 {
			t.Errorf("p = %s: R² on test rows of %.3f with the rate 1, %.3f with the automatic rate", p, before, after)
		}
	}
}

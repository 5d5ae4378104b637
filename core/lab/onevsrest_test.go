package lab

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
)

// fourClasses is a table of four classes with reference results of one-vs-rest logistic
// regression: testdata/reference/onevsrest.json, computed by onevsrest.py in the same
// folder.
type fourClasses struct {
	C                  float64
	Classes, Labels    []string
	Rows               [][]float64
	Weights, Decisions [][]float64
	Intercepts         []float64
	Sklearn            struct{ Decisions [][]float64 } // of scikit-learn's OneVsRestClassifier
}

func readFourClasses(t *testing.T) *fourClasses {
	t.Helper()
	text := mustReadFile(t, "../../testdata/reference/onevsrest.json")
	c := new(fourClasses)
	if err := json.Unmarshal(text, c); err != nil {
		t.Fatal(err)
	}
	return c
}

// data returns the fields of an experiment with the table and the label of each row.
func (c *fourClasses) data(label func(row int) any) string {
	d := experiment.Data{Source: experiment.SourceInline, Columns: []string{"a", "b", "c", "side"}}
	for i, x := range c.Rows {
		d.Rows = append(d.Rows, []any{x[0], x[1], x[2], label(i)})
	}
	return `"data": ` + compact(d) + `, "target": "side"`
}

func (c *fourClasses) labelled() string {
	return c.data(func(row int) any { return c.Labels[row] })
}

// TestOneVsRestReference compares decision values and weights with those of Newton's method on
// the primal of each class, and with scikit-learn's.
func TestOneVsRestReference(t *testing.T) {
	c := readFourClasses(t)
	for _, strategy := range []string{"features", "tensor"} {
		r := mustRun(t, fmt.Sprintf(`{%s, "task": "classification", "split": {"train": 1}, "preprocess": {"standardize": false}, "model": {"p": 2, "loss": {"type": "logistic"}, "gamma": %g},
			"solver": {"strategy": %q, "tolerance": 1e-13}}`, c.labelled(), c.C, strategy), nil, Options{})
		if !slices.Equal(r.Classes, c.Classes) || len(r.ByClass) != 4 {
			t.Fatalf("classes %v", r.Classes)
		}
		for k, p := range r.ByClass {
			for i, f := range p.Predictions.Train {
				if !close(f, c.Decisions[i][k], 1e-6) || !close(f, c.Sklearn.Decisions[i][k], 1e-6) {
					t.Errorf("%s, class %s, row %d: %v, want %v", strategy, c.Classes[k], i, f, c.Decisions[i][k])
				}
			}
			for _, w := range p.Weights.Top {
				if want := c.Weights[k][w.Index]; !close(w.Value, want, 1e-6) {
					t.Errorf("%s, class %s, weight %s: %v, want %v", strategy, c.Classes[k], w.Label, w.Value, want)
				}
			}
			if p.Objective.Status != experiment.Converged || len(p.Objective.History) == 0 {
				t.Errorf("%s, class %s: %s with %d records", strategy, c.Classes[k], p.Objective.Status, len(p.Objective.History))
			}
		}
		loss := 0.0
		for i, f := range c.Decisions {
			var sum, own float64
			for k, v := range f {
				p := 1 / (1 + math.Exp(-v))
				sum += p
				if c.Classes[k] == c.Labels[i] {
					own = p
				}
			}
			loss -= math.Log(own/sum) / float64(len(c.Rows))
		}
		if m := r.Metrics["train"]; !close(*m.LogLoss, loss, 1e-6) {
			t.Errorf("log-loss %v, want %v", *m.LogLoss, loss)
		}
	}
}

// classifiers are models for classes.
var classifiers = []string{
	`"loss": {"type": "logistic"}, "gamma": 2, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`,
	`"loss": {"type": "hinge"}, "gamma": 2`,
	`"loss": {"type": "smoothed-hinge"}, "gamma": 2`,
	`"loss": {"type": "quadratically-smoothed-hinge"}, "gamma": 2, "kernel": {"type": "exponential", "a": "auto"}`,
	`"loss": {"type": "logistic"}, "gamma": 5, "p": 2, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}`,
	`"loss": {"type": "squared"}, "gamma": 2, "r": 1, "steps": 2`,
	`"type": "svm", "C": 2, "kernel": {"type": "gaussian"}`,
	`"type": "kernel-logistic", "C": 2, "kernel": {"type": "gaussian"}`,
	`"type": "kernel-ridge", "lambda": 0.5, "kernel": {"type": "gaussian"}`,
	`"type": "least-squares"`,
	`"type": "ridge", "lambda": 0.5`,
	`"type": "lasso", "lambda": 0.5`,
	`"type": "elastic-net", "lambda": 0.5`,
	`"type": "group-lasso", "lambda": 0.5`,
}

// TestOneVsRestAlone compares the model of each class with an experiment of two classes,
// this class and the rest.
func TestOneVsRestAlone(t *testing.T) {
	c := readFourClasses(t)
	for _, model := range classifiers {
		spec := func(data string) string {
			return fmt.Sprintf(`{%s, "task": "classification", "split": {"train": 0.7, "test": 0.3}, "model": {%s}}`, data, model)
		}
		r := mustRun(t, spec(c.labelled()), nil, Options{})
		if !r.Status.IsSolved() {
			t.Errorf("%s: %s", model, r.Status)
		}
		right := 0
		for i, row := range r.Rows.Test {
			if predicted(r, i) == c.Labels[row] {
				right++
			}
		}
		if m := r.Metrics["test"]; !close(*m.Accuracy, float64(right)/float64(len(r.Rows.Test)), 1e-12) || *m.Accuracy < *m.Baseline+0.2 {
			t.Errorf("%s: accuracy %v, %d of %d are right, baseline %v", model, *m.Accuracy, right, len(r.Rows.Test), *m.Baseline)
		}
		for k, class := range c.Classes {
			alone := mustRun(t, spec(c.data(func(row int) any {
				if c.Labels[row] == class {
					return 1.0
				}
				return 0.0
			})), nil, Options{})
			own := r.OfClass(k)
			assertVector(t, model+", train", own.Predictions.Train, alone.Predictions.Train, 1e-6)
			assertVector(t, model+", test", own.Predictions.Test, alone.Predictions.Test, 1e-6)
			assertVector(t, model+", actual", own.Actual.Test, alone.Actual.Test, 0)
			if !near(own.Objective.Dual, alone.Objective.Dual, 1e-8) || own.Status != alone.Status || own.Weights.Count != alone.Weights.Count || len(own.Reweighting) != len(alone.Reweighting) {
				t.Errorf("%s, class %s: dual %v, %s; alone %v, %s", model, class, own.Objective.Dual, own.Status, alone.Objective.Dual, alone.Status)
			}
			if m := r.Metrics["test"].PerClass[k]; !near(*m.AUC, *alone.Metrics["test"].AUC, 1e-9) {
				t.Errorf("%s, class %s: AUC %v, alone %v", model, class, *m.AUC, *alone.Metrics["test"].AUC)
			}
		}
	}
}

// predicted returns the class with the largest decision value of a test row.
func predicted(r *experiment.Report, row int) string {
	best := 0
	for k, p := range r.ByClass {
		if p.Predictions.Test[row] > r.ByClass[best].Predictions.Test[row] {
			best = k
		}
	}
	return r.Classes[best]
}

// TestNativeClasses checks the models that have a decision value for each class without
// one-vs-rest.
func TestNativeClasses(t *testing.T) {
	c := readFourClasses(t)
	for _, model := range []string{`"type": "knn", "k": 5`, `"type": "kernel-group-lasso", "kernel": {"type": "gaussian"}, "lambda": 0.01`} {
		r := mustRun(t, fmt.Sprintf(`{%s, "task": "classification", "split": {"train": 0.7, "test": 0.3}, "model": {%s}}`, c.labelled(), model), nil, Options{})
		if m := r.Metrics["test"]; !r.Status.IsSolved() || *m.Accuracy < *m.Baseline+0.2 {
			t.Errorf("%s: %s, accuracy %v", model, r.Status, *m.Accuracy)
		}
		for k, class := range r.ByClass {
			if iterates := r.Status != experiment.Exact; iterates != (len(class.Objective.History) > 0) {
				t.Errorf("%s: class %d has %d records of iterations", model, k, len(class.Objective.History))
			}
		}
	}
}

// TestSharedBuild checks that the models of all classes share a tensor, Gram matrix or
// features, also on a fold.
func TestSharedBuild(t *testing.T) {
	c := readFourClasses(t)
	for model, shared := range map[string]func(trainer) any{
		`"loss": {"type": "logistic"}`: func(t trainer) any { return t.(*lpTrainer).form },
		`"type": "svm"`:                func(t trainer) any { return &t.(*gramRows).data.K[0] },
		`"type": "ridge"`:              func(t trainer) any { return t.(*columns).data.X },
	} {
		s := mustDecode(t, fmt.Sprintf(`{%s, "task": "classification", "model": {%s}}`, c.labelled(), model))
		r := &execution{run: newRun(new(Session), s, Options{}), session: new(Session), out: &experiment.Report{}}
		if err := r.read(nil); err != nil {
			t.Fatal(err)
		}
		if err := r.build(context.Background()); err != nil {
			t.Fatal(err)
		}
		some, err := r.trainer.restrict(context.Background(), dense.UpTo(30))
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []trainer{r.trainer, some} {
			all := of.(*oneVsRest).of
			for k := range all {
				if shared(all[k]) != shared(all[0]) {
					t.Errorf("%s: class %d has a separate build", model, k)
				}
			}
		}
	}
}

// TestSearchOfClasses checks searches, paths and stability selection with several classes.
func TestSearchOfClasses(t *testing.T) {
	c := readFourClasses(t)
	for _, model := range []string{`"loss": {"type": "logistic"}`, `"loss": {"type": "squared"}, "r": 1, "steps": 2`, `"type": "svm"`, `"type": "knn"`, `"type": "lasso"`, `"type": "kernel-group-lasso", "kernel": {"type": "gaussian"}`} {
		for _, search := range []string{`"criterion": "cross-validation", "folds": 4, "count": 5`, `"criterion": "validation", "count": 5, "metric": "balanced-accuracy"`, `"criterion": "path", "count": 4`} {
			if strings.Contains(model, "knn") {
				search = strings.Replace(search, `, "count": 5`, "", 1)
				search = strings.Replace(search, `, "count": 4`, "", 1)
			}
			r := mustRun(t, fmt.Sprintf(`{%s, "task": "classification", "split": {"train": 0.6, "validation": 0.2, "test": 0.2}, "model": {%s}, "search": {%s}}`, c.labelled(), model, search), nil, Options{})
			if m := r.Metrics["test"]; *m.Accuracy <= *m.Baseline {
				t.Errorf("%s, %s: accuracy %v, baseline %v", model, search, *m.Accuracy, *m.Baseline)
			}
			if r.Spec.Model.HasWeights() {
				for k, class := range r.Classes {
					own := r.OfClass(k).Search.Path.Weights
					if len(own) == 0 || own[0].Class != class || len(own[0].Values) != len(r.Search.Path.Points) {
						t.Errorf("%s, %s: no path of class %s", model, search, class)
					}
				}
			}
			for _, p := range r.Search.Path.Points {
				if p.Metrics["train"].Confusion != nil || p.Metrics["train"].Accuracy == nil {
					t.Errorf("%s: a point of the path has %+v", model, p.Metrics["train"])
				}
			}
		}
	}
	r := mustRun(t, fmt.Sprintf(`{%s, "task": "classification", "model": {"loss": {"type": "logistic"}}, "selection": {"rule": "count", "count": 1, "resamples": 5}}`, c.labelled()), nil, Options{})
	for k := range r.Classes {
		if s := r.ByClass[k].Stability; s == nil || s.Resamples != 5 || len(s.Statuses) != 5 || len(s.Top) == 0 {
			t.Errorf("class %d: %+v", k, s)
		}
	}
}

// TestReportOfClasses checks the JSON form of a report of several classes, and that it is
// decoded.
func TestReportOfClasses(t *testing.T) {
	c := readFourClasses(t)
	r := mustRun(t, fmt.Sprintf(`{%s, "model": {"type": "lasso"}}`, c.labelled()), nil, Options{})
	if r.Spec.Task != experiment.Classification {
		t.Errorf("the task of a text target is %s", r.Spec.Task)
	}
	text := compact(r)
	var form struct {
		Classes                 []string
		Objective               []struct{ Status string }
		Weights                 []struct{ Top []struct{ Value float64 } }
		Intercept               []float64
		Coefficients            []map[string]float64
		Predictions             struct{ Train, Test [][]float64 }
		Alpha, Stability, Curve any
	}
	if err := json.Unmarshal([]byte(text), &form); err != nil {
		t.Fatal(err)
	}
	if len(form.Objective) != 4 || form.Objective[0].Status != "converged" || len(form.Weights) != 4 || len(form.Intercept) != 4 || len(form.Coefficients) != 4 ||
		len(form.Predictions.Train) != len(r.Rows.Train) || len(form.Predictions.Test[0]) != 4 || form.Alpha != nil || form.Stability != nil || form.Curve != nil {
		t.Errorf("%.2000s", text)
	}
	for i, row := range form.Predictions.Test {
		for k, f := range row {
			if f != r.ByClass[k].Predictions.Test[i] {
				t.Errorf("test row %d, class %d: %v", i, k, f)
			}
		}
	}
	var again experiment.Report
	if err := json.Unmarshal([]byte(text), &again); err != nil {
		t.Fatal(err)
	}
	if twice := compact(&again); twice != text || digestOf(&again) != r.Result {
		t.Errorf("the decoded report differs:\n%.300s\n%.300s", text, twice)
	}
	if !reflect.DeepEqual(again.OfClass(2).Predictions, r.OfClass(2).Predictions) {
		t.Error("the decoded decision values of a class differ")
	}
	short := strings.Replace(text, `"intercept":[`, `"intercept":[0,`, 1)
	if err := json.Unmarshal([]byte(short), &again); err == nil || !strings.Contains(err.Error(), "intercept is a list of length 5, and it names 4 classes") {
		t.Errorf("%v", err)
	}
}

// TestClassMetrics compares metrics of three classes with counts by hand.
func TestClassMetrics(t *testing.T) {
	y := []float64{0, 0, 1, 1, 1, 2}
	f := []float64{
		2, 1, 0, // right
		0, 1, 0, // 1 instead of 0
		0, 3, 1, // right
		0, 2, 1, // right
		0, 0, 2, // 2 instead of 1
		1, 1, 1, // a tie: the first
	}
	m := severalClasses(y, f, 3, false)
	if fmt.Sprint(m.Confusion) != "[[1 1 0] [0 2 1] [1 0 0]]" || !close(*m.Accuracy, 0.5, 1e-15) || !close(*m.BalancedAccuracy, (0.5+2.0/3)/3, 1e-15) || m.LogLoss != nil {
		t.Errorf("%+v", m)
	}
	one := classMetric(m.Confusion, 1, nil)
	if one.Rows != 3 || !close(*one.Recall, 2.0/3, 1e-15) || !close(*one.Precision, 2.0/3, 1e-15) || !close(*one.F1, 2.0/3, 1e-15) {
		t.Errorf("%+v", one)
	}
	none := classMetric([][]int{{3, 0}, {0, 0}}, 1, nil)
	if none.Rows != 0 || none.Recall != nil || none.Precision != nil || none.F1 != nil {
		t.Errorf("%+v", none)
	}
	of := &experiment.Report{Classes: []string{"a", "b", "c", "d"}, Metrics: map[string]experiment.Metric{"test": {
		PerClass: []experiment.ClassMetric{{Rows: 9, AUC: m.AUC, Precision: m.AUC}, {Rows: 2, AUC: m.AUC}, {Rows: 3, AUC: m.AUC}, none}}}}
	if got := scoreRemarks(of); !slices.Equal(got, []string{`the model predicts "b" and "c" for no test row`, `the AUC of "b" rests on fewer than 3 test rows of the class`}) {
		t.Errorf("%q", got)
	}
	for source, want := range map[string]int{experiment.SourceFile: 1, experiment.SourceSynthetic: 0} {
		exact := &experiment.Report{Spec: experiment.Spec{Data: experiment.Data{Source: source}}, Metrics: map[string]experiment.Metric{"test": {R2: new(0.9995)}}}
		if got := scoreRemarks(exact); len(got) != want {
			t.Errorf("%s: %q", source, got)
		}
	}
	if p := logProbability([]float64{-900, -900, -1000}, 0); !close(p, math.Log(0.5), 1e-12) {
		t.Errorf("log p of two equal classes is %v", p)
	}
}

// digits returns the 1797 test images of Alpaydin and Kaynak, Optical Recognition of
// Handwritten Digits, UCI Machine Learning Repository, 1998 (CC BY 4.0): 8 x 8 pixels
// from 0 to 16, and the digit.
func digits(t testing.TB) []byte {
	t.Helper()
	packed := mustReadFile(t, "../../testdata/digits.csv.gz")
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const ofDigits = `{"data": {"source": "file", "name": "digits.csv"}, "target": "digit", "task": "classification",
	"split": {"train": 0.7, "test": 0.3, "seed": 1}, "preprocess": {"standardize": false}, "model": {%s}, "solver": {"tolerance": 1e-6}}`

// TestDigits checks the accuracy of classifiers of the ten digits on test rows.
func TestDigits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: left out by -short")
	}
	file := digits(t)
	for _, model := range []string{`"type": "svm", "C": 10, "kernel": {"type": "gaussian", "beta": 0.001}`, `"type": "knn", "k": 3`} {
		start := time.Now()
		r := mustRun(t, fmt.Sprintf(ofDigits, model), file, Options{})
		m := r.Metrics["test"]
		t.Logf("%s: accuracy %.4f on %d unseen rows, baseline %.3f, %v", model, *m.Accuracy, len(r.Rows.Test), *m.Baseline, time.Since(start).Round(time.Millisecond))
		if !r.Status.IsSolved() || *m.Accuracy <= 0.97 {
			t.Errorf("%s: %s, accuracy %v", model, r.Status, *m.Accuracy)
		}
	}
}

// TestBaselineOfOneClass checks that the share of the most frequent class is 1 where all rows are of it: six times 1/6
// is less, rounded.
func TestBaselineOfOneClass(t *testing.T) {
	x, _ := randomData(12, 2, 1)
	y := []float64{0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0}
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": "classification", "split": {"train": [0,1,2,3,4,5], "test": [6,7,8,9,10,11]}}`, inline(x, y)), nil, Options{})
	if base := *r.Metrics["test"].Baseline; base != 1 {
		t.Errorf("baseline %v", base)
	}
}

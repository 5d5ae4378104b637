package lab

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// sparseFile writes the same rows in the LIBSVM format and as CSV: a share of the
// cells is not 0, the third column is far from 0 everywhere, and the label
// depends on the first two and on their product.
func sparseFile(rows, columns int, share float64, classes bool) (libsvm, csv string) {
	r := rand.New(rand.NewPCG(uint64(rows), uint64(columns)))
	var lines, cells strings.Builder
	cells.WriteString("label")
	for j := range columns {
		fmt.Fprintf(&cells, ",x%d", j+1)
	}
	x := make([]float64, columns)
	for i := range rows {
		for j := range x {
			x[j] = 0
			if j == 2 || r.Float64() < share {
				x[j] = math.Round(100*(1+r.NormFloat64())) / 100
			}
			if j == 2 {
				x[j] += 20
			}
		}
		y := 3*x[0] - x[1] + x[0]*x[1] + math.Round(100*r.NormFloat64())/100
		if classes {
			y = math.Copysign(1, y-0.5)
		}
		if i < 2 {
			y = float64(2*i - 1) // both classes occur
		}
		fmt.Fprintf(&lines, "%v", y)
		fmt.Fprintf(&cells, "\n%v", y)
		for j, v := range x {
			if v != 0 {
				fmt.Fprintf(&lines, " %d:%v", j+1, v)
			}
			fmt.Fprintf(&cells, ",%v", v)
		}
		lines.WriteString("\n")
	}
	return lines.String(), cells.String()
}

// TestSparseAgainstDense checks that sparse files are solved by the sparse strategy, with
// the solution of the same numbers in a dense file.
func TestSparseAgainstDense(t *testing.T) {
	losses := map[string]bool{"squared": false, "absolute": false, "epsilon-insensitive": false, "huber": false, "logistic": true, "hinge": true, "smoothed-hinge": true}
	compare := func(classes bool, more string) {
		t.Helper()
		libsvm, csv := sparseFile(36, 25, 0.15, classes)
		task := experiment.Regression
		if classes {
			task = experiment.Classification
		}
		spec := func(strategy string) string {
			return `{"data": {"source": "file", "name": "f"}, "target": "label", "task": "` + task + `", "split": {"train": 0.6, "validation": 0.2, "test": 0.2},
				"solver": {"tolerance": 1e-13, "strategy": "` + strategy + `"}, ` + more + `}`
		}
		got := mustRun(t, spec("auto"), []byte(libsvm), Options{AllWeights: true})
		want := mustRun(t, spec("features"), []byte(csv), Options{AllWeights: true})
		if got.Solver.Strategy != "sparse" || got.Status != experiment.Converged || want.Status != experiment.Converged {
			t.Errorf("%s: %s by %s (%s), %s", more, got.Status, got.Solver.Strategy, got.Solver.Reason, want.Status)
			return
		}
		if !close(got.Objective.Dual, want.Objective.Dual, 1e-9*math.Abs(want.Objective.Dual)) || !close(got.Gamma, want.Gamma, 1e-9*want.Gamma) {
			t.Errorf("%s: dual %v at gamma %v, want %v at %v", more, got.Objective.Dual, got.Gamma, want.Objective.Dual, want.Gamma)
		}
		assertVector(t, more+": training prediction", got.Predictions.Train, want.Predictions.Train, 1e-6)
		assertVector(t, more+": validation prediction", got.Predictions.Validation, want.Predictions.Validation, 1e-6)
		assertVector(t, more+": test prediction", got.Predictions.Test, want.Predictions.Test, 1e-6)
		a, b := got.Weights, want.Weights
		if a.Count != b.Count || a.MaxDegree != b.MaxDegree || !close(a.NormPower, b.NormPower, 1e-6*b.NormPower) ||
			!close(a.Threshold, b.Threshold, 1e-6*b.Threshold) || !close(a.ListedShare, b.ListedShare, 1e-6) || !close(a.ExaminedShare, 1, 1e-9) {
			t.Errorf("%s: %d weights up to degree %d, threshold %v, shares %v and %v, norm %v; want %d, %d, %v, %v, 1, %v", more,
				a.Count, a.MaxDegree, a.Threshold, a.ListedShare, a.ExaminedShare, a.NormPower, b.Count, b.MaxDegree, b.Threshold, b.ListedShare, b.NormPower)
		}
		assertVector(t, more+": weight", a.Values, b.Values, 1e-6)
		for k, w := range a.Top {
			if !close(w.Value, a.Values[w.Index], 0) || k < 5 && (w.Label != b.Top[k].Label || w.Index != b.Top[k].Index || !close(w.Coefficient, b.Top[k].Coefficient, 1e-6*math.Abs(b.Top[0].Coefficient))) {
				t.Errorf("%s: weight %d of the list is %+v, want %+v", more, k, w, b.Top[k])
			}
		}
	}
	for loss, classes := range losses {
		for _, p := range []string{`"4/3"`, `"3/2"`, `1.1`, `2`} {
			for _, preprocess := range []string{`"standardize": false`, `"standardize": true`, `"standardize": false, "intercept": false`, `"standardize": true, "intercept": false`} {
				compare(classes, `"model": {"p": `+p+`, "loss": {"type": "`+loss+`"}}, "preprocess": {`+preprocess+`}`)
			}
		}
		for _, degree := range []int{1, 2, 3} {
			compare(classes, fmt.Sprintf(`"model": {"kernel": {"type": "polynomial", "degree": %d}, "loss": {"type": %q}}, "preprocess": {"standardize": false}`, degree, loss))
		}
	}
	for _, kernel := range []string{`"polynomial", "degree": 2, "constant": 1.5`, `"series", "coefficients": [0, 1, 0, 2]`, `"sum", "of": [{"type": "linear"}, {"type": "polynomial"}]`} {
		compare(false, `"model": {"kernel": {"type": `+kernel+`}}, "preprocess": {"standardize": false}`)
	}
	compare(false, `"model": {"kernel": {"type": "polynomial", "degree": 1, "constant": 2}}, "preprocess": {"standardize": true, "intercept": false}`)
	compare(false, `"model": {"subsample": 15}`)
	compare(false, `"model": {"subsample": 15, "kernel": {"type": "polynomial", "degree": 2}, "p": "6/5"}, "preprocess": {"standardize": false}`)
}

// TestSparseFileByOtherStrategies checks that other kernels and strategies solve a sparse
// file like a dense one.
func TestSparseFileByOtherStrategies(t *testing.T) {
	libsvm, csv := sparseFile(24, 12, 0.2, false)
	for _, c := range []struct{ more, strategy string }{
		{`"model": {"kernel": {"type": "exponential"}}`, "tensor"},
		{`"model": {"kernel": {"type": "polynomial", "degree": 2}}`, ""},
		{`"solver": {"strategy": "tensor"}`, "tensor"},
		{`"solver": {"strategy": "features"}`, "features"},
		{`"solver": {"strategy": "streamed"}`, "streamed"},
	} {
		spec := `{"data": {"source": "file", "name": "f"}, "target": "label", ` + c.more + `}`
		got, want := mustRun(t, spec, []byte(libsvm), Options{}), mustRun(t, spec, []byte(csv), Options{})
		if got.Solver.Strategy != want.Solver.Strategy || c.strategy != "" && got.Solver.Strategy != c.strategy {
			t.Errorf("%s: by %s, want %s", c.more, got.Solver.Strategy, want.Solver.Strategy)
		}
		if !close(got.Objective.Dual, want.Objective.Dual, 1e-9*math.Abs(want.Objective.Dual)) {
			t.Errorf("%s: dual %v, want %v", c.more, got.Objective.Dual, want.Objective.Dual)
		}
		assertVector(t, c.more, got.Predictions.Test, want.Predictions.Test, 1e-6)
	}
	refuses(t, "centred", `{"data": {"source": "file", "name": "f"}, "target": "label", "model": {"kernel": {"type": "polynomial"}}, "solver": {"strategy": "sparse"}}`,
		[]byte(libsvm), Options{}, `strategy "sparse"`, "standardize centres the columns", "turn off standardize")
	refuses(t, "too large a row", `{"data": {"source": "file", "name": "f"}, "target": "label", "preprocess": {"standardize": false}, "split": {"train": [0, 1, 2]},
		"model": {"kernel": {"type": "polynomial", "degree": 3}}}`, []byte("1 1:2 3:1\n2 1:3 2:1e100\n3 2:1 3:2\n"), Options{}, "row 1 of the data", "turn on standardize")
}

// TestDenseFileOnSparseRows checks that dense data are solved on sparse rows if the strategy
// is sparse or if this is cheaper.
func TestDenseFileOnSparseRows(t *testing.T) {
	for _, c := range []struct {
		share    float64
		strategy string
		sparse   bool
	}{{0.01, "auto", true}, {0.9, "auto", false}, {0.9, "sparse", true}} {
		_, csv := sparseFile(60, 400, c.share, false)
		r := mustRun(t, `{"data": {"source": "file", "name": "f"}, "target": "label", "preprocess": {"standardize": false},
			"model": {"kernel": {"type": "polynomial"}}, "split": {"train": 0.5}, "solver": {"strategy": "`+c.strategy+`"}}`, []byte(csv), Options{})
		if by := r.Solver.Strategy; (by == "sparse") != c.sparse {
			t.Errorf("share %g, %s: by %s (%s)", c.share, c.strategy, by, r.Solver.Reason)
		}
	}
}

// TestDexter checks the accuracy on the training part of DEXTER (NIPS 2003) if it is
// available. It may not be bundled.
func TestDexter(t *testing.T) {
	at := os.Getenv("LPLAB_DATA")
	if at == "" {
		at = "../../../shared/data"
	}
	rows, err := os.ReadFile(at + "/dexter_train.data")
	if err != nil {
		t.Skipf("DEXTER is not bundled; the variable LPLAB_DATA names its folder: %v", err)
	}
	labels := mustReadFile(t, at+"/dexter_train.labels")
	var file strings.Builder
	y := strings.Fields(string(labels))
	for i, line := range strings.Split(strings.TrimSpace(string(rows)), "\n") {
		fmt.Fprintf(&file, "%s %s\n", y[i], line)
	}
	for _, c := range []struct {
		model      string
		accuracy   float64
		preprocess string
	}{
		{`{"p": "4/3"}`, 0.9, `{}`},
		{`{"p": "4/3", "kernel": {"type": "polynomial", "degree": 2}}`, 0.6, `{"standardize": false}`},
	} {
		r := mustRun(t, `{"data": {"source": "file", "name": "dexter.svm"}, "target": "label", "task": "classification",
			"split": {"train": 0.6666667, "test": 0.3333333}, "model": `+c.model+`, "preprocess": `+c.preprocess+`}`, []byte(file.String()), Options{AllWeights: true})
		if r.Status != experiment.Converged || r.Solver.Strategy != "sparse" || len(r.Rows.Train) != 200 || !(*r.Metrics["test"].Accuracy >= c.accuracy) {
			t.Errorf("%s: %s by %s on %d rows, accuracy %v", c.model, r.Status, r.Solver.Strategy, len(r.Rows.Train), *r.Metrics["test"].Accuracy)
		}
	}
}

package lab

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestRegressionMetrics(t *testing.T) {
	m := regression([]float64{1, 2, 3, 6}, []float64{1.5, 2, 1, 6})
	// Errors -0.5, 0, 2, 0 about a mean of 3 with squares 4, 1, 0, 9.
	if *m.MSE != 4.25/4 || *m.MAE != 2.5/4 || !close(*m.R2, 1-4.25/14, 1e-15) {
		t.Errorf("mse %v, mae %v, r2 %v", *m.MSE, *m.MAE, *m.R2)
	}
	if m.Accuracy != nil || m.AUC != nil || m.Confusion != nil {
		t.Error("classification's figures in regression")
	}
	if m := regression([]float64{2}, []float64{1}); m.R2 != nil || *m.MSE != 1 {
		t.Error("r2 of one row")
	}
	if m := regression([]float64{1, 3}, []float64{2, 2}); *m.R2 != 0 {
		t.Errorf("r2 of the mean is %v", *m.R2)
	}
}

func TestClassificationMetrics(t *testing.T) {
	m := classification([]float64{-1, -1, -1, 1, 1}, []float64{-2, 0.5, -0.1, -0.1, 0})
	if *m.Accuracy != 0.6 || fmt.Sprint(m.Confusion) != "[[2 1] [1 1]]" {
		t.Errorf("accuracy %v, confusion %v", *m.Accuracy, m.Confusion)
	}
	if m.MSE != nil || m.MAE != nil || m.R2 != nil {
		t.Error("regression's figures in classification")
	}
	var loss float64
	for _, margin := range []float64{2, -0.5, 0.1, -0.1, 0} {
		loss += math.Log(1+math.Exp(-margin)) / 5
	}
	if !close(*m.LogLoss, loss, 1e-15) || !close(*m.BalancedAccuracy, (2.0/3+1.0/2)/2, 1e-15) {
		t.Errorf("log loss %v, want %v; balanced accuracy %v", *m.LogLoss, loss, *m.BalancedAccuracy)
	}
	if m := classification([]float64{1, -1}, []float64{-1e4, -1e4}); *m.LogLoss != 5e3 {
		t.Errorf("log loss of a margin that overflows: %v", *m.LogLoss)
	}
	for _, y := range []float64{-1, 1} {
		if m := classification([]float64{y, y}, []float64{1, -1}); m.BalancedAccuracy != nil || m.AUC != nil {
			t.Errorf("figures of two classes where all are %v", y)
		}
	}
	if m := classification([]float64{1, -1}, []float64{1, 1}); *m.BalancedAccuracy != 0.5 {
		t.Errorf("balanced accuracy with one row of each: %v", *m.BalancedAccuracy)
	}
}

// TestAUC counts pairs.
func TestAUC(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for trial := range 200 {
		n := 1 + r.IntN(12)
		y, f := make([]float64, n), make([]float64, n)
		for i := range y {
			y[i] = float64(2*r.IntN(2) - 1)
			f[i] = float64(r.IntN(5)) - 2 // with ties
		}
		var pairs, won float64
		for i := range y {
			for j := range y {
				if y[i] > 0 && y[j] < 0 {
					pairs++
					switch {
					case f[i] > f[j]:
						won++
					case f[i] == f[j]:
						won += 0.5
					}
				}
			}
		}
		got := auc(y, f)
		if (got == nil) != (pairs == 0) || got != nil && !close(*got, won/pairs, 1e-15) {
			t.Fatalf("trial %d: auc of %v by %v is %v, want %v of %v", trial, y, f, got, won, pairs)
		}
	}
}

// TestMetricsOfEveryPart: each part with rows has its figures, of its own rows.
func TestMetricsOfEveryPart(t *testing.T) {
	x, y := randomData(20, 3, 9)
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.5, "validation": 0.25, "test": 0.25}}`, inline(x, y)), nil, Options{})
	for part, rows := range map[string][]int{"train": r.Rows.Train, "validation": r.Rows.Validation, "test": r.Rows.Test} {
		actual := map[string][]float64{"train": r.Actual.Train, "validation": r.Actual.Validation, "test": r.Actual.Test}[part]
		f := map[string][]float64{"train": r.Predictions.Train, "validation": r.Predictions.Validation, "test": r.Predictions.Test}[part]
		var mse float64
		for i, row := range rows {
			if actual[i] != y[row] {
				t.Errorf("%s: y of row %d is %v, want %v", part, row, actual[i], y[row])
			}
			mse += (y[row] - f[i]) * (y[row] - f[i]) / float64(len(rows))
		}
		if m, ok := r.Metrics[part]; !ok || !close(*m.MSE, mse, 1e-12*mse) {
			t.Errorf("%s: mse %v, want %v", part, m.MSE, mse)
		}
	}
	if _, ok := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1, "test": 0}}`, inline(x, y)), nil, Options{}).Metrics["test"]; ok {
		t.Error("figures of an empty part")
	}
}

// TestClasses: the alphabetically first class is -1, and the decision values
// separate a separable problem.
func TestClasses(t *testing.T) {
	rows := ""
	for i := range 16 {
		class := "yes"
		if i%2 == 0 {
			class = "no"
		}
		rows += fmt.Sprintf(`[%d, %g, %q],`, 3*(i%2)+i/8, math.Sin(float64(i)), class)
	}
	for _, loss := range []string{"logistic", "hinge", "squared"} {
		r := mustRun(t, `{"data": {"source": "inline", "columns": ["a", "b", "class"], "rows": [`+rows[:len(rows)-1]+`]}, "target": "class",
			"task": "classification", "model": {"gamma": 100, "loss": {"type": "`+loss+`"}}}`, nil, Options{})
		if fmt.Sprint(r.Classes) != "[no yes]" {
			t.Errorf("classes %v", r.Classes)
		}
		m := r.Metrics["train"]
		if *m.Accuracy != 1 || *m.AUC != 1 || m.Confusion[0][1]+m.Confusion[1][0] != 0 {
			t.Errorf("%s: accuracy %v, auc %v, confusion %v", loss, *m.Accuracy, *m.AUC, m.Confusion)
		}
		for i, row := range r.Rows.Train {
			if want := float64(row%2*2 - 1); r.Actual.Train[i] != want {
				t.Errorf("row %d is %v, want %v", row, r.Actual.Train[i], want)
			}
		}
	}
}

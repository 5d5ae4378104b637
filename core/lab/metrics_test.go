package lab

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lplab/core/experiment"
)

func TestRegressionMetrics(t *testing.T) {
	m := regression([]float64{1, 2, 3, 6}, []float64{1.5, 2, 1, 6})
	// Errors -0.5, 0, 2, 0 about a mean of 3 with squares 4, 1, 0, 9.
	if *m.MSE != 4.25/4 || *m.MAE != 2.5/4 || !close(*m.R2, 1-4.25/14, 1e-15) {
		t.Errorf("mse %v, mae %v, r2 %v", *m.MSE, *m.MAE, *m.R2)
	}
	if m.Accuracy != nil || m.AUC != nil || m.Confusion != nil {
		t.Error("regression has metrics of classification")
	}
	if m := regression([]float64{2}, []float64{1}); m.R2 != nil || *m.MSE != 1 {
		t.Error("one row has an r2")
	}
	equal := slices.Repeat([]float64{0.1}, 10) // their mean is rounded to another number
	if m := regression(equal, make([]float64, 10)); m.R2 != nil {
		t.Errorf("R2 = %g of equal targets", *m.R2)
	}
	if m := regression([]float64{1, 3}, []float64{2, 2}); *m.R2 != 0 {
		t.Errorf("r2 of the mean is %v", *m.R2)
	}
}

func TestClassificationMetrics(t *testing.T) {
	m := classification([]float64{-1, -1, -1, 1, 1}, []float64{-2, 0.5, -0.1, -0.1, 0}, true)
	if *m.Accuracy != 0.6 || fmt.Sprint(m.Confusion) != "[[2 1] [1 1]]" {
		t.Errorf("accuracy %v, confusion %v", *m.Accuracy, m.Confusion)
	}
	if m.MSE != nil || m.MAE != nil || m.R2 != nil {
		t.Error("classification has metrics of regression")
	}
	var loss float64
	for _, margin := range []float64{2, -0.5, 0.1, -0.1, 0} {
		loss += math.Log(1+math.Exp(-margin)) / 5
	}
	if !close(*m.LogLoss, loss, 1e-15) || !close(*m.BalancedAccuracy, (2.0/3+1.0/2)/2, 1e-15) {
		t.Errorf("log loss %v, want %v; balanced accuracy %v", *m.LogLoss, loss, *m.BalancedAccuracy)
	}
	if m := classification([]float64{1, -1}, []float64{-1e4, -1e4}, true); *m.LogLoss != 5e3 {
		t.Errorf("log loss of a margin that overflows: %v", *m.LogLoss)
	}
	for _, y := range []float64{-1, 1} {
		if m := classification([]float64{y, y}, []float64{1, -1}, true); m.BalancedAccuracy != nil || m.AUC != nil {
			t.Errorf("metrics of two classes, but all rows are %v", y)
		}
	}
	if m := classification([]float64{1, -1}, []float64{1, 1}, true); *m.BalancedAccuracy != 0.5 {
		t.Errorf("balanced accuracy with one row of each: %v", *m.BalancedAccuracy)
	}
}

// countPairs counts the pairs of a row of a class and another row, and those where the first has the larger value; ties are halves.
func countPairs(f []float64, isOf func(row int) bool) (pairs, won float64) {
	for i, a := range f {
		for j, b := range f {
			if isOf(i) && !isOf(j) {
				pairs++
				switch {
				case a > b:
					won++
				case a == b:
					won += 0.5
				}
			}
		}
	}
	return pairs, won
}

// TestAUC checks the AUC against counts of pairs.
func TestAUC(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for trial := range 200 {
		n := 1 + r.IntN(12)
		y, f := make([]float64, n), make([]float64, n)
		for i := range y {
			y[i] = float64(2*r.IntN(2) - 1)
			f[i] = float64(r.IntN(5)) - 2 // with ties
		}
		rounded := slices.Clone(f)
		for i := range f {
			rounded[i] *= 1 + 1e-13*r.NormFloat64()
		}
		pairs, won := countPairs(f, func(i int) bool { return y[i] > 0 })
		got := auc(y, rounded)
		if (got == nil) != (pairs == 0) || got != nil && !close(*got, won/pairs, 1e-15) {
			t.Fatalf("trial %d: auc of %v by %v is %v, want %v of %v", trial, y, f, got, won, pairs)
		}
	}
}

// TestMetricsOfEveryPart checks that each part with rows has the metrics of its rows.
func TestMetricsOfEveryPart(t *testing.T) {
	x, y := randomData(20, 3, 9)
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.5, "validation": 0.25, "test": 0.25}}`, inline(x, y)), nil, Options{})
	for _, part := range experiment.PartNames {
		rows, actual, f := *r.Rows.Of(part), *r.Actual.Of(part), *r.Predictions.Of(part)
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
		t.Error("an empty part has metrics")
	}
}

// TestClasses checks that the alphabetically first class is -1, and that the decision
// values separate separable classes.
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

// TestMetricsOfSeveralClasses checks the metrics against counts over rows and pairs of rows, for random decision
// values with ties and for classes without rows.
func TestMetricsOfSeveralClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for trial := range 200 {
		n, classes := 1+r.IntN(9), 3+r.IntN(2)
		y, f := make([]float64, n), make([]float64, n*classes)
		for i := range y {
			y[i] = float64(r.IntN(classes - trial%2)) // in every other trial the last class has no row
		}
		for i := range f {
			f[i] = float64(r.IntN(5)) - 2
		}
		var right, log, aucs, known float64
		balanced, counted := 0.0, 0.0
		predicted := make([]int, n)
		for i := range y {
			row := f[i*classes:][:classes]
			for k, v := range row {
				if v > row[predicted[i]] {
					predicted[i] = k
				}
			}
			total := 0.0
			for _, v := range row {
				total += 1 / (1 + math.Exp(-v))
			}
			log -= math.Log(1/(1+math.Exp(-row[int(y[i])]))/total) / float64(n)
			if predicted[i] == int(y[i]) {
				right++
			}
		}
		m := severalClasses(y, f, classes, true)
		for k := range classes {
			var rows, hits, guesses float64
			own := make([]float64, n)
			for i := range y {
				own[i] = f[i*classes+k]
				if predicted[i] == k {
					guesses++
				}
				if int(y[i]) != k {
					continue
				}
				rows++
				if predicted[i] == k {
					hits++
				}
			}
			if pairs, won := countPairs(own, func(i int) bool { return int(y[i]) == k }); pairs > 0 {
				aucs, known = aucs+won/pairs, known+1
			}
			if rows > 0 {
				balanced, counted = balanced+hits/rows/float64(classes), counted+1
			}
			of := classMetric(m.Confusion, k, nil)
			check := func(what string, got *float64, part, whole float64) {
				if (got == nil) != (whole == 0) || got != nil && !close(*got, part/whole, 1e-14) {
					t.Fatalf("trial %d, class %d: %s %v, want %v of %v", trial, k, what, got, part, whole)
				}
			}
			check("recall", of.Recall, hits, rows)
			check("precision", of.Precision, hits, guesses)
			check("f1", of.F1, 2*hits, rows+guesses)
			if of.Rows != int(rows) {
				t.Fatalf("trial %d: class %d has %d rows, want %v", trial, k, of.Rows, rows)
			}
		}
		if !close(*m.Accuracy, right/float64(n), 1e-14) || !close(*m.LogLoss, log, 1e-12*(1+log)) {
			t.Fatalf("trial %d: accuracy %v of %v right, log loss %v, want %v", trial, *m.Accuracy, right, *m.LogLoss, log)
		}
		if (m.BalancedAccuracy == nil) != (counted < float64(classes)) || m.BalancedAccuracy != nil && !close(*m.BalancedAccuracy, balanced, 1e-14) {
			t.Fatalf("trial %d: balanced accuracy %v, want %v of %v classes", trial, m.BalancedAccuracy, balanced, counted)
		}
		if (m.AUC == nil) != (known == 0) || m.AUC != nil && !close(*m.AUC, aucs/known, 1e-14) {
			t.Fatalf("trial %d: auc %v, want the mean %v of %v", trial, m.AUC, aucs/known, known)
		}
		if p := severalClasses(y, f, classes, false); p.LogLoss != nil {
			t.Fatal("values that are no log-odds have a log loss")
		}
	}
}

// TestMetricsOfTheBaseline checks the baseline, the error of the training mean or the share of the most frequent
// training class on the rows of each part, and the metrics of each class.
func TestMetricsOfTheBaseline(t *testing.T) {
	x, y := randomData(40, 3, 10)
	for classes := range 4 {
		if classes == 1 {
			continue
		}
		target, task := slices.Clone(y), "regression"
		if classes > 0 {
			task = "classification"
			for i := range target {
				target[i] = float64(i * i % 7 % classes)
			}
		}
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": {"train": 0.5, "validation": 0.25, "test": 0.25}, "model": {"loss": {"type": "squared"}}}`,
			inline(x, target), task), nil, Options{})
		train := r.Rows.Train
		for _, part := range experiment.PartNames {
			m, rows := r.Metrics[part], *r.Rows.Of(part)
			want := 0.0
			if classes == 0 {
				mean := 0.0
				for _, row := range train {
					mean += target[row] / float64(len(train))
				}
				for _, row := range rows {
					want += (target[row] - mean) * (target[row] - mean) / float64(len(rows))
				}
			} else {
				count := make([]int, classes)
				for _, row := range train {
					count[int(target[row])]++
				}
				most := slices.Index(count, slices.Max(count))
				for _, row := range rows {
					if int(target[row]) == most {
						want += 1 / float64(len(rows))
					}
				}
			}
			if !close(*m.Baseline, want, 1e-12) {
				t.Errorf("%d classes, %s: baseline %v, want %v", classes, part, *m.Baseline, want)
			}
			if len(m.PerClass) != classes {
				t.Fatalf("%d classes, %s: metrics of %d", classes, part, len(m.PerClass))
			}
			for k, of := range m.PerClass {
				rowsOf := 0
				for _, row := range rows {
					if int(target[row]) == k {
						rowsOf++
					}
				}
				if of.Rows != rowsOf || (of.AUC == nil) != (rowsOf == 0 || rowsOf == len(rows)) || classes == 2 && of.AUC != nil && *of.AUC != *m.AUC {
					t.Errorf("%d classes, %s: class %d has %d of %d rows, auc %v", classes, part, k, of.Rows, rowsOf, of.AUC)
				}
				if classes < 3 || of.AUC == nil {
					continue
				}
				own := r.OfClass(k).Predictions // of class k against the rest
				pairs, won := countPairs(*own.Of(part), func(i int) bool { return int(target[rows[i]]) == k })
				if !close(*of.AUC, won/pairs, 1e-14) {
					t.Errorf("%s: auc of class %d is %v, want %v of %v", part, k, *of.AUC, won, pairs)
				}
			}
		}
	}
}

// TestMetricsOfLogOdds checks that only models with log-odds as decision values have a log loss.
func TestMetricsOfLogOdds(t *testing.T) {
	x, y := randomData(24, 2, 11)
	for i := range y {
		y[i] = float64(i % 3)
	}
	for model, has := range map[string]bool{
		`"type": "kernel-logistic", "kernel": {"type": "linear"}`: true, `"type": "svm", "kernel": {"type": "linear"}`: false,
		`"loss": {"type": "logistic"}`: true, `"loss": {"type": "hinge"}`: false, `"type": "kernel-ridge", "kernel": {"type": "linear"}`: false,
	} {
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": "classification", "split": {"train": 0.5, "test": 0.5}, "model": {%s}}`, inline(x, y), model), nil, Options{})
		for part, m := range r.Metrics {
			if (m.LogLoss != nil) != has {
				t.Errorf("%s, %s: log loss %v", model, part, m.LogLoss)
			}
		}
	}
	// The models of a path have a confusion matrix only for two classes, for the size of the report.
	for _, classes := range []int{2, 3} {
		for i := range y {
			y[i] = float64(i % classes)
		}
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": "classification", "split": {"train": 0.5, "test": 0.5}, "model": {"loss": {"type": "hinge"}}, "search": {"criterion": "path", "count": 3}}`,
			inline(x, y)), nil, Options{})
		for _, point := range r.Search.Path.Points {
			if m := point.Metrics["test"]; (m.Confusion != nil) != (classes == 2) || m.Accuracy == nil {
				t.Errorf("%d classes: metrics of a path %+v", classes, m)
			}
		}
	}
}

package lab

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/solvers/loss"
)

// severalClasses measures decision values f of more than two classes, row by row, against the places
// y of the classes. Of equal values the first is predicted.
func severalClasses(y, f []float64, classes int, probabilities bool) experiment.Metric {
	confusion := matrix[int](classes, classes)
	for i, label := range y {
		confusion[int(label)][floats.MaxIdx(f[i*classes:(i+1)*classes])]++
	}
	m := ofConfusion(confusion)
	var sum, count float64
	for k := range classes {
		if value := auc(experiment.AgainstRest(y, k), ofClassIn(f, k, classes)); value != nil {
			sum += *value
			count++
		}
	}
	if count > 0 {
		m.AUC = new(sum / count)
	}
	if probabilities {
		var logLoss float64
		for i, label := range y {
			logLoss -= logProbability(f[i*classes:(i+1)*classes], int(label)) / float64(len(y))
		}
		m.LogLoss = &logLoss
	}
	return m
}

// logProbability returns log p of a class, where p_k is the share of 1/(1 + exp(-f_k)) in the sum
// over the classes.
func logProbability(f []float64, class int) float64 {
	logs := lists.Map(f, func(v float64) float64 { return -loss.Logistic{}.Value(1, v) })
	return logs[class] - floats.LogSumExp(logs)
}

// withBaseline adds to the metric of the report's own model the baseline, R² without a row on which it depends, and how
// well the decision values f separate each class from the rest.
func (r *run) withBaseline(m experiment.Metric, y, f []float64) experiment.Metric {
	train := r.design.Train.Y
	classes := len(r.design.Classes)
	if classes == 0 {
		const rowEffect = 0.2 // least fall of R² for which the row with the target farthest from the mean is named
		mean := floats.Sum(train) / float64(len(train))
		m.Baseline = regression(y, slices.Repeat([]float64{mean}, len(y))).MSE
		if without := r2Without(y, f, farthest(y)); m.R2 != nil && *m.R2 > 0 && without != nil && *without < *m.R2-rowEffect {
			m.R2WithoutRow = without
		}
		return m
	}
	counts, right := r.design.ClassCounts(train), 0
	most := slices.Index(counts, slices.Max(counts))
	for _, v := range y {
		if r.design.Class(v) == most {
			right++
		}
	}
	m.Baseline = ratio(right, len(y))
	for k := range classes {
		of := m.AUC // the same for both of two classes
		if classes > 2 {
			of = auc(experiment.AgainstRest(y, k), ofClassIn(f, k, classes))
		}
		m.PerClass = append(m.PerClass, classMetric(m.Confusion, k, of))
	}
	return m
}

// classMetric measures one class by the confusion.
func classMetric(confusion [][]int, class int, auc *float64) experiment.ClassMetric {
	m := experiment.ClassMetric{AUC: auc}
	right, predictions := confusion[class][class], 0
	for k, row := range confusion {
		m.Rows += confusion[class][k]
		predictions += row[class]
	}
	m.Recall, m.Precision, m.F1 = ratio(right, m.Rows), ratio(right, predictions), ratio(2*right, m.Rows+predictions)
	return m
}

// ratio returns a/b; nil where b is 0.
func ratio(a, b int) *float64 {
	if b == 0 {
		return nil
	}
	return new(float64(a) / float64(b))
}

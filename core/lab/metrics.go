package lab

import (
	"fmt"
	"math"
	"slices"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/solvers/loss"
)

// measure computes the errors of predictions f of y. Of more than two classes, f has a decision
// value for each class, row after row.
func (r *run) measure(y, f []float64) experiment.Metric {
	switch classes := len(r.design.Classes); {
	case classes > 2:
		return severalClasses(y, f, classes, experiment.GivesProbabilities(r.spec.Model))
	case classes == 2:
		return classification(y, f, experiment.GivesProbabilities(r.spec.Model))
	}
	return regression(y, f)
}

// measurePath is measure for the models of a path, without the confusion of more than two classes.
func (r *run) measurePath(y, f []float64) experiment.Metric {
	m := r.measure(y, f)
	if len(r.design.Classes) > 2 {
		m.Confusion = nil
	}
	return m
}

// regression measures predictions f of numbers y; R2 is nil if all y are equal.
func regression(y, f []float64) experiment.Metric {
	n := float64(len(y))
	var mse, mae, mean, variance float64
	for i := range y {
		e := y[i] - f[i]
		mse += e * e / n
		mae += math.Abs(e) / n
		mean += y[i] / n
	}
	for _, v := range y {
		variance += (v - mean) * (v - mean) / n
	}
	m := experiment.Metric{MSE: &mse, MAE: &mae}
	if variance > 0 && !allEqual(y) {
		m.R2 = new(1 - mse/variance)
	}
	return m
}

// allEqual reports whether numbers are equal. Their variance may still not be 0, by the rounding of the mean.
func allEqual(y []float64) bool { return slices.Min(y) == slices.Max(y) }

// class returns the place of a label or a decision value among two classes.
func class(v float64) int {
	if v < 0 {
		return 0
	}
	return 1
}

// classification counts by the sign of the decision value, 0 as +1. The decision values are log-odds
// if the model gives probabilities.
func classification(y, f []float64, probabilities bool) experiment.Metric {
	confusion, logLoss := matrix[int](2, 2), 0.0
	for i := range y {
		confusion[class(y[i])][class(f[i])]++
		logLoss += loss.Logistic{}.Value(y[i], f[i]) / float64(len(y))
	}
	m := ofConfusion(confusion)
	m.AUC = auc(y, f)
	if probabilities {
		m.LogLoss = &logLoss
	}
	return m
}

// ofConfusion returns a confusion with the accuracy and, if each class has rows, the balanced one.
func ofConfusion(confusion [][]int) experiment.Metric {
	var right, rows, recalls float64
	for c, row := range confusion {
		n := 0.0
		for _, count := range row {
			n += float64(count)
		}
		right += float64(row[c])
		rows += n
		recalls += float64(row[c]) / n
	}
	m := experiment.Metric{Accuracy: new(right / rows), Confusion: confusion}
	if !math.IsNaN(recalls) { // 0/0: of a class without rows
		m.BalancedAccuracy = new(recalls / float64(len(confusion)))
	}
	return m
}

// auc returns the probability that a random +1 has a larger decision value than a random -1, ties
// counted half, by ranks (Mann-Whitney); nil if a class has no row.
func auc(y, f []float64) *float64 {
	var positives, rankSum float64
	ranks, _ := lists.Ranks(f, experiment.TiedShare)
	for i, rank := range ranks {
		if y[i] > 0 {
			positives++
			rankSum += rank
		}
	}
	negatives := float64(len(y)) - positives
	if positives == 0 || negatives == 0 {
		return nil
	}
	return new((rankSum - positives*(positives+1)/2) / (positives * negatives))
}

const (
	leastRanked = 3     // number of rows of a class below which there is a warning of its AUC
	nearlyExact = 0.999 // R² from which there is a warning
)

// scoreRemarks returns warnings of classes that are predicted for none of the unseen rows by which the model is judged, of
// those with too few of these rows for an AUC, and of R² nearly 1 of a target that no formula generates.
func scoreRemarks(r *experiment.Report) (remarks []string) {
	part, m := r.Judged()
	if part == "train" {
		return nil
	}
	var unpredicted, few []string
	for k, of := range m.PerClass {
		if of.Rows > 0 && of.Precision == nil {
			unpredicted = append(unpredicted, r.Classes[k])
		}
		if of.AUC != nil && of.Rows < leastRanked {
			few = append(few, r.Classes[k])
		}
	}
	if unpredicted != nil {
		remarks = append(remarks, fmt.Sprintf("the model predicts %s for no %s row", english.List(unpredicted), part))
	}
	if few != nil {
		remarks = append(remarks, fmt.Sprintf("the AUC of %s rests on fewer than %d %s rows of the class", english.List(few), leastRanked, part))
	}
	if m.R2 != nil && *m.R2 >= nearlyExact && r.Spec.Data.Source != experiment.SourceSynthetic {
		remarks = append(remarks, fmt.Sprintf("R² on the %s rows is nearly 1: if the target is computed from other columns, such as the rest of a sum, leave these out", part))
	}
	return remarks
}

package page

import (
	"math"

	"lplab/core/experiment"
)

// The scores of the searches of a tuning, and their words.

// goodness is the best score of a search, comparable between models of the same rows: the share of
// the variance explained, or another metric to be maximal.
func goodness(r experiment.Report) (value float64, ok bool) {
	if r.Search == nil || r.Search.Minimum == nil {
		return math.Inf(-1), false
	}
	return goodnessAt(r, *r.Search.Minimum), true
}

// goodnessAt is the goodness of one model of the search.
func goodnessAt(r experiment.Report, at experiment.Place) float64 {
	mean := r.Search.Scores[at.Subsample][at.Gamma].Mean
	if r.Search.Metric != experiment.MetricMSE {
		return mean
	}
	variance := baselineOn(r, r.Search.Criterion)
	if variance == nil || *variance == 0 {
		return -mean
	}
	return 1 - mean / *variance
}

// fitsAsWell reports whether a model fits the training rows as well as models of its strength predict the folds. The steps
// of reweighting can drop features of all rows together that they keep in those of each fold.
func fitsAsWell(r experiment.Report, search experiment.Searched, score float64) bool {
	m := r.Metrics["train"]
	trained := map[string]*float64{experiment.MetricMSE: m.R2, experiment.MetricAccuracy: m.Accuracy, experiment.MetricAUC: m.AUC}[search.Metric]
	return search.Criterion != experiment.SearchCrossValidation || trained == nil || *trained >= score-simplerLoss
}

// baselineGoodness is the goodness of predicting the mean or the most frequent class, or of random decision values.
func baselineGoodness(r experiment.Report, criterion string) float64 {
	accuracy := baselineOn(r, criterion)
	switch {
	case r.Spec.Search.Metric == experiment.MetricAUC:
		return 0.5
	case r.Spec.Task != experiment.Classification || accuracy == nil:
		return 0
	}
	return *accuracy
}

// baselineOn is the baseline on the rows that a search by a criterion scores on.
func baselineOn(r experiment.Report, criterion string) *float64 {
	if criterion == experiment.SearchValidation {
		return r.Metrics["validation"].Baseline
	}
	return r.Metrics["train"].Baseline
}

// scale is what scores must have in common to be compared.
type scale struct{ criterion, metric string }

func scaleOf(s experiment.Spec) scale { return scale{s.Search.Criterion, s.Search.Metric} }

// scoredRows names the rows on which a search scores.
func scoredRows(criterion string) string {
	if criterion == experiment.SearchValidation {
		return "validation rows"
	}
	return "folds"
}

// scoreText is a score of a search with its name.
func (s *state) scoreText(v float64) string {
	switch s.Spec.Search.Metric {
	case experiment.MetricAccuracy:
		return s.scoreNumber(v) + " right"
	case experiment.MetricAUC:
		return "AUC " + s.scoreNumber(v)
	}
	return "R² " + s.scoreNumber(v)
}

// scoreNumber is a score of a search, or a difference of two.
func (s *state) scoreNumber(v float64) string {
	if experiment.IsShare(s.Spec.Search.Metric) {
		return percent(v)
	}
	return scoreDigits(v, 2)
}

package lab

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
)

// remedies maps the parameter of a model's strength to the changes that make it easier to compute:
// of the model itself, and of a search; and to that which gives it more weights.
var remedies = map[string]struct{ model, search, weights string }{
	"gamma":  {"choose a smaller model.gamma", "remove the largest values of search.gamma", "choose a larger model.gamma"},
	"C":      {"choose a smaller model.C", "remove the largest values of search.C", "choose a larger model.C"},
	"lambda": {"choose a larger model.lambda", "remove the smallest values of search.lambda", "choose a smaller model.lambda"},
	"":       {"remove features that are nearly equal to others", "remove features that are nearly equal to others", "choose other features"},
}

// noWeights returns what to change if all weights are zero, unless a search chose that.
func (r *execution) noWeights(w *experiment.Weights) string {
	if w.Count == 0 || w.Nonzero > 0 || r.out.Chosen != nil || !r.model.ending().status.IsSolved() {
		return ""
	}
	return fmt.Sprintf("%s: %s, or a search.criterion", experiment.AllWeightsZero, remedies[r.parameter].weights)
}

// searchAdvice returns what to change if models of a search or a stability selection are not within
// the tolerance; otherwise "".
func searchAdvice(r *experiment.Report, parameter string) string {
	unsolved := r.Unsolved()
	if unsolved == "" {
		return ""
	}
	return fmt.Sprintf("%s, so results based on them are not exact: raise solver.maxIterations, %s%s, or choose a larger solver.tolerance", unsolved, scaling(r.Spec), remedies[parameter].search)
}

// unscoredFolds warns of folds that the search left out.
func (r *execution) unscoredFolds() string {
	if r.unscored == 0 {
		return ""
	}
	return fmt.Sprintf("search.metric %q is not defined on %d of %d folds, which lack rows of some classes and are left out; choose fewer folds, or %q",
		r.spec.Search.Metric, r.unscored, r.spec.Search.Folds, experiment.MetricAccuracy)
}

// advice returns what to change if a solution that was not cancelled is not within the tolerance.
func advice(r *experiment.Report, parameter string) string {
	switch remedy := remedies[parameter].model; r.Status {
	case experiment.Stalled:
		return fmt.Sprintf("rounding prevents the tolerance of %g: %s%s, or choose a larger solver.tolerance", r.Spec.Solver.Tolerance, scaling(r.Spec), remedy)
	case experiment.Truncated:
		return truncationAdvice(r)
	case experiment.IterationLimit:
		return fmt.Sprintf("the tolerance of %g is not reached in %s: raise solver.maxIterations, %sor %s", r.Spec.Solver.Tolerance, english.Count(r.Solver.Iterations, "iteration"), scaling(r.Spec), remedy)
	}
	return ""
}

// scaling begins a list of remedies with standardize, unless it is on.
func scaling(s experiment.Spec) string {
	if s.Preprocess.Standardize {
		return ""
	}
	return "turn on standardize, "
}

// fewRows warns of a file with more features than training rows, and names the rules of selection for these that are not in use.
func (r *run) fewRows() string {
	n, features := len(r.design.Train.Rows), r.design.D()
	if r.spec.Data.Source != experiment.SourceFile || features <= n {
		return ""
	}
	rules := slices.DeleteFunc([]string{experiment.SelectStability, experiment.SelectKnockoffs}, func(rule string) bool { return rule == r.spec.Selection.Rule })
	return fmt.Sprintf("there are %s and only %s: many models fit these rows equally well; judge a model by other rows, and set selection.rule to \"%s\"",
		english.Count(features, "feature"), english.Count(n, "training row"), strings.Join(rules, `" or "`))
}

// randomFolds warns of a search over random folds of rows that are split in the order of a column.
func (r *run) randomFolds() string {
	column := r.spec.Split.Order
	if column == "" || r.spec.Search.Criterion != experiment.SearchCrossValidation {
		return ""
	}
	return fmt.Sprintf("the folds of the search are random, although the rows are split in the order of %q, so its scores can be better than those of later rows: judge the model by the test rows, or give split.validation a share and set search.criterion to %q", column, experiment.SearchValidation)
}

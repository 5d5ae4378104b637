package lab

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
)

// cost returns the mean of a score, negated if larger values of the metric are better.
func (r *run) cost(s experiment.Score) float64 {
	if experiment.IsScore(r.spec.Search.Metric) {
		return -s.Mean
	}
	return s.Mean
}

// scorable reports whether the search's metric is defined on rows with targets y: a mean over classes
// needs rows of all of them, an AUC rows of two.
func (r *run) scorable(y []float64) bool {
	least := map[string]int{experiment.MetricBalancedAccuracy: len(r.design.Classes), experiment.MetricAUC: 2}[r.spec.Search.Metric]
	present := slices.DeleteFunc(r.design.ClassCounts(y), func(n int) bool { return n == 0 })
	return len(present) >= least
}

// undefinedOn refuses a metric that is defined on none of the parts of a search. part and remedy are words of the message.
func (r *run) undefinedOn(part, remedy string) error {
	return refuse("search.metric", strconv.Quote(r.spec.Search.Metric), "%s has no rows of some classes, so it is not defined; choose %q, or %s", part, experiment.MetricAccuracy, remedy)
}

// score returns the search's metric of predictions f of targets y on which it is defined.
func (r *run) score(y, f []float64) float64 {
	m := r.measure(y, f)
	return *map[string]*float64{
		experiment.MetricMSE: m.MSE, experiment.MetricMAE: m.MAE,
		experiment.MetricAccuracy: m.Accuracy, experiment.MetricBalancedAccuracy: m.BalancedAccuracy,
		experiment.MetricAUC: m.AUC, experiment.MetricLogLoss: m.LogLoss,
	}[r.spec.Search.Metric]
}

// scoreOfRows returns the score of predictions f of the validation rows, with a standard error if the
// metric is a mean over rows. With a split by groups the groups are independent, not their rows.
func (r *run) scoreOfRows(f []float64) experiment.Score {
	y := r.design.Validation.Y
	s := experiment.Score{Mean: r.score(y, f)}
	groups := r.design.ValidationGroups
	if groups == nil {
		groups = dense.UpTo(len(y))
	}
	n, count := float64(len(y)), float64(slices.Max(groups)+1)
	metric := r.spec.Search.Metric
	if metric == experiment.MetricBalancedAccuracy || metric == experiment.MetricAUC || count < 2 {
		return s
	}
	sums := make([]float64, int(count))
	each := len(f) / len(y)
	for i, group := range groups {
		sums[group] += r.score(y[i:i+1], f[i*each:(i+1)*each]) - s.Mean
	}
	var squares float64
	for _, d := range sums {
		squares += d * d
	}
	s.Error = math.Sqrt(squares / (count - 1) / n * (count / n))
	return s
}

// best returns the place of the best mean, of equal means that of the simplest model.
func (r *execution) best(row []experiment.Score) int {
	return slices.MinFunc(r.simplestFirst(len(row)), func(a, b int) int { return cmp.Compare(r.cost(row[a]), r.cost(row[b])) })
}

// chosenModel returns the model at a place of the scores.
func (r *execution) chosenModel(at experiment.Place) experiment.Chosen {
	s, m := r.spec.Search, r.spec.Model
	c := experiment.Chosen{Strength: experiment.Named(r.parameter, r.run.grid[at.Gamma]), Subsample: m.Subsample}
	if len(s.Subsample) > 0 {
		c.Subsample = s.Subsample[at.Subsample]
	}
	if len(s.P) > 0 {
		c.P = &m.P
	}
	if len(s.Degree) > 0 {
		c.Degree = m.Kernel.Degree
	}
	if len(r.variants()) > 1 {
		c.R, c.Steps = r.variant.r, new(r.variant.steps)
	}
	return c
}

// choose sets the places of both rules, as in glmnet, and returns that of the search's rule.
func (r *execution) choose() experiment.Place {
	search, least := r.out.Search, experiment.Place{}
	for m, row := range search.Scores {
		if g := r.best(row); m == 0 || r.cost(row[g]) < r.cost(search.Scores[least.Subsample][least.Gamma]) {
			least = experiment.Place{Subsample: m, Gamma: g}
		}
	}
	row := search.Scores[least.Subsample]
	bound := r.cost(row[least.Gamma]) + row[least.Gamma].Error
	within, order := least, r.simplestFirst(len(row))
	within.Gamma = order[slices.IndexFunc(order, func(g int) bool { return g == least.Gamma || r.cost(row[g]) <= bound })]
	search.Minimum, search.OneError = &least, &within
	search.Rules = &experiment.Rules{Minimum: r.chosenModel(least), OneError: r.chosenModel(within)}
	if r.spec.Search.Rule == experiment.RuleOneError {
		return within
	}
	return least
}

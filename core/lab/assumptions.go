package lab

import (
	"fmt"
	"math"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lab/selection"
	"lplab/core/numeric/dense"
)

// assumptions lists sentences: what the control of the rule assumes, and what the data violate.
func (r *execution) assumptions(class int, v *selectedTerms) []string {
	s := r.spec.Selection
	list := []string{}
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	switch s.Rule {
	case experiment.SelectDeviation:
		add("Most weights are assumed to be small and irrelevant; the rule controls no error.")
		if v.participation > 0.25 {
			add("Violated: the effective share of weights with a similar size (the participation ratio) is %.3g %%, so the rule may reject relevant weights, or select about 5 %% of irrelevant ones.", 100*v.participation)
		}
	case experiment.SelectNonzero:
		add("A weight that is not zero may be irrelevant; the rule controls no error.")
	case experiment.SelectPermutation:
		add("If some columns are relevant, false selections among the others are not bounded, and weak weights may stay below the floor, which is computed from the full variance of the target.")
	case experiment.SelectStability:
		r.assumeStability(add)
	case experiment.SelectKnockoffs:
		r.assumeKnockoffs(class, add)
	default:
		add("The rule controls no error.")
		if s.Level > 0 {
			add("Weights below the noise floor are not selected.")
		}
	}
	if s.Level > 0 && math.IsInf(r.floors[class], 1) {
		add("No weight can be selected with %s at a level of %g; set selection.permutations to at least %d.", english.Count(s.Permutations, "permutation"), s.Level, selection.LeastPermutations(s.Level))
	}
	if k := len(r.design.Classes); k > 2 && controlsErrors(s) {
		add("The control holds for the model of each class; all %d classes together may have %d times as many false selections.", k, k)
	}
	if group := r.spec.Split.Groups; group != "" && (s.Level > 0 || s.Rule == experiment.SelectKnockoffs) {
		add("Violated if rows of one group of %q depend on each other: the rows are assumed to be independent.", group)
	}
	if order := r.spec.Split.Order; order != "" && controlsErrors(s) {
		add("Violated if rows that are near each other in the order of %q depend on each other: the rows are assumed to be independent.", order)
	}
	if c := r.out.Chosen; c != nil && controlsErrors(s) {
		add("Violated in part: the search chose %s with the same target, so the control is approximate.", r.parameter)
	}
	return list
}

// controlsErrors reports whether a selection bounds the false selections or their probability.
func controlsErrors(s experiment.Selection) bool {
	return s.Level > 0 || s.Rule == experiment.SelectStability || s.Rule == experiment.SelectKnockoffs
}

// assumeStability is assumptions for stability selection.
func (r *execution) assumeStability(add func(string, ...any)) {
	s := r.spec.Selection
	count := r.candidates
	if r.plan.PerHalf == 0 {
		add("No weight can be selected: with %d weights even one selection on each half exceeds the bound of %g; choose a larger selection.falseSelections.", count, s.FalseSelections)
		return
	}
	share := float64(r.plan.Least) / float64(s.Resamples)
	largest := "largest weight"
	if r.plan.PerHalf > 1 {
		largest = fmt.Sprintf("%d largest weights", r.plan.PerHalf)
	}
	add("Each half selects its %s, and a weight is selected if at least %.0f %% of the halves select it. Irrelevant weights are assumed to be selected on a half no more often than by guessing, with r-concave frequencies (Shah and Samworth); without this assumption the bound would be %.2g (Meinshausen and Bühlmann).",
		largest, 100*share, selection.MeinshausenBuehlmann(r.plan.PerHalf, count, share))
	if group := r.spec.Split.Groups; group != "" {
		add("The halves have whole groups of %q, so only the groups are assumed to be independent, not their rows.", group)
		return
	}
	for c, n := range r.design.ClassCounts(dense.At(r.design.Train.Y, r.trainer.trainedRows())) {
		if n < 2 {
			add("Violated: class %q has %d training row, which is in both halves of a pair.", r.design.Classes[c], n)
		}
	}
}

// assumeKnockoffs is assumptions for knockoffs.
func (r *execution) assumeKnockoffs(class int, add func(string, ...any)) {
	s, k := r.spec.Selection, &r.knockoffResults[class]
	if k.description.Fixed {
		add("The target is assumed to be a linear function of the columns with normal noise of the same deviation in all rows (fixed-X knockoffs).")
	} else {
		add("The columns are assumed to be jointly normal: their knockoffs match means and covariances, with correlations shrunk by %.0f %%.", 100*k.description.Shrinkage)
		if columns := r.nonNormalColumns(); len(columns) > 0 {
			add("Violated: %d of %d features have few different values or long tails: %s.", len(columns), r.design.D(), english.List(columns))
		}
	}
	if r.hasProducts() && s.Of != experiment.SelectColumns {
		add("A product is a false selection if one of its columns is irrelevant given the others. Products of relevant columns without an interaction are not controlled, and products with a common column are not independent.")
	}
	if k.description.Distance < 0.2 {
		add("The columns are strongly correlated, so knockoffs hardly differ from them and the power is low.")
	}
	if least := selection.LeastKnockoffs(s.FDR); math.IsInf(k.threshold, 1) {
		if len(k.statistics) < least {
			add("No weight can be selected: a rate of %g needs at least %d selections, and there are only %d candidates; choose a larger selection.fdr.", s.FDR, least, len(k.statistics))
		} else {
			add("No weight is selected: a rate of %g needs at least %d weights that exceed their knockoffs, and there are fewer.", s.FDR, least)
		}
	}
}

// hasProducts reports whether the model has monomials of several columns.
func (r *run) hasProducts() bool {
	if r.kernel == nil {
		return false
	}
	_, highest := r.kernel.Degrees()
	return highest > 1
}

// nonNormalColumns names the features that are far from normal: with few different values, or with a fourth
// moment of more than three times that of the normal distribution.
func (r *execution) nonNormalColumns() []string {
	const fewValues, mostKurtosis = 5, 9
	d, rows := r.design.D(), r.trainer.trainedRows()
	x := rowsOf(points(r.design.Train, d), rows)
	var columns []string
	for j := range d {
		values, mean := map[float64]bool{}, 0.0
		for i := range rows {
			values[x.X[i*d+j]] = true
			mean += x.X[i*d+j] / float64(len(rows))
		}
		var second, fourth float64
		for i := range rows {
			v := x.X[i*d+j] - mean
			second += v * v
			fourth += v * v * v * v
		}
		if len(values) <= fewValues || fourth*float64(len(rows)) > mostKurtosis*second*second {
			columns = append(columns, r.design.Features[j])
		}
	}
	return columns
}

// Package selection selects weights of a model with error control: a noise floor from permuted
// targets, stability selection, and knockoffs. It works on sizes, counts and matrices of features;
// package lab fits the models.
//
// Sources:
//
//	[BC]  Barber and Candès, Controlling the false discovery rate via knockoffs, Annals of
//	      Statistics 43, 2015.
//	[C]   Candès, Fan, Janson, Lv, Panning for gold: model-X knockoffs for high dimensional
//	      controlled variable selection, JRSS B 80, 2018.
//	[MB]  Meinshausen and Bühlmann, Stability selection, JRSS B 72, 2010.
//	[SS]  Shah and Samworth, Variable selection with error control: another look at stability
//	      selection, JRSS B 75, 2013.
//	[Sch] Schäfer and Strimmer, A shrinkage approach to large-scale covariance matrix
//	      estimation, Statistical Applications in Genetics and Molecular Biology 4, 2005.
//	[SJ]  Spector and Janson, Powerful knockoffs via minimizing reconstructability, Annals of
//	      Statistics 50, 2022.
package selection

import (
	"math"
	"slices"

	"lplab/core/numeric/rng"
)

// Floor returns the noise floor of weights: given the largest weights of B models of permuted targets,
// the k-th largest of them with k = level (B + 1), rounded down. If the target does not depend on the
// features, the largest weight of its model exceeds the floor with a probability of at most level
// (Phipson and Smyth, Permutation p-values should never be zero, 2010). If k < 1, it is +Inf.
func Floor(largest []float64, level float64) float64 {
	k := int(level*float64(len(largest)+1) + 1e-9)
	if k < 1 {
		return math.Inf(1)
	}
	ascending := slices.Sorted(slices.Values(largest))
	return ascending[len(ascending)-min(k, len(ascending))]
}

// LeastPermutations returns the smallest number of permutations for which Floor is finite.
func LeastPermutations(level float64) int { return int(math.Ceil(1/level-1e-9)) - 1 }

// KnockoffThreshold returns the threshold of knockoff+ [BC eq. 1.9; C eq. 3.9]: the smallest t > 0
// among the |w| with
//
//	(1 + #{w <= -t}) / max(1, #{w >= t}) <= fdr,
//
// or +Inf. Selecting w >= t has a false discovery rate of at most fdr if the signs of the null
// statistics are independent fair coins.
func KnockoffThreshold(w []float64, fdr float64) float64 {
	sizes := make([]float64, 0, len(w))
	for _, v := range w {
		if v != 0 {
			sizes = append(sizes, math.Abs(v))
		}
	}
	slices.Sort(sizes)
	for _, t := range slices.Compact(sizes) {
		below, above := 1, 0
		for _, v := range w {
			if v <= -t {
				below++
			}
			if v >= t {
				above++
			}
		}
		if above > 0 && float64(below) <= fdr*float64(above)*(1+1e-12) {
			return t
		}
	}
	return math.Inf(1)
}

// LeastKnockoffs returns the smallest number that knockoff+ can select at a false discovery rate.
func LeastKnockoffs(fdr float64) int { return int(math.Ceil(1/fdr - 1e-9)) }

// Pair draws a complementary pair [SS sec. 2]: two disjoint halves of the rows, class by class, each
// ascending. One row of a class with an odd number is in neither; the row of a class of one is in both.
func Pair(classes []int, source *rng.Source) (first, second []int) {
	order := source.Perm(len(classes))
	for c := range slices.Max(classes) + 1 {
		var of []int
		for _, i := range order {
			if classes[i] == c {
				of = append(of, i)
			}
		}
		if half := len(of) / 2; half > 0 {
			first, second = append(first, of[:half]...), append(second, of[half:2*half]...)
		} else {
			first, second = append(first, of...), append(second, of...)
		}
	}
	slices.Sort(first)
	slices.Sort(second)
	return first, second
}

// Package selection decides which weights of a model count as selected, with control of the
// errors that it makes: a noise floor from permuted targets, stability selection, and knockoffs.
// It sees sizes, counts and matrices of features only; package lab fits the models.
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

// Floor is the noise floor of a statistic: of models of permuted targets, each with its largest
// weight, the k-th largest of these, k = level (B + 1) rounded down, of B. Where the target does
// not depend on the features, the largest weight of the model of the target itself exceeds it
// with a probability of at most level (Phipson and Smyth, Permutation p-values should never be
// zero, 2010). It is +Inf where k < 1: so few permutations can show nothing at that level.
func Floor(largest []float64, level float64) float64 {
	k := int(level*float64(len(largest)+1) + 1e-9)
	if k < 1 {
		return math.Inf(1)
	}
	falling := slices.Clone(largest)
	slices.Sort(falling)
	slices.Reverse(falling)
	return falling[min(k, len(falling))-1]
}

// LeastPermutations is the smallest number with which Floor is finite.
func LeastPermutations(level float64) int { return int(math.Ceil(1/level-1e-9)) - 1 }

// KnockoffThreshold is that of knockoff+ [BC eq. 1.9; C eq. 3.9]: the smallest t > 0 among the
// |w| with
//
//	(1 + #{w <= -t}) / max(1, #{w >= t}) <= fdr,
//
// +Inf where there is none. What reaches it is selected, with a false discovery rate of at most
// fdr where the signs of the null statistics are independent fair coins.
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

// LeastKnockoffs is the smallest number that knockoff+ can select at a false discovery rate.
func LeastKnockoffs(fdr float64) int { return int(math.Ceil(1/fdr - 1e-9)) }

// Pair draws a complementary pair [SS sec. 2]: two halves of the rows without a common one, of
// each class for itself, ascending. Of a class with an odd number of rows one is in neither; a
// class of one row is in both.
func Pair(classes []int, random *rng.Source) (first, second []int) {
	order := random.Perm(len(classes))
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

package lab

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"lplab/core/experiment"
	"lplab/core/lab/selection"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
	"lplab/core/spaces/weights"
)

// Limits of the selection frequencies.
const (
	mostCounted  = 1000 // weights of a half by rules that do not bound their number: counting takes memory and time for each
	stabilityTop = 100  // reported monomials
)

// halves counts how often each monomial is selected on random halves of the model's rows, in
// complementary pairs (Shah and Samworth, Variable selection with error control, JRSS B 2013). The
// halves have the coding and the strength of all rows. By the rule of stability, each half selects
// as many of the largest weights as the bound on the expected number of false selections allows; by
// other rules, what the rule selects.
func (r *execution) halves(ctx context.Context) error {
	s := r.spec.Selection
	if s.Resamples == 0 {
		return nil
	}
	models := r.eachOf(r.model)
	limits := make([]weights.Limits, len(models))
	for k, one := range models {
		limits[k] = r.limits(k, weightModelOf(one))
		limits[k].Listed = mostCounted
	}
	train := r.trainer.trainedRows()
	if s.Rule == experiment.SelectStability {
		l, err := weightModelOf(models[0]).Examine(ctx, limits[0])
		if err != nil {
			return err
		}
		r.candidates = l.Count
		r.plan = selection.PlanStability(l.Count, s.Resamples/2, len(train)/2, s.FalseSelections)
		for k := range limits {
			limits[k].Rule, limits[k].Listed = weights.Largest(r.plan.PerHalf), r.plan.PerHalf
		}
	}
	r.frequencies = make([]selections, len(models))
	for k := range r.frequencies {
		r.frequencies[k] = selections{ranking{}, make(endings, s.Resamples)}
	}
	source := rng.NewStream(s.Seed, "resample")
	steps := r.newSteps("stability", s.Resamples)
	for draw := 0; draw < s.Resamples; draw += mostTogether {
		var halves [][]int
		for len(halves) < min(mostTogether, s.Resamples-draw) {
			pair, err := r.halve(train, source)
			if err != nil {
				return err
			}
			halves = append(halves, pair...)
		}
		halves = halves[:min(mostTogether, s.Resamples-draw)]
		if err := fitEach(r.trainer, len(halves), func(h int) error {
			t, err := r.trainer.restrict(ctx, halves[h])
			if err != nil {
				return err
			}
			m, err := fitWhole(ctx, t, r.scaleStrength(r.strength, len(halves[h]), len(train)))
			if err != nil {
				return err
			}
			for k, one := range r.eachOf(m) {
				l, err := weightModelOf(one).Examine(ctx, limits[k])
				if err != nil {
					return err
				}
				t := &r.frequencies[k]
				t.ends[draw+h] = one.ending()
				for _, w := range l.Top[:min(len(l.Top), l.Selected)] {
					t.terms.of(w, r.design.Features).score++
				}
			}
			steps.next()
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// halve divides training rows, given by their places, into random halves: by groups if the split is by groups, otherwise
// class by class. Groups are divided again if a half has all rows of a class.
func (r *execution) halve(train []int, source *rng.Source) ([][]int, error) {
	if r.design.Groups == nil {
		one, other := selection.Pair(r.classesOf(dense.At(r.design.Train.Y, train)), source)
		return [][]int{one, other}, nil
	}
	const attempts = 100
	var problem string
	for range attempts {
		var halves [][]int
		if halves, problem = r.divideGroups(train, 2, source); problem == "" {
			return halves, nil
		}
	}
	return nil, refuse("selection.resamples", strconv.Itoa(r.spec.Selection.Resamples), "%s; set it to 0 with another selection.rule than stability, or choose another column for split.groups", problem)
}

// selections counts what the halves select for one class.
type selections struct {
	terms ranking // by the number of halves
	ends  endings
}

// report returns the frequencies, the largest first, in the form of a report.
func (t *selections) report(resamples int, truth map[string]bool) *experiment.Stability {
	out := &experiment.Stability{Resamples: resamples, Top: []experiment.Frequency{}, Endings: t.ends.report()}
	for _, f := range t.terms.largest(stabilityTop) {
		out.Top = append(out.Top, experiment.Frequency{Index: f.Index, Label: f.label, Share: f.score / float64(resamples), Relevant: truth[f.label]})
	}
	return out
}

// ranking holds monomials with their scores, by their labels.
type ranking map[string]*rankedWeight

// rankedWeight is the weight of a monomial in one of several models, with its score.
type rankedWeight struct {
	weights.Weight
	label string
	score float64
}

// of returns the entry of a monomial, which it adds if there is none.
func (r ranking) of(w weights.Weight, names []string) *rankedWeight {
	label := w.Monomial.Label(names)
	if r[label] == nil {
		r[label] = &rankedWeight{Weight: w, label: label}
	}
	return r[label]
}

// largest lists at most the given number of entries, those with the largest scores first.
func (r ranking) largest(most int) []*rankedWeight {
	all := slices.SortedFunc(maps.Values(r), func(a, b *rankedWeight) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.Index, b.Index))
	})
	return all[:min(len(all), most)]
}

package lab

import (
	"cmp"
	"context"
	"slices"

	"lplab/core/experiment"
	"lplab/core/rng"
)

// stabilityTop is how many of the largest weights of a resample may count as
// selected, and how many monomials are reported.
const stabilityTop = 100

// stability repeats the selection on random halves of the model's rows
// (Meinshausen and Buehlmann, JRSS B 2010): how often is each monomial selected? The
// halves keep the coding of the whole and are regularised as it is.
func (r *execution) stability(ctx context.Context) error {
	s := r.spec.Selection
	if s.Resamples == 0 {
		return nil
	}
	limits, _ := r.limits(weighingOf(r.eachOf(r.model)[0]))
	limits.Listed = stabilityTop
	classes := r.classesOf(at(r.design.Train.Y, r.trainer.trained()))
	tallies := make([]selections, len(r.eachOf(r.model)))
	for k := range tallies {
		tallies[k] = selections{chosen: map[string]*experiment.Frequency{}, counts: map[string]int{}}
	}
	random := rng.NewStream(s.Seed, "resample")
	steps := r.newSteps("stability", s.Resamples)
	for range s.Resamples {
		rows := half(classes, random)
		t, err := r.trainer.restricted(ctx, rows)
		if err != nil {
			return err
		}
		m, err := t.fit(ctx, r.scaled(r.strength, len(rows), len(classes)), nil, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		for k, one := range r.eachOf(m) {
			t := &tallies[k]
			t.ended = append(t.ended, one.ending())
			l, err := weighingOf(one).Examine(ctx, limits)
			if err != nil {
				return err
			}
			for _, w := range l.Top[:min(len(l.Top), l.Selected)] {
				label := w.Monomial.Label(r.design.Features)
				if t.chosen[label] == nil {
					t.chosen[label] = &experiment.Frequency{Index: w.Index, Label: label, Relevant: r.planted[label]}
				}
				t.counts[label]++
			}
		}
		steps.next()
	}
	for _, t := range tallies {
		r.selected = append(r.selected, t.report(s.Resamples))
	}
	return nil
}

// selections counts what the resamples select, of one class or of all.
type selections struct {
	chosen map[string]*experiment.Frequency
	counts map[string]int
	ended  endings
}

// report lists the most frequent.
func (t *selections) report(resamples int) *experiment.Stability {
	out := &experiment.Stability{Resamples: resamples, Top: []experiment.Frequency{}, Endings: t.ended.report()}
	for label, f := range t.chosen {
		f.Share = float64(t.counts[label]) / float64(resamples)
		out.Top = append(out.Top, *f)
	}
	slices.SortFunc(out.Top, func(a, b experiment.Frequency) int {
		return cmp.Or(-cmp.Compare(a.Share, b.Share), cmp.Compare(a.Index, b.Index))
	})
	out.Top = out.Top[:min(len(out.Top), stabilityTop)]
	return out
}

// half draws half of the rows, of each class for itself; ascending.
func half(classes []int, random *rng.Source) []int {
	var rows []int
	order := random.Perm(len(classes))
	for c := range slices.Max(classes) + 1 {
		var of []int
		for _, i := range order {
			if classes[i] == c {
				of = append(of, i)
			}
		}
		rows = append(rows, of[:(len(of)+1)/2]...)
	}
	slices.Sort(rows)
	return rows
}

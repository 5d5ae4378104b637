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
	limits, _ := r.limits(weighingOf(r.model))
	limits.Listed = stabilityTop
	y := at(r.design.Train.Y, r.trainer.trained())
	chosen := map[string]*experiment.Frequency{}
	counts := map[string]int{}
	var ended endings
	random := rng.NewStream(s.Seed, "resample")
	steps := r.newSteps("stability", s.Resamples)
	for range s.Resamples {
		rows := half(y, r.spec.Task == experiment.Classification, random)
		t, err := r.trainer.restricted(ctx, rows)
		if err != nil {
			return err
		}
		m, err := t.fit(ctx, r.scaled(r.strength, len(rows), len(y)), nil, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		ended = append(ended, m.ending())
		l, err := weighingOf(m).Examine(ctx, limits)
		if err != nil {
			return err
		}
		for _, w := range l.Top[:min(len(l.Top), l.Selected)] {
			label := w.Monomial.Label(r.design.Features)
			if chosen[label] == nil {
				chosen[label] = &experiment.Frequency{Index: w.Index, Label: label, Relevant: r.planted[label]}
			}
			counts[label]++
		}
		steps.next()
	}
	out := &experiment.Stability{Resamples: s.Resamples, Top: []experiment.Frequency{}, Endings: ended.report()}
	for label, f := range chosen {
		f.Share = float64(counts[label]) / float64(s.Resamples)
		out.Top = append(out.Top, *f)
	}
	slices.SortFunc(out.Top, func(a, b experiment.Frequency) int {
		return cmp.Or(-cmp.Compare(a.Share, b.Share), cmp.Compare(a.Index, b.Index))
	})
	out.Top = out.Top[:min(len(out.Top), stabilityTop)]
	r.out.Stability = out
	return nil
}

// half draws half of the rows, of each class for itself; ascending.
func half(y []float64, classes bool, random *rng.Source) []int {
	var rows []int
	order := random.Perm(len(y))
	for c := range 2 {
		var of []int
		for _, i := range order {
			if !classes && c == 0 || classes && class(y[i]) == c {
				of = append(of, i)
			}
		}
		rows = append(rows, of[:(len(of)+1)/2]...)
	}
	slices.Sort(rows)
	return rows
}

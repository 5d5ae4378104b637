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
// (Meinshausen and Buehlmann, JRSS B 2010): how often is each monomial selected?
func (r *run) stability(ctx context.Context) error {
	s := r.spec.Selection
	if s.Resamples == 0 {
		return nil
	}
	limits, _ := r.limits(r.model.weighing())
	limits.Listed = stabilityTop
	y := at(r.design.Train.Y, r.trainer.trained())
	counts := map[string]*experiment.Frequency{}
	random := rng.NewStream(s.Seed, "resample")
	steps := r.newSteps("stability", s.Resamples)
	for range s.Resamples {
		t, err := r.trainer.restricted(half(y, r.spec.Task == experiment.Classification, random))
		if err != nil {
			return err
		}
		m, err := t.fit(ctx, r.strength, nil, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		l := m.weighing().Examine(limits)
		for _, w := range l.Top[:min(len(l.Top), l.Selected)] {
			label := w.Monomial.Label(r.design.Features)
			if counts[label] == nil {
				counts[label] = &experiment.Frequency{Index: w.Index, Label: label, Relevant: r.planted[label]}
			}
			counts[label].Share += 1 / float64(s.Resamples)
		}
		steps.next()
	}
	out := &experiment.Stability{Resamples: s.Resamples}
	for _, f := range counts {
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

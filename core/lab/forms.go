package lab

import (
	"context"

	"lplab/core/experiment"
)

// forms lists the models of a search over p and degree: every value of p with every degree.
func forms(s experiment.Spec) []experiment.Model {
	ps, degrees := s.Search.P, s.Search.Degree
	if len(ps) == 0 {
		ps = []experiment.P{s.Model.P}
	}
	if len(degrees) == 0 {
		degrees = []int{s.Model.Kernel.Degree}
	}
	var models []experiment.Model
	for _, p := range ps {
		for _, degree := range degrees {
			m := s.Model
			m.P, m.Kernel.Degree = p, degree
			models = append(models, m)
		}
	}
	return models
}

// searchForms is a search over strengths for each p and degree, scored on the same rows and folds.
// The run continues with the form of the best mean (the first of equal means), or with the given
// one. Each form builds its own features or tensor, one after another to save memory.
func (r *execution) searchForms(ctx context.Context) error {
	rows, err := subsample(len(r.design.Train.Rows), r.spec.Model)
	if err != nil {
		return err
	}
	var best *execution
	place := 0
	least, models := 0.0, forms(r.spec)
	var all []experiment.Form
	for i, m := range models {
		form := r.ofForm(m, i, len(models))
		if form.trainer, err = form.train(ctx, form.run, rows); err != nil {
			return err
		}
		form.out.Search = &experiment.Searched{Criterion: r.out.Search.Criterion, Metric: r.out.Search.Metric}
		if err := form.searchGammas(ctx); err != nil {
			return err
		}
		form.trainer = nil // there is memory and an engine for one at a time
		s := form.out.Search
		all = append(all, experiment.Form{P: m.P, Degree: m.Kernel.Degree, Scale: s.Scale, Strength: s.Strength, Scores: s.Scores[0], Minimum: s.Minimum.Gamma})
		cost := r.cost(s.Scores[0][s.Minimum.Gamma])
		if r.spec.Search.Rule == experiment.RuleGiven {
			if m.P == r.spec.Model.P && m.Kernel.Degree == r.spec.Model.Kernel.Degree {
				best, place = form, i
			}
		} else if best == nil || cost < least {
			best, place, least = form, i, cost
		}
	}
	search := best.out.Search
	search.Forms, search.Minimum.Form, search.OneError.Form = all, place, place
	r.out.Search = search
	best.run.options = r.options
	r.run, r.strength, r.out.Chosen = best.run, best.strength, best.out.Chosen
	r.trainer, err = r.train(ctx, r.run, rows)
	return err
}

// ofForm returns the execution of one of several forms, which counts its progress as a share of all
// forms.
func (r *execution) ofForm(m experiment.Model, place, count int) *execution {
	run := *r.run
	run.spec.Model = m
	run.suitKernel()
	report := run.options.Progress
	run.options.Progress = func(p experiment.Progress) {
		if p.Phase == "search" {
			p.Fraction = (float64(place) + p.Fraction) / float64(count)
			p.Solved += place * p.Solves
			p.Solves *= count
		}
		report(p)
	}
	form := *r
	form.run, form.out = &run, &experiment.Report{}
	return &form
}

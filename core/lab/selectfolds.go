package lab

import (
	"cmp"
	"context"
	"strconv"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
)

// holdout holds the metrics of rows that were used neither for the selection nor for the refit.
type holdout struct {
	refit, all experiment.Metric
	counts     []int // of selected weights, by fold
}

// selectAcross repeats the fit, the selection and the refit without the rows of each fold, and
// predicts them. The strength is that of the run, which a search may have chosen on all rows.
// There are no metrics if the terms of some fold are too many for a refit.
func (r *execution) selectAcross(ctx context.Context) error {
	s := r.spec.Selection
	if s.Folds == 0 {
		return nil
	}
	train := r.trainer.trainedRows()
	y := dense.At(r.design.Train.Y, train)
	if s.Folds > len(train)/4 {
		return refuse("selection.folds", strconv.Itoa(s.Folds), "each fold needs four training rows, and there are %d; choose fewer folds, or remove it", len(train))
	}
	r.freeTensor()
	h := &holdout{}
	var refits, alls []float64
	steps := r.newSteps("selection folds", s.Folds)
	parts, err := r.foldsOf("selection.folds", train, s.Folds, s.Seed)
	if err != nil {
		return err
	}
	for _, out := range parts {
		d, rows, places, err := r.foldOf(train, out)
		if err != nil {
			return err
		}
		f, g, count, err := r.selectWithin(ctx, d, rows, len(train))
		if err != nil {
			return err
		}
		if f == nil {
			h = nil
			break
		}
		each := len(f) / len(out)
		if refits == nil {
			refits, alls = make([]float64, each*len(train)), make([]float64, each*len(train))
		}
		for k, i := range out {
			copy(refits[i*each:(i+1)*each], f[places[k]*each:])
			copy(alls[i*each:(i+1)*each], g[places[k]*each:])
		}
		h.counts = append(h.counts, count)
		steps.next()
	}
	if h != nil {
		h.refit, h.all = r.measureRefit(y, refits), r.measure(y, alls)
		r.holdout = h
	}
	return r.trainAgain(ctx, train)
}

// selectWithin predicts the validation rows of a fold's design by the refit of the terms selected on
// its training rows, and by the whole model. The predictions are nil if no refit is possible.
func (r *execution) selectWithin(ctx context.Context, d *design.Design, rows []int, total int) (refit, all []float64, count int, err error) {
	e := &execution{run: r.onFold(d), session: new(Session), source: r.source, out: &experiment.Report{Chosen: r.out.Chosen}}
	e.spec.Selection.Folds = 0
	e.options.Progress = func(experiment.Progress) {}
	if e.trainer, err = e.train(ctx, e.run, rows); err != nil {
		return nil, nil, 0, err
	}
	if r.strength != 0 {
		e.strength = r.scaleStrength(r.strength, len(rows), total)
	}
	for _, step := range []func(context.Context) error{e.knockoffs, e.solve, e.halves, e.permute} {
		if err := cmp.Or(step(ctx), ctx.Err()); err != nil {
			return nil, nil, 0, err
		}
	}
	var each []*refitModel
	for k, m := range e.eachOf(e.model) {
		w := weightModelOf(m)
		l, err := w.Examine(ctx, e.limits(k, w))
		if err != nil {
			return nil, nil, 0, err
		}
		v, err := e.selectTerms(ctx, k, w, &l)
		if err != nil {
			return nil, nil, 0, err
		}
		of, err := e.refitOf(ctx, k, &v)
		if of == nil || err != nil {
			return nil, nil, 0, err
		}
		each, count = append(each, of), count+v.count
	}
	if refit, err = e.refitValues(ctx, each, d.Validation); err != nil {
		return nil, nil, 0, err
	}
	models, err := e.predictions(ctx, e.trainer, []fit{e.model}, d.Validation)
	if err != nil {
		return nil, nil, 0, err
	}
	return refit, models[0], count, nil
}

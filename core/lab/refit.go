package lab

import (
	"context"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/linear"
	"lplab/core/spaces/weights"
)

// refitModel is least squares on the selected monomials of one class.
type refitModel struct {
	weights.Terms // of features without a constant
	intercept     float64
}

// refitOf fits the selected terms of a class to the training rows; nil if they are too many for these.
func (r *execution) refitOf(ctx context.Context, class int, v *selectedTerms) (*refitModel, error) {
	rows := r.trainer.trainedRows()
	if v.count > len(v.terms) || len(v.terms) > min(len(rows)-2, mostSelected) {
		return nil, nil
	}
	y := r.targets(rows, class)
	of := &refitModel{Terms: weights.Terms{List: &weights.Listing{}}}
	if len(v.terms) == 0 {
		if r.spec.Preprocess.Intercept {
			for _, t := range y {
				of.intercept += t / float64(len(y))
			}
		}
		return of, nil
	}
	column := points(r.design.Train, r.design.D()).Columns()
	x := make([][]float64, len(v.terms))
	for k, t := range v.terms {
		t.Constant = 1
		of.List.Top = append(of.List.Top, t)
		x[k] = dense.At(t.Column(r.design.Train.Points(), column), rows)
	}
	data := &linear.Data{X: linear.Columns(x), Y: y, Intercept: r.spec.Preprocess.Intercept, Offsets: slices.Repeat([]float64{slices.Max(r.offsets())}, len(x))}
	fit, err := linear.LeastSquares{}.Fit(ctx, data, 0, nil, r.limitsOf(nil))
	if err != nil {
		return nil, err
	}
	of.intercept, of.Values = fit.Intercept, fit.Coefficients
	return of, nil
}

// refitValues predicts a part by the refits of the classes.
func (r *execution) refitValues(ctx context.Context, each []*refitModel, part design.Set) ([]float64, error) {
	column := points(part, r.design.D()).Columns()
	values := make([][]float64, len(each))
	for k, of := range each {
		f, err := of.Predict(ctx, part.Points(), column)
		if err != nil {
			return nil, err
		}
		values[k] = shift(f, of.intercept)
	}
	return interleave(values), nil
}

// measureRefit is measure without the log loss, because least squares gives no probabilities.
func (r *execution) measureRefit(y, f []float64) experiment.Metric {
	m := r.measure(y, f)
	m.LogLoss = nil
	return m
}

// refit adds the refits of the selected terms, with their metrics, to the reports of all classes,
// unless the terms of some class are too many.
func (r *execution) refit(ctx context.Context, parts []*experiment.Report) error {
	each := make([]*refitModel, len(parts))
	for k := range parts {
		var err error
		if each[k], err = r.refitOf(ctx, k, &r.picks[k]); err != nil {
			return err
		}
		if each[k] == nil {
			return nil
		}
	}
	metrics := map[string]experiment.Metric{}
	for _, name := range experiment.PartNames {
		set := r.set(name)
		if len(set.Rows) == 0 {
			continue
		}
		f, err := r.refitValues(ctx, each, set)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(f, notFinite) {
			return nil
		}
		metrics[name] = r.measureRefit(set.Y, f)
	}
	for k, part := range parts {
		out := &experiment.Refit{Terms: []experiment.RefitTerm{}, Intercept: each[k].intercept, Metrics: metrics}
		for i, t := range each[k].List.Top {
			out.Terms = append(out.Terms, experiment.RefitTerm{Label: t.Monomial.Label(r.design.Features), Monomial: t.Monomial.Exponents(r.design.Features), Coefficient: each[k].Values[i]})
		}
		if r.holdout != nil {
			out.Folds, out.All, out.PerFold = &r.holdout.refit, &r.holdout.all, r.holdout.counts
		}
		part.Selection.Refit = out
	}
	return nil
}

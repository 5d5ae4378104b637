package lab

import (
	"context"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/weights"
)

// refitted is least squares on the selected monomials of one class.
type refitted struct {
	terms     []weights.Weight // with the coefficients as values, of features without a constant
	intercept float64
}

// refitOf fits the selected terms of a class to the training rows of the model. It returns nil
// if there are too many terms for these rows.
func (r *execution) refitOf(ctx context.Context, class int, v *verdict) (*refitted, error) {
	rows := r.trainer.trained()
	if v.count > len(v.terms) || len(v.terms) > min(len(rows)-2, mostSelected) {
		return nil, nil
	}
	column, err := r.columnsAt(ctx, r.design.Train)
	if err != nil {
		return nil, err
	}
	y := at(r.design.Train.Y, rows)
	if len(r.design.Classes) > 2 {
		y = against(y, class)
	}
	of := &refitted{}
	if len(v.terms) == 0 {
		for _, t := range y {
			if r.spec.Preprocess.Intercept {
				of.intercept += t / float64(len(y))
			}
		}
		return of, nil
	}
	x := make([][]float64, len(v.terms))
	for k, t := range v.terms {
		t.Constant = 1
		of.terms = append(of.terms, t)
		x[k] = at(t.Column(r.design.Train.Points(), column), rows)
	}
	fit, err := linear.LeastSquares{}.Fit(ctx, &linear.Data{X: linear.Columns(x), Y: y, Intercept: r.spec.Preprocess.Intercept}, 0, nil,
		optimize.Settings{Tolerance: r.spec.Solver.Tolerance, MaxIterations: r.spec.Solver.MaxIterations})
	if err != nil {
		return nil, err
	}
	of.intercept = fit.Intercept
	for k, b := range fit.Coefficients {
		of.terms[k].Value = b
	}
	return of, nil
}

// columnsAt gives the values of the features on the points of a part.
func (r *execution) columnsAt(ctx context.Context, part design.Set) (func(int) []float64, error) {
	return columnsOf(ctx, points(part, r.design.D()), nil)
}

// refitValues predicts a part by the refits of the classes.
func (r *execution) refitValues(ctx context.Context, each []*refitted, part design.Set) ([]float64, error) {
	column, err := r.columnsAt(ctx, part)
	if err != nil {
		return nil, err
	}
	values := make([][]float64, len(each))
	for k, of := range each {
		t := weights.Terms{List: &weights.Listing{Top: of.terms}}
		for _, term := range of.terms {
			t.Values = append(t.Values, term.Value)
		}
		if values[k], err = t.Predict(ctx, part.Points(), column); err != nil {
			return nil, err
		}
		values[k] = shifted(values[k], of.intercept)
	}
	if len(values) == 1 {
		return values[0], nil
	}
	return interleaved(values), nil
}

// measureRefit is measure without the log loss: least squares gives no probabilities.
func (r *execution) measureRefit(y, f []float64) experiment.Metric {
	m := r.measure(y, f)
	m.LogLoss = nil
	return m
}

// refit adds to the reports of all classes how well the selected terms predict alone, unless
// some class has too many of them.
func (r *execution) refit(ctx context.Context, parts []*experiment.Report) error {
	each := make([]*refitted, len(parts))
	for k := range parts {
		var err error
		if each[k], err = r.refitOf(ctx, k, &r.verdicts[k]); err != nil {
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
		if _, bad := notFinite(f); bad {
			return nil
		}
		metrics[name] = r.measureRefit(set.Y, f)
	}
	for k, part := range parts {
		out := &experiment.Refit{Terms: []experiment.RefitTerm{}, Intercept: each[k].intercept, Metrics: metrics}
		for _, t := range each[k].terms {
			out.Terms = append(out.Terms, experiment.RefitTerm{Label: t.Monomial.Label(r.design.Features), Monomial: t.Monomial.Exponents(r.design.Features), Coefficient: t.Value})
		}
		if r.held != nil {
			out.Folds, out.All, out.PerFold = &r.held.refit, &r.held.all, r.held.counts
		}
		part.Selection.Refit = out
	}
	return nil
}

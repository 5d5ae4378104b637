package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/kernel"
	"lplab/core/synth"
	"lplab/core/tensor"
	"lplab/core/weights"
)

// Limits on what a report examines and lists.
const (
	examinedWeights = 15_000_000 // finite feature maps: 120 MB while examining
	examinedSeries  = 50_000     // kernels with infinitely many features
	listedWeights   = 100
)

// report completes r.out from the result.
func (r *run) report(ctx context.Context) error {
	r.say("weights")
	out, result := r.out, r.result
	out.Spec = r.spec
	out.Status = statusOf(result.Status)
	out.Solver.Method = r.method.String()
	out.Solver.Strategy = string(r.plan.Strategy)
	out.Solver.Reason = r.plan.Reason
	out.Solver.Iterations = result.Iterations
	out.Solver.Passes = result.Passes
	out.Objective.Dual = result.Dual
	out.Objective.Primal = result.Primal
	out.Objective.Gap = result.Gap
	out.Gamma = r.gamma
	out.Alpha = result.Alpha
	out.Intercept = result.Intercept
	out.AlphaRows = make([]int, len(r.rows))
	for k, i := range r.rows {
		out.AlphaRows[k] = r.design.Train.Rows[i]
	}
	out.Rows = experiment.Parts[int]{Train: r.design.Train.Rows, Validation: r.design.Validation.Rows, Test: r.design.Test.Rows}
	out.Actual = experiment.Parts[float64]{Train: r.design.Train.Y, Validation: r.design.Validation.Y, Test: r.design.Test.Y}
	out.Classes = r.design.Classes
	out.Features = r.design.Features
	out.Warnings = slices.Concat(r.source.table.Warnings, r.design.Warnings)
	if q, even := r.spec.Model.P.EvenQ(); even && q <= tensor.MaxOrder {
		if entries := tensor.Count(r.x.N, q); entries < math.MaxInt64/8 {
			out.Tensor = &experiment.Tensor{Order: q, Points: r.x.N, Entries: entries, Bytes: 8 * entries}
		}
	}
	model := r.model()
	r.listWeights(model)
	return r.predict(ctx, model)
}

func (r *run) listWeights(m model) {
	limits := weights.Limits{Examined: examinedWeights, Listed: listedWeights, Values: r.options.AllWeights}
	_, finite := kernel.Dimension(kernelOf(r.spec.Model.Kernel), r.design.D())
	if !finite {
		limits.Examined = examinedSeries
	}
	l := m.Examine(limits)
	p := r.form.Q() / (r.form.Q() - 1)
	w := &r.out.Weights
	w.Count = int(l.Count)
	w.Infinite = !finite
	w.MaxDegree = l.MaxDegree
	w.NormPower = r.result.NormPower
	w.Norm = math.Pow(w.NormPower, 1/p)
	w.ExaminedShare = share(l.Power, w.NormPower)
	w.Threshold, w.Selected = l.Threshold, l.Selected
	names := r.design.Features
	planted := map[string]bool{}
	for _, t := range r.source.truth {
		truth := r.truth(t, l)
		planted[truth.Label] = true
		w.Truth = append(w.Truth, truth)
	}
	var listed float64
	for _, k := range l.Top {
		label := k.Monomial.Label(names)
		w.Top = append(w.Top, experiment.Weight{
			Index: k.Index, Monomial: k.Monomial.Exponents(names), Label: label,
			Value: k.Value, Coefficient: k.Value * k.Constant, Relevant: planted[label],
		})
		listed += math.Pow(math.Abs(k.Value), p)
	}
	w.ListedShare = share(listed, w.NormPower)
	if r.options.AllWeights {
		w.Values = l.Values
	}
}

// share is part/whole, 1 where there is nothing to share, and never above 1 by
// rounding.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 1
	}
	return min(1, part/whole)
}

// truth is a planted weight as the model would have it: the same coefficient of
// the plain monomial, divided by the constant of the model's own feature. Index
// is -1 where that is not among the examined ones.
func (r *run) truth(t synth.Planted, l weights.Listing) experiment.Weight {
	columns := make(kernel.Monomial, len(t.Vars))
	known := true
	for i, v := range t.Vars {
		columns[i] = slices.Index(r.design.Features, r.source.table.Columns[v].Name)
		known = known && columns[i] >= 0
	}
	coefficient := t.Weight * kernel.Constant(kernel.Polynomial{Degree: len(t.Vars)}, kernel.Monomial(t.Vars), 4)
	w := experiment.Weight{Index: -1, Value: t.Weight, Coefficient: coefficient, Relevant: true}
	if !known {
		names := make([]string, len(r.source.table.Columns))
		for j, c := range r.source.table.Columns {
			names[j] = c.Name
		}
		w.Label, w.Monomial = kernel.Monomial(t.Vars).Label(names), kernel.Monomial(t.Vars).Exponents(names)
		return w
	}
	slices.Sort(columns)
	w.Label, w.Monomial = columns.Label(r.design.Features), columns.Exponents(r.design.Features)
	k := kernelOf(r.spec.Model.Kernel)
	if c := kernel.Constant(k, columns, r.form.Q()); c > 0 {
		w.Value = coefficient / c
	}
	w.Index = l.Place(k, columns)
	return w
}

// predict fills predictions and metrics for every part.
func (r *run) predict(ctx context.Context, m model) error {
	r.say("predict")
	r.out.Metrics = map[string]experiment.Metric{}
	for _, part := range []struct {
		name string
		set  design.Set
		to   *[]float64
	}{
		{"train", r.design.Train, &r.out.Predictions.Train},
		{"validation", r.design.Validation, &r.out.Predictions.Validation},
		{"test", r.design.Test, &r.out.Predictions.Test},
	} {
		if len(part.set.Rows) == 0 {
			continue
		}
		f := r.result.Omega
		if part.name != "train" || len(r.rows) < len(part.set.Rows) {
			var err error
			if f, err = m.Predict(ctx, part.set); err != nil {
				return err
			}
		}
		values := make([]float64, len(f))
		for i, v := range f {
			values[i] = v + r.result.Intercept
			if math.IsNaN(values[i] - values[i]) {
				return fmt.Errorf("the prediction for row %d of the data (counted from 0) is not a finite number: its values are too large for the kernel (%v); %s",
					part.set.Rows[i], kernelOf(r.spec.Model.Kernel), r.remedy())
			}
		}
		*part.to = values
		r.out.Metrics[part.name] = measure(r.spec.Task, part.set.Y, values)
	}
	return nil
}

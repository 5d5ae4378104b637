package lab

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/data/design"
	"lplab/core/data/synth"
	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/lp"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// Limits on what a report examines and lists.
const (
	examinedWeights = 15_000_000 // finite feature maps: 120 MB while examining
	examinedSeries  = 50_000     // kernels with infinitely many features
	listedWeights   = 100
	listedShares    = 30 // columns, and pairs of them
)

// report completes r.out from the model. If the context ends, it leaves out what takes time.
func (r *execution) report(ctx context.Context) error {
	models := r.eachOf(r.model)
	parts := make([]*experiment.Report, len(models)) // by class; the report itself if there is one model
	for k := range parts {
		parts[k] = r.out
		if len(parts) > 1 {
			parts[k] = &experiment.Report{}
		}
		if r.frequencies != nil {
			parts[k].Stability = r.frequencies[k].report(r.spec.Selection.Resamples, r.relevant)
		}
	}
	left, err := r.complete(ctx, parts)
	if err != nil {
		return err
	}
	out, end := r.out, r.model.ending() // the ending includes predictions that were solves
	out.Spec, out.Status, out.Intercept = r.spec, end.status, end.intercept
	out.Solver.Iterations, out.Solver.Passes = end.iterations, end.passes
	end.objective.History = out.Objective.History
	out.Objective = end.objective
	out.Strength = experiment.Named(r.parameter, r.strength)
	if hasAuto(r.spec.Model.Kernel) {
		out.Kernel = &r.kernelSpec
	}
	out.AlphaRows = dense.At(r.design.Train.Rows, r.trainer.trainedRows())
	for _, name := range experiment.PartNames {
		*out.Rows.Of(name), *out.Actual.Of(name) = r.set(name).Rows, r.set(name).Y
	}
	out.Bags, out.Classes, out.Features = r.design.Bags, r.design.Classes, r.design.Features
	out.Warnings = slices.Concat(table.WithoutGroups(r.source.table.Warnings, r.spec.Split.Groups), r.design.Warnings, scoreRemarks(out))
	before := len(out.Warnings)
	for k, m := range models {
		if err := m.describe(ctx, parts[k]); err != nil && ctx.Err() == nil {
			return err
		} else if err != nil && !slices.Contains(left, "the hat matrix") {
			left = append(left, "the hat matrix")
		}
		if empty := r.noWeights(&parts[k].Weights); empty != "" {
			parts[k].Warnings = append(parts[k].Warnings, empty)
		}
		if len(parts) > 1 {
			r.addClass(parts[k], k)
		}
	}
	isOwn := func(warning string) bool { return strings.HasSuffix(warning, "or a larger solver.tolerance") } // advice of the model itself
	if a := advice(out, r.parameter); a != "" && !slices.ContainsFunc(out.Warnings[before:], isOwn) {
		out.Warnings = append(out.Warnings, a)
	}
	for _, warning := range append(r.extrapolations(), searchAdvice(out, r.parameter), r.farRows(), r.fewRows(), r.unscoredFolds(), r.randomFolds()) {
		if warning != "" {
			out.Warnings = append(out.Warnings, warning)
		}
	}
	if left != nil {
		out.Status = experiment.Cancelled
		out.Warnings = append(out.Warnings, "the run was cancelled; the report does not include "+strings.Join(left, ", "))
	}
	return nil
}

// complete adds to the reports of the classes what takes time: weights, predictions and the curve.
// It returns what the end of the context left out.
func (r *execution) complete(ctx context.Context, parts []*experiment.Report) (left []string, err error) {
	phase := ""
	step := func(in, what string, do func() error) {
		if err != nil {
			return
		}
		if in != phase {
			phase = in
			r.beginPhase(phase)
		}
		if doErr := do(); doErr != nil && ctx.Err() == nil {
			err = doErr
		} else if doErr != nil {
			left = append(left, what)
		}
	}
	for k, m := range r.eachOf(r.model) {
		w := weightModelOf(m)
		if w == nil {
			break
		}
		what := "the weights"
		if len(parts) > 1 {
			what += fmt.Sprintf(" of class %q", r.design.Classes[k])
		}
		step("weights", what, func() error { return r.listWeights(ctx, parts[k], k, w, m.ending().normPower) })
	}
	if len(r.picks) == len(parts) {
		step("weights", "the refit of what is selected", func() error { return r.refit(ctx, parts) })
	}
	r.out.Metrics = map[string]experiment.Metric{}
	for _, name := range experiment.PartNames {
		set := r.set(name)
		if len(set.Rows) == 0 {
			continue
		}
		of := name
		if name == "train" {
			of = "training"
		}
		step("predict", "the predictions of the "+of+" rows", func() error {
			f, err := r.predict(ctx, name == "train", set)
			if err != nil {
				return err
			}
			for k, one := range parts {
				*one.Predictions.Of(name) = ofClassIn(f, k, len(parts))
			}
			r.out.Metrics[name] = r.withBaseline(r.measure(set.Y, f), set.Y, f)
			return nil
		})
	}
	step("predict", "the importance of the columns", func() error { return r.permuteColumns(ctx) })
	step("predict", "the curve", func() error { return r.curve(ctx, parts) })
	return left, err
}

func (r *run) set(part string) design.Set {
	return map[string]design.Set{"train": r.design.Train, "validation": r.design.Validation, "test": r.design.Test}[part]
}

// limits returns the bounds on the weights that are examined and listed, with the rule of
// selection: weights below a noise floor of their class are not selected.
func (r *execution) limits(class int, w *weightModel) weights.Limits {
	rule := rules[r.spec.Selection.Rule](r.spec.Selection)
	if r.floors != nil {
		plain, floor := rule, r.floors[class]
		rule = func(l *weights.Listing, q float64) float64 { return max(plain(l, q), floor) }
	}
	return weights.Limits{Examined: r.mostExamined(w.kernel), Listed: listedWeights, Rule: rule}
}

// mostExamined returns the largest number of weights of a kernel that are examined.
func (r *run) mostExamined(k kernel.Kernel) int {
	if _, finite := kernel.Dimension(k, r.design.D()); !finite {
		return examinedSeries
	}
	return examinedWeights
}

// listWeights adds the weights of a class, its selection and its importances to a report. power is the sum of
// |w_k|^p over all weights.
func (r *execution) listWeights(ctx context.Context, part *experiment.Report, class int, m *weightModel, power float64) error {
	w := &part.Weights
	limits := r.limits(class, m)
	limits.Values = r.options.AllWeights
	columns, group := r.columnGroups()
	limits.Shares = weights.NewShares(group, m.kernel)
	l, err := m.Examine(ctx, limits)
	if err != nil {
		return err
	}
	p := weights.Conjugate(m.q)
	_, finite := kernel.Dimension(m.kernel, r.design.D())
	w.Count, w.Infinite = int(l.Count), !finite
	w.MaxDegree, w.Degrees = l.MaxDegree, []int{}
	for degree := range l.MaxDegree + 1 {
		if m.kernel.Coefficient(degree) > 0 {
			w.Degrees = append(w.Degrees, degree)
		}
	}
	w.NormPower, w.Norm = power, math.Pow(power, 1/p)
	w.ExaminedShare = share(l.Power, power)
	v, err := r.selectTerms(ctx, class, m, &l)
	if err != nil {
		return err
	}
	r.picks = append(r.picks, v)
	part.Selection = r.describeSelection(class, &v)
	if w.Selected, w.Nonzero, w.Marked = v.count, l.Nonzero(), v.marked; !v.marked {
		w.Threshold = l.Threshold
	}
	w.Top = []experiment.Weight{}
	names := r.design.Features
	var errors lp.Errors
	if m.errors != nil {
		errors = m.errors()
	}
	w.Truth = lists.Map(r.source.truth, func(t synth.Term) experiment.Weight { return r.truth(t, m, l) })
	w.Recovery = recovery(w.Truth, &v, &l)
	var sum float64
	for _, k := range l.Top {
		label := k.Monomial.Label(names)
		marked := v.marked && slices.ContainsFunc(v.terms, func(t weights.Weight) bool { return t.Index == k.Index })
		below, above := errorsOf(k.Value, m.q, errors)
		w.Top = append(w.Top, experiment.Weight{
			Below: below, Above: above,
			Index: k.Index, Monomial: k.Monomial.Exponents(names), Label: label,
			Value: k.Value, Coefficient: k.Value * k.Constant, Relevant: r.relevant[label], Selected: marked,
		})
		sum += math.Pow(math.Abs(k.Value), p)
	}
	w.ListedShare = share(sum, power)
	toShare := func(s weights.Share) experiment.ColumnShare {
		return experiment.ColumnShare{Columns: dense.At(columns, s.Groups), Share: share(s.Power, power)}
	}
	single, pairs := limits.Shares.Largest(listedShares)
	w.Importance, w.Interactions = lists.Map(single, toShare), lists.Map(pairs, toShare)
	if r.options.AllWeights {
		w.Values = l.Values
	}
	return nil
}

// columnGroups lists the columns, or formulas, and the place of the one that each feature codes.
func (r *execution) columnGroups() (columns []string, group []int) {
	place := map[string]int{}
	for j := range r.design.Features {
		name := r.design.Column(j)
		if _, known := place[name]; !known {
			place[name] = len(columns)
			columns = append(columns, name)
		}
		group = append(group, place[name])
	}
	return columns, group
}

// errorsOf returns the bounds of a weight's optimisation error, rounded up to two digits.
func errorsOf(value, q float64, e lp.Errors) (below, above float64) {
	if !(e.Gap > 0) || math.IsInf(e.Gap, 1) {
		return 0, 0
	}
	below, above = e.Weight(value, q)
	return roundUp(below), roundUp(above)
}

// roundUp rounds a positive number up to two digits; it returns x where the result is not finite.
func roundUp(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	short, err := strconv.ParseFloat(strconv.FormatFloat(unit*math.Ceil(x/unit), 'e', 1, 64), 64)
	if err != nil || short < x {
		return x
	}
	return short
}

// share returns part/total, at most 1 despite rounding; 1 if total is 0.
func share(part, total float64) float64 {
	if total == 0 {
		return 1
	}
	return min(1, part/total)
}

// truth returns a planted weight in the units of the model: the coefficient of the monomial,
// divided by the constant of the model's feature. Index is -1 if the weight was not examined.
func (r *execution) truth(t synth.Term, m *weightModel, l weights.Listing) experiment.Weight {
	columns, names := r.monomial(t)
	coefficient := t.Weight * kernel.Constant(kernel.Polynomial{Degree: len(t.Vars)}, kernel.Monomial(t.Vars), 4)
	w := experiment.Weight{Index: -1, Value: t.Weight, Coefficient: coefficient, Relevant: true,
		Label: columns.Label(names), Monomial: columns.Exponents(names)}
	if &names[0] != &r.design.Features[0] {
		return w
	}
	if c := m.constant(columns); c > 0 {
		w.Value = coefficient / c
	}
	w.Index = l.Place(m.kernel, columns)
	return w
}

// monomial returns a planted monomial of the design's features, or, if they lack a variable, of the
// table's columns.
func (r *execution) monomial(t synth.Term) (m kernel.Monomial, names []string) {
	columns := make(kernel.Monomial, len(t.Vars))
	known := true
	for i, v := range t.Vars {
		columns[i] = slices.Index(r.design.Features, r.source.table.Columns[v].Name)
		known = known && columns[i] >= 0
	}
	if known {
		slices.Sort(columns)
		return columns, r.design.Features
	}
	return kernel.Monomial(t.Vars), lists.Map(r.source.table.Columns, func(c *table.Column) string { return c.Name })
}

// recovery compares the selected weights with the planted ones; it returns nil if none are planted.
func recovery(truth []experiment.Weight, v *selectedTerms, l *weights.Listing) *experiment.Recovery {
	if len(truth) == 0 {
		return nil
	}
	places := map[int]bool{}
	for _, t := range truth {
		if t.Index >= 0 {
			places[t.Index] = true
		}
	}
	r := &experiment.Recovery{}
	count := func(index int) {
		if places[index] {
			r.Found++
		} else {
			r.False++
		}
	}
	if v.marked {
		for _, t := range v.terms {
			count(t.Index)
		}
	} else {
		for index := range l.Selection() {
			count(index)
		}
	}
	r.Missed = len(truth) - r.Found
	r.Recall = float64(r.Found) / float64(len(truth))
	if count := r.Found + r.False; count > 0 {
		r.Precision = float64(r.Found) / float64(count)
	}
	return r
}

// predict returns f(x) on the rows of a part. For the rows that train the model it is already there.
func (r *execution) predict(ctx context.Context, training bool, part design.Set) ([]float64, error) {
	rows := r.trainer.trainedRows()
	if !training || len(rows) != len(part.Rows) {
		all, err := r.predictions(ctx, r.trainer, []fit{r.model}, part)
		if err != nil {
			return nil, err
		}
		return all[0], nil
	}
	places := make([]int, len(rows))
	for k, i := range rows { // not ascending if a search drew all of them
		places[i] = k
	}
	f, err := r.model.on(ctx, places)
	if err != nil {
		return nil, err
	}
	return f, r.checkFinite(f, part.Rows)
}

package lab

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/kernel"
	"lplab/core/penalty"
	"lplab/core/synth"
	"lplab/core/weights"
)

// Limits on what a report examines and lists.
const (
	examinedWeights = 15_000_000 // finite feature maps: 120 MB while examining
	examinedSeries  = 50_000     // kernels with infinitely many features
	listedWeights   = 100
	listedShares    = 30 // columns, and pairs of them
)

// report completes r.out from the model. What takes time is left out where the context
// ends.
func (r *execution) report(ctx context.Context) error {
	models := r.eachOf(r.model)
	parts := make([]*experiment.Report, len(models)) // of the classes; the report itself where there is one model
	for k := range parts {
		parts[k] = r.out
		if len(parts) > 1 {
			parts[k] = &experiment.Report{}
		}
		if r.selected != nil {
			parts[k].Stability = r.selected[k]
		}
	}
	left, err := complete(ctx, r.reportSteps(parts))
	if err != nil {
		return err
	}
	out, end := r.out, r.model.ending() // which includes how predictions ended
	out.Spec = r.spec
	out.Status = end.status
	out.Solver.Iterations = end.iterations
	out.Solver.Passes = end.passes
	history := out.Objective.History
	out.Objective = end.objective
	out.Objective.History = history
	out.Strength = experiment.Named(r.parameter, r.strength)
	if hasAuto(r.spec.Model.Kernel) {
		out.Kernel = &r.settled
	}
	out.Intercept = end.intercept
	out.AlphaRows = at(r.design.Train.Rows, r.trainer.trained())
	out.Rows = experiment.Parts[int]{Train: r.design.Train.Rows, Validation: r.design.Validation.Rows, Test: r.design.Test.Rows}
	out.Actual = experiment.Parts[float64]{Train: r.design.Train.Y, Validation: r.design.Validation.Y, Test: r.design.Test.Y}
	out.Bags, out.Classes = r.design.Bags, r.design.Classes
	out.Features = r.design.Features
	out.Warnings = slices.Concat(r.source.table.Warnings, r.design.Warnings)
	told := len(out.Warnings)
	for k, m := range models {
		err := m.tell(ctx, r.tellClass(parts, k))
		if err != nil && ctx.Err() == nil {
			return err
		} else if err != nil && !slices.Contains(left, "the hat matrix") {
			left = append(left, "the hat matrix")
		}
		if len(parts) > 1 {
			r.addClass(parts[k], k)
		}
	}
	if a := advice(out, r.parameter); a != "" && len(out.Warnings) == told {
		out.Warnings = append(out.Warnings, a) // the model itself knows no better
	}
	if a := searchAdvice(out, r.parameter); a != "" {
		out.Warnings = append(out.Warnings, a)
	}
	if far := r.farRows(); far != "" {
		out.Warnings = append(out.Warnings, far)
	}
	if left != nil {
		out.Status = experiment.Cancelled
		out.Warnings = append(out.Warnings, "the run was cancelled, and its report lacks "+strings.Join(left, ", "))
	}
	return nil
}

// reportSteps are the parts of the report that take time.
func (r *execution) reportSteps(parts []*experiment.Report) []reportStep {
	var steps []reportStep
	for k, m := range r.eachOf(r.model) {
		w := weighingOf(m)
		if w == nil {
			break
		}
		what := "the weights"
		if len(parts) > 1 {
			what += fmt.Sprintf(" of class %q", r.design.Classes[k])
		}
		steps = append(steps, reportStep{"weights", what, func(ctx context.Context) error {
			return r.listWeights(ctx, &parts[k].Weights, w, m.ending().normPower)
		}})
	}
	r.out.Metrics = map[string]experiment.Metric{}
	for _, part := range []struct {
		name, what string
		set        design.Set
		to         func(*experiment.Parts[float64]) *[]float64
	}{
		{"train", "the predictions of the training rows", r.design.Train, func(p *experiment.Parts[float64]) *[]float64 { return &p.Train }},
		{"validation", "the predictions of the validation rows", r.design.Validation, func(p *experiment.Parts[float64]) *[]float64 { return &p.Validation }},
		{"test", "the predictions of the test rows", r.design.Test, func(p *experiment.Parts[float64]) *[]float64 { return &p.Test }},
	} {
		if len(part.set.Rows) == 0 {
			continue
		}
		steps = append(steps, reportStep{"predict", part.what, func(ctx context.Context) error {
			f, err := r.predict(ctx, part.name == "train", part.set)
			if err != nil {
				return err
			}
			for k, one := range parts {
				*part.to(&one.Predictions) = ofClassIn(f, k, len(parts))
			}
			r.out.Metrics[part.name] = r.complete(r.measure(part.set.Y, f), part.set.Y, f)
			return nil
		}})
	}
	steps = append(steps, reportStep{"predict", "the curve", func(ctx context.Context) error { return r.curve(ctx, parts) }})
	for i, s := range steps {
		steps[i].take = func(ctx context.Context) error {
			if i == 0 || steps[i-1].phase != s.phase {
				r.say(s.phase)
			}
			return s.take(ctx)
		}
	}
	return steps
}

// limits bound what is examined of a model; finite tells that its feature map is.
func (r *execution) limits(w *weighing) (l weights.Limits, finite bool) {
	_, finite = kernel.Dimension(w.kernel, r.design.D())
	return weights.Limits{Examined: r.examined(w.kernel), Listed: listedWeights, Rule: ruleOf(r.spec.Selection)}, finite
}

// examined is how many weights of a kernel are examined at the most.
func (r *run) examined(k kernel.Kernel) int {
	if _, finite := kernel.Dimension(k, r.design.D()); !finite {
		return examinedSeries
	}
	return examinedWeights
}

func (r *execution) listWeights(ctx context.Context, w *experiment.Weights, m *weighing, power float64) error {
	limits, finite := r.limits(m)
	limits.Values = r.options.AllWeights
	columns, group := r.columnGroups()
	limits.Shares = weights.NewShares(group, m.kernel)
	l, err := m.Examine(ctx, limits)
	if err != nil {
		return err
	}
	p := weights.Conjugate(m.q)
	w.Count = int(l.Count)
	w.Infinite = !finite
	w.MaxDegree = l.MaxDegree
	w.Degrees = degreesOf(m.kernel, l.MaxDegree)
	w.NormPower = power
	w.Norm = math.Pow(w.NormPower, 1/p)
	w.ExaminedShare = share(l.Power, w.NormPower)
	w.Threshold, w.Selected, w.Nonzero = l.Threshold, l.Selected, l.Nonzero()
	w.Top = []experiment.Weight{}
	names := r.design.Features
	for _, t := range r.source.truth {
		w.Truth = append(w.Truth, r.truth(t, m, l))
	}
	w.Recovery = recovery(w.Truth, &l)
	var listed float64
	for _, k := range l.Top {
		label := k.Monomial.Label(names)
		below, above := errorsOf(k.Value, m)
		w.Top = append(w.Top, experiment.Weight{
			Below: below, Above: above,
			Index: k.Index, Monomial: k.Monomial.Exponents(names), Label: label,
			Value: k.Value, Coefficient: k.Value * k.Constant, Relevant: r.planted[label],
		})
		listed += math.Pow(math.Abs(k.Value), p)
	}
	w.ListedShare = share(listed, w.NormPower)
	named := func(list []weights.Share) (named []experiment.ColumnShare) {
		for _, s := range list {
			named = append(named, experiment.ColumnShare{Columns: at(columns, s.Groups), Share: share(s.Power, w.NormPower)})
		}
		return named
	}
	single, pairs := limits.Shares.Largest(listedShares)
	w.Importance, w.Interactions = named(single), named(pairs)
	if r.options.AllWeights {
		w.Values = l.Values
	}
	return nil
}

// columnGroups lists the columns, or formulas, and for each feature the place of the one that
// it codes.
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

// errorsOf are the bounds of a weight's optimisation error, rounded up to two digits.
func errorsOf(value float64, m *weighing) (below, above float64) {
	if !(m.gap > 0) || math.IsInf(m.gap, 1) {
		return 0, 0
	}
	up := func(x float64) float64 {
		unit := math.Pow(10, math.Floor(math.Log10(x))-1)
		short, err := strconv.ParseFloat(strconv.FormatFloat(unit*math.Ceil(x/unit), 'e', 1, 64), 64)
		if err != nil || short < x { // beyond the numbers
			return x
		}
		return short
	}
	below, above = penalty.Power{Q: m.q}.Interval(value, m.gap)
	return up(below), up(above)
}

// degreesOf lists the degrees up to a highest one in which a kernel has features.
func degreesOf(k kernel.Kernel, highest int) []int {
	degrees := []int{}
	for m := range highest + 1 {
		if k.Coefficient(m) > 0 {
			degrees = append(degrees, m)
		}
	}
	return degrees
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
func (r *execution) truth(t synth.Planted, m *weighing, l weights.Listing) experiment.Weight {
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

// monomial is a planted monomial of the design's features, or, where they lack
// one of its variables, of the table's columns.
func (r *execution) monomial(t synth.Planted) (m kernel.Monomial, names []string) {
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
	for _, c := range r.source.table.Columns {
		names = append(names, c.Name)
	}
	return kernel.Monomial(t.Vars), names
}

// recovery counts the selected weights against the planted ones; nil where
// nothing is known to be planted.
func recovery(truth []experiment.Weight, l *weights.Listing) *experiment.Recovery {
	if len(truth) == 0 {
		return nil
	}
	planted := map[int]bool{}
	for _, t := range truth {
		if t.Index >= 0 {
			planted[t.Index] = true
		}
	}
	r := &experiment.Recovery{}
	for index := range l.Selection() {
		if planted[index] {
			r.Found++
		} else {
			r.False++
		}
	}
	r.Missed = len(truth) - r.Found
	r.Recall = float64(r.Found) / float64(len(truth))
	if selected := r.Found + r.False; selected > 0 {
		r.Precision = float64(r.Found) / float64(selected)
	}
	return r
}

// predict gives f(x) on the rows of a part; those that train the model have theirs
// already.
func (r *execution) predict(ctx context.Context, training bool, part design.Set) ([]float64, error) {
	rows := r.trainer.trained()
	if !training || len(rows) != len(part.Rows) {
		all, err := r.predictions(ctx, r.trainer, []fitted{r.model}, part)
		if err != nil {
			return nil, err
		}
		return all[0], nil
	}
	fit, err := r.model.on(ctx, upTo(len(rows)))
	if err != nil {
		return nil, err
	}
	places := make([]int, len(rows))
	for k, i := range rows { // in the order of a draw, where a search drew them all
		places[i] = k
	}
	f := rowsOfValues(fit, len(rows), places)
	if i, bad := notFinite(f); bad {
		return nil, r.unpredictable(part.Rows[i*len(rows)/len(f)])
	}
	return f, nil
}

// rowName is what a message calls a row of the design.
func (r *run) rowName(row int) string {
	if r.design.Bags != nil {
		return fmt.Sprintf("bag %q", r.design.Bags[row])
	}
	return fmt.Sprintf("row %d of the data (counted from 0)", row)
}

// unpredictable refuses a row of the data whose prediction overflows.
func (r *run) unpredictable(row int) error {
	of := "model"
	if r.kernel != nil {
		of = fmt.Sprintf("kernel (%v)", r.kernel)
	}
	return fmt.Errorf("the prediction for %s is not a finite number: its values are too large for the %s; %s", r.rowName(row), of, r.remedy())
}

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
	"lplab/core/experiment"
	"lplab/core/solvers/penalty"
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
		if r.frequent != nil {
			parts[k].Stability = r.frequent[k].report(r.spec.Selection.Resamples, r.planted)
		}
	}
	left, err := r.complete(ctx, parts)
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
	for _, name := range experiment.PartNames {
		*out.Rows.Of(name), *out.Actual.Of(name) = r.set(name).Rows, r.set(name).Y
	}
	out.Bags, out.Classes = r.design.Bags, r.design.Classes
	out.Features = r.design.Features
	out.Warnings = slices.Concat(r.source.table.Warnings, r.design.Warnings)
	before := len(out.Warnings)
	for k, m := range models {
		d, err := m.details(ctx)
		d.write(parts[k])
		if err != nil && ctx.Err() == nil {
			return err
		} else if err != nil && !slices.Contains(left, "the hat matrix") {
			left = append(left, "the hat matrix")
		}
		if len(parts) > 1 {
			r.addClass(parts[k], k)
		}
	}
	if a := advice(out, r.parameter); a != "" && len(out.Warnings) == before {
		out.Warnings = append(out.Warnings, a) // the model has no advice of its own
	}
	if a := searchAdvice(out, r.parameter); a != "" {
		out.Warnings = append(out.Warnings, a)
	}
	if far := r.farRows(); far != "" {
		out.Warnings = append(out.Warnings, far)
	}
	if left != nil {
		out.Status = experiment.Cancelled
		out.Warnings = append(out.Warnings, "the run was cancelled; the report does not include "+strings.Join(left, ", "))
	}
	return nil
}

// write puts the details of a model into a report.
func (d *details) write(out *experiment.Report) {
	out.Solver.Method, out.Solver.Strategy, out.Solver.Reason = d.Solver.Method, d.Solver.Strategy, d.Solver.Reason
	out.Solver.Degree = d.Solver.Degree
	out.Alpha, out.Support, out.Coefficients, out.Linear = d.Alpha, d.Support, d.Coefficients, d.Linear
	out.Objective.Errors = d.Errors
	out.Tensor, out.Reweighting, out.Weights.TrustRows = d.Tensor, d.Reweighting, d.Weights.TrustRows
	out.Warnings = append(out.Warnings, d.Warnings...)
}

// complete adds to the reports of the classes what takes time: weights, predictions and the
// curve. It returns what the end of the context prevented.
func (r *execution) complete(ctx context.Context, parts []*experiment.Report) (left []string, err error) {
	phase := ""
	step := func(in, what string, do func() error) {
		if err != nil {
			return
		}
		if in != phase {
			phase = in
			r.say(phase)
		}
		if failed := do(); failed != nil && ctx.Err() == nil {
			err = failed
		} else if failed != nil {
			left = append(left, what)
		}
	}
	for k, m := range r.eachOf(r.model) {
		w := weighingOf(m)
		if w == nil {
			break
		}
		what := "the weights"
		if len(parts) > 1 {
			what += fmt.Sprintf(" of class %q", r.design.Classes[k])
		}
		step("weights", what, func() error { return r.listWeights(ctx, parts[k], k, w, m.ending().normPower) })
	}
	if len(r.verdicts) == len(parts) {
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
	step("predict", "the curve", func() error { return r.curve(ctx, parts) })
	return left, err
}

// set is a part of the design by its name.
func (r *run) set(part string) design.Set {
	return map[string]design.Set{"train": r.design.Train, "validation": r.design.Validation, "test": r.design.Test}[part]
}

// limits returns the bounds on the weights that are examined and listed; finite reports whether its feature map is finite.
// Weights below the noise floor of their class, where there is one, do not count as selected.
func (r *execution) limits(class int, w *weighing) (l weights.Limits, finite bool) {
	_, finite = kernel.Dimension(w.kernel, r.design.D())
	rule := rules[r.spec.Selection.Rule](r.spec.Selection)
	if r.floors != nil {
		plain, floor := rule, r.floors[class]
		rule = func(l *weights.Listing, q float64) float64 { return max(plain(l, q), floor) }
	}
	return weights.Limits{Examined: r.examined(w.kernel), Listed: listedWeights, Rule: rule}, finite
}

// examined is how many weights of a kernel are examined at the most.
func (r *run) examined(k kernel.Kernel) int {
	if _, finite := kernel.Dimension(k, r.design.D()); !finite {
		return examinedSeries
	}
	return examinedWeights
}

func (r *execution) listWeights(ctx context.Context, part *experiment.Report, class int, m *weighing, power float64) error {
	w := &part.Weights
	limits, finite := r.limits(class, m)
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
	v, err := r.judge(ctx, class, m, &l)
	if err != nil {
		return err
	}
	r.verdicts = append(r.verdicts, v)
	part.Selection = r.describeSelection(class, &v)
	if w.Selected, w.Nonzero, w.Marked = v.count, l.Nonzero(), v.marked; !v.marked {
		w.Threshold = l.Threshold
	}
	marked := map[int]bool{}
	if v.marked {
		for _, t := range v.terms {
			marked[t.Index] = true
		}
	}
	w.Top = []experiment.Weight{}
	names := r.design.Features
	gap := 0.0
	if m.gap != nil {
		gap = m.gap()
	}
	for _, t := range r.source.truth {
		w.Truth = append(w.Truth, r.truth(t, m, l))
	}
	w.Recovery = recovery(w.Truth, &v, &l)
	var listed float64
	for _, k := range l.Top {
		label := k.Monomial.Label(names)
		below, above := errorsOf(k.Value, m.q, gap)
		w.Top = append(w.Top, experiment.Weight{
			Below: below, Above: above,
			Index: k.Index, Monomial: k.Monomial.Exponents(names), Label: label,
			Value: k.Value, Coefficient: k.Value * k.Constant, Relevant: r.planted[label], Selected: marked[k.Index],
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
func errorsOf(value, q, gap float64) (below, above float64) {
	if !(gap > 0) || math.IsInf(gap, 1) {
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
	below, above = penalty.Power{Q: q}.Interval(value, gap)
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
func recovery(truth []experiment.Weight, v *verdict, l *weights.Listing) *experiment.Recovery {
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
	count := func(index int) {
		if planted[index] {
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

package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/kernel"
	"lplab/core/linear"
	"lplab/core/optimize"
	"lplab/core/selection"
	"lplab/core/weights"
)

// Limits on what is listed of a selection, and refitted.
const (
	mostSelected   = 1000
	mostStatistics = 50
)

// selecting is what a rule of selection needs besides the model, by class; nil where it needs
// none such.
type selecting struct {
	plan       selection.Stable
	candidates int64        // weights that stability selects from
	frequent   []selections // over the halves
	floors     []float64    // of permuted targets
	knocked    []knocked
	held       *heldOut
	verdicts   []verdict // once the weights are listed
}

// verdict is the selection of one class.
type verdict struct {
	terms []weights.Weight // by falling size, mostSelected at the most
	count int              // of all that are selected
	// marked are rules that do not select by size alone.
	marked  bool
	columns []string // selected ones, where knockoffs are of columns
	crowd   float64  // how many weights of like size there seem to be, as a share of all
}

// judge applies the rule to the weights of one class. l is their listing by the run's limits.
func (r *execution) judge(ctx context.Context, class int, w *weighing, l *weights.Listing) (v verdict, err error) {
	v.crowd = l.Crowd()
	switch s := r.spec.Selection; {
	case s.Rule == experiment.SelectStability:
		v.marked = true
		for _, f := range r.frequent[class].falling() {
			if r.plan.PerHalf > 0 && f.count >= r.plan.Least {
				v.add(f.weight.Monomial, w, l)
			}
		}
	case s.Rule == experiment.SelectKnockoffs:
		v.marked = true
		for _, s := range r.knocked[class].selected() {
			if s.monomial != nil {
				v.add(s.monomial, w, l)
			} else {
				v.columns = append(v.columns, s.label)
			}
		}
		if s.Of == experiment.SelectColumns {
			if err := r.addOfColumns(ctx, &v, w); err != nil {
				return v, err
			}
		}
	default:
		v.marked, v.count, v.terms = math.IsInf(l.Threshold, 1), l.Selected, l.Top
		if v.count > len(l.Top) && v.count <= mostSelected {
			limits, _ := r.limits(class, w)
			limits.Listed = v.count
			more, err := w.Examine(ctx, limits)
			if err != nil {
				return v, err
			}
			v.terms = more.Top
		}
		v.terms = slices.Clone(v.terms[:min(v.count, len(v.terms))])
		return v, nil
	}
	slices.SortStableFunc(v.terms, func(a, b weights.Weight) int { return -cmp.Compare(math.Abs(a.Value), math.Abs(b.Value)) })
	v.count = len(v.terms)
	return v, nil
}

// add adds a monomial with its weight in the model.
func (v *verdict) add(m kernel.Monomial, w *weighing, l *weights.Listing) {
	v.terms = append(v.terms, weights.Weight{Index: l.Place(w.kernel, m), Monomial: m, Value: w.At(m), Constant: w.constant(m)})
}

// addOfColumns adds all monomials of selected columns alone, unless they are too many.
func (r *execution) addOfColumns(ctx context.Context, v *verdict, w *weighing) error {
	l, err := w.Examine(ctx, weights.Limits{Examined: r.examined(w.kernel), Listed: mostTerms})
	if err != nil {
		return err
	}
	for _, t := range l.Top {
		if len(t.Monomial) > 0 && !slices.ContainsFunc(t.Monomial, func(j int) bool { return !slices.Contains(v.columns, r.design.Column(j)) }) {
			v.terms = append(v.terms, t)
		}
	}
	return nil
}

// describeSelection is what a report has of the selection of a class, but for the refit.
func (r *execution) describeSelection(class int, v *verdict) *experiment.Selected {
	s := r.spec.Selection
	out := &experiment.Selected{Rule: s.Rule, Of: s.Of, Selected: []string{}, Level: s.Level}
	for _, t := range v.terms[:min(len(v.terms), mostSelected)] {
		out.Selected = append(out.Selected, t.Monomial.Label(r.design.Features))
	}
	switch s.Rule {
	case experiment.SelectStability:
		out.Bound, out.PerHalf = r.plan.Bound, r.plan.PerHalf
		if r.plan.PerHalf > 0 {
			out.Threshold = float64(r.plan.Least) / float64(s.Resamples)
		}
	case experiment.SelectKnockoffs:
		k := &r.knocked[class]
		out.FDR, out.Knockoffs = s.FDR, &k.made
		if !math.IsInf(k.threshold, 1) {
			out.Threshold = k.threshold
		}
		for _, s := range k.statistics[:min(len(k.statistics), mostStatistics)] {
			out.Statistics = append(out.Statistics, experiment.Statistic{Label: s.label, Value: s.value})
		}
		if s.Of == experiment.SelectColumns {
			out.Selected = append([]string{}, v.columns...)
		}
	}
	if s.Of != experiment.SelectColumns {
		out.Orphans = r.orphans(v)
	}
	out.Assumptions = r.assumptions(class, v)
	return out
}

// orphans are the selected products of several columns of which some are not selected by
// themselves, in any power.
func (r *execution) orphans(v *verdict) (list []experiment.Orphan) {
	columnsOf := func(t weights.Weight) []string {
		var names []string
		for _, j := range t.Monomial {
			if name := r.design.Column(j); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names
	}
	single := map[string]bool{}
	for _, t := range v.terms {
		if names := columnsOf(t); len(names) == 1 {
			single[names[0]] = true
		}
	}
	for _, t := range v.terms {
		names := columnsOf(t)
		if len(names) < 2 {
			continue
		}
		if missing := slices.DeleteFunc(names, func(name string) bool { return single[name] }); len(missing) > 0 && len(list) < mostSelected {
			list = append(list, experiment.Orphan{Label: t.Monomial.Label(r.design.Features), Columns: missing})
		}
	}
	return list
}

// refitted is least squares on the selected monomials of one class.
type refitted struct {
	terms     []weights.Weight // with the coefficients as values, of features without a constant
	intercept float64
}

// refitOf fits it to the rows that the model is fitted to; nil where there are too many terms
// for them.
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

// measureRefit is measure without what needs a loss that gives probabilities.
func (r *execution) measureRefit(y, f []float64) experiment.Metric {
	m := r.measure(y, f)
	m.LogLoss = nil
	return m
}

// refit adds to the selections of the reports of all classes how well the selected monomials do
// alone; it does not where those of a class are too many.
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

// heldOut has the metrics of rows held out of the whole of selection and refit.
type heldOut struct {
	refit, all experiment.Metric
	counts     []int // of selected weights, by fold
}

// selectAcross repeats model, selection and refit without the rows of each fold, and predicts
// these. The strength is that of the run, which a search may have chosen on all rows. It leaves
// out the metrics where the selected ones are too many for a refit in some fold.
func (r *execution) selectAcross(ctx context.Context) error {
	s := r.spec.Selection
	if s.Folds == 0 {
		return nil
	}
	trained := r.trainer.trained()
	y := at(r.design.Train.Y, trained)
	classes := r.classesOf(y)
	if s.Folds > len(trained)/4 {
		return tooFew("selection.folds", s.Folds, len(trained)/4)
	}
	hadTensor := holdsTensor(r.trainer)
	if hadTensor {
		r.trainer = nil
	}
	var each int
	held := &heldOut{}
	refits, alls := []float64(nil), []float64(nil)
	steps := r.newSteps("selection folds", s.Folds)
	for _, out := range folds(classes, s.Folds, s.Seed) {
		left := at(trained, out)
		slices.Sort(left)
		d, err := r.design.Fold(left)
		if err != nil {
			return err
		}
		rows := at(trained, without(len(trained), out))
		for i, row := range rows {
			before, _ := slices.BinarySearch(left, row)
			rows[i] = row - before
		}
		f, g, count, err := r.selectWithin(ctx, d, rows, len(trained))
		if err != nil {
			return err
		}
		if f == nil {
			held = nil
			break
		}
		if each = len(f) / len(out); refits == nil {
			refits, alls = make([]float64, each*len(trained)), make([]float64, each*len(trained))
		}
		for _, i := range out {
			place, _ := slices.BinarySearch(left, trained[i])
			copy(refits[i*each:(i+1)*each], f[place*each:])
			copy(alls[i*each:(i+1)*each], g[place*each:])
		}
		held.counts = append(held.counts, count)
		steps.next()
	}
	if held != nil {
		held.refit, held.all = r.measureRefit(y, refits), r.measure(y, alls)
		r.held = held
	}
	if !hadTensor {
		return nil
	}
	var err error
	r.trainer, err = r.train(ctx, r.run, trained)
	return err
}

// selectWithin predicts the validation rows of the design of a fold by the refit of what is
// selected on its training rows, and by the model with all weights; nil where no refit is
// possible.
func (r *execution) selectWithin(ctx context.Context, d *design.Design, rows []int, whole int) (refit, all []float64, count int, err error) {
	e := &execution{run: r.onFold(d), session: new(Session), source: r.source, out: &experiment.Report{Chosen: r.out.Chosen}}
	e.spec.Selection.Folds = 0
	e.options.Progress = func(experiment.Progress) {}
	if e.trainer, err = e.train(ctx, e.run, rows); err != nil {
		return nil, nil, 0, err
	}
	if r.strength != 0 {
		e.strength = r.scaled(r.strength, len(rows), whole)
	}
	for _, step := range []func(context.Context) error{e.knockoffs, e.solve, e.halves, e.permute} {
		if err := cmp.Or(step(ctx), ctx.Err()); err != nil {
			return nil, nil, 0, err
		}
	}
	var each []*refitted
	for k, m := range e.eachOf(e.model) {
		w := weighingOf(m)
		limits, _ := e.limits(k, w)
		l, err := w.Examine(ctx, limits)
		if err != nil {
			return nil, nil, 0, err
		}
		v, err := e.judge(ctx, k, w, &l)
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
	models, err := e.predictions(ctx, e.trainer, []fitted{e.model}, d.Validation)
	if err != nil {
		return nil, nil, 0, err
	}
	return refit, models[0], count, nil
}

// assumptions says what the rule takes for granted, and what is known to violate it.
func (r *execution) assumptions(class int, v *verdict) []string {
	s := r.spec.Selection
	list := []string{}
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	percent := func(x float64) string { return fmt.Sprintf("%.3g %%", 100*x) }
	switch s.Rule {
	case experiment.SelectDeviation:
		say("Most weights are assumed to be small and not to matter; the rule controls no error.")
		if v.crowd > 0.25 {
			say("Violated: the weights are of like size, as if %s of them carried the model, so that twice their deviation rejects weights that matter, or selects about 5 %% of weights that do not.", percent(v.crowd))
		}
	case experiment.SelectNonzero:
		say("A weight that is not zero need not matter; the rule controls no error.")
	case experiment.SelectPermutation:
		say("If the target does not depend on the columns, anything is selected with a probability of at most %s. Where some columns matter, false selections among the others are not bounded, and the floor is that of the whole spread of the target, so that weak weights stay below it.", percent(s.Level))
	case experiment.SelectStability:
		r.assumeStability(say)
	case experiment.SelectKnockoffs:
		r.assumeKnockoffs(class, say)
	default:
		say("The rule by itself controls no error.")
		if s.Level > 0 {
			say("Weights below the noise floor are not selected: if the target does not depend on the columns, anything is selected with a probability of at most %s.", percent(s.Level))
		}
	}
	if s.Level > 0 && math.IsInf(r.floors[class], 1) {
		say("Nothing can be selected: %d permutations show nothing at a level of %g; set selection.permutations to at least %d.", s.Permutations, s.Level, selection.LeastPermutations(s.Level))
	}
	controls := s.Level > 0 || s.Rule == experiment.SelectStability || s.Rule == experiment.SelectKnockoffs
	if c := r.out.Chosen; c != nil && controls {
		say("Violated in part: the search chose %s by the same target before the selection, so that the control holds approximately.", r.parameter)
	}
	return list
}

func (r *execution) assumeStability(say func(string, ...any)) {
	s := r.spec.Selection
	count := r.candidates
	if r.plan.PerHalf == 0 {
		say("Nothing can be selected: of %d weights not even one may be selected on each half for the bound to be at most %g; allow more false selections.", count, s.FalseSelections)
		return
	}
	share := float64(r.plan.Least) / float64(s.Resamples)
	say("Each half selects its %d largest weights, and a weight is selected if at least %.0f %% of the halves select it. A weight that does not matter is assumed to be selected on a half no more often than by guessing, with r-concave frequencies (Shah and Samworth); without the latter the bound would be %.2g (Meinshausen and Bühlmann).",
		r.plan.PerHalf, 100*share, selection.MeinshausenBuehlmann(r.plan.PerHalf, count, share))
	for c, n := range r.classCounts() {
		if n < 2 {
			say("Violated: class %q has %d training row, which is in both halves of a pair.", r.design.Classes[c], n)
		}
	}
}

// classCounts are the numbers of rows of the classes that the model is fitted to.
func (r *execution) classCounts() []int {
	counts := make([]int, len(r.design.Classes))
	for _, c := range r.classesOf(at(r.design.Train.Y, r.trainer.trained())) {
		if len(counts) > 0 {
			counts[c]++
		}
	}
	return counts
}

func (r *execution) assumeKnockoffs(class int, say func(string, ...any)) {
	s, k := r.spec.Selection, &r.knocked[class]
	if k.made.Fixed {
		say("The target is assumed to be a linear function of the columns with normal noise of the same deviation in all rows (fixed-X knockoffs).")
	} else {
		say("The columns are assumed to be jointly normal: their knockoffs match means and covariances, with correlations shrunk by %.0f %%.", 100*k.made.Shrinkage)
		if odd := r.oddColumns(); len(odd) > 0 {
			say("Violated: %d of %d features have few different values or long tails: %s.", len(odd), r.design.D(), quoted(odd))
		}
	}
	if r.hasProducts() && s.Of != experiment.SelectColumns {
		say("A product counts as false if one of its columns does not matter given the others. Products of columns that matter, but not together, are not controlled, and products with a common column are not independent.")
	}
	if k.made.Distance < 0.2 {
		say("The columns are so strongly correlated that knockoffs hardly differ from them: little can be found.")
	}
	if least := selection.LeastKnockoffs(s.FDR); math.IsInf(k.threshold, 1) {
		if len(k.statistics) < least {
			say("Nothing can be selected: at a rate of %g at least %d are selected or none, and there are only %d; choose a larger selection.fdr.", s.FDR, least, len(k.statistics))
		} else {
			say("Nothing is selected: at a rate of %g at least %d must stand out from their knockoffs, and fewer do.", s.FDR, least)
		}
	}
}

// hasProducts reports whether the model has monomials of several columns.
func (r *run) hasProducts() bool {
	if r.kernel == nil {
		return false
	}
	_, highest := r.kernel.Degrees()
	return highest > 1 || highest == kernel.Infinite
}

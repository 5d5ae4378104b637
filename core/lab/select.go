package lab

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lplab/core/experiment"
	"lplab/core/lab/selection"
	"lplab/core/lists"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// Limits on what a report lists of a selection, and on the terms of a refit.
const (
	mostSelected   = 1000
	mostStatistics = 50
)

// selectionState holds intermediate results of a selection, by class; nil if the rule does not use them.
type selectionState struct {
	plan            selection.Stable
	candidates      int64        // weights that stability selects from
	frequencies     []selections // over the halves
	floors          []float64    // of permuted targets
	knockoffResults []knockoffResult
	holdout         *holdout
	picks           []selectedTerms // set when the weights are listed
}

// selectedTerms is the selection of one class.
type selectedTerms struct {
	terms         []weights.Weight // by falling size, at most mostSelected
	count         int              // of all selected terms
	marked        bool             // the rule does not select by size alone
	columns       []string         // selected columns, of knockoffs of columns
	participation float64          // weights.Listing.Participation
}

// selectTerms applies the rule of the run to the weights w of a class, which l lists within the limits.
func (r *execution) selectTerms(ctx context.Context, class int, w *weightModel, l *weights.Listing) (v selectedTerms, err error) {
	v.participation = l.Participation()
	switch s := r.spec.Selection; {
	case s.Rule == experiment.SelectStability:
		v.marked = true
		terms := r.frequencies[class].terms
		for _, f := range terms.largest(len(terms)) {
			if r.plan.PerHalf > 0 && int(f.score) >= r.plan.Least {
				v.add(f.Monomial, w, l)
			}
		}
	case s.Rule == experiment.SelectKnockoffs:
		v.marked = true
		for _, s := range r.knockoffResults[class].statistics {
			switch {
			case !(s.value >= r.knockoffResults[class].threshold):
			case s.monomial != nil:
				v.add(s.monomial, w, l)
			default:
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
			limits := r.limits(class, w)
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
	slices.SortStableFunc(v.terms, func(a, b weights.Weight) int { return cmp.Compare(math.Abs(b.Value), math.Abs(a.Value)) })
	v.count = len(v.terms)
	return v, nil
}

// add adds a monomial with its weight in the model.
func (v *selectedTerms) add(m kernel.Monomial, w *weightModel, l *weights.Listing) {
	v.terms = append(v.terms, weights.Weight{Index: l.Place(w.kernel, m), Monomial: m, Value: w.At(m), Constant: w.constant(m)})
}

// addOfColumns adds the monomials that have selected columns only.
func (r *execution) addOfColumns(ctx context.Context, v *selectedTerms, w *weightModel) error {
	l, err := w.Examine(ctx, weights.Limits{Examined: r.mostExamined(w.kernel), Listed: mostTerms})
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

// describeSelection returns the selection of a class in the form of a report, without the refit.
func (r *execution) describeSelection(class int, v *selectedTerms) *experiment.Selected {
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
		k := &r.knockoffResults[class]
		out.FDR, out.Knockoffs = s.FDR, &k.description
		if !math.IsInf(k.threshold, 1) {
			out.Threshold = k.threshold
		}
		out.Statistics = lists.Map(k.statistics[:min(len(k.statistics), mostStatistics)], func(s statistic) experiment.Statistic {
			return experiment.Statistic{Label: s.label, Value: s.value}
		})
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

// orphans lists the selected products with a column of which no power is selected.
func (r *execution) orphans(v *selectedTerms) (list []experiment.Orphan) {
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
		if names := slices.DeleteFunc(names, func(name string) bool { return single[name] }); len(names) > 0 && len(list) < mostSelected {
			list = append(list, experiment.Orphan{Label: t.Monomial.Label(r.design.Features), Columns: names})
		}
	}
	return list
}

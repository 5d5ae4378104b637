package lab

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lab/selection"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// mostKnockoffs is the largest number of features with knockoffs; the time grows with its cube.
const mostKnockoffs = 2000

// knockoffResult holds the statistics of one class.
type knockoffResult struct {
	description experiment.Knockoffs
	statistics  []statistic // by falling size
	threshold   float64
}

// statistic is the size of a monomial or a column minus the size of its knockoff.
type statistic struct {
	monomial kernel.Monomial // nil for a column
	label    string
	value    float64
}

// knockoffs fits the model to the features with their knockoffs, if the rule is "knockoffs". There
// is memory for one tensor, so a trainer with a tensor is made again afterwards.
func (r *execution) knockoffs(ctx context.Context) error {
	s := r.spec.Selection
	if s.Rule != experiment.SelectKnockoffs {
		return nil
	}
	d, rows := r.design.D(), r.trainer.trainedRows()
	if d > mostKnockoffs {
		return refuse("selection.rule", `"knockoffs"`, "the data have %d features, and knockoffs are made of at most %d; choose fewer features, or %q", d, mostKnockoffs, experiment.SelectStability)
	}
	if len(rows) < 5 {
		return refuse("selection.rule", `"knockoffs"`, "knockoffs need at least 5 training rows, and there are %d", len(rows))
	}
	r.beginPhase("knockoffs")
	extended, description, err := r.withKnockoffs(ctx, rows)
	if err != nil {
		return err
	}
	r.freeTensor()
	t, err := r.train(ctx, extended, dense.UpTo(len(rows)))
	if err != nil {
		return err
	}
	m, err := r.fitLikeRun(ctx, t)
	if err != nil {
		return err
	}
	for _, one := range r.eachOf(m) {
		of := knockoffResult{description: description}
		if s.Of == experiment.SelectColumns {
			of.statistics, err = r.columnStatistics(ctx, weightModelOf(one))
		} else {
			of.statistics, err = r.monomialStatistics(ctx, weightModelOf(one))
		}
		if err != nil {
			return err
		}
		slices.SortStableFunc(of.statistics, func(a, b statistic) int { return cmp.Compare(math.Abs(b.value), math.Abs(a.value)) })
		of.threshold = selection.KnockoffThreshold(lists.Map(of.statistics, func(s statistic) float64 { return s.value }), s.FDR)
		r.knockoffResults = append(r.knockoffResults, of)
	}
	return r.trainAgain(ctx, rows)
}

// withKnockoffs returns the run on some training rows with knockoffs, and how these were drawn.
func (r *execution) withKnockoffs(ctx context.Context, rows []int) (own *run, description experiment.Knockoffs, err error) {
	d := r.design.D()
	x := rowsOf(points(r.design.Train, d), rows)
	source := rng.NewStream(r.spec.Selection.Seed, "knockoffs")
	var k *selection.Knockoffs
	// Fixed-X knockoffs are for the squared loss of a linear function, which depends only on products of the features
	// with one another and with the target.
	m := r.spec.Model
	isLinear := m.Kind() != experiment.ModelLP || m.Kernel.Type == experiment.KernelLinear && m.Loss.Type == experiment.LossSquared
	if description.Fixed = r.spec.Task == experiment.Regression && isLinear && len(rows) >= 2*d+1; description.Fixed {
		k, err = selection.FixedX(ctx, x, r.spec.Preprocess.Intercept, source)
		description.Fixed = err == nil // false if some features are linear combinations of others
	}
	if err := ctx.Err(); err != nil {
		return nil, description, err
	}
	if !description.Fixed {
		k, err = selection.Gaussian(ctx, x, source)
	}
	if err != nil {
		return nil, description, err
	}
	description.Shrinkage = k.Shrinkage
	for _, v := range k.S {
		description.Distance += v / float64(d)
	}
	own = r.onFold(r.design.WithCopies(rows, x.X, k.X))
	for _, group := range r.spec.Model.Groups {
		copies := lists.Map(group, func(name string) string { return name + design.CopyMark })
		own.spec.Model.Groups = append(slices.Clip(own.spec.Model.Groups), copies)
	}
	return own, description, nil
}

// columnStatistics compares columns with their knockoffs by the norms of all weights of monomials
// with them. Swapping the features of a column with their knockoffs swaps the two norms.
func (r *execution) columnStatistics(ctx context.Context, w *weightModel) ([]statistic, error) {
	columns, group := r.columnGroups()
	both := slices.Concat(group, lists.Map(group, func(g int) int { return g + len(columns) }))
	shares := weights.NewShares(both, w.kernel)
	if _, err := w.Examine(ctx, weights.Limits{Examined: r.mostExamined(w.kernel), Shares: shares}); err != nil {
		return nil, err
	}
	root := 1 / weights.Conjugate(w.q)
	list := make([]statistic, len(columns))
	for g, name := range columns {
		list[g] = statistic{label: name, value: math.Pow(shares.Of[g], root) - math.Pow(shares.Of[g+len(columns)], root)}
	}
	return list, nil
}

// monomialStatistics compares each monomial with the largest of those with knockoffs in place of
// some or all of its columns. If one of the columns is irrelevant given the others, swapping it
// with its knockoff changes nothing but takes the monomial to one of these, so its statistic is
// positive with a probability of at most 1/2.
func (r *execution) monomialStatistics(ctx context.Context, w *weightModel) ([]statistic, error) {
	d := r.design.D()
	l, err := w.Examine(ctx, weights.Limits{Examined: r.mostExamined(w.kernel), Listed: mostTerms})
	if err != nil {
		return nil, err
	}
	least := 0.0 // bound on the sizes of weights that are not listed
	if len(l.Top) == mostTerms && int64(mostTerms) < l.Count {
		least = math.Abs(l.Top[len(l.Top)-1].Value)
	}
	type pair struct {
		monomial       kernel.Monomial
		original, copy float64
	}
	pairs := map[string]*pair{}
	var order []string
	for _, weight := range l.Top {
		if len(weight.Monomial) == 0 {
			continue // the constant has no knockoff
		}
		plain, original := slices.Clone(weight.Monomial), true
		for i, v := range plain {
			if v >= d {
				plain[i], original = v-d, false
			}
		}
		slices.Sort(plain)
		label := plain.Label(r.design.Features)
		p := pairs[label]
		if p == nil {
			p = &pair{monomial: plain, original: least, copy: least}
			pairs[label], order = p, append(order, label)
		}
		if size := math.Abs(weight.Value); original {
			p.original = max(p.original, size)
		} else {
			p.copy = max(p.copy, size)
		}
	}
	var list []statistic
	for _, label := range order {
		p := pairs[label]
		list = append(list, statistic{p.monomial, label, p.original - p.copy})
	}
	return list, nil
}

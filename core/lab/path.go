package lab

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/kernel"
	"lplab/core/solver"
)

// Limits on the weights that a path lists.
const (
	pathTop    = 20 // largest at each gamma
	pathListed = 60 // of all those
)

// pathResult is what a choice among the gammas of a path needs.
type pathResult struct {
	validation, test [][]float64 // predictions by gamma; nil without such rows
}

// path solves for every gamma on all rows of a basis and reports it.
func (r *run) path(ctx context.Context, b *basis, found *experiment.Searched, steps *steps) (*pathResult, error) {
	limits, _ := r.limits()
	limits.Listed = pathTop
	var alphas [][]float64
	var intercepts []float64
	var models []model
	peaks := map[string]*peak{}
	points := make([]experiment.PathPoint, len(found.Gamma))
	err := r.solvePath(ctx, b.problem(1), found, steps, func(g int, s *solver.Result) error {
		m := b.model(s.Alpha)
		l := m.Examine(limits)
		points[g] = experiment.PathPoint{
			Gamma: found.Gamma[g], Status: statusOf(s.Status), Passes: s.Passes, Dual: s.Dual, Gap: s.Gap,
			NormPower: s.NormPower, Selected: l.Selected, Metrics: map[string]experiment.Metric{},
		}
		points[g].Metrics["train"] = measure(r.spec.Task, b.y, shifted(s.Omega, s.Intercept))
		for _, w := range l.Top {
			label := w.Monomial.Label(r.design.Features)
			p := peaks[label]
			if p == nil {
				p = &peak{monomial: w.Monomial, index: w.Index, label: label}
				peaks[label] = p
			}
			if largest := math.Abs(l.Top[0].Value); largest > 0 {
				p.height = max(p.height, math.Abs(w.Value)/largest)
			}
		}
		alphas, intercepts, models = append(alphas, s.Alpha), append(intercepts, s.Intercept), append(models, m)
		return nil
	})
	if err != nil {
		return nil, err
	}
	result := &pathResult{}
	if result.validation, err = r.predictions(ctx, b, alphas, intercepts, r.design.Validation); err != nil {
		return nil, err
	}
	if result.test, err = r.predictions(ctx, b, alphas, intercepts, r.design.Test); err != nil {
		return nil, err
	}
	for g := range points {
		if result.validation != nil {
			points[g].Metrics["validation"] = measure(r.spec.Task, r.design.Validation.Y, result.validation[g])
		}
		if result.test != nil {
			points[g].Metrics["test"] = measure(r.spec.Task, r.design.Test.Y, result.test[g])
		}
	}
	found.Path = experiment.Path{Points: points}
	for _, p := range highest(peaks) {
		w := experiment.PathWeight{Index: p.index, Label: p.label, Relevant: r.planted[p.label]}
		for _, m := range models {
			w.Values = append(w.Values, m.At(p.monomial))
		}
		found.Path.Weights = append(found.Path.Weights, w)
	}
	return result, nil
}

// peak is a weight that is among the largest somewhere on a path, and its largest
// share of the largest weight.
type peak struct {
	monomial kernel.Monomial
	index    int
	label    string
	height   float64
}

// highest lists the peaks that a path shows, falling.
func highest(peaks map[string]*peak) []*peak {
	var all []*peak
	for _, p := range peaks {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *peak) int {
		return cmp.Or(-cmp.Compare(a.height, b.height), cmp.Compare(a.index, b.index))
	})
	return all[:min(len(all), pathListed)]
}

// predictions gives f(x) on the rows of a part for every solution; nil where it
// has no rows.
func (r *run) predictions(ctx context.Context, b *basis, alphas [][]float64, intercepts []float64, part design.Set) ([][]float64, error) {
	if len(part.Rows) == 0 {
		return nil, nil
	}
	all, err := b.predict(ctx, alphas, part)
	if err != nil {
		return nil, err
	}
	for g, f := range all {
		all[g] = shifted(f, intercepts[g])
		for i, v := range all[g] {
			if math.IsNaN(v - v) {
				return nil, r.unpredictable(part.Rows[i])
			}
		}
	}
	return all, nil
}

// shifted is f + b.
func shifted(f []float64, b float64) []float64 {
	g := make([]float64, len(f))
	for i, v := range f {
		g[i] = v + b
	}
	return g
}

package lab

import (
	"context"
	"math"

	"lplab/core/experiment"
	"lplab/core/lists"
)

// searchVariants is searchGammas over the exponents r and numbers of steps of reweighting too. The
// variants are compared by their best scores at the given strengths, or at some of an automatic
// grid, at most widest apart. Of the variants within half a standard error of the best, or by the
// rule of one standard error within one, the sparsest is chosen: the one with the most steps, and of
// these the smallest r. For it, the grid is refined at least by the skipped strengths, the path is
// reported, and gamma is chosen by the rule.
func (r *execution) searchVariants(ctx context.Context) error {
	const half = 0.5 // web/docs/sparse.md compares margins
	if grid, apart := r.run.grid, r.apart(r.run.grid); apart > 1 {
		var subgrid []float64
		for g := (len(grid) - 1) % apart; g < len(grid); g += apart {
			subgrid = append(subgrid, grid[g])
		}
		r.skipped = apart - 1
		r.setGrid(subgrid)
	}
	r.steps = r.newSteps("search", len(r.run.grid))
	if r.spec.Search.Criterion == experiment.SearchCrossValidation {
		r.steps.total *= r.spec.Search.Folds
	}
	train := r.trainer.trainedRows()
	scores, err := r.scoreVariants(ctx, train)
	if err != nil {
		return err
	}
	report := &experiment.Reweighted{Gamma: r.run.grid}
	r.out.Search.Reweighted = report
	best := 0
	tops := make([]experiment.Score, len(r.trials))
	for v, variant := range r.trials {
		row := scores[v*len(r.run.grid) : (v+1)*len(r.run.grid)]
		tops[v] = row[r.best(row)]
		if r.cost(tops[v]) < r.cost(tops[best]) {
			best = v
		}
		report.Variants = append(report.Variants, experiment.Variant{R: variant.r, Steps: variant.steps, Scores: row})
	}
	margin := half * tops[best].Error
	if r.spec.Search.Rule == experiment.RuleOneError {
		margin = tops[best].Error
	}
	sparsest := best
	for v, variant := range r.trials {
		if c := r.trials[sparsest]; math.Abs(tops[v].Mean-tops[best].Mean) <= margin &&
			(variant.steps > c.steps || variant.steps == c.steps && variant.r.Float() < c.r.Float()) {
			sparsest = v
		}
	}
	input := r.variant
	r.variant, r.trials = r.trials[sparsest], nil
	if err := r.scoreGammas(ctx, train, report.Variants[sparsest].Scores); err != nil {
		return err
	}
	if r.spec.Search.Rule == experiment.RuleGiven {
		r.variant = input
	}
	return nil
}

// apart returns the number of steps of a grid between two strengths at which variants are compared.
func (r *run) apart(grid []float64) int {
	const (
		spacing    = 0.8 // in powers of ten; the score of a model changes little over less
		leastSteps = 4   // steps from the first of them to the last
	)
	last := float64(len(grid) - 1)
	if !r.spec.Search.Grid(r.parameter).Auto || last < 1 {
		return 1
	}
	return max(1, int(1e-9+min(spacing*last/math.Log10(grid[len(grid)-1]/grid[0]), last/leastSteps))) // on all machines alike
}

// scoreVariants scores the models of all places over folds, as crossValidate does, or on the validation rows.
func (r *execution) scoreVariants(ctx context.Context, train []int) ([]experiment.Score, error) {
	if r.spec.Search.Criterion == experiment.SearchCrossValidation {
		return r.crossValidate(ctx, train)
	}
	models, ends, err := r.fitDetached(ctx, r.trainer, len(train))
	if err != nil {
		return nil, err
	}
	f, err := r.predictions(ctx, r.trainer, models, r.design.Validation)
	if err != nil {
		return nil, err
	}
	scores := lists.Map(f, r.scoreOfRows)
	for i := range scores {
		scores[i].Endings = ends[i : i+1].report()
	}
	return scores, nil
}

// passesOf counts the passes of the models of all variants, each pass once.
func passesOf(models []fit) int {
	passes := 0
	if first, ok := models[0].(*classFits); ok {
		for k := range first.of {
			passes += passesOf(lists.Map(models, func(m fit) fit { return ofClass(m, k) }))
		}
		return passes
	}
	for v, one := range models {
		m, ok := one.(*reweightedFit)
		switch {
		case v == 0:
			passes = one.ending().passes
		case ok: // else the lp solution again
			passes += m.passes() - m.base.result.Passes
			if before, ok := models[v-1].(*reweightedFit); ok && before.r == m.r {
				passes -= before.passes() - m.base.result.Passes
			}
		}
	}
	return passes
}

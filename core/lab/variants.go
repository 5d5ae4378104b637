package lab

import (
	"context"
	"math"

	"lplab/core/experiment"
)

// searchVariants is searchGammas where the exponent r, or the number of steps of
// reweighting, is searched too. Each variant has the best score at any of the strengths that
// they are compared at: those given, or some of an automatic grid, at most a power of widest
// apart. Of those within one standard error of the best, the sparsest is chosen: the one with
// the most steps, and of these the smallest r. For it, the grid is refined, by what was skipped
// at least, the path is reported, and gamma is chosen by the rule.
func (r *execution) searchVariants(ctx context.Context, found *experiment.Searched) error {
	const (
		widest = 0.8 // in powers of ten; the score of a model changes little over less
		fewest = 4   // steps from the first of them to the last
	)
	if grid := r.run.grid; r.spec.Search.Grid(r.parameter).Auto && len(grid) > 1 {
		last := len(grid) - 1
		apart := max(1, int(1e-9+min(widest*float64(last)/math.Log10(grid[last]/grid[0]), float64(last)/fewest))) // on all machines alike
		var some []float64
		for g := last % apart; g <= last; g += apart {
			some = append(some, grid[g])
		}
		r.skipped = apart - 1
		r.setGrid(found, some)
	}
	steps := r.newSteps("search", len(r.run.grid))
	if r.spec.Search.Criterion == experiment.SearchCrossValidation {
		steps.total *= r.spec.Search.Folds
	}
	scores, err := r.scoreVariants(ctx, found, steps)
	if err != nil {
		return err
	}
	found.Reweighted = &experiment.Reweighted{Gamma: r.run.grid}
	best, score := 0, experiment.Score{}
	tops := make([]experiment.Score, len(r.tried))
	for v, tried := range r.tried {
		row := scores[v*len(r.run.grid) : (v+1)*len(r.run.grid)]
		tops[v] = row[r.best(row)]
		if v == 0 || r.isBetter(tops[v], score) {
			best, score = v, tops[v]
		}
		found.Reweighted.Variants = append(found.Reweighted.Variants, experiment.Variant{R: tried.r, Steps: tried.steps, Scores: row})
	}
	sparsest := best
	for v, tried := range r.tried {
		if chosen := r.tried[sparsest]; math.Abs(tops[v].Mean-score.Mean) <= score.Error &&
			(tried.steps > chosen.steps || tried.steps == chosen.steps && tried.r.Float() < chosen.r.Float()) {
			sparsest = v
		}
	}
	entered := r.variant
	r.variant, r.tried = r.tried[sparsest], nil
	place, err := r.scoreGammas(ctx, found, found.Reweighted.Variants[sparsest].Scores)
	if err != nil {
		return err
	}
	if r.spec.Search.Rule == experiment.RuleGiven {
		r.variant = entered
		return nil
	}
	r.pick(found, place)
	return nil
}

// scoreVariants scores the models of all places, over folds or on the validation rows.
func (r *execution) scoreVariants(ctx context.Context, found *experiment.Searched, steps *steps) ([]experiment.Score, error) {
	if r.spec.Search.Criterion == experiment.SearchCrossValidation {
		trained := r.trainer.trained()
		scores, err := r.crossValidate(ctx, trained, found, steps)
		if err == nil && r.trainer == nil { // each fold had one of its own
			r.trainer, err = r.train(ctx, r.run, trained)
		}
		return scores, err
	}
	models, ended, err := r.fitDetached(ctx, r.trainer, len(r.trainer.trained()), found, steps)
	if err != nil {
		return nil, err
	}
	f, err := r.predictions(ctx, r.trainer, models, r.design.Validation)
	if err != nil {
		return nil, err
	}
	scores := r.scoresOfRows(f)
	for i := range scores {
		scores[i].Endings = ended[i : i+1].report()
	}
	return scores, nil
}

// passesOf counts the passes of a model that none before it has counted: those of the
// lp solution are the first's.
func passesOf(models []fitted, v int) int {
	if all, ok := models[v].(*classFits); ok {
		sum := 0
		for k := range all.of {
			own := make([]fitted, v+1)
			for i := range own {
				own[i] = ofClass(models[i], k)
			}
			sum += passesOf(own, v)
		}
		return sum
	}
	passes := models[v].ending().passes
	if v == 0 {
		return passes
	}
	before, ok := models[v-1].(*reweightedFit)
	m, same := models[v].(*reweightedFit)
	switch {
	case !same:
		return 0 // the lp solution again
	case ok && before.r == m.r:
		return passes - before.ending().passes
	}
	return passes - m.base.result.Passes
}

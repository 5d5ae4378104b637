package lab

import (
	"context"
	"math"

	"lplab/core/experiment"
)

// searchVariants is searchGammas where the exponent r, or the number of steps of
// reweighting, is searched too: the variant with the best score at any gamma of the grid
// is chosen, or by the rule of one standard error the most steps that score within it; of
// that one, the grid is refined, the path is reported, and gamma is chosen by the rule.
func (r *execution) searchVariants(ctx context.Context, found *experiment.Searched) error {
	steps := r.newSteps("search", len(r.run.grid))
	if r.spec.Search.Criterion == experiment.SearchCrossValidation {
		steps.total *= r.spec.Search.Folds
	}
	scores, err := r.scoreVariants(ctx, found, steps)
	if err != nil {
		return err
	}
	best, score := 0, experiment.Score{}
	tops := make([]experiment.Score, len(r.tried))
	for v, tried := range r.tried {
		row := scores[v*len(r.run.grid) : (v+1)*len(r.run.grid)]
		tops[v] = row[r.best(row)]
		if v == 0 || r.isBetter(tops[v], score) {
			best, score = v, tops[v]
		}
		found.Reweighted = append(found.Reweighted, experiment.Reweighted{R: tried.r, Steps: tried.steps, Scores: row})
	}
	if r.spec.Search.Rule == experiment.RuleOneError {
		for v, tried := range r.tried { // more steps leave fewer weights
			more := tried.steps - r.tried[best].steps
			if math.Abs(tops[v].Mean-score.Mean) <= score.Error && (more > 0 || more == 0 && r.isBetter(tops[v], tops[best])) {
				best = v
			}
		}
	}
	entered := r.variant
	r.variant, r.tried = r.tried[best], nil
	place, err := r.scoreGammas(ctx, found, found.Reweighted[best].Scores)
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

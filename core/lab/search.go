package lab

import (
	"cmp"
	"context"
	"slices"

	"lplab/core/experiment"
)

// search fits models of many strengths and, unless it is for the path alone or the
// model is given, chooses one of them, with the size of a subsample where there is
// a choice of those too. It sets the run's trainer and strength to those chosen.
func (r *execution) search(ctx context.Context) error {
	s := r.spec.Search
	if s.Criterion == "" {
		return nil
	}
	start := r.options.Clock()
	found := &experiment.Searched{Criterion: s.Criterion, Metric: s.Metric, Subsample: s.Subsample}
	r.out.Search = found
	var err error
	switch {
	case len(s.Subsample) > 0:
		err = r.searchSizes(ctx, found)
	case len(s.P)+len(s.Degree) > 0:
		err = r.searchForms(ctx, found)
	default:
		err = r.searchGammas(ctx, found)
	}
	found.Seconds = r.options.Clock() - start
	return err
}

// searchGammas is the search on the rows that the model has.
func (r *execution) searchGammas(ctx context.Context, found *experiment.Searched) error {
	if _, err := r.placeGrid(ctx, r.trainer, found); err != nil {
		return err
	}
	if r.spec.Search.Criterion == experiment.SearchPath {
		_, err := r.path(ctx, r.trainer, found, r.newSteps("search", len(r.run.grid)))
		return err
	}
	if r.tried = r.variants(); len(r.tried) > 1 {
		return r.searchVariants(ctx, found)
	}
	place, err := r.scoreGammas(ctx, found, nil)
	if err == nil && r.spec.Search.Rule != experiment.RuleGiven {
		r.pick(found, place)
	}
	return err
}

// scoreGammas scores the strengths of a search for one variant of the model, and returns
// the place of that which the search's rule chooses. known are the scores of the grid over
// folds, nil where there are none.
func (r *execution) scoreGammas(ctx context.Context, found *experiment.Searched, known []experiment.Score) (experiment.Place, error) {
	score := r.validate
	if r.spec.Search.Criterion == experiment.SearchCrossValidation {
		score = func(ctx context.Context, found *experiment.Searched) ([]experiment.Score, error) {
			return r.validateAcross(ctx, found, known)
		}
	}
	scores, err := score(ctx, found)
	if err != nil {
		return experiment.Place{}, err
	}
	found.Scores = [][]experiment.Score{scores}
	return r.choose(found), nil
}

// validate scores the strengths of a search, and those of its refinement, on the
// validation rows. The path of all of them is the last thing that it fits.
func (r *execution) validate(ctx context.Context, found *experiment.Searched) ([]experiment.Score, error) {
	grid := r.run.grid
	steps := r.newSteps("search", len(grid))
	scores, err := r.scorePath(ctx, found, steps)
	if err != nil {
		return nil, err
	}
	finer := refinement(grid, r.best(scores), max(r.spec.Search.Refine, r.skipped))
	if len(finer) == 0 {
		return scores, nil
	}
	steps.total += len(grid) + len(finer)
	r.setGrid(found, ascend(grid, finer))
	return r.scorePath(ctx, found, steps)
}

// scorePath fits the path and scores it on the validation rows.
func (r *execution) scorePath(ctx context.Context, found *experiment.Searched, steps *steps) ([]experiment.Score, error) {
	predicted, err := r.path(ctx, r.trainer, found, steps)
	if err != nil {
		return nil, err
	}
	return r.scoresOfRows(predicted), nil
}

// validateAcross scores the strengths of a search, and those of its refinement, over
// folds of the rows that train the model, and fits the path of all of them. Those of the
// grid may be known.
func (r *execution) validateAcross(ctx context.Context, found *experiment.Searched, known []experiment.Score) ([]experiment.Score, error) {
	s := r.spec.Search
	trained, grid := r.trainer.trained(), r.run.grid
	steps := r.newSteps("search", (1+s.Folds)*len(grid))
	scores := known
	var err error
	if known != nil {
		steps.done = s.Folds * len(grid)
	} else if scores, err = r.crossValidate(ctx, trained, found, steps); err != nil {
		return nil, err
	}
	if finer := refinement(grid, r.best(scores), max(s.Refine, r.skipped)); len(finer) > 0 {
		steps.total += (1 + s.Folds) * len(finer)
		r.setGrid(found, finer)
		more, err := r.crossValidate(ctx, trained, found, steps)
		if err != nil {
			return nil, err
		}
		both := slices.Concat(grid, finer)
		scores = slices.Concat(scores, more)
		order := upTo(len(both))
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(both[a], both[b]) })
		scores = at(scores, order)
		r.setGrid(found, at(both, order))
	}
	if r.trainer == nil { // each fold had one of its own
		if r.trainer, err = r.train(ctx, r.run, trained); err != nil {
			return nil, err
		}
	}
	_, err = r.path(ctx, r.trainer, found, steps)
	return scores, err
}

// pick takes the model that the search chose.
func (r *execution) pick(found *experiment.Searched, place experiment.Place) {
	c := r.chosen(found, place)
	r.strength = *c.Of(r.parameter)
	r.out.Chosen = &c
}

// placeGrid sets the strengths of a search, about the scale of the trainer where they
// are not given.
func (r *execution) placeGrid(ctx context.Context, t trainer, found *experiment.Searched) ([]float64, error) {
	scale, _, err := t.scale(ctx)
	if err != nil {
		return nil, err
	}
	grid := r.automaticGrid(scale)
	if wanted := r.spec.Search.Grid(r.parameter); !wanted.Auto {
		grid = wanted.Values
	}
	found.Scale = scale
	r.setGrid(found, grid)
	return grid, nil
}

// setGrid sets the strengths that are fitted next.
func (r *execution) setGrid(found *experiment.Searched, grid []float64) {
	r.run.grid, found.Strength = grid, experiment.Named(r.parameter, grid)
}

// places is how many models a search fits to some rows: of every variant that it tries,
// one after another, one for every strength.
func (r *execution) places() int { return max(1, len(r.tried)) * len(r.run.grid) }

// fitAll fits the models of all places, the simplest strength first, each near the one
// before, on the rows of a trainer, regularised as on the whole of so many rows.
func (r *execution) fitAll(ctx context.Context, t trainer, whole int, found *experiment.Searched, steps *steps, take func(place int, m fitted) error) error {
	grid := *found.Of(r.parameter)
	var last fitted
	for _, g := range r.simplestFirst(len(grid)) {
		var models []fitted
		var err error
		if strength := r.scaled(grid[g], len(t.trained()), whole); len(r.tried) > 1 {
			models, last, err = t.(walker).walk(ctx, strength, last, r.tried)
		} else {
			last, err = t.fit(ctx, strength, last, nil)
			models = []fitted{last}
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		for v, m := range models {
			found.Passes += passesOf(models, v)
			if err := take(v*len(grid)+g, m); err != nil {
				return err
			}
		}
		steps.next()
	}
	return nil
}

// fitDetached is fitAll for predictions alone: it gives the detached models, and how each ended.
func (r *execution) fitDetached(ctx context.Context, t trainer, whole int, found *experiment.Searched, steps *steps) ([]fitted, endings, error) {
	models, ended := make([]fitted, r.places()), make(endings, r.places())
	err := r.fitAll(ctx, t, whole, found, steps, func(g int, m fitted) error {
		models[g], ended[g] = m.detached(), m.ending()
		return nil
	})
	return models, ended, err
}

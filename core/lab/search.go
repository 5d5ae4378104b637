package lab

import (
	"cmp"
	"context"
	"slices"

	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// search fits models of many strengths. Unless only the path is wanted or the model is given, it
// chooses one, with its subsample, p and degree, and sets the run's trainer and strength.
func (r *execution) search(ctx context.Context) error {
	s := r.spec.Search
	if s.Criterion == "" {
		return nil
	}
	start := r.options.Clock()
	r.out.Search = &experiment.Searched{Criterion: s.Criterion, Metric: s.Metric, Subsample: s.Subsample}
	var err error
	switch {
	case len(s.Subsample) > 0:
		err = r.searchSizes(ctx)
	case len(s.P)+len(s.Degree) > 0:
		err = r.searchForms(ctx)
	default:
		err = r.searchGammas(ctx)
	}
	r.out.Search.Seconds = r.options.Clock() - start
	return err
}

// searchGammas is the search over strengths on the rows of the run's trainer.
func (r *execution) searchGammas(ctx context.Context) error {
	if err := r.placeGrid(ctx, r.trainer); err != nil {
		return err
	}
	if r.spec.Search.Criterion == experiment.SearchPath {
		r.steps = r.newSteps("search", len(r.run.grid))
		_, err := r.path(ctx)
		return err
	}
	if r.trials = r.variants(); len(r.trials) > 1 {
		return r.searchVariants(ctx)
	}
	return r.scoreGammas(ctx, r.trainer.trainedRows(), nil)
}

// scoreGammas scores the strengths of a search and of its refinement for one variant of the model,
// fits the path of all of them on the trained rows, and picks one by the search's rule. Over folds, the
// scores of the grid may be known; otherwise prior is nil.
func (r *execution) scoreGammas(ctx context.Context, train []int, prior []experiment.Score) error {
	s, grid := r.spec.Search, r.run.grid
	across, fits := s.Criterion == experiment.SearchCrossValidation, 1 // of each strength
	if across {
		fits += s.Folds
	}
	r.steps = r.newSteps("search", fits*len(grid))
	scores := prior
	var predictions [][]float64
	var err error
	switch {
	case !across:
		predictions, err = r.path(ctx)
		scores = lists.Map(predictions, r.scoreOfRows)
	case prior != nil:
		r.steps.done = s.Folds * len(grid)
	default:
		scores, err = r.crossValidate(ctx, train)
	}
	if err != nil {
		return err
	}
	finer := refinement(grid, r.best(scores), max(s.Refine, r.skipped))
	r.steps.total += fits * len(finer)
	if len(finer) > 0 {
		both := slices.Concat(grid, finer)
		order := dense.UpTo(len(both))
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(both[a], both[b]) })
		if across {
			r.setGrid(finer)
			more, err := r.crossValidate(ctx, train)
			if err != nil {
				return err
			}
			scores = dense.At(slices.Concat(scores, more), order)
		} else {
			r.steps.total += len(grid) // on the path again
		}
		r.setGrid(dense.At(both, order))
	}
	if across || len(finer) > 0 {
		if err := r.trainAgain(ctx, train); err != nil {
			return err
		}
		if predictions, err = r.path(ctx); err != nil {
			return err
		}
	}
	if !across {
		scores = lists.Map(predictions, r.scoreOfRows)
	}
	r.out.Search.Scores = [][]experiment.Score{scores}
	r.pick(r.choose())
	return nil
}

// pick sets the run's strength to the one that the search chose, unless the model is given.
func (r *execution) pick(place experiment.Place) {
	if r.spec.Search.Rule != experiment.RuleGiven {
		c := r.chosenModel(place)
		r.strength = *c.Of(r.parameter)
		r.out.Chosen = &c
	}
}

// placeGrid sets the strengths of a search: those given, or a grid by the scale of the trainer.
func (r *execution) placeGrid(ctx context.Context, t trainer) error {
	s, err := t.scale(ctx)
	if err != nil {
		return err
	}
	r.out.Search.Scale = s.grid
	if given := r.spec.Search.Grid(r.parameter); given.Auto {
		r.setGrid(r.automaticGrid(s))
	} else {
		r.setGrid(given.Values)
	}
	return nil
}

func (r *execution) setGrid(grid []float64) {
	r.run.grid, r.out.Search.Strength = grid, experiment.Named(r.parameter, grid)
}

// places counts the models that a search fits to some rows: every strength of each variant in turn.
func (r *execution) places() int { return max(1, len(r.trials)) * len(r.run.grid) }

// fitAll fits the models of all places on the rows of a trainer, the simplest strength first, each
// near the one before. The strengths are those for the given number of rows.
func (r *execution) fitAll(ctx context.Context, t trainer, total int, take func(place int, m fit) error) error {
	grid := r.run.grid
	var last fit
	for _, g := range r.simplestFirst(len(grid)) {
		var models []fit
		var err error
		if strength := r.scaleStrength(grid[g], len(t.trainedRows()), total); len(r.trials) > 1 {
			models, last, err = t.(variantTrainer).fitVariants(ctx, strength, last, r.trials, nil)
		} else {
			last, err = t.fit(ctx, strength, last, nil)
			models = []fit{last}
		}
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		r.out.Search.Passes += passesOf(models)
		for v, m := range models {
			if err := take(v*len(grid)+g, m); err != nil {
				return err
			}
		}
		r.steps.next()
	}
	return nil
}

// fitDetached is fitAll for predictions alone: it returns the detached models and their endings.
func (r *execution) fitDetached(ctx context.Context, t trainer, total int) ([]fit, endings, error) {
	models, ends := make([]fit, r.places()), make(endings, r.places())
	err := r.fitAll(ctx, t, total, func(g int, m fit) error {
		models[g], ends[g] = m.detach(), m.ending()
		return nil
	})
	return models, ends, err
}

package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

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
	finer := refinement(grid, r.best(scores), r.spec.Search.Refine)
	if len(finer) == 0 {
		return scores, nil
	}
	steps.total += len(grid) + len(finer)
	r.setGrid(found, ascend(grid, finer))
	return r.scorePath(ctx, found, steps)
}

// scorePath fits the path and scores it on the validation rows.
func (r *execution) scorePath(ctx context.Context, found *experiment.Searched, steps *steps) ([]experiment.Score, error) {
	path, err := r.path(ctx, r.trainer, found, steps)
	if err != nil {
		return nil, err
	}
	return r.scoresOfRows(path.validation), nil
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
	if finer := refinement(grid, r.best(scores), s.Refine); len(finer) > 0 {
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

// refinement are so many strengths between that at a place of a grid and each of its
// neighbours, ascending, at equal factors.
func refinement(grid []float64, place, between int) []float64 {
	var finer []float64
	for low := max(0, place-1); low < min(place+1, len(grid)-1); low++ {
		for i := range between {
			share := float64(i+1) / float64(between+1)
			v := grid[low] * math.Pow(grid[low+1]/grid[low], share)
			if v > grid[low] && v < grid[low+1] && (len(finer) == 0 || v > finer[len(finer)-1]) {
				finer = append(finer, v)
			}
		}
	}
	return finer
}

// ascend is the union of two lists, ascending.
func ascend(a, b []float64) []float64 {
	both := slices.Concat(a, b)
	slices.Sort(both)
	return both
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
	s := r.spec.Search
	wanted := s.Grid(r.parameter)
	if s.Decades.Auto && r.parameter != "gamma" {
		s.Decades = experiment.Gamma{Value: r.spec.Model.Decades()}
	}
	scale, grid, err := t.grid(ctx, s)
	if err != nil {
		return nil, err
	}
	if !wanted.Auto {
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

// checkSearch refuses, before any work, what the training rows cannot bear.
func (r *execution) checkSearch() error {
	s := r.spec.Search
	n := len(r.design.Train.Rows)
	for i, m := range s.Subsample {
		if m > n {
			return &experiment.FieldError{Path: fmt.Sprintf("search.subsample[%d]", i), Value: itoa(m),
				Problem: "there are only " + itoa(n) + " training rows; choose at most that many"}
		}
	}
	if s.IsScored() && s.Metric == experiment.MetricLogLoss && len(r.design.Classes) > 2 && !r.givesProbabilities() {
		return &experiment.FieldError{Path: "search.metric", Value: strconv.Quote(s.Metric),
			Problem: fmt.Sprintf("of more than two classes only the logistic loss gives probabilities; choose %q, %q or %q, or the logistic loss", experiment.MetricAccuracy, experiment.MetricBalancedAccuracy, experiment.MetricAUC)}
	}
	if s.Criterion == experiment.SearchValidation && len(r.design.Validation.Rows) == 0 {
		return &experiment.FieldError{Path: "split.validation", Value: "a part without rows",
			Problem: "the search needs validation rows; give it a larger share"}
	}
	if s.Criterion != experiment.SearchCrossValidation {
		return nil
	}
	rows, err := subsample(n, r.spec.Model)
	if err != nil {
		return err
	}
	if s.Folds > len(rows) {
		return &experiment.FieldError{Path: "search.folds", Value: itoa(s.Folds),
			Problem: "there are only " + itoa(len(rows)) + " training rows; choose at most that many"}
	}
	if r.spec.Task != experiment.Classification {
		return nil
	}
	counts := make([]int, len(r.design.Classes))
	for _, y := range at(r.design.Train.Y, rows) {
		counts[r.design.Class(y)]++
	}
	for c, count := range counts {
		if count < 2 {
			return &experiment.FieldError{Path: "search.criterion", Value: strconv.Quote(s.Criterion),
				Problem: fmt.Sprintf("class %q has only %d training row, so that a fold would have none; choose %q, leave the rows of that class out of the data, or give it more",
					r.design.Classes[c], count, experiment.SearchValidation)}
		}
		if count < s.Folds {
			return &experiment.FieldError{Path: "search.folds", Value: itoa(s.Folds),
				Problem: fmt.Sprintf("class %q has only %d training rows, so that a fold would have none; choose at most %d folds, or give the training part more rows",
					r.design.Classes[c], count, count)}
		}
	}
	return nil
}

// steps tells how far a phase of many solves is.
type steps struct {
	options     Options
	phase       string
	done, total int
	start       float64
}

func (r *execution) newSteps(phase string, total int) *steps {
	return &steps{options: r.options, phase: phase, total: total, start: r.options.Clock()}
}

// next notes that one more solve is done.
func (s *steps) next() {
	s.done++
	p := experiment.Progress{Phase: s.phase, Fraction: float64(s.done) / float64(s.total), Solved: s.done, Solves: s.total}
	if elapsed := s.options.Clock() - s.start; elapsed >= leastSeconds {
		p.Remaining = elapsed * float64(s.total-s.done) / float64(s.done)
	}
	s.options.Progress(p)
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

// fitBare is fitAll for predictions alone: it gives the bare models, and how each ended.
func (r *execution) fitBare(ctx context.Context, t trainer, whole int, found *experiment.Searched, steps *steps) ([]fitted, endings, error) {
	models, ended := make([]fitted, r.places()), make(endings, r.places())
	err := r.fitAll(ctx, t, whole, found, steps, func(g int, m fitted) error {
		models[g], ended[g] = m.bare(), m.ending()
		return nil
	})
	return models, ended, err
}

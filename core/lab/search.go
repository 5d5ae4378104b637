package lab

import (
	"context"
	"fmt"

	"lplab/core/experiment"
)

// search fits models of many strengths and, unless it is for the path alone or the
// model is given, chooses one of them, with the size of a subsample where there is
// a choice of those too. It sets the run's trainer and strength to those chosen.
func (r *run) search(ctx context.Context) error {
	s := r.spec.Search
	if s.Criterion == "" {
		return nil
	}
	start := r.options.Clock()
	found := &experiment.Searched{Criterion: s.Criterion, Metric: s.Metric, Subsample: s.Subsample}
	r.out.Search = found
	var err error
	if len(s.Subsample) > 0 {
		err = r.searchSizes(ctx, found)
	} else {
		err = r.searchGammas(ctx, found)
	}
	found.Seconds = r.options.Clock() - start
	return err
}

// searchGammas is the search on the rows that the model has.
func (r *run) searchGammas(ctx context.Context, found *experiment.Searched) error {
	s := r.spec.Search
	solves := 1
	if s.Criterion == experiment.SearchCrossValidation {
		solves += s.Folds
	}
	grid, err := r.grid(r.trainer, found)
	if err != nil {
		return err
	}
	steps := r.newSteps("search", solves*len(grid))
	path, err := r.path(ctx, r.trainer, found, steps)
	if err != nil {
		return err
	}
	switch s.Criterion {
	case experiment.SearchPath:
		return nil
	case experiment.SearchValidation:
		scores := make([]experiment.Score, len(grid))
		for g, f := range path.validation {
			scores[g] = r.scoreOfRows(r.design.Validation.Y, f)
		}
		found.Scores = [][]experiment.Score{scores}
	case experiment.SearchCrossValidation:
		scores, err := r.crossValidate(ctx, r.trainer, found, steps)
		if err != nil {
			return err
		}
		found.Scores = [][]experiment.Score{scores}
	}
	place := r.choose(found)
	if s.Rule == experiment.RuleGiven {
		return nil
	}
	r.pick(found, place)
	return nil
}

// pick takes the model that the search chose.
func (r *run) pick(found *experiment.Searched, place experiment.Place) {
	c := r.chosen(found, place)
	r.strength = *c.Of(r.parameter)
	r.out.Chosen = &c
}

// grid sets the strengths of a search, about the scale of the trainer where they
// are not given.
func (r *run) grid(t trainer, found *experiment.Searched) ([]float64, error) {
	wanted := r.spec.Search.Grid(r.parameter)
	scale, grid, err := t.grid(r.spec.Search)
	if err != nil {
		return nil, err
	}
	if !wanted.Auto {
		grid = wanted.Values
	}
	found.Scale, found.Strength = scale, experiment.Named(r.parameter, grid)
	return grid, nil
}

// checkSearch refuses, before any work, what the training rows cannot bear.
func (r *run) checkSearch() error {
	s := r.spec.Search
	n := len(r.design.Train.Rows)
	for i, m := range s.Subsample {
		if m > n {
			return &experiment.FieldError{Path: fmt.Sprintf("search.subsample[%d]", i), Value: itoa(m),
				Problem: "there are only " + itoa(n) + " training rows; choose at most that many"}
		}
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
	var counts [2]int
	for _, y := range at(r.design.Train.Y, rows) {
		counts[class(y)]++
	}
	for c, count := range counts {
		if count < s.Folds {
			return &experiment.FieldError{Path: "search.folds", Value: itoa(s.Folds),
				Problem: fmt.Sprintf("class %q has only %d training rows, so that a fold would have none; choose at most %d folds, or give the training part more rows",
					r.design.Classes[c], count, max(count, 1))}
		}
	}
	return nil
}

// steps tells how far a phase of many solves is.
type steps struct {
	run         *run
	phase       string
	done, total int
	start       float64
}

func (r *run) newSteps(phase string, total int) *steps {
	return &steps{run: r, phase: phase, total: total, start: r.options.Clock()}
}

// next notes that one more solve is done.
func (s *steps) next() {
	s.done++
	p := experiment.Progress{Phase: s.phase, Fraction: float64(s.done) / float64(s.total), Solved: s.done, Solves: s.total}
	if elapsed := s.run.options.Clock() - s.start; elapsed >= leastSeconds {
		p.Remaining = elapsed * float64(s.total-s.done) / float64(s.done)
	}
	s.run.options.Progress(p)
}

// fitAll fits the models of all strengths, the simplest first, each near the one
// before.
func (r *run) fitAll(ctx context.Context, t trainer, found *experiment.Searched, steps *steps, take func(place int, m fitted) error) error {
	grid := *found.Of(r.parameter)
	var last fitted
	for _, g := range r.simplestFirst(len(grid)) {
		m, err := t.fit(ctx, grid[g], last, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		last = m
		found.Passes += m.ending().passes
		if err := take(g, m); err != nil {
			return err
		}
		steps.next()
	}
	return nil
}

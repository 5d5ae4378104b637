package lab

import (
	"context"
	"math"

	"lplab/core/experiment"
	"lplab/core/solver"
)

// searchSizes is the search over sizes of Nystrom-type subsamples and gammas
// [H sec. 6], scored on the validation rows. Each repeat draws an order of the
// training rows, of which the first m are the subsample of size m: one tensor, of
// the largest, serves all. The model is of the first repeat's order.
func (r *run) searchSizes(ctx context.Context, found *experiment.Searched) error {
	s := r.spec.Search
	n := len(r.design.Train.Rows)
	values := make([][][]float64, len(s.Subsample)) // by size, gamma, repeat
	tests := make([][][]float64, len(s.Subsample))
	steps := r.newSteps("search", 0)
	// The first repeat comes last, so that its tensor is there for the model.
	for repeat := s.Repeats - 1; repeat >= 0; repeat-- {
		rows := order(s.Seed+uint64(repeat), n)
		for m := len(s.Subsample) - 1; m >= 0; m-- {
			b, err := r.newBasis(ctx, rows[:s.Subsample[m]])
			if err != nil {
				return err
			}
			if found.Gamma == nil { // the grid is that of the largest subsample
				r.grid(b, found)
				for k := range values {
					values[k], tests[k] = matrix(len(found.Gamma), s.Repeats), matrix(len(found.Gamma), s.Repeats)
				}
				steps.total = (s.Repeats*len(s.Subsample) + 1) * len(found.Gamma)
			}
			if err := r.scoreDraw(ctx, b, found, steps, repeat, values[m], tests[m]); err != nil {
				return err
			}
		}
	}
	for m := range s.Subsample {
		row := make([]experiment.Score, len(found.Gamma))
		for g := range row {
			row[g] = scoreOfDraws(values[m][g])
		}
		found.Scores = append(found.Scores, row)
		best := r.best(row)
		draws := experiment.Draws{Gamma: found.Gamma[best], Validation: values[m][best]}
		if len(r.design.Test.Rows) > 0 {
			draws.Test = tests[m][best]
		}
		found.Draws = append(found.Draws, draws)
	}
	place := r.choose(found)
	size := r.spec.Model.Subsample
	if s.Rule != experiment.RuleGiven {
		size = s.Subsample[place.Subsample]
		r.gamma = found.Gamma[place.Gamma]
		r.out.Chosen = &experiment.Chosen{Gamma: r.gamma, Subsample: size}
	}
	var err error
	if r.basis, err = r.newBasis(ctx, order(s.Seed, n)[:size]); err != nil {
		return err
	}
	_, err = r.path(ctx, r.basis, found, steps)
	return err
}

// matrix has so many rows and columns.
func matrix(rows, columns int) [][]float64 {
	t := make([][]float64, rows)
	for i := range t {
		t[i] = make([]float64, columns)
	}
	return t
}

// scoreDraw solves for all gammas on one subsample and stores the metrics in the
// repeat's column of values (on validation rows) and tests.
func (r *run) scoreDraw(ctx context.Context, b *basis, found *experiment.Searched, steps *steps, repeat int, values, tests [][]float64) error {
	var alphas [][]float64
	var intercepts []float64
	err := r.solvePath(ctx, b.problem(1), found, steps, func(_ int, s *solver.Result) error {
		alphas, intercepts = append(alphas, s.Alpha), append(intercepts, s.Intercept)
		return nil
	})
	if err != nil {
		return err
	}
	f, err := r.predictions(ctx, b, alphas, intercepts, r.design.Validation)
	if err != nil {
		return err
	}
	t, err := r.predictions(ctx, b, alphas, intercepts, r.design.Test)
	if err != nil {
		return err
	}
	for g := range found.Gamma {
		values[g][repeat] = r.score(r.design.Validation.Y, f[g])
		if t != nil {
			tests[g][repeat] = r.score(r.design.Test.Y, t[g])
		}
	}
	return nil
}

// scoreOfDraws is the mean of the repeats' values and its standard error, that of
// a mean of independent draws.
func scoreOfDraws(values []float64) experiment.Score {
	n := float64(len(values))
	var mean, squares float64
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	s := experiment.Score{Mean: mean, Values: values}
	if n > 1 {
		s.Error = math.Sqrt(squares / (n - 1) / n)
	}
	return s
}

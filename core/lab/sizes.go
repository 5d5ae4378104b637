package lab

import (
	"context"
	"slices"

	"lplab/core/experiment"
)

// searchSizes is the search over strengths and sizes of Nystrom-type subsamples [H sec. 6], scored
// on the validation rows. Each repeat draws an order of the training rows, and its first m rows are
// the subsample of size m, so all sizes share the tensor of the largest. The model uses the order
// of the first repeat.
func (r *execution) searchSizes(ctx context.Context) error {
	s := r.spec.Search
	n := len(r.design.Train.Rows)
	values := make([][][]float64, len(s.Subsample)) // by size, gamma, repeat
	tests := make([][][]float64, len(s.Subsample))
	allEnds := make([][][]ending, len(s.Subsample))
	r.steps = r.newSteps("search", 0)
	// The first repeat comes last, so that its tensor is there for the model.
	for repeat := s.Repeats - 1; repeat >= 0; repeat-- {
		rows := order(s.Seed+uint64(repeat), n)
		for m := len(s.Subsample) - 1; m >= 0; m-- {
			t, err := r.train(ctx, r.run, rows[:s.Subsample[m]])
			if err != nil {
				return err
			}
			if r.run.grid == nil { // that of the largest subsample
				if err := r.placeGrid(ctx, t); err != nil {
					return err
				}
				strengths := len(r.run.grid)
				for k := range values {
					values[k], tests[k], allEnds[k] = matrix[float64](strengths, s.Repeats), matrix[float64](strengths, s.Repeats), matrix[ending](strengths, s.Repeats)
				}
				r.steps.total = (s.Repeats*len(s.Subsample) + 1) * strengths
			}
			if err := r.scoreDraw(ctx, t, repeat, values[m], tests[m], allEnds[m]); err != nil {
				return err
			}
		}
	}
	search, ones := r.out.Search, slices.Repeat([]float64{1}, s.Repeats)
	for m := range s.Subsample {
		row := make([]experiment.Score, len(r.run.grid))
		for g := range row {
			row[g] = scoreOf(values[m][g], ones, allEnds[m][g])
		}
		search.Scores = append(search.Scores, row)
		best := r.best(row)
		draws := experiment.Draws{Gamma: r.run.grid[best], Validation: values[m][best]}
		if len(r.design.Test.Rows) > 0 && r.scorable(r.design.Test.Y) {
			draws.Test = tests[m][best]
		}
		search.Draws = append(search.Draws, draws)
	}
	r.pick(r.choose())
	size := r.spec.Model.Subsample
	if c := r.out.Chosen; c != nil {
		size = c.Subsample
	}
	var err error
	if r.trainer, err = r.train(ctx, r.run, order(s.Seed, n)[:size]); err != nil {
		return err
	}
	_, err = r.path(ctx)
	return err
}

func matrix[T any](rows, columns int) [][]T {
	t := make([][]T, rows)
	for i := range t {
		t[i] = make([]T, columns)
	}
	return t
}

// scoreDraw fits the models of all strengths on one subsample and stores their metrics and endings in the
// repeat's column of values (validation rows), tests and allEnds.
func (r *execution) scoreDraw(ctx context.Context, t trainer, repeat int, values, tests [][]float64, allEnds [][]ending) error {
	models, ends, err := r.fitDetached(ctx, t, len(t.trainedRows()))
	if err != nil {
		return err
	}
	f, err := r.predictions(ctx, t, models, r.design.Validation)
	if err != nil {
		return err
	}
	predictions, err := r.predictions(ctx, t, models, r.design.Test)
	if err != nil {
		return err
	}
	for g := range models {
		values[g][repeat] = r.score(r.design.Validation.Y, f[g])
		if predictions != nil && r.scorable(r.design.Test.Y) {
			tests[g][repeat] = r.score(r.design.Test.Y, predictions[g])
		}
		allEnds[g][repeat] = ends[g].or(models[g].ending())
	}
	return nil
}

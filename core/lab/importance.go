package lab

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

const (
	permutedRows      = 500 // most predictions with permuted values of each column
	leastPermutedRows = 20
	permutedWork      = 5e7 // multiplications of all these predictions
	permutedWarmWork  = 1e7 // the same for a run that follows a slider
	permutedPairs     = 2   // or the pairs compared, in those of two training rows, if that is more,
	mostPermutedWork  = 1e9 // but at most these
	workPerPair       = 20  // multiplications of a pair of rows, beside those of its columns
)

// permuteColumns adds to the report of a model without weights the importance of its columns: the increase of
// the error on the rows by which the model is judged when the values of one column are permuted among them
// [Breiman, Random Forests, 2001, sec. 10]. The features that code a column are permuted together. There is no
// importance where it takes long, or with bags.
func (r *execution) permuteColumns(ctx context.Context) error {
	name, _ := r.out.Judged()
	part := r.set(name)
	columns, group := r.columnGroups()
	d := r.design.D()
	models := 1
	if all, ok := r.model.(*classFits); ok {
		models = len(all.of)
	}
	trained := float64(len(r.trainer.trainedRows()))
	row := trained * float64(d+workPerPair) // one prediction
	work := float64(models*len(columns)) * row
	limit := max(permutedWork, min(mostPermutedWork, permutedPairs*trained*row))
	budget := limit
	if r.options.Warm {
		budget = permutedWarmWork
	}
	count := int(min(permutedRows, max(leastPermutedRows, budget/work)))
	if r.spec.Model.HasWeights() || r.spec.Model.Type == experiment.ModelKernelGroupLasso || part.X == nil || part.Starts != nil || len(part.Rows) < 2 || leastPermutedRows*work > limit {
		return nil
	}
	random := rng.NewStream(1, "importance")
	places := random.Perm(len(part.Rows))[:min(count, len(part.Rows))]
	some := design.Set{Rows: dense.At(part.Rows, places), Y: dense.At(part.Y, places), X: rowsOf(points(part, d), places).X}
	before, err := r.losses(ctx, some)
	if err != nil {
		return err
	}
	unit := 1.0
	if r.design.Classes == nil {
		if _, unit = moments(some.Y); unit == 0 || allEqual(some.Y) {
			return nil
		}
	}
	n, repeats := len(places), (count+len(places)-1)/len(places)
	var all []experiment.ColumnImportance
	for g, column := range columns {
		increase := make([]float64, n) // sum over the permutations, by row
		for range repeats {
			other := some
			other.X = slices.Clone(some.X)
			for i, from := range random.Perm(n) {
				for j, of := range group {
					if of == g {
						other.X[i*d+j] = some.X[from*d+j]
					}
				}
			}
			after, err := r.losses(ctx, other)
			if err != nil {
				return err
			}
			for i := range increase {
				increase[i] += after[i] - before[i]
			}
		}
		mean, variance := moments(increase)
		scale := unit * float64(repeats)
		all = append(all, experiment.ColumnImportance{Column: column, Increase: mean / scale, Error: math.Sqrt(variance/float64(n-1)) / scale})
	}
	slices.SortStableFunc(all, func(a, b experiment.ColumnImportance) int { return cmp.Compare(b.Increase, a.Increase) })
	r.out.Importance = all
	return nil
}

// moments returns the mean of numbers and their variance, added in order, with the same digits everywhere.
func moments(x []float64) (mean, variance float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v
	}
	mean /= n
	for _, v := range x {
		variance += float64((v-mean)*(v-mean)) / n
	}
	return mean, variance
}

// losses returns the squared error of the prediction of each row, or 1 for a wrong class and otherwise 0.
func (r *execution) losses(ctx context.Context, part design.Set) ([]float64, error) {
	f, err := r.predict(ctx, false, part)
	if err != nil {
		return nil, err
	}
	losses := make([]float64, len(part.Rows))
	each := len(f) / len(losses)
	for i := range losses {
		m := r.measure(part.Y[i:i+1], f[i*each:(i+1)*each])
		if m.Accuracy != nil {
			losses[i] = 1 - *m.Accuracy
		} else {
			losses[i] = *m.MSE
		}
	}
	return losses, nil
}

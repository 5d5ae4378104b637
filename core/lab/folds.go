package lab

import (
	"context"
	"math"

	"lplab/core/experiment"
	"lplab/core/rng"
)

// folds deals n rows, in a random order, to k folds whose sizes differ by one at
// most; those of one class first, and then of the other, so that each fold has
// about its share of both. Rows ascend within a fold.
func folds(y []float64, classes bool, k int, seed uint64) [][]int {
	order := rng.NewStream(seed, "folds").Perm(len(y))
	fold := make([]int, len(y)) // of each row
	dealt := 0
	for c := range 2 {
		for _, i := range order {
			if classes && class(y[i]) != c || !classes && c > 0 {
				continue
			}
			fold[i] = dealt % k
			dealt++
		}
	}
	all := make([][]int, k)
	for i, f := range fold {
		all[f] = append(all[f], i)
	}
	return all
}

// crossValidate scores every strength of a search over folds of the rows of a
// trainer. What the model learns of the columns' means and deviations it learns from
// all of those rows.
func (r *run) crossValidate(ctx context.Context, t trainer, found *experiment.Searched, steps *steps) ([]experiment.Score, error) {
	s := r.spec.Search
	y := at(r.design.Train.Y, t.trained())
	held := folds(y, r.spec.Task == experiment.Classification, s.Folds, s.Seed)
	grid := *found.Of(r.parameter)
	values := matrix(len(grid), len(held))
	sizes := make([]float64, len(held))
	for k, out := range held {
		sizes[k] = float64(len(out))
		others, err := t.restricted(without(len(y), out))
		if err != nil {
			return nil, err
		}
		of := at(y, out)
		err = r.fitAll(ctx, others, found, steps, func(g int, m fitted) error {
			f, err := m.on(ctx, out)
			if err == nil {
				values[g][k] = r.score(of, f)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	scores := make([]experiment.Score, len(grid))
	for g := range scores {
		scores[g] = scoreOfFolds(values[g], sizes)
	}
	return scores, nil
}

// without lists the numbers below n that are not in out, which ascends.
func without(n int, out []int) []int {
	rest := make([]int, 0, n-len(out))
	for i := range n {
		if len(out) > 0 && out[0] == i {
			out = out[1:]
			continue
		}
		rest = append(rest, i)
	}
	return rest
}

// scoreOfFolds is the mean of the folds' values, weighted by their sizes, and its
// standard error, as glmnet has them (Friedman, Hastie, Tibshirani, Regularization
// paths for generalized linear models via coordinate descent, JSS 2010): with
// weights v_k that sum to 1, sqrt(sum_k v_k (e_k - mean)^2 / (K - 1)).
func scoreOfFolds(values, sizes []float64) experiment.Score {
	var total, mean, squares float64
	for _, n := range sizes {
		total += n
	}
	for k, v := range values {
		mean += sizes[k] / total * v
	}
	for k, v := range values {
		squares += sizes[k] / total * (v - mean) * (v - mean)
	}
	return experiment.Score{Mean: mean, Error: math.Sqrt(squares / float64(len(values)-1)), Values: values}
}

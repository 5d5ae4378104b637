package lab

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lplab/core/experiment"
	"lplab/core/numeric/rng"
)

// folds deals rows, in a random order, to k folds whose sizes differ by one at most;
// those of one class after those of another, so that each fold has about its share of
// every class. Rows ascend within a fold.
func folds(classes []int, k int, seed uint64) [][]int {
	order := rng.NewStream(seed, "folds").Perm(len(classes))
	fold := make([]int, len(classes)) // of each row
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(classes[a], classes[b]) })
	for dealt, i := range order {
		fold[i] = dealt % k
	}
	all := make([][]int, k)
	for i, f := range fold {
		all[f] = append(all[f], i)
	}
	return all
}

// crossValidate scores every place of a search over folds of the model's rows. Where
// the coding or the kernel learns from the rows, each fold has a design and a trainer of
// its own, which predict the rows held out as any new rows; the run's trainer is nil
// afterwards, since there is memory and an engine for one at a time. Elsewhere
// the folds are restrictions of the run's trainer.
func (r *execution) crossValidate(ctx context.Context, trained []int, found *experiment.Searched, steps *steps) ([]experiment.Score, error) {
	s := r.spec.Search
	y := at(r.design.Train.Y, trained)
	held := folds(r.classesOf(y), s.Folds, s.Seed)
	values, ended := matrix(r.places(), len(held)), make([]endings, r.places())
	sizes := make([]float64, len(held))
	fit := r.fitWithin
	if r.design.Learns() || hasAuto(r.spec.Model.Kernel) {
		fit, r.trainer = r.fitAlone, nil
	}
	for g := range ended {
		ended[g] = make(endings, len(held))
	}
	err := fitEach(r.trainer, len(held), func(k int) error {
		out := held[k]
		sizes[k] = float64(len(out))
		f, ends, err := fit(ctx, trained, out, found, steps)
		if err != nil {
			return err
		}
		of := at(y, out)
		for g := range values {
			if i, bad := notFinite(f[g]); bad {
				return r.unpredictable(r.design.Train.Rows[trained[out[i*len(out)/len(f[g])]]])
			}
			values[g][k], ended[g][k] = r.score(of, f[g]), ends[g]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	scores := make([]experiment.Score, len(values))
	for g := range scores {
		scores[g] = scoreOf(values[g], sizes)
		scores[g].Endings = ended[g].report()
	}
	return scores, nil
}

// fitWithin fits the models of a search without the rows of one fold, counted among the
// trained ones, on the features that all of these have. It predicts the rows left out,
// by place.
func (r *execution) fitWithin(ctx context.Context, trained, out []int, found *experiment.Searched, steps *steps) ([][]float64, endings, error) {
	t, err := r.trainer.restricted(ctx, without(len(trained), out))
	if err != nil {
		return nil, nil, err
	}
	f, ended := make([][]float64, r.places()), make(endings, r.places())
	err = r.fitAll(ctx, t, len(trained), found, steps, func(g int, m fitted) (err error) {
		f[g], err = m.on(ctx, out)
		ended[g] = m.ending()
		return err
	})
	return f, ended, err
}

// fitAlone is fitWithin on a design that is learnt without the rows left out.
func (r *execution) fitAlone(ctx context.Context, trained, out []int, found *experiment.Searched, steps *steps) ([][]float64, endings, error) {
	left := at(trained, out)
	slices.Sort(left)
	d, err := r.design.Fold(left)
	if err != nil {
		return nil, nil, err
	}
	rows := at(trained, without(len(trained), out))
	for i, row := range rows {
		before, _ := slices.BinarySearch(left, row)
		rows[i] = row - before // its place in d.Train
	}
	t, err := r.train(ctx, r.run.onFold(d), rows)
	if err != nil {
		return nil, nil, err
	}
	models, ended, err := r.fitDetached(ctx, t, len(trained), found, steps)
	if err != nil {
		return nil, nil, err
	}
	sorted, err := t.predict(ctx, models, d.Validation)
	if err != nil {
		return nil, nil, err
	}
	f, places := make([][]float64, len(models)), make([]int, len(out))
	for i, row := range at(trained, out) {
		places[i], _ = slices.BinarySearch(left, row)
	}
	for g := range models {
		f[g] = rowsOfValues(sorted[g], len(out), places)
		ended[g] = ended[g].or(models[g].ending())
	}
	return f, ended, nil
}

// classesOf are the places of the classes of some rows; 0 in a regression.
func (r *run) classesOf(y []float64) []int {
	places := make([]int, len(y))
	if r.design.Classes != nil {
		for i, v := range y {
			places[i] = r.design.Class(v)
		}
	}
	return places
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

// scoreOf is the mean of the values of folds or of independent draws, weighted by their sizes
// (nil: equally), and its standard error, as glmnet has them (Friedman, Hastie, Tibshirani,
// Regularization paths for generalized linear models via coordinate descent, JSS 2010): with
// weights v_k that sum to 1, sqrt(sum_k v_k (e_k - mean)^2 / (K - 1)).
func scoreOf(values, sizes []float64) experiment.Score {
	var total, mean, squares float64
	size := func(k int) float64 {
		if sizes == nil {
			return 1
		}
		return sizes[k]
	}
	for k := range values {
		total += size(k)
	}
	for k, v := range values {
		mean += size(k) / total * v
	}
	for k, v := range values {
		squares += size(k) / total * (v - mean) * (v - mean)
	}
	s := experiment.Score{Mean: mean, Values: values}
	if n := len(values); n > 1 {
		s.Error = math.Sqrt(squares / float64(n-1))
	}
	return s
}

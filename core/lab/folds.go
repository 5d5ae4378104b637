package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"lplab/core/data/design"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

// folds deals rows in a random order, class by class, to k folds of about equal size, which ascend.
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

// dealGroups deals groups of rows, the largest first and those of equal size in a random order, each to the
// smallest of k parts, which ascend.
func dealGroups(groups []int, k int, source *rng.Source) [][]int {
	order := source.Perm(len(groups))
	dealt := lists.Group(order, func(i int) int { return groups[i] })
	slices.SortStableFunc(dealt, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	all := make([][]int, k)
	for _, group := range dealt {
		smallest := 0
		for f := range all {
			if len(all[f]) < len(all[smallest]) {
				smallest = f
			}
		}
		all[smallest] = append(all[smallest], group...)
	}
	for _, part := range all {
		slices.Sort(part)
	}
	return all
}

// divideGroups divides training rows, given by their places, into k parts, each with whole groups. A problem is that there
// are too few groups, or that a part has all rows of a class.
func (r *run) divideGroups(train []int, k int, source *rng.Source) (parts [][]int, problem string) {
	groups := dense.At(r.design.Groups, train)
	if n := len(lists.Group(groups, func(group int) int { return group })); n < k {
		return nil, fmt.Sprintf("the training rows have only %s of %q", english.Count(n, "group"), r.spec.Split.Groups)
	}
	parts = dealGroups(groups, k, source)
	total := r.design.ClassCounts(dense.At(r.design.Train.Y, train))
	for _, part := range parts {
		for c, n := range r.design.ClassCounts(dense.At(r.design.Train.Y, dense.At(train, part))) {
			if n == total[c] {
				return nil, fmt.Sprintf("all rows of class %q are in one part, because groups of %q are not divided", r.design.Classes[c], r.spec.Split.Groups)
			}
		}
	}
	return parts, ""
}

// foldsOf divides training rows, given by their places, into k folds: by groups if the split is by groups, otherwise
// class by class. path is the field that asks for the folds.
func (r *run) foldsOf(path string, train []int, k int, seed uint64) ([][]int, error) {
	if r.design.Groups == nil {
		return folds(r.classesOf(dense.At(r.design.Train.Y, train)), k, seed), nil
	}
	parts, problem := r.divideGroups(train, k, rng.NewStream(seed, "folds"))
	if problem != "" {
		return nil, refuse(path, strconv.Itoa(k), "%s; choose fewer folds, or another column for split.groups", problem)
	}
	return parts, nil
}

// divisible returns the places in train of the rows that folds test: all but the only rows of classes.
func (r *run) divisible(train []int) (places []int) {
	y := dense.At(r.design.Train.Y, train)
	counts, classes := r.design.ClassCounts(y), r.classesOf(y)
	for i := range train {
		if len(counts) == 0 || counts[classes[i]] > 1 {
			places = append(places, i)
		}
	}
	return places
}

// crossValidate scores every place of a search over folds of the model's rows: restrictions of the
// run's trainer, or, if the coding or the kernel is learnt from the rows, trainers of their own. The
// run's trainer is then nil afterwards, because there is memory and an engine for one at a time.
// The only row of a class is a training row of every fold, as a model needs a row of each class.
// Folds on which the search's metric is not defined are left out.
func (r *execution) crossValidate(ctx context.Context, train []int) ([]experiment.Score, error) {
	s := r.spec.Search
	y := dense.At(r.design.Train.Y, train)
	divisible := r.divisible(train)
	parts, err := r.foldsOf("search.folds", dense.At(train, divisible), s.Folds, s.Seed)
	if err != nil {
		return nil, err
	}
	for k, part := range parts {
		parts[k] = dense.At(divisible, part)
	}
	if parts = slices.DeleteFunc(parts, func(part []int) bool { return !r.scorable(dense.At(y, part)) }); len(parts) == 0 {
		return nil, r.undefinedOn("each fold", "fewer folds")
	}
	r.unscored = s.Folds - len(parts)
	r.steps.total -= r.unscored * r.places()
	values, allEnds := matrix[float64](r.places(), len(parts)), matrix[ending](r.places(), len(parts)) // by place and fold
	sizes := make([]float64, len(parts))
	fit := r.fitWithin
	if r.design.Learns() || hasAuto(r.spec.Model.Kernel) {
		fit, r.trainer = r.fitAlone, nil
	}
	err = fitEach(r.trainer, len(parts), func(k int) error {
		out := parts[k]
		sizes[k] = float64(len(out))
		f, ends, err := fit(ctx, train, out)
		if err != nil {
			return err
		}
		of, rows := dense.At(y, out), dense.At(r.design.Train.Rows, dense.At(train, out))
		for g := range values {
			if err := r.checkFinite(f[g], rows); err != nil {
				return err
			}
			values[g][k], allEnds[g][k] = r.score(of, f[g]), ends[g]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	scores := make([]experiment.Score, len(values))
	for g := range scores {
		scores[g] = scoreOf(values[g], sizes, allEnds[g])
	}
	return scores, nil
}

// fitWithin fits the models of a search without the rows of a fold, given by their places in
// train, on the features of all rows. It predicts the rows of the fold, by place of the search.
func (r *execution) fitWithin(ctx context.Context, train, out []int) ([][]float64, endings, error) {
	t, err := r.trainer.restrict(ctx, dense.Without(len(train), out))
	if err != nil {
		return nil, nil, err
	}
	f, ends := make([][]float64, r.places()), make(endings, r.places())
	err = r.fitAll(ctx, t, len(train), func(g int, m fit) (err error) {
		f[g], err = m.on(ctx, out)
		ends[g] = m.ending()
		return err
	})
	return f, ends, err
}

// fitAlone is fitWithin on a design that is learnt without the rows of the fold.
func (r *execution) fitAlone(ctx context.Context, train, out []int) ([][]float64, endings, error) {
	d, rows, places, err := r.foldOf(train, out)
	if err != nil {
		return nil, nil, err
	}
	t, err := r.train(ctx, r.run.onFold(d), rows)
	if err != nil {
		return nil, nil, err
	}
	models, ends, err := r.fitDetached(ctx, t, len(train))
	if err != nil {
		return nil, nil, err
	}
	values, err := t.predict(ctx, models, d.Validation)
	if err != nil {
		return nil, nil, err
	}
	f := make([][]float64, len(models))
	for g := range models {
		f[g] = rowsOfValues(values[g], len(out), places)
		ends[g] = ends[g].or(models[g].ending())
	}
	return f, ends, nil
}

// foldOf returns the design of a fold, with the places in its Train of the trained rows that are
// not in out, and the places in its Validation of those in out.
func (r *run) foldOf(train, out []int) (d *design.Design, rows, places []int, err error) {
	left := slices.Sorted(slices.Values(dense.At(train, out)))
	if d, err = r.design.Fold(left); err != nil {
		return nil, nil, nil, err
	}
	rows, places = dense.At(train, dense.Without(len(train), out)), dense.At(train, out)
	for i, row := range rows {
		before, _ := slices.BinarySearch(left, row)
		rows[i] = row - before
	}
	for i, row := range places {
		places[i], _ = slices.BinarySearch(left, row)
	}
	return d, rows, places, nil
}

// classesOf returns the places of the classes of some rows; 0 in a regression.
func (r *run) classesOf(y []float64) []int {
	if r.design.Classes == nil {
		return make([]int, len(y))
	}
	return lists.Map(y, r.design.Class)
}

// scoreOf returns the mean of the values of folds or draws, weighted by their sizes, with the endings of their
// models, and its standard error as in glmnet (Friedman, Hastie, Tibshirani, Regularization paths for generalized
// linear models via coordinate descent, JSS 2010): sqrt(sum_k v_k (e_k - mean)^2 / (K - 1)) with
// weights v_k that sum to 1.
func scoreOf(values, sizes []float64, ends endings) experiment.Score {
	var mean, squares float64
	total := floats.Sum(sizes)
	for k, v := range values {
		mean += sizes[k] / total * v
	}
	for k, v := range values {
		squares += sizes[k] / total * (v - mean) * (v - mean)
	}
	s := experiment.Score{Mean: mean, Values: values, Endings: ends.report()}
	if n := len(values); n > 1 {
		s.Error = math.Sqrt(squares / float64(n-1))
	}
	return s
}

package lab

import (
	"math"

	"lplab/core/experiment"
	"lplab/core/gram"
	"lplab/core/kernel"
	"lplab/core/sample"
)

// Speeds of what the cost model of the form leaves out, as measured in a browser.
const (
	secondsPerCell    = 40e-9 // to draw or read a cell, and to code it
	secondsPerProduct = 1e-9  // of a weight with a row's alpha
	passesOnTheWay    = 3     // of a solve that begins with the solution of another
)

// Estimate is about how many seconds an experiment will take, without reading or
// drawing its data; ok is false where only the user's file could tell. An
// experiment that will be refused takes no longer than its data.
func Estimate(spec experiment.Spec, o Options) (seconds float64, ok bool, err error) {
	rows, columns, err := sizes(spec.Data)
	if err != nil || rows == 0 {
		return 0, false, err
	}
	r := newRun(new(Session), spec, o)
	seconds = secondsPerCell * float64(rows) * float64(columns)

	features := max(1, columns-1)
	if chosen := len(spec.Features) + len(spec.Basis); chosen > 0 {
		features = chosen
	}
	train := len(spec.Split.Train.Rows)
	if !spec.Split.Explicit() {
		train = int(math.Round(spec.Split.Train.Fraction * float64(rows)))
	}
	if spec.Model.Subsample > 0 {
		train = min(train, spec.Model.Subsample)
	}
	search := spec.Search
	strengths, solves := 0, 1.0
	if search.Criterion != "" {
		strengths = search.Count + len(search.Grid(r.parameter).Values)
	}
	if search.Criterion == experiment.SearchCrossValidation {
		solves += float64(search.Folds)
	}
	bases := []basisCost{{train, 1, solves * float64(strengths)}}
	if len(search.Subsample) > 0 {
		bases = nil
		for _, n := range search.Subsample {
			bases = append(bases, basisCost{min(n, train), float64(search.Repeats), float64(search.Repeats * strengths)})
		}
		largest := &bases[len(bases)-1]
		largest.solves += float64(strengths)
	}
	bases[len(bases)-1].solves += float64(spec.Selection.Resamples)
	of := kinds[spec.Model.Kind()]
	for _, b := range bases {
		if b.rows >= 2 { // else it will be refused
			seconds += of.fit(r, b.rows, features, b.builds, b.solves)
		}
	}
	models := 1 + float64(strengths) + float64(spec.Selection.Resamples)
	return seconds + models*of.look(r, bases[len(bases)-1].rows, features), true, nil
}

// secondsLP estimates the forms that are built and the solves on them.
func secondsLP(r *run, n, d int, builds, solves float64) float64 {
	request := r.request(n, d)
	plan, err := gram.Choose(request)
	if err != nil {
		return 0 // the run will be refused
	}
	return builds*plan.Build + float64(request.Passes)*plan.Pass + solves*passesOnTheWay*plan.Pass
}

// lookLP estimates how long it takes to examine the weights of a solution.
func lookLP(r *run, n, d int) float64 {
	examined := examinedSeries
	if n, finite := kernel.Dimension(kernelOf(r.spec.Model.Kernel), d); finite {
		examined = int(min(float64(n), examinedWeights))
	}
	return secondsPerProduct * float64(examined) * float64(n)
}

// basisCost counts what is done on some rows: forms built, and solves on the way.
type basisCost struct {
	rows           int
	builds, solves float64
}

// sizes are those of data that need not be read to be known; 0 for the user's file.
func sizes(d experiment.Data) (rows, columns int, err error) {
	switch d.Source {
	case experiment.SourceSynthetic:
		return d.N, d.D + 1, nil
	case experiment.SourceInline:
		return len(d.Rows), len(d.Columns), nil
	case experiment.SourceSample:
		t, _, err := sample.Open(d.Name)
		if err != nil {
			return 0, 0, err
		}
		return t.Rows, len(t.Columns), nil
	}
	return 0, 0, nil
}

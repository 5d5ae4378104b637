package lab

import (
	"math"

	"lplab/core/data/sample"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// Costs beside those of the form, as measured in a browser.
const (
	secondsPerCell    = 40e-9 // to draw or read a cell, and to code it
	secondsPerTerm    = 1e-9  // of a dot product
	secondsPerPair    = 20e-9 // of a kernel of two points
	secondsPerProduct = 1e-9  // of a weight with a row's alpha
	secondsPerSign    = 50e-9 // of a formula's text, to evaluate it on a row
	limitFromNear     = 0.1   // share of the iteration limit that a solve takes that begins with the solution of another
	raisedSeconds     = 1     // of the last model on a truncated series: bounds, and a higher degree
	usualTolerance    = 10    // decades of the tolerance of the estimates
)

// Estimate estimates the seconds that an experiment takes, without reading or drawing its data; ok
// is false if the size depends on the user's file. For an experiment that is refused it counts only
// the data.
func Estimate(spec experiment.Spec, o Options) (seconds float64, ok bool, err error) {
	rows, columns, err := sizes(spec.Data)
	if err != nil || rows == 0 {
		return 0, false, err
	}
	r := newRun(new(Session), spec, o)
	seconds = secondsPerCell * float64(rows) * float64(columns)
	for _, text := range spec.Basis {
		seconds += secondsPerSign * float64(len(text)) * float64(rows)
	}
	features := max(1, columns-1)
	if columns := len(spec.Features) + len(spec.Basis); columns > 0 {
		features = columns
	}
	train := spec.Split.TrainingRows(rows)
	if spec.Model.Subsample > 0 {
		train = min(train, spec.Model.Subsample)
	}
	search := spec.Search
	if len(search.P)+len(search.Degree) > 0 { // each form is a search of its own
		for _, m := range forms(spec) {
			one := spec
			one.Model, one.Search.P, one.Search.Degree = m, nil, nil
			of, _, err := Estimate(one, o)
			if err != nil {
				return 0, false, err
			}
			seconds += of
		}
		return seconds, true, nil
	}
	strengths, parts := fitsOf(spec, r.parameter)
	bases := []basisCost{{train, float64(parts), float64(parts * strengths)}} // a fold has a trainer of its own
	if len(search.Subsample) > 0 {
		bases = lists.Map(search.Subsample, func(n int) basisCost {
			return basisCost{min(n, train), float64(search.Repeats), float64(search.Repeats * strengths)}
		})
		bases[len(bases)-1].solves += float64(strengths)
	}
	largest := &bases[len(bases)-1]
	fits := selectionFits(spec.Selection)
	largest.solves += fits
	of := kinds[spec.Model.Kind()]
	for _, b := range bases {
		if b.rows >= 2 { // else it will be refused
			seconds += decades(spec)*of.seconds(r, b.rows, features, b.builds, b.solves) +
				secondsPerIteration(r, b.rows, features)*iterations(spec)*(1+limitFromNear*b.solves)
		}
	}
	models := 1 + float64(strengths) + fits
	return seconds + models*secondsWeights(r, largest.rows, features), true, nil
}

func selectionFits(s experiment.Selection) float64 {
	const knockoffFits = 8 // count for the one of twice the features
	fits := float64(s.Resamples + s.Permutations)
	if s.Rule == experiment.SelectKnockoffs {
		fits += knockoffFits
	}
	return fits + float64(s.Folds)*(1+fits)
}

// fitsOf counts the strengths of a search over all its forms, and the parts of the rows for each.
func fitsOf(spec experiment.Spec, parameter string) (strengths, parts int) {
	s := spec.Search
	if parts = 1; s.Criterion == experiment.SearchCrossValidation {
		parts += s.Folds
	}
	if s.Criterion != "" {
		strengths = s.Count + len(s.Grid(parameter).Values) + 2*s.Refine
		strengths *= max(1, len(s.P)) * max(1, len(s.Degree))
	}
	return strengths, parts
}

// decades returns the factor by which a tolerance makes a fit longer than usual.
func decades(spec experiment.Spec) float64 {
	return max(1, -math.Log10(spec.Solver.Tolerance)/usualTolerance)
}

// iterations returns the iterations of first-order methods: all that are allowed, or the share that
// a loose tolerance needs. It returns 0 for other methods, which need few.
func iterations(spec experiment.Spec) float64 {
	if !experiment.IsFirstOrder(spec.Solver.Method) && spec.Model.Kind() != experiment.ModelGroupLasso {
		return 0
	}
	return float64(spec.Solver.MaxIterations) * min(1, -math.Log10(spec.Solver.Tolerance)/usualTolerance)
}

// secondsPerIteration estimates an iteration of a first-order method.
func secondsPerIteration(r *run, n, d int) float64 {
	if r.spec.Model.Kind() != experiment.ModelLP {
		return 2 * secondsPerTerm * float64(n) * float64(d)
	}
	plan, err := gram.Choose(r.request(n, d))
	if err != nil {
		return 0 // the run will be refused
	}
	return plan.Pass
}

// secondsLP estimates the builds of forms and the solves on them.
func secondsLP(r *run, n, d int, builds, solves float64) float64 {
	request := r.request(n, d)
	plan, err := gram.Choose(request)
	if err != nil {
		return 0 // the run will be refused
	}
	if plan.Degree > 0 {
		plan.Build += raisedSeconds / builds
	}
	return builds*plan.Build + float64(request.Passes)*plan.Pass + solves*gram.PassesFromNear*plan.Pass + secondsReweighted(r, n, d, solves)
}

// secondsReweighted estimates the reweighting of the final model and of others: listing the weights of
// each, and its steps, of which the first few take nearly all the time.
func secondsReweighted(r *run, n, d int, solves float64) float64 {
	const fullSteps, iterations = 3, 8 // steps with about all terms, and iterations of each
	if r.variant.steps == 0 {
		return 0
	}
	steps := 0.0
	for _, v := range r.variants() {
		if v.steps == r.variant.steps { // the last variant of its r: its steps include those of the others
			steps += float64(min(v.steps, fullSteps))
		}
	}
	terms := float64(r.termsOf(n))
	if features, finite := kernel.Dimension(r.kernel, d); finite {
		terms = min(terms, float64(features))
	}
	side := min(float64(n), terms)
	return (1 + solves) * (secondsWeights(r, n, d) + steps*iterations*secondsPerTerm*side*float64(n)*terms)
}

// secondsWeights estimates the time to examine the weights of a model; 0 if it has none.
func secondsWeights(r *run, n, d int) float64 {
	switch {
	case r.kernel != nil:
		weights := examinedSeries
		if all, finite := kernel.Dimension(r.kernel, d); finite {
			weights = int(min(float64(all), examinedWeights))
		}
		return secondsPerProduct * float64(weights) * float64(n)
	case r.spec.Model.HasWeights():
		return secondsPerTerm * float64(d)
	}
	return 0
}

// basisCost counts the forms built on some rows and the solves on the way.
type basisCost struct {
	rows           int
	builds, solves float64
}

// sizes returns the size of data that is known without reading them; 0 for the user's file.
func sizes(d experiment.Data) (rows, columns int, err error) {
	switch d.Source {
	case experiment.SourceSynthetic:
		return d.N, d.D + 1, nil
	case experiment.SourceInline:
		return len(d.Rows), len(d.Columns), nil
	case experiment.SourceSample:
		t, err := sample.Open(d.Name)
		if err == nil {
			return t.Rows, len(t.Columns), nil
		}
		return 0, 0, err
	}
	return 0, 0, nil
}

// secondsDirect estimates methods that factor the smaller Gram matrix of the features.
func secondsDirect(_ *run, n, d int, trainers, fits float64) float64 {
	cells := float64(n) * float64(d)
	return secondsPerTerm * cells * (trainers*2*float64(min(n, d)) + 4*(1+fits))
}

// secondsIterative estimates methods that sweep over the features.
func secondsIterative(_ *run, n, d int, trainers, fits float64) float64 {
	const sweeps, more = 300, 30 // of a first fit, and of one that begins near another
	return secondsPerTerm * float64(n) * float64(d) * (2*trainers + sweeps + more*fits)
}

// secondsGram estimates Gram matrices, their factors, and fits that make some sweeps.
func secondsGram(r *run, n, d int, trainers, fits float64) float64 {
	const sweeps = 100
	if r.spec.Bag != "" { // n points in bags, which are few beside them
		return secondsPerPair * float64(n) * float64(n) * trainers
	}
	points := float64(n)
	return secondsPerTerm * points * points * (trainers*(float64(d)+points) + sweeps*(1+fits))
}

// secondsDistances estimates the distances of all rows and their radix sort, which all k share.
func secondsDistances(_ *run, n, d int, trainers, fits float64) float64 {
	return secondsPerTerm * float64(n) * float64(n) * (float64(d) + 30) * (trainers + fits/neighbourGrid)
}

// secondsDictionary estimates Gram matrices, eigenvectors of the classes, and sweeps for all rows.
func secondsDictionary(_ *run, n, d int, trainers, fits float64) float64 {
	const sweeps = 30
	points := float64(n)
	return secondsPerTerm * points * points * (trainers*(float64(d)+10*points) + sweeps*points*(1+fits/2))
}

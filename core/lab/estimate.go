package lab

import (
	"math"
	"slices"

	"lplab/core/data/sample"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/solvers/loss"
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
	secondsPerLoss    = 1e-6  // of a row in a pass, if the loss is not squared
	limitFromNear     = 0.1   // share of the iteration limit that a solve takes that begins with the solution of another
	raisedSeconds     = 1     // of the last model on a truncated series: bounds, and a higher degree
	usualTolerance    = 10    // decades of the tolerance of the estimates
)

// Estimate estimates the seconds that an experiment takes, without reading or drawing its data; ok
// is false if the size depends on the user's file. It does not check whether the experiment will be
// refused.
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
	decades := -math.Log10(spec.Solver.Tolerance) / usualTolerance
	iterations := 0.0 // of first-order methods: all that are allowed, or the share that a loose tolerance needs
	if experiment.IsFirstOrder(spec.Solver.Method) || spec.Model.Kind() == experiment.ModelGroupLasso {
		iterations = float64(spec.Solver.MaxIterations) * min(1, decades)
	}
	of := kinds[spec.Model.Kind()]
	classes := modelsOf(spec)
	for _, b := range bases {
		if b.rows >= 2 { // else it will be refused
			b.solves = classes*(1+b.solves) - 1
			seconds += max(1, decades)*of.seconds(r, b.rows, features, b.builds, b.solves) +
				secondsPerIteration(r, b.rows, features)*iterations*(1+limitFromNear*b.solves)
		}
	}
	models := classes * (1 + float64(strengths) + fits)
	if r.kernel == nil && !spec.Model.HasWeights() {
		seconds += secondsPerPair * float64(rows) * float64(largest.rows) // predictions
	}
	return seconds + models*secondsWeights(r, largest.rows, features), true, nil
}

// modelsOf counts the models of inline classes that are fitted against the rest; 1 for other data, which have two classes at
// most, and for models of all classes.
func modelsOf(spec experiment.Spec) float64 {
	column := slices.Index(spec.Data.Columns, spec.Target)
	if kind := spec.Model.Kind(); spec.Task != experiment.Classification || column < 0 || kind == experiment.ModelKNN || kind == experiment.ModelKernelGroupLasso {
		return 1
	}
	classes := lists.Group(spec.Data.Rows, func(row []any) any { return row[column] })
	if len(classes) == 2 {
		return 1
	}
	return float64(len(classes))
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
	near := gram.PassesFromNear
	if request.Boxed && plan.Side != gram.Points {
		near = request.Passes // interior points begin anew
	}
	pass := plan.Pass + secondsOfLoss(r)*float64(n)
	return builds*plan.Build + (float64(request.Passes)+solves*float64(near))*pass + (1+solves)*secondsReweighted(r, n, d)
}

// secondsOfLoss returns what a pass takes for the terms of a row besides products.
func secondsOfLoss(r *run) float64 {
	if loss.IsQuadratic(lossOf(r.spec.Model.Loss)) {
		return 0
	}
	return secondsPerLoss
}

// secondsReweighted estimates the reweighting of an lp solution: listing its weights, and the passes over all
// terms. The steps continue with few features; for a loss that is not squared, each solves systems. A search
// reweights the solutions of some strengths with each r, and of all with one.
func secondsReweighted(r *run, n, d int) float64 {
	const passes, steps, iterations, perPoint = 30, 3, 8, 4
	if r.variant.steps == 0 {
		return 0
	}
	times := 1.0
	if len(r.variants()) > 1 {
		times += float64(max(1, len(r.spec.Search.R))) / float64(r.apart(r.automaticGrid(scales{grid: 1})))
	}
	terms := float64(r.termsOf(n))
	if features, finite := kernel.Dimension(r.kernel, d); finite {
		terms = min(terms, float64(features))
	}
	rows := float64(n)
	step := secondsPerProduct * passes * rows * terms
	if perRow := secondsOfLoss(r); perRow > 0 {
		few := min(terms, perPoint*rows)
		step += steps * iterations * rows * (secondsPerTerm*few*min(few, rows) + perRow)
	}
	return secondsWeights(r, n, d) + times*step
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

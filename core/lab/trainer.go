package lab

import (
	"context"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/kernel"
	"lplab/core/machine"
	"lplab/core/weights"
)

// trainer is some of the training rows, with all that the models fitted to them
// have in common. Every type of model has its own; the run, its search and its
// report know no other.
type trainer interface {
	// trained are the rows of design.Train.
	trained() []int
	// auto is the strength - gamma, lambda, C or k - where it is to suit the data.
	auto() (float64, error)
	// grid is an automatic grid of strengths, ascending, with the scale that places it.
	grid(experiment.Search) (scale float64, grid []float64, err error)
	// fit fits a model of the given strength. from, where not nil, is another model of
	// as many rows, to begin near it; heard, where not nil, hears every record of the
	// way. A context that ends before there is any model is an error.
	fit(ctx context.Context, strength float64, from fitted, heard func(experiment.Record)) (fitted, error)
	// restricted trains on some of the rows, counted among them, ascending. It may use
	// this trainer, which must not be used at the same time.
	restricted(rows []int) (trainer, error)
	// predict gives f(x) on the rows of a part, for each of some models of this trainer.
	predict(ctx context.Context, models []fitted, part design.Set) ([][]float64, error)
}

// fitted is a model with what certifies it.
type fitted interface {
	ending() ending
	// on is f(x) on some rows, counted among those of the trainer that made the model; of
	// a restricted one, among those of the trainer that it restricts.
	on(ctx context.Context, rows []int) ([]float64, error)
	// weighing looks at the weights; nil where the model has none.
	weighing() *weighing
	// tell completes a report by what only this type of model has.
	tell(*experiment.Report) error
	// bare is the model without all that is not needed to predict by it or to begin
	// near it.
	bare() fitted
}

// ending is how a fit ended.
type ending struct {
	status             experiment.Status
	objective          experiment.Objective // without its history
	intercept          float64
	normPower          float64 // the sum of |w_k|^p
	iterations, passes int
}

// weighing is the weights of a model by the monomials of a kernel, whose features
// are normalised for q.
type weighing struct {
	model
	kernel kernel.Kernel
	q      float64
	// constant is what the plain monomial is multiplied by in its feature; 0 where it
	// is none of the kernel's.
	constant func(kernel.Monomial) float64
}

// model is a solution as people look at it.
type model interface {
	Examine(weights.Limits) weights.Listing
	At(kernel.Monomial) float64
}

// kind is a type of model as the run sees it.
type kind struct {
	train func(ctx context.Context, r *run, rows []int) (trainer, error)
	// fit estimates the seconds that some trainers on n rows of d features take, and one
	// fit on the last of them besides so many that begin near another. look estimates
	// those that a model's weights take.
	fit  func(r *run, n, d int, trainers, fits float64) float64
	look func(r *run, n, d int) float64
}

// kinds are the types of models.
var kinds = map[string]kind{
	experiment.ModelLP:             {trainLP, secondsLP, lookLP},
	experiment.ModelLeastSquares:   {linearly(leastSquares), directly, glance},
	experiment.ModelRidge:          {linearly(ridge), directly, glance},
	experiment.ModelLasso:          {linearly(lasso), stepwise, glance},
	experiment.ModelElasticNet:     {linearly(elasticNet), stepwise, glance},
	experiment.ModelGroupLasso:     {linearly(groupLasso), stepwise, glance},
	experiment.ModelKernelRidge:    {byGram(machine.KernelRidge{}), onGram, noWeights},
	experiment.ModelSVM:            {byGram(machine.SVM{}), onGram, noWeights},
	experiment.ModelKernelLogistic: {byGram(machine.KernelLogistic{}), onGram, noWeights},
	experiment.ModelKNN:            {trainNeighbours, byDistance, noWeights},

	experiment.ModelKernelGroupLasso: {trainDictionary, byDictionary, noWeights},
}

// train makes the trainer of the experiment's model on some training rows.
func (r *run) train(ctx context.Context, rows []int) (trainer, error) {
	return kinds[r.spec.Model.Kind()].train(ctx, r, rows)
}

// falling tells that the larger the parameter, the simpler the model.
func falling(parameter string) bool { return parameter == "lambda" || parameter == "k" }

// simplestFirst lists the places of a grid of so many strengths from the most
// regularised model on.
func (r *run) simplestFirst(strengths int) []int {
	places := make([]int, strengths)
	for i := range places {
		places[i] = i
		if falling(r.parameter) {
			places[i] = strengths - 1 - i
		}
	}
	return places
}

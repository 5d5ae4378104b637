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
	auto(context.Context) (float64, error)
	// grid is an automatic grid of strengths, ascending, with the scale that places it.
	grid(context.Context, experiment.Search) (scale float64, grid []float64, err error)
	// fit fits a model of the given strength. from, where not nil, is another model of
	// as many rows, to begin near it; heard, where not nil, is called with every
	// record of the way. A context that ends before there is any model is an error.
	fit(ctx context.Context, strength float64, from fitted, heard func(experiment.Record)) (fitted, error)
	// restricted trains on some of the rows, counted among them, ascending, with their
	// features as they are. It may use this trainer, which must not be used at the same
	// time.
	restricted(ctx context.Context, rows []int) (trainer, error)
	// predict gives f(x) on the rows of a part, for each of some models of this trainer.
	// Where that takes another solve, it may change how a model ended.
	predict(ctx context.Context, models []fitted, part design.Set) ([][]float64, error)
}

// fitted is a model with what certifies it.
type fitted interface {
	ending() ending
	// on is f(x) on some rows, counted among those of the trainer that made the model; of
	// a restricted one, among those of the trainer that it restricts.
	on(ctx context.Context, rows []int) ([]float64, error)
	// tell completes a report by what only this type of model has: first by what takes no
	// time, for the context may end.
	tell(context.Context, *experiment.Report) error
	// bare is the model without all that is not needed to predict by it or to begin
	// near it.
	bare() fitted
}

// weighted is a fitted model that has weights.
type weighted interface {
	weighing() *weighing
}

// weighingOf looks at the weights of a model; nil where it has none.
func weighingOf(m fitted) *weighing {
	if w, ok := m.(weighted); ok {
		return w.weighing()
	}
	return nil
}

// ending is how a fit ended.
type ending struct {
	status             experiment.Status
	objective          experiment.Objective // without its history
	intercept          float64
	normPower          float64 // the sum of |w_k|^p
	iterations, passes int
}

// or is the other ending where only that one fell short.
func (e ending) or(other ending) ending {
	if e.status.IsSolved() && !other.status.IsSolved() {
		return other
	}
	return e
}

// endings are those of some fits.
type endings []ending

// report gives the endings as a report has them.
func (list endings) report() (out experiment.Endings) {
	for _, e := range list {
		out.Statuses = append(out.Statuses, e.status)
		out.RelativeGaps = append(out.RelativeGaps, e.objective.RelativeGap)
	}
	return out
}

// weighing is the weights of a model by the monomials of a kernel, whose features
// are normalised for q.
type weighing struct {
	model
	kernel kernel.Kernel
	q      float64
	gap    float64 // bounds the optimisation error of each weight; 0 where it does not
	// constant is what the plain monomial is multiplied by in its feature; 0 where it
	// is none of the kernel's.
	constant func(kernel.Monomial) float64
}

// model is a solution as people look at it.
type model interface {
	Examine(context.Context, weights.Limits) (weights.Listing, error)
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
	experiment.ModelRelaxedLasso:   {linearly(relaxedLasso), stepwise, glance},
	experiment.ModelElasticNet:     {linearly(elasticNet), stepwise, glance},
	experiment.ModelGroupLasso:     {linearly(groupLasso), stepwise, glance},
	experiment.ModelKernelRidge:    {byGram(machine.KernelRidge{}), onGram, noWeights},
	experiment.ModelSVM:            {byGram(machine.SVM{}), onGram, noWeights},
	experiment.ModelKernelLogistic: {byGram(machine.KernelLogistic{}), onGram, noWeights},
	experiment.ModelKNN:            {trainNeighbours, byDistance, noWeights},

	experiment.ModelKernelGroupLasso: {trainDictionary, byDictionary, noWeights},
}

// train makes the trainer of the experiment's model on some training rows of the run's
// design, which may be that of a fold, and notes how long it takes.
func (r *execution) train(ctx context.Context, of *run, rows []int) (trainer, error) {
	start := r.options.Clock()
	t, err := kinds[r.spec.Model.Kind()].train(ctx, of, rows)
	if first, ok := t.(binary); ok && err == nil && len(of.design.Classes) > 2 {
		t, err = of.againstRest(ctx, first, at(of.design.Train.Y, rows))
	}
	r.out.Solver.Seconds.Build += r.options.Clock() - start
	return t, err
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

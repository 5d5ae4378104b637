package lab

import (
	"context"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/machine"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// trainer holds some of the training rows, prepared for the models of one type.
type trainer interface {
	// trainedRows returns the rows, as places in design.Train.
	trainedRows() []int
	// scale returns the automatic strengths for these rows.
	scale(context.Context) (scales, error)
	// fit fits a model of the given strength. from, if not nil, is a model of as many rows to
	// begin near; monitor, if not nil, is called with the record of every iteration. A context
	// that ends before there is any model is an error.
	fit(ctx context.Context, strength float64, from fit, monitor func(experiment.Record)) (fit, error)
	// restrict returns the trainer of some of the rows, given by their places in trainedRows,
	// ascending, with the same features. The two must not be used at the same time.
	restrict(ctx context.Context, rows []int) (trainer, error)
	// predict returns f(x) on the rows of a part for each of some models of this trainer. Where
	// that takes another solve, it may change the ending of a model.
	predict(ctx context.Context, models []fit, part design.Set) ([][]float64, error)
}

// scales are automatic strengths (gamma, lambda, C or k).
type scales struct {
	grid float64 // at which an automatic grid is placed
	auto float64 // of a single model
	more float64 // powers of ten that a grid spans beyond those of its type of model
}

// fit is a model with what certifies it.
type fit interface {
	// ending returns the status, the certificate and the counts of the fit.
	ending() ending
	// on returns f(x) on some rows, given by their places in the trainer that made the model, or
	// in the trainer that this one restricts.
	on(ctx context.Context, rows []int) ([]float64, error)
	// describe adds to a report what only this type of model has. If the context ends, it returns
	// the error after it has added what takes no time.
	describe(ctx context.Context, out *experiment.Report) error
	// detached returns the model with only what is needed to predict by it or to begin near it.
	detach() fit
}

// fitEach calls fit for count models on rows of a trainer: at once where all evaluate one tensor
// (gram.Run), otherwise one after another. It returns the first error; after one, no further
// model is begun.
func fitEach(t trainer, count int, fit func(k int) error) (first error) {
	var form gram.Form
	if all, ok := t.(*oneVsRest); ok {
		t = all.of[0]
	}
	if b, ok := t.(*lpTrainer); ok {
		form = b.parent.form
	}
	jobs := make([]func(), count)
	for k := range jobs {
		jobs[k] = func() {
			if first != nil {
				return
			}
			if err := fit(k); first == nil {
				first = err
			}
		}
	}
	gram.Run(form, jobs...)
	return first
}

// mostTogether is how many models are fitted at once, of those that are not all needed at once.
const mostTogether = 10

// weightModelOf returns the weights of a model, nil if it has none.
func weightModelOf(m fit) *weightModel {
	if w, ok := m.(interface{ weightModel() *weightModel }); ok {
		return w.weightModel()
	}
	return nil
}

type ending struct {
	status             experiment.Status
	objective          experiment.Objective // without its history
	intercept          float64
	normPower          float64 // the sum of |w_k|^p
	iterations, passes int
}

// or returns e, or the other ending if only the other is not solved.
func (e ending) or(other ending) ending {
	if e.status.IsSolved() && !other.status.IsSolved() {
		return other
	}
	return e
}

type endings []ending

func (list endings) report() (out experiment.Endings) {
	for _, e := range list {
		out.Statuses = append(out.Statuses, e.status)
		out.RelativeGaps = append(out.RelativeGaps, e.objective.RelativeGap)
	}
	return out
}

// weightModel is a model with a weight for each monomial of a kernel, in normalised features of the
// exponent q.
type weightModel struct {
	model
	kernel kernel.Kernel
	q      float64
	// errors returns the bounds of the optimisation error; nil without such bounds.
	errors func() lp.Errors
	// constant returns the factor of a monomial in its feature, 0 if there is no such feature.
	constant func(kernel.Monomial) float64
}

// model is a solution that can list its weights.
type model interface {
	// Examine lists the weights within the limits.
	Examine(context.Context, weights.Limits) (weights.Listing, error)
	// At returns the weight of a monomial, 0 if the model has none.
	At(kernel.Monomial) float64
}

// kind is a type of model: its trainer and the cost of it.
type kind struct {
	train func(ctx context.Context, r *run, rows []int) (trainer, error)
	// seconds estimates trainers on n rows of d features, a fit, and fits that begin near another.
	seconds func(r *run, n, d int, trainers, fits float64) float64
}

// kinds are the types of models by name: the linear models and kernel machines of the
// registries, and those with trainers of their own.
var kinds = func() map[string]kind {
	all := map[string]kind{
		experiment.ModelLP:               {trainLP, secondsLP},
		experiment.ModelKernelGroupLasso: {trainDictionary, secondsDictionary},
		experiment.ModelKNN:              {trainNeighbours, secondsDistances},
	}
	for _, name := range linear.Registry.Names() {
		all[name] = kind{trainLinear, secondsDirect}
		if (experiment.Model{Type: name}).HasZeros() {
			all[name] = kind{trainLinear, secondsIterative}
		}
	}
	for _, name := range machine.Registry.Names() {
		all[name] = kind{trainGram, secondsGram}
	}
	return all
}()

// train makes the trainer of a run's model on some training rows of its design, which may be
// the design of a fold, and adds the time to the report.
func (r *execution) train(ctx context.Context, of *run, rows []int) (trainer, error) {
	start := r.options.Clock()
	t, err := kinds[r.spec.Model.Kind()].train(ctx, of, rows)
	if first, ok := t.(binary); ok && err == nil && len(of.design.Classes) > 2 {
		t, err = of.everyClass(first, dense.At(of.design.Train.Y, rows))
	}
	r.out.Solver.Seconds.Build += r.options.Clock() - start
	return t, err
}

// freeTensor removes the run's trainer if it holds a tensor, because there is memory and an engine for
// one at a time. trainAgain makes it again.
func (r *execution) freeTensor() {
	t := r.trainer
	if all, several := t.(*oneVsRest); several {
		t = all.of[0]
	}
	if b, ok := t.(*lpTrainer); ok && b.onTensor() {
		r.trainer = nil
	}
}

// trainAgain makes the run's trainer on its rows if it was removed.
func (r *execution) trainAgain(ctx context.Context, rows []int) (err error) {
	if r.trainer == nil {
		r.trainer, err = r.train(ctx, r.run, rows)
	}
	return err
}

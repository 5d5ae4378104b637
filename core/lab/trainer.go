package lab

import (
	"context"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/machine"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// trainer is some of the training rows, prepared for the models that are fitted to them. Every
// type of model has its own; the run, its search and its report use this interface alone.
type trainer interface {
	// trained are the rows of design.Train.
	trained() []int
	// scale places an automatic grid of strengths - gamma, lambda, C or k; auto is the strength
	// that is used where it is to suit the data.
	scale(context.Context) (scale, auto float64, err error)
	// fit fits a model of the given strength. from, where not nil, is another model of
	// as many rows, to begin near it; monitor, where not nil, is called with every
	// record of the way. A context that ends before there is any model is an error.
	fit(ctx context.Context, strength float64, from fitted, monitor func(experiment.Record)) (fitted, error)
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
	// details are what only this type of model reports. Where the context ends, those that take
	// no time are returned with the error.
	details(context.Context) (details, error)
	// detached is the model without all that is not needed to predict by it or to begin
	// near it.
	detached() fitted
}

// details is what a report has of a type of model beside its certificate, weights and
// predictions, by the names of the report's fields. Those that a type has not are zero.
type details struct {
	Solver       experiment.SolverReport // method, strategy and reason
	Alpha        []float64
	Errors       *experiment.Errors // of Objective
	Support      []int
	Coefficients map[string]float64
	Linear       *experiment.Linear
	Tensor       *experiment.Tensor
	Reweighting  []experiment.Reweighting
	Weights      experiment.Weights // TrustRows
	Warnings     []string
}

// fitEach calls fit for count models on the rows of a trainer, or on some of them: at once where all evaluate one tensor
// (gram.Run), so that fit may share memory with the others, and otherwise one after another. It returns the first error;
// after one, no further model is begun.
func fitEach(t trainer, count int, fit func(k int) error) (first error) {
	var form gram.Form
	if all, ok := t.(*oneVsRest); ok {
		t = all.of[0]
	}
	switch t := t.(type) {
	case *lpTrainer:
		form = t.form
	case *fold:
		form = t.lpTrainer.form
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

// weighing is the weights of a model by the monomials of a kernel, with the normalised features
// of the conjugate exponent q.
type weighing struct {
	model
	kernel kernel.Kernel
	q      float64
	// gap bounds the optimisation error of each weight; nil where nothing does.
	gap func() float64
	// constant is what the plain monomial is multiplied by in its feature; 0 where it
	// is none of the kernel's.
	constant func(kernel.Monomial) float64
}

// model is a solution whose weights can be listed.
type model interface {
	Examine(context.Context, weights.Limits) (weights.Listing, error)
	At(kernel.Monomial) float64
}

// kind is a type of model: its trainer, and the cost of that.
type kind struct {
	train func(ctx context.Context, r *run, rows []int) (trainer, error)
	// seconds estimates how long some trainers on n rows of d features take, and on the last of
	// them one fit and so many that begin near another.
	seconds func(r *run, n, d int, trainers, fits float64) float64
}

// kinds are the types of models: the linear models and the kernel machines of the registries,
// and those with trainers of their own.
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

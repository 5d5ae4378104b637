package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/experiment"
)

// remedy is what to do about values that are too large for the kernel.
func (r *run) remedy() string {
	k, standardized := r.spec.Model.Kernel, r.spec.Preprocess.Standardize
	if field, _ := smallestRadius(k, "model.kernel"); field != "" {
		return "set " + field + " higher, or scale the columns down"
	}
	switch {
	case k.Infinite() && standardized:
		return "choose a smaller rate of the exponential (a), a polynomial kernel, or fewer features"
	case k.Infinite():
		return "turn on standardize, or choose a polynomial kernel or a smaller rate of the exponential (a)"
	case k.Type != "" && k.Type != experiment.KernelLinear && standardized:
		return "choose a lower degree"
	case k.Type != "" && k.Type != experiment.KernelLinear:
		return "turn on standardize, or choose a lower degree"
	case standardized:
		return "leave out columns or rows of such size, or scale the target"
	}
	return "turn on standardize, or scale the columns"
}

// largestTarget leaves room for squares of the target, and for their sums times
// gamma.
const largestTarget = 1e100

// checkTarget refuses training rows whose target is too large.
func (r *run) checkTarget() error {
	for i, y := range r.design.Train.Y {
		if math.Abs(y) > largestTarget {
			return fmt.Errorf("target %q is %g in %s, and its square is beyond the largest number; scale the target to at most %g",
				r.spec.Target, y, r.rowName(r.design.Train.Rows[i]), largestTarget)
		}
	}
	return nil
}

// build makes the trainer on the model's training rows, unless a search is to find
// out which those are.
func (r *run) build(ctx context.Context) error {
	if len(r.spec.Search.Subsample) > 0 {
		return nil
	}
	rows, err := subsample(len(r.design.Train.Rows), r.spec.Model)
	if err != nil {
		return err
	}
	r.trainer, err = r.train(ctx, rows)
	return err
}

// solve fits the model.
func (r *run) solve(ctx context.Context) error {
	start := r.options.Clock()
	r.at = experiment.Progress{Phase: "solve"}
	if r.strength == 0 && r.parameter != "" {
		var err error
		if r.strength, err = r.trainer.auto(); err != nil {
			return err
		}
	}
	var near fitted
	if last := &r.session.solved; r.options.Warm && last.design == r.design && slices.Equal(last.rows, r.trainer.trained()) {
		near = last.model
	}
	var err error
	r.model, err = r.trainer.fit(ctx, r.strength, near, func(record experiment.Record) {
		record.Seconds = r.options.Clock() - start
		r.out.Objective.History = append(r.out.Objective.History, record)
		r.at = experiment.Progress{Phase: "solve", Iteration: len(r.out.Objective.History) - 1, Dual: record.Dual, Gap: record.Gap, Primal: record.Primal}
		r.options.Progress(r.at)
	})
	r.out.Solver.Seconds.Solve = r.options.Clock() - start
	if err == nil {
		r.session.solved = solved{r.design, r.trainer.trained(), r.model.bare()}
	}
	return err
}

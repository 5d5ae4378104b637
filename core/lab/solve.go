package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/experiment"
	"lplab/core/optimize"
)

// remedy is what to do about values that are too large for the kernel.
func (r *run) remedy() string {
	k, standardized := r.spec.Model.Kernel, r.spec.Preprocess.Standardize
	if field, radius := smallestRadius(r.settled, "model.kernel"); field != "" {
		return fmt.Sprintf("set %s to more than %.4g, or scale the columns down", field, radius)
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

// smallestTarget keeps the squares of the target far above the smallest number, where
// objectives have no digits.
const smallestTarget = 1e-100

// checkTarget refuses training rows whose target is too large, or too small in all of
// them but for 0.
func (r *execution) checkTarget() error {
	largest := 0.0
	for i, y := range r.design.Train.Y {
		largest = max(largest, math.Abs(y))
		if math.Abs(y) > largestTarget {
			return fmt.Errorf("target %q is %g in %s, and its square is beyond the largest number; scale the target to at most %g",
				r.spec.Target, y, r.rowName(r.design.Train.Rows[i]), largestTarget)
		}
	}
	if largest > 0 && largest < smallestTarget {
		return fmt.Errorf("target %q is at most %g in size, and its square is below the smallest number; scale the target to at least %g",
			r.spec.Target, largest, smallestTarget)
	}
	return nil
}

// build makes the trainer on the model's training rows, unless a search is to find
// out which those are.
func (r *execution) build(ctx context.Context) error {
	if s := r.spec.Search; len(s.Subsample)+len(s.P)+len(s.Degree) > 0 {
		return nil
	}
	rows, err := subsample(len(r.design.Train.Rows), r.spec.Model)
	if err != nil {
		return err
	}
	r.trainer, err = r.train(ctx, r.run, rows)
	return err
}

// solve fits the model.
func (r *execution) solve(ctx context.Context) error {
	start := r.options.Clock()
	at := experiment.Progress{Phase: "solve"}
	r.pass = func(fraction float64) {
		p := at
		p.Fraction = fraction
		r.options.Progress(p)
	}
	if r.strength == 0 && r.parameter != "" {
		var err error
		if r.strength, err = r.trainer.auto(ctx); err != nil {
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
		at = experiment.Progress{Phase: "solve", Iteration: len(r.out.Objective.History) - 1, Dual: record.Dual, Gap: record.Gap, Primal: record.Primal}
		r.options.Progress(at)
	})
	r.out.Solver.Seconds.Solve = r.options.Clock() - start
	for _, one := range r.eachOf(r.model) {
		if m, ok := one.(*lpFit); ok && err == nil && r.variant.steps > 0 && m.result.Status != optimize.Cancelled {
			err = m.obstacle()
		}
	}
	if err == nil {
		r.session.solved = solved{r.design, r.trainer.trained(), r.model.bare()}
	}
	return err
}

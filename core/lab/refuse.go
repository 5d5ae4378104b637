package lab

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/mercer"
)

// tooFew refuses a number that is larger than the number of training rows.
func tooFew(path string, number, rows int) error {
	return refuse(path, strconv.Itoa(number), "there are only %d training rows; choose at most that many", rows)
}

func refuse(path, value, problem string, args ...any) error {
	return &experiment.FieldError{Path: path, Value: value, Problem: fmt.Sprintf(problem, args...)}
}

// checkSearch refuses settings of a search that do not suit the rows.
func (r *execution) checkSearch() error {
	s := r.spec.Search
	n := len(r.design.Train.Rows)
	for i, m := range s.Subsample {
		if m > n {
			return tooFew(fmt.Sprintf("search.subsample[%d]", i), m, n)
		}
	}
	if s.IsScored() && s.Metric == experiment.MetricLogLoss && !experiment.GivesProbabilities(r.spec.Model) {
		return refuse("search.metric", strconv.Quote(s.Metric), "only the logistic loss gives probabilities; choose %q, %q or %q, or the logistic loss",
			experiment.MetricAccuracy, experiment.MetricBalancedAccuracy, experiment.MetricAUC)
	}
	if s.Criterion == experiment.SearchValidation && len(r.design.Validation.Rows) == 0 {
		return refuse("split.validation", "a part without rows", "the search needs validation rows; give split.validation a larger share")
	}
	if s.Criterion != experiment.SearchCrossValidation {
		if s.IsScored() && !r.scorable(r.design.Validation.Y) {
			return r.undefinedOn("the validation part", "another split.seed")
		}
		return nil
	}
	rows, err := subsample(n, r.spec.Model)
	if err != nil {
		return err
	}
	counts := r.design.ClassCounts(dense.At(r.design.Train.Y, rows))
	isFew := func(n int) bool { return n < 2 }
	if c := slices.IndexFunc(counts, isFew); c >= 0 && len(slices.DeleteFunc(slices.Clone(counts), isFew)) < 2 {
		return refuse("search.criterion", strconv.Quote(s.Criterion), "class %q has too few training rows for folds; with only %d, choose %q, remove the rows of that class, or add more",
			r.design.Classes[c], counts[c], experiment.SearchValidation)
	}
	if n := len(r.divisible(rows)); s.Folds > n {
		return tooFew("search.folds", s.Folds, n)
	}
	return nil
}

// remedy returns the advice about values that are too large for the kernel.
func (r *run) remedy() string {
	k, standardized := r.spec.Model.Kernel, r.spec.Preprocess.Standardize
	if field, radius := smallestRadius(r.kernelSpec, "model.kernel"); field != "" {
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
		return "remove columns or rows with such values, or scale the target"
	}
	return "turn on standardize, or scale the columns"
}

// Limits on the size of the target, so that its squares and their sums do not overflow or underflow.
const (
	largestTarget  = 1e100
	smallestTarget = 1e-100
)

// checkTarget refuses targets of training rows that are too large, or too small but not all 0.
func (r *execution) checkTarget() error {
	largest := 0.0
	for i, y := range r.design.Train.Y {
		largest = max(largest, math.Abs(y))
		if math.Abs(y) > largestTarget {
			return fmt.Errorf("target %q is %g in %s, and its square overflows; scale the target to at most %g",
				r.spec.Target, y, r.rowName(r.design.Train.Rows[i]), largestTarget)
		}
	}
	if largest > 0 && largest < smallestTarget {
		return fmt.Errorf("target %q is at most %g in size, and its square underflows; scale the target to at least %g",
			r.spec.Target, largest, smallestTarget)
	}
	return nil
}

func (r *run) rowName(row int) string {
	if r.design.Bags != nil {
		return fmt.Sprintf("bag %q", r.design.Bags[row])
	}
	return fmt.Sprintf("row %d of the data (counted from 0)", row)
}

// checkFinite refuses predictions f of some rows of the data of which one is not finite.
func (r *run) checkFinite(f []float64, rows []int) error {
	i := slices.IndexFunc(f, notFinite)
	if i < 0 {
		return nil
	}
	of := "model"
	if r.kernel != nil {
		of = fmt.Sprintf("kernel (%v)", r.kernel)
	}
	return fmt.Errorf("the prediction for %s is not a finite number: its values are too large for the %s; %s", r.rowName(rows[i*len(rows)/len(f)]), of, r.remedy())
}

// atRow names the row of the data in an error about one of some points.
func (r *run) atRow(err error, rows []int) error {
	if of, ok := errors.AsType[*mercer.PointError](err); ok {
		return fmt.Errorf("%s: %w", r.rowName(rows[of.Point]), of.Err)
	}
	return err
}

// overflow returns the error for a row with values that are too large for the kernel.
func (b *lpTrainer) overflow(over *gram.Overflow) error {
	r := b.run
	return fmt.Errorf("the kernel (%v) overflows on %s, where the values are too large for it; %s",
		r.kernel, r.rowName(r.design.Train.Rows[b.rows[over.Point]]), r.remedy())
}

// outsideError returns the error for a row beyond the radius of convergence. It proposes a radius that exceeds
// all rows by a tenth, because the kernel of rows at the radius would be much larger than that of others.
func (b *lpTrainer) outsideError(out *gram.OutsideError) error {
	r := b.run
	field, radius := smallestRadius(r.kernelSpec, "model.kernel")
	remedy := "scale the columns down"
	if limit := roundUp(1.1 * out.Largest); limit < experiment.Unbounded {
		remedy = fmt.Sprintf("set %s to %.3g, which includes all training rows, or %s", field, limit, remedy)
	} else if !r.spec.Preprocess.Standardize {
		remedy = "turn on standardize, or " + remedy
	}
	return fmt.Errorf("%s is beyond the radius of the kernel (%v): its sum of |x|^%g is %.4g, and it must be less than %g; %s",
		r.rowName(r.design.Train.Rows[b.rows[out.Point]]), r.kernel, r.spec.Model.P.Q(), out.Sum, radius, remedy)
}

// smallestRadius returns the smallest radius of a geometric series at path with its field, or +Inf.
func smallestRadius(k experiment.Kernel, path string) (field string, radius float64) {
	if k.Type == experiment.KernelGeometric {
		return path + ".radius", k.Radius.Value
	}
	radius = math.Inf(1)
	for i, part := range k.Of {
		if f, r := smallestRadius(part, fmt.Sprintf("%s.of[%d]", path, i)); r < radius {
			field, radius = f, r
		}
	}
	return field, radius
}

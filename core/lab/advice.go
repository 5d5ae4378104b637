package lab

import (
	"fmt"

	"lplab/core/experiment"
)

// remedies maps the parameter of a model's strength to the changes that make it easier to compute:
// of the model itself, and of a search.
var remedies = map[string]struct{ model, search string }{
	"gamma":  {"choose a smaller model.gamma", "remove the largest values of search.gamma"},
	"C":      {"choose a smaller model.C", "remove the largest values of search.C"},
	"lambda": {"choose a larger model.lambda", "remove the smallest values of search.lambda"},
	"":       {"remove features that are nearly equal to others", "remove features that are nearly equal to others"},
}

// searchAdvice returns what to change if models of a search or a stability selection are not within
// the tolerance; otherwise "".
func searchAdvice(r *experiment.Report, parameter string) string {
	unsolved := r.Unsolved()
	if unsolved == "" {
		return ""
	}
	return fmt.Sprintf("%s, so results based on them are not exact: raise solver.maxIterations, turn on standardize, %s, or choose a larger solver.tolerance", unsolved, remedies[parameter].search)
}

// advice returns what to change if a solution that was not cancelled is not within the tolerance.
func advice(r *experiment.Report, parameter string) string {
	switch remedy := remedies[parameter].model; r.Status {
	case experiment.Stalled:
		return fmt.Sprintf("rounding prevents the tolerance of %g: %s, turn on standardize, or choose a larger solver.tolerance", r.Spec.Solver.Tolerance, remedy)
	case experiment.Truncated:
		return truncationAdvice(r)
	case experiment.IterationLimit:
		return fmt.Sprintf("%d iterations do not reach the tolerance of %g: raise solver.maxIterations, %s, or turn on standardize", r.Solver.Iterations, r.Spec.Solver.Tolerance, remedy)
	}
	return ""
}

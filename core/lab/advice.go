package lab

import (
	"fmt"

	"lplab/core/experiment"
)

// remedies are the changes of a strength that make a model easier to compute.
var remedies = map[string]string{
	"gamma":  "choose a smaller model.gamma",
	"C":      "choose a smaller model.C",
	"lambda": "choose a larger model.lambda",
	"":       "remove features that are nearly equal to others",
}

// searchRemedies are the strengths to leave out of a search.
var searchRemedies = map[string]string{
	"gamma":  "remove the largest values of search.gamma",
	"C":      "remove the largest values of search.C",
	"lambda": "remove the smallest values of search.lambda",
	"":       remedies[""],
}

// searchAdvice returns what to change if models of a search or a stability selection, which are used
// all the same, are not within the tolerance; otherwise "".
func searchAdvice(r *experiment.Report, parameter string) string {
	unsolved := r.Unsolved()
	if unsolved == "" {
		return ""
	}
	return fmt.Sprintf("%s, so results based on them are not exact: raise solver.maxIterations, turn on standardize, %s, or choose a larger solver.tolerance", unsolved, searchRemedies[parameter])
}

// advice returns what to change if a solution is not within the tolerance; "" if it is, or if the run
// was cancelled.
func advice(r *experiment.Report, parameter string) string {
	switch remedy := remedies[parameter]; r.Status {
	case experiment.Stalled:
		return fmt.Sprintf("rounding prevents the tolerance of %g: %s, turn on standardize, or choose a larger solver.tolerance", r.Spec.Solver.Tolerance, remedy)
	case experiment.Truncated:
		return truncationAdvice(r)
	case experiment.IterationLimit:
		return fmt.Sprintf("%d iterations do not reach the tolerance of %g: raise solver.maxIterations, %s, or turn on standardize", r.Solver.Iterations, r.Spec.Solver.Tolerance, remedy)
	}
	return ""
}

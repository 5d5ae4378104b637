package lab

import (
	"fmt"

	"lplab/core/experiment"
)

// remedies say by which change of its strength a model is easier to compute.
var remedies = map[string]string{
	"gamma":  "choose a smaller model.gamma",
	"C":      "choose a smaller model.C",
	"lambda": "choose a larger model.lambda",
	"":       "remove features that are nearly equal to others",
}

// searchRemedies say which strengths of a search to leave out.
var searchRemedies = map[string]string{
	"gamma":  "remove the largest values of search.gamma",
	"C":      "remove the largest values of search.C",
	"lambda": "remove the smallest values of search.lambda",
	"":       remedies[""],
}

// searchAdvice says what to change where models of a search or of a stability selection
// are not within the tolerance, although they are scored and counted; "" where all are.
func searchAdvice(r *experiment.Report, parameter string) string {
	unsolved := r.Unsolved()
	if unsolved == "" {
		return ""
	}
	return fmt.Sprintf("%s, so results based on them are not exact: raise solver.maxIterations, turn on standardize, %s, or choose a larger solver.tolerance", unsolved, searchRemedies[parameter])
}

// advice says what to change where a solution is not within the tolerance; "" where it is,
// or where the run was cancelled.
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

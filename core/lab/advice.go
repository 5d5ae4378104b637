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
	"":       "leave out features that nearly repeat others",
}

// searchRemedies say which strengths of a search to leave out.
var searchRemedies = map[string]string{
	"gamma":  "leave out the largest of search.gamma",
	"C":      "leave out the largest of search.C",
	"lambda": "leave out the smallest of search.lambda",
	"":       remedies[""],
}

// searchAdvice says what to change where models of a search or of a stability selection
// are not within the tolerance, although they are scored and counted; "" where all are.
func searchAdvice(r *experiment.Report, parameter string) string {
	unsolved := r.Unsolved()
	if unsolved == "" {
		return ""
	}
	return fmt.Sprintf("%s, and what the report makes of them is not of solutions: raise solver.maxIterations, turn on standardize, %s, or choose a larger solver.tolerance", unsolved, searchRemedies[parameter])
}

// advice says what to change where a solution is not within the tolerance; "" where it is,
// or where the run was cancelled.
func advice(r *experiment.Report, parameter string) string {
	switch remedy := remedies[parameter]; r.Status {
	case experiment.Stalled:
		return fmt.Sprintf("rounding keeps the solution from the tolerance of %g: %s, turn on standardize, or choose a larger solver.tolerance", r.Spec.Solver.Tolerance, remedy)
	case experiment.IterationLimit:
		return fmt.Sprintf("%d iterations do not reach the tolerance of %g: raise solver.maxIterations, %s, or turn on standardize", r.Solver.Iterations, r.Spec.Solver.Tolerance, remedy)
	}
	return ""
}

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

// advice says what to change where a solution is not within the tolerance; "" where it is,
// or where who cancelled it knows.
func advice(r *experiment.Report, parameter string) string {
	switch remedy := remedies[parameter]; r.Status {
	case experiment.Stalled:
		return fmt.Sprintf("rounding keeps the solution from the tolerance of %g: %s, turn on standardize, or choose a larger solver.tolerance", r.Spec.Solver.Tolerance, remedy)
	case experiment.IterationLimit:
		return fmt.Sprintf("%d iterations do not reach the tolerance of %g: raise solver.maxIterations, %s, or turn on standardize", r.Solver.Iterations, r.Spec.Solver.Tolerance, remedy)
	}
	return ""
}

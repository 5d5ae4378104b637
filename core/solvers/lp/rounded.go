package lp

import (
	"context"

	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// solveRounded is iterative refinement of a problem on a form with rounded entries. The method first solves the
// problem on the rounded form, which has fast passes, and then continues from there on the form itself: one
// pass certifies the solution, and where that is not within the tolerance, every further step, with residual
// and Hessian of the form itself, squares what rounding the entries has left. The rounded form takes at most half
// of the iterations, and the change counts as one.
//
// The result is certified by the form itself, whatever the rounded entries are. The records before the
// change are those of the rounded form.
func solveRounded(ctx context.Context, p *Problem, rounded gram.Form, method Method, s optimize.Settings, nearby *Result) (*Result, error) {
	approximate := *p
	approximate.Form = rounded
	if nearby != nil {
		nearby = &Result{Alpha: nearby.Alpha}
	}
	settings := s
	settings.MaxIterations = s.MaxIterations / 2
	first, err := solve(ctx, &approximate, method, settings, nearby)
	if _, ok := method.(Newton); ok && err == nil {
		first, err = Refine(ctx, &approximate, first) // its passes are the fast ones
	}
	if err != nil {
		return nil, err
	}
	change := first.Iterations + 1
	settings.MaxIterations = max(0, s.MaxIterations-change)
	if s.Monitor != nil {
		settings.Monitor = func(record optimize.Record) {
			record.Iteration += change
			s.Monitor(record)
		}
	}
	result, err := solve(ctx, p, method, settings, &Result{Alpha: first.Alpha})
	if err != nil {
		return nil, err
	}
	result.Iterations += change
	result.Passes += first.Passes
	return result, nil
}

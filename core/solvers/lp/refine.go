package lp

import (
	"context"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// Refine takes further steps of Newton's method from a converged result, each of which squares its
// error: the weights have only half of the digits of the gap, and without the steps would depend
// on the strategy. It returns the best result. A result of interior points is returned unchanged,
// because the method would begin anew.
func Refine(ctx context.Context, p *Problem, r *Result) (*Result, error) {
	const (
		refinements = 3     // the most steps
		refinedGap  = 1e-24 // relative gap with which the weights have twelve digits
	)
	form, ok := p.Form.(gram.Explicit)
	interior := ok && form.Side() != gram.Points && !loss.IsSmooth(p.Loss)
	if interior || r.Status != optimize.Converged || r.Gap == 0 {
		return r, nil
	}
	for range refinements {
		next, err := solve(ctx, p, undampedNewton{}, optimize.Settings{MaxIterations: 1}, r)
		if err != nil || next.Status == optimize.Cancelled || !(next.Gap < r.Gap) {
			return r, err
		}
		next.Status, next.Rounding = r.Status, r.Rounding
		next.Iterations = r.Iterations
		next.Passes += r.Passes
		r = next
		if r.Gap <= refinedGap*r.Scale() {
			break
		}
	}
	return r, nil
}

// undampedNewton is Newton's method without damping: close to the solution a step fails by rounding.
type undampedNewton struct{ Newton }

func (u undampedNewton) Prepare(p *Problem) (Stepper, error) {
	s := u.onPoints(p)
	if proximal, ok := s.(*newton); ok {
		proximal.most = 0
	}
	return s, nil
}

// solveRounded is iterative refinement of a problem on a form with rounded entries. The method first solves the
// problem on the rounded form, which has fast passes, and then continues from there on the form itself: one
// pass certifies the solution, and where that is not within the tolerance, every further step, with residual
// and Hessian of the form itself, squares what rounding the entries has left. The rounded form takes at most half
// of the iterations, and the change counts as one.
//
// The result is certified by the form itself, whatever the rounded entries are. The records before the
// change are those of the rounded form.
func solveRounded(ctx context.Context, p *Problem, form gram.Form, method Method, s optimize.Settings, nearby *Result) (*Result, error) {
	problem := *p
	problem.Form = form
	if nearby != nil {
		nearby = &Result{Alpha: nearby.Alpha}
	}
	settings := s
	settings.MaxIterations = s.MaxIterations / 2
	first, err := solve(ctx, &problem, method, settings, nearby)
	if _, ok := method.(Newton); ok && err == nil {
		first, err = Refine(ctx, &problem, first) // its passes are the fast ones
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

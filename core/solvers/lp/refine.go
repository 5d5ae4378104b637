package lp

import (
	"context"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// Refine takes at most three steps, until the weights, whose error is of the order of the
// square root of the relative gap, have twelve digits.
const (
	refinements = 3
	rounded     = 1e-24
)

// Refine takes further steps of Newton's method from a converged result, each of which
// squares its error: a tolerance on the gap leaves the weights half of its digits, and with
// the steps they do not depend on the strategy. It returns the best of the results, and
// leaves a result of interior points as it is, because they would begin anew.
func Refine(ctx context.Context, p *Problem, r *Result) (*Result, error) {
	if form, ok := p.Form.(Explicit); ok && form.Side() != gram.Points && !loss.IsSmooth(p.Loss) {
		return r, nil
	}
	if r.Status != optimize.Converged || r.Gap == 0 {
		return r, nil
	}
	for range refinements {
		next, err := Solve(ctx, p, undamped{}, optimize.Settings{MaxIterations: 1}, r)
		if err != nil || next.Status == optimize.Cancelled || !(next.Gap < r.Gap) {
			return r, err
		}
		next.Status, next.Rounding = r.Status, r.Rounding
		next.Iterations = r.Iterations
		next.Passes += r.Passes
		next.History = r.History
		r = next
		if r.Gap <= rounded*r.Scale() {
			break
		}
	}
	return r, nil
}

// undamped is Newton's method without damping: close to the solution a step that fails is
// rounding.
type undamped struct{ Newton }

// Prepare implements Method.
func (u undamped) Prepare(p *Problem) (Stepper, error) {
	s := u.onPoints(p)
	if proximal, ok := s.(*newton); ok {
		proximal.most = 0
	}
	return s, nil
}

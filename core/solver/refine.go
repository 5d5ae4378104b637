package solver

import (
	"context"

	"lplab/core/gram"
	"lplab/core/loss"
	"lplab/core/optimize"
)

// refinements is how many steps Refine takes: the first one from another start may fall
// short, because of rounding in its gradient.
const refinements = 3

// Refine takes further steps of Newton's method from a converged result, each of which
// squares its error: a tolerance on the gap leaves the weights half of its digits, and with
// the steps they do not depend on the strategy. It returns the result itself where the
// steps do not bring the gap down, and where interior points would begin anew.
func Refine(ctx context.Context, p *Problem, r *Result) (*Result, error) {
	if form, ok := p.Form.(Explicit); ok && form.Side() != gram.Points && !loss.IsSmooth(p.Loss) {
		return r, nil
	}
	if r.Status != optimize.Converged || r.Gap == 0 {
		return r, nil
	}
	next, err := Solve(ctx, p, Newton{}, optimize.Settings{MaxIterations: refinements}, r)
	if err != nil || next.Status == optimize.Cancelled || !(next.Gap < r.Gap) {
		return r, err
	}
	next.Status, next.Rounding = r.Status, r.Rounding
	next.Iterations = r.Iterations
	next.Passes += r.Passes
	next.History = r.History
	return next, nil
}

package lp

import (
	"context"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

const (
	refinements = 3     // the most steps
	rounded     = 1e-24 // relative gap with which the weights have twelve digits
)

// Refine takes further steps of Newton's method from a converged result, each of which squares its
// error: the weights have only half of the digits of the gap, and without the steps would depend
// on the strategy. It returns the best result. A result of interior points is returned unchanged,
// because the method would begin anew.
func Refine(ctx context.Context, p *Problem, r *Result) (*Result, error) {
	form, ok := p.Form.(gram.Explicit)
	interior := ok && form.Side() != gram.Points && !loss.IsSmooth(p.Loss)
	if interior || r.Status != optimize.Converged || r.Gap == 0 {
		return r, nil
	}
	for range refinements {
		next, err := solve(ctx, p, undamped{}, optimize.Settings{MaxIterations: 1}, r)
		if err != nil || next.Status == optimize.Cancelled || !(next.Gap < r.Gap) {
			return r, err
		}
		next.Status, next.Rounding = r.Status, r.Rounding
		next.Iterations = r.Iterations
		next.Passes += r.Passes
		r = next
		if r.Gap <= rounded*r.Scale() {
			break
		}
	}
	return r, nil
}

// undamped is Newton's method without damping: close to the solution a step fails by rounding.
type undamped struct{ Newton }

func (u undamped) Prepare(p *Problem) (Stepper, error) {
	s := u.onPoints(p)
	if proximal, ok := s.(*newton); ok {
		proximal.most = 0
	}
	return s, nil
}

package machine

import (
	"context"
	"fmt"
	"math"

	"lplab/core/solvers/optimize"
)

// Represent represents points with a lambda, each from its own coefficients, by the descent of the
// group lasso. The certificate is the sum of the certificates of the points. An iteration takes a
// few sweeps for every point with a gap that is above the tolerance and still falls. The error is for an
// unsuitable lambda, or the context's where it ended before all points were certified; a limit is a
// status, and so is a context that ended later.
func (d *Dictionary) Represent(ctx context.Context, points []*Point, lambda float64, s optimize.Settings) (*optimize.Result, error) {
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return nil, fmt.Errorf("lambda is %g: it must be a positive number", lambda)
	}
	for _, p := range points {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d.lasso.Begin(&p.lasso, lambda, s.Tolerance)
		p.ended = p.lasso.Best.Within(s.Tolerance)
	}
	result, err := optimize.Run(ctx, &representations{d, points, s.Tolerance}, s)
	if err != nil {
		return nil, err
	}
	return &result, nil
}

// representations is the method of all points. Each keeps its best coefficients.
type representations struct {
	dictionary *Dictionary
	points     []*Point
	tolerance  float64
}

func (r *representations) Certificate() optimize.Certificate {
	var sum optimize.Certificate
	for _, p := range r.points {
		c := p.lasso.Best
		sum.Primal += c.Primal
		sum.Dual += c.Dual
		sum.Gap += c.Gap
	}
	return sum
}

func (r *representations) Step(ctx context.Context, _ int) int {
	steps := 0
	for _, p := range r.points {
		if p.ended || ctx.Err() != nil {
			continue
		}
		if r.dictionary.lasso.Step(ctx, &p.lasso) {
			steps, p.ended = 1, p.lasso.Best.Within(r.tolerance)
		} else {
			p.ended = true
		}
	}
	return steps
}

func (*representations) Keep() {}

func (*representations) Restore() {}

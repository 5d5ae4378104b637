package machine

import (
	"context"
	"fmt"
	"math"

	"lplab/core/solvers/optimize"
)

// Represent represents points of the dictionary with a lambda, each from the coefficients
// that it has, by the descent of the group lasso. The certificate is
// the sum of those of the points. An iteration moves every point by a few
// sweeps; a point is left alone when its gap is within the tolerance, or when rounding lets
// it fall no further. The error is for a lambda that is none, or the context's where it
// ended before any point was certified; a limit is a status, and so is a context that
// ended later.
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

// representations is a method of optimize on all points. Every point keeps its best
// coefficients, so the last iterate is the best.
type representations struct {
	dictionary *Dictionary
	points     []*Point
	tolerance  float64
}

var _ optimize.Method = (*representations)(nil)

// Certificate implements optimize.Method.
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

// Step implements optimize.Method.
func (r *representations) Step(ctx context.Context, _ int) int {
	taken := 0
	for _, p := range r.points {
		if p.ended || ctx.Err() != nil {
			continue
		}
		if r.dictionary.lasso.Step(ctx, &p.lasso) {
			taken, p.ended = 1, p.lasso.Best.Within(r.tolerance)
		} else {
			p.ended = true
		}
	}
	return taken
}

// Keep implements optimize.Method.
func (*representations) Keep() {}

// Restore implements optimize.Method.
func (*representations) Restore() {}

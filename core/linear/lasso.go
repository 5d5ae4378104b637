package linear

import (
	"context"
	"fmt"

	"lplab/core/optimize"
)

// Lasso minimises
//
//	P(b) = 1/2 ||y - Xb||^2 + lambda ||b||_1                             [Z, H 3.2.2].
//
// The residual of its optimality conditions is the largest distance of x_j.(y - Xb)
// from lambda sign(b_j), or from [-lambda, lambda] where b_j = 0, as a share of
// max_j |x_j.y|, which is the lambda from which on all coefficients are 0.
type Lasso struct {
	Algorithm Algorithm
}

var _ Method = Lasso{}

// String names the method.
func (l Lasso) String() string { return fmt.Sprintf("lasso by %v", l.Algorithm) }

// Scale implements Method.
func (l Lasso) Scale(d *Data) (float64, error) { return ElasticNet{Ratio: 1}.Scale(d) }

// Fit implements Method.
func (l Lasso) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	return ElasticNet{Ratio: 1, Algorithm: l.Algorithm}.Fit(ctx, d, lambda, from, s)
}

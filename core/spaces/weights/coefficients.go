package weights

import (
	"context"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Coefficients are the weights of a linear function of D features, each a monomial
// of degree 1.
type Coefficients struct {
	Values []float64 // D
	Scale  []float64 // D; each feature was divided by its scale
	Q      float64   // conjugate to the exponent p of the norm; infinite for the 1-norm
}

// Examine lists the nonzero coefficients, the largest first. The error is the context's.
func (c Coefficients) Examine(ctx context.Context, limits Limits) (Listing, error) {
	l := Listing{Count: int64(len(c.Values)), MaxDegree: 1, Variables: dense.UpTo(len(c.Values))}
	limits.Examined = len(c.Values)
	l.take(limits, c.Q, c.Values, func(j int) Weight {
		return Weight{Index: j, Monomial: kernel.Monomial{j}, Constant: 1 / c.Scale[j]}
	})
	return l, ctx.Err()
}

// At returns the coefficient of a feature.
func (c Coefficients) At(m kernel.Monomial) float64 { return c.Values[m[0]] }

package weights

import (
	"context"
	"slices"

	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// Terms is a function of few monomials, those that a listing of another model's weights
// has: with the weights Values, and 0 for all other monomials.
type Terms struct {
	List   *Listing // with Top
	Values []float64
	Q      float64 // the exponent whose conjugate p is that of the norm
}

// Examine lists the weights that are not 0, the largest first. What is examined is what
// the listing has examined. The error is the context's.
func (t Terms) Examine(ctx context.Context, limits Limits) (Listing, error) {
	l := Listing{Count: t.List.Count, MaxDegree: t.List.MaxDegree, Complete: t.List.Complete, Variables: t.List.Variables}
	var top []Weight
	var kept []float64
	for k, v := range t.Values {
		if v != 0 {
			kept, top = append(kept, v), append(top, t.List.Top[k])
		}
	}
	l.take(limits, t.Q, kept, func(i int) Weight { return top[i] })
	return l, ctx.Err()
}

// At returns the weight of a monomial.
func (t Terms) At(m kernel.Monomial) float64 {
	for k, v := range t.Values {
		if v != 0 && slices.Equal(t.List.Top[k].Monomial, m) {
			return v
		}
	}
	return 0
}

// Predict returns the function's values on n points, of which column gives the values of
// a variable. The error is the context's.
func (t Terms) Predict(ctx context.Context, n int, column func(variable int) []float64) ([]float64, error) {
	f := make([]float64, n)
	for k, v := range t.Values {
		if v == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i, x := range t.List.Top[k].Column(n, column) {
			f[i] += float64(v * x)
		}
	}
	return f, nil
}

// Column returns the values of a weight's normalised feature on n points, of which column
// gives the values of a variable.
func (w Weight) Column(n int, column func(variable int) []float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = w.Constant
	}
	for _, v := range w.Monomial {
		for i, x := range column(v) {
			values[i] *= x
		}
	}
	return values
}

// Nonzero counts the weights that are not 0.
func (l *Listing) Nonzero() int { return sparse.Nonzeros(l.kept) }

package weights

import (
	"context"
	"slices"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Terms is a function of the monomials at the top of another model's listing, with the weights Values.
type Terms struct {
	List   *Listing // with Top
	Values []float64
	Q      float64 // conjugate to the exponent p of the norm
}

// Examine lists the nonzero weights, the largest first, with the count and the variables of the
// other listing. The error is the context's.
func (t Terms) Examine(ctx context.Context, limits Limits) (Listing, error) {
	l := Listing{Count: t.List.Count, MaxDegree: t.List.MaxDegree, Variables: t.List.Variables}
	var top []Weight
	var values []float64
	for k, v := range t.Values {
		if v != 0 {
			values, top = append(values, v), append(top, t.List.Top[k])
		}
	}
	l.take(limits, t.Q, values, func(i int) Weight { return top[i] })
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

// Predict returns the function's values on n points; column returns the values of a variable. The
// error is the context's.
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

// Column returns the values of a weight's normalised feature on n points; column returns the values
// of a variable.
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
func (l *Listing) Nonzero() int { return dense.Nonzeros(l.values) }

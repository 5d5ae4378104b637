package linear

import (
	"cmp"
	"context"
	"slices"
)

// Path fits the data with each lambda, from the largest down, each fit beginning near
// the last. The fits come in the order of the lambdas. Where one fails, the fits made
// until then come with its error, nil in place of the others.
func Path(ctx context.Context, m Method, d *Data, lambdas []float64, s Settings) ([]*Fit, error) {
	order := make([]int, len(lambdas))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lambdas[b], lambdas[a]) })
	fits := make([]*Fit, len(lambdas))
	var last *Fit
	for _, k := range order {
		f, err := m.Fit(ctx, d, lambdas[k], last, s)
		if err != nil {
			return fits, err
		}
		fits[k], last = f, f
	}
	return fits, nil
}

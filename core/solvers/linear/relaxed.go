package linear

import (
	"context"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
)

// RelaxedLasso is the relaxed lasso: least squares, of least norm, on the features that the lasso
// selects at lambda (Meinshausen, Relaxed lasso, Computational Statistics & Data Analysis 2007,
// with phi = 0).
type RelaxedLasso struct {
	Algorithm Algorithm // of the lasso
}

func init() {
	Registry.Add("relaxed-lasso", func(p Parameters) Method { return RelaxedLasso{Algorithm: p.Algorithm} })
}

func (r RelaxedLasso) String() string { return "relaxed " + Lasso(r.Algorithm).String() }

// Scale returns the scale of the lasso.
func (r RelaxedLasso) Scale(d *Data) (float64, error) { return Lasso(r.Algorithm).Scale(d) }

// Fit begins the lasso near from. Certificate and residual are those of the least squares,
// unless the lasso did not converge.
func (r RelaxedLasso) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	settings := s
	settings.Monitor = nil // its objective is another
	lasso, err := Lasso(r.Algorithm).Fit(ctx, d, lambda, from, settings)
	if err != nil || lasso.Status != optimize.Converged {
		return lasso, err
	}
	x := &copies{inner: d.X, origin: dense.Places(lasso.Coefficients)}
	if x.origin == nil {
		return lasso, nil
	}
	kept := &Data{X: x, Y: d.Y, Intercept: d.Intercept}
	if d.Offsets != nil {
		kept.Offsets = dense.At(d.Offsets, x.origin)
	}
	fit, err := LeastSquares{}.Fit(ctx, kept, 0, nil, s)
	if err != nil {
		return nil, err
	}
	fit.Coefficients = dense.Spread(fit.Coefficients, x.origin, len(lasso.Coefficients))
	fit.Iterations += lasso.Iterations
	fit.ref = lasso.ref
	lasso.data.finish(fit, lambda)
	return fit, nil
}

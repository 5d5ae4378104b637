package linear

import (
	"context"

	"lplab/core/optimize"
)

// Relaxed is the relaxed lasso: the least squares of the features that the lasso selects
// at lambda, whose coefficients are then not shrunk (Meinshausen, Relaxed lasso,
// Computational Statistics & Data Analysis 2007, with phi = 0). Of more of them than
// points it is the solution of least norm.
type Relaxed struct {
	Algorithm Algorithm // of the lasso
}

var _ Method = Relaxed{}

// String names the method.
func (r Relaxed) String() string { return "relaxed " + Lasso(r).String() }

// Scale implements Method: that of the lasso.
func (r Relaxed) Scale(d *Data) (float64, error) { return Lasso(r).Scale(d) }

// Fit implements Method. Certificate and residual are those of the least squares, unless
// the lasso did not converge; the lasso begins near from.
func (r Relaxed) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	quiet := s
	quiet.Monitor = nil // its objective is another
	lasso, err := Lasso(r).Fit(ctx, d, lambda, from, quiet)
	if err != nil || lasso.Status != optimize.Converged {
		return lasso, err
	}
	x := chosen{Matrix: d.X}
	for j, b := range lasso.Coefficients {
		if b != 0 {
			x.features = append(x.features, j)
		}
	}
	if x.features == nil {
		return lasso, nil
	}
	fit, err := LeastSquares{}.Fit(ctx, &Data{X: x, Y: d.Y, Intercept: d.Intercept}, 0, nil, s)
	if err != nil {
		return nil, err
	}
	few := fit.Coefficients
	fit.Coefficients = make([]float64, len(lasso.Coefficients))
	for k, j := range x.features {
		fit.Coefficients[j] = few[k]
	}
	fit.Iterations += lasso.Iterations
	fit.Lambda, fit.known = lambda, lasso.known
	lasso.data.finish(fit)
	return fit, nil
}

// chosen is some of the features of a matrix.
type chosen struct {
	Matrix
	features []int
}

// Dims implements Matrix.
func (c chosen) Dims() (n, d int) {
	n, _ = c.Matrix.Dims()
	return n, len(c.features)
}

// Dot implements Matrix.
func (c chosen) Dot(j int, v []float64) float64 { return c.Matrix.Dot(c.features[j], v) }

// AddScaled implements Matrix.
func (c chosen) AddScaled(dst []float64, s float64, j int) {
	c.Matrix.AddScaled(dst, s, c.features[j])
}

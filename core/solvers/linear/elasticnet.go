package linear

import (
	"context"
	"fmt"

	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

// ElasticNet minimises
//
//	P(b) = 1/2 ||y - Xb||^2 + lambda (Ratio ||b||_1 + (1 - Ratio)/2 ||b||_2^2)
//
// (Zou, Hastie 2005): the lasso for Ratio = 1, half the objective of ridge for 0. Its Residual
// is the largest distance of x_j.(y - Xb) - lambda (1 - Ratio) b_j from lambda Ratio sign(b_j),
// or from lambda Ratio [-1, 1] where b_j = 0, as a share of max_j |x_j.y|.
type ElasticNet struct {
	Ratio     float64 // in [0, 1]
	Algorithm Algorithm
}

func init() {
	Registry.Add("lasso", func(p Parameters) Method { return Lasso(p.Algorithm) })
	Registry.Add("elastic-net", func(p Parameters) Method { return ElasticNet{Ratio: p.Ratio, Algorithm: p.Algorithm} })
}

// Lasso is the elastic net of ratio 1,
//
//	P(b) = 1/2 ||y - Xb||^2 + lambda ||b||_1                             [Z, H 3.2.2].
func Lasso(a Algorithm) ElasticNet { return ElasticNet{Ratio: 1, Algorithm: a} }

func (e ElasticNet) String() string {
	if e.Ratio == 1 {
		return fmt.Sprintf("lasso by %v", e.Algorithm)
	}
	return fmt.Sprintf("elastic net of ratio %g by %v", e.Ratio, e.Algorithm)
}

// Scale returns max_j |x_j.y| / Ratio, and the scale of Ridge where Ratio is 0.
func (e ElasticNet) Scale(d *Data) (float64, error) {
	if e.Ratio == 0 {
		return Ridge{}.Scale(d)
	}
	c, err := d.prepare(context.Background())
	if err != nil {
		return 0, err
	}
	return penalty.Norm{}.Dual(c.correlation) / e.Ratio, nil
}

func (e ElasticNet) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if !(e.Ratio >= 0 && e.Ratio <= 1) {
		return nil, fmt.Errorf("the ratio is %g: it must be between 0, ridge, and 1, the lasso", e.Ratio)
	}
	c, err := d.begin(ctx, lambda, from)
	if err != nil {
		return nil, err
	}
	var start []float64
	if from != nil {
		start = from.Coefficients
	}
	h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: lambda * e.Ratio}, Weight: lambda * (1 - e.Ratio)}}
	f, err := minimise(ctx, c, func() ([]float64, error) { return d.covariances(ctx, c) }, h, e.Algorithm, start, from, s)
	if err != nil {
		return nil, err
	}
	c.finish(f, lambda)
	return f, nil
}

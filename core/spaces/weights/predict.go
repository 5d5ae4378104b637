package weights

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// Predict returns f(x) = <w, Phi(x)> for every row of x: see PredictAll.
func Predict(ctx context.Context, m Model, x dense.Points) ([]float64, error) {
	all, err := PredictAll(ctx, m, [][]float64{m.Alpha}, x)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// PredictAll returns f(x) of every row of x for every dual vector in place of the model's alpha. It
// uses the features where the kernel has finitely many and that is cheaper, q is not even, or the terms of the
// tensor kernel cancel, and otherwise the tensor kernel [S eq. 17]: all dual vectors share its values. The error
// is the context's.
func PredictAll(ctx context.Context, m Model, alphas [][]float64, x dense.Points) ([][]float64, error) {
	features, finite := kernel.Dimension(m.Kernel, m.X.D)
	even := m.Q == float64(int(m.Q)) && int(m.Q)%2 == 0
	byFeatures := float64(len(alphas)) * float64(features) * float64(m.X.N+x.N)
	byTensor := float64(tensor.Count(m.X.N, int(m.Q)-1)) * float64(x.N) * float64(m.X.D+len(alphas))
	if !finite || even && m.Q <= tensor.MaxOrder && byFeatures > byTensor {
		all, err := ByTensor(ctx, m, alphas, x)
		if !finite || err != nil || isAccurate(all, m, alphas, x) {
			return all, err
		}
	}
	all := make([][]float64, len(alphas))
	dense.Parallel(len(alphas), func(k int) {
		all[k], _ = ByFeatures(ctx, Model{m.Kernel, m.Q, m.X, alphas[k]}, x)
	})
	return all, ctx.Err()
}

// isAccurate reports whether rounding changes predictions by the tensor kernel by less than 1e-9 of the largest one. By the
// inequality of Hoelder their terms are at most (sum_i |alpha_i| ||Phi(x_i)||_q)^(q-1) ||Phi(x)||_q in sum. Where the points
// are far from the origin, the sum is much less than its terms, because the alphas sum to 0.
func isAccurate(all [][]float64, m Model, alphas [][]float64, x dense.Points) bool {
	const unit, limit = 0x1p-53, 1e-9
	points, largest := norms(m, m.X), floats.Max(norms(m, x))
	for k, alpha := range alphas {
		terms := 0.0
		for i, a := range alpha {
			terms += math.Abs(a) * points[i]
		}
		if unit*math.Pow(terms, m.Q-1)*largest > limit*floats.Norm(all[k], math.Inf(1)) {
			return false
		}
	}
	return true
}

// norms returns ||Phi(x)||_q of points, by the kernel of q times the same point.
func norms(m Model, x dense.Points) []float64 {
	s := make([]float64, x.N)
	for i := range s {
		for _, v := range x.Row(i) {
			s[i] += math.Pow(v, m.Q)
		}
	}
	m.Kernel.Apply(s)
	for i, v := range s {
		s[i] = math.Pow(v, 1/m.Q)
	}
	return s
}

// ByFeatures predicts by <w, Phi(x)>, streaming over the features, in 2 N (n + rows) flops.
func ByFeatures(ctx context.Context, m Model, x dense.Points) ([]float64, error) {
	_, highest := m.Kernel.Degrees()
	if highest == kernel.Infinite {
		panic("weights: prediction by infinitely many features")
	}
	f := make([]float64, x.N)
	if c := constantFeature(m.Kernel, m.Q); c != 0 {
		constant := c * m.At(kernel.Monomial{})
		for i := range f {
			f[i] = constant
		}
	}
	w := make([]float64, m.X.D)
	products := newProducts(x, slices.Repeat([]float64{1}, x.N))
	err := m.walk(ctx, highest, func(r kernel.Run, u []float64) {
		for j, v := range u {
			v, _ := dualityMap(v, m.Q)
			w[j] = r.Constant(r.From+j) * v
		}
		for i, product := range products.of(r.Prefix) {
			f[i] += float64(product * floats.Dot(w[:len(u)], x.Row(i)[r.From:]))
		}
	})
	return f, err
}

// ByTensor predicts by the tensor kernel, for every dual vector in place of the model's alpha.
func ByTensor(ctx context.Context, m Model, alphas [][]float64, x dense.Points) ([][]float64, error) {
	all := make([][]float64, len(alphas))
	for k := range all {
		all[k] = make([]float64, x.N)
	}
	return all, evaluate(ctx, all, m, alphas, x)
}

// evaluate stores the values of ByTensor in dst.
var evaluate = Evaluate

// UseEvaluator replaces Evaluate in predictions, for environments with a faster one. It must be
// called before any work begins.
func UseEvaluator(e func(ctx context.Context, dst [][]float64, m Model, alphas [][]float64, x dense.Points) error) {
	evaluate = e
}

// Evaluate stores f(x) of every row of x by the tensor kernel in dst, a slice for each dual vector
// in place of the model's alpha.
func Evaluate(ctx context.Context, dst [][]float64, m Model, alphas [][]float64, x dense.Points) error {
	return tensor.Evaluate(ctx, dst, m.X, int(m.Q), m.Kernel, alphas, x)
}

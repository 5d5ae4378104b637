package machine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
)

// KernelRidge minimises
//
//	P(f, b) = sum_i (y_i - f(x_i) - b)^2 + lambda ||f||^2
//
// with the solution alpha = (K + lambda I)^-1 y, and with an intercept alpha =
// (HKH + lambda I)^-1 H y with H = I - 11^T/n, the solution of the bordered system
// (K + lambda I) alpha + b 1 = y, 1^T alpha = 0 [K, eq. 3; Z, "Kernel ridge
// regression", with lambda n for lambda]. The dual is
//
//	D(alpha) = lambda alpha^T K alpha + lambda^2 ||alpha||^2 - 2 lambda y^T alpha
//
// and P + D = ||y - K alpha - b - lambda alpha||^2, the residual of the system.
//
// All fits of the same Data share the reduction of K, or HKH, to a band matrix
// (core/numeric/dense). An iteration is a step of iterative refinement.
type KernelRidge struct{}

func init() { Registry.Add("kernel-ridge", func(struct{}) Method { return KernelRidge{} }) }

func (KernelRidge) String() string { return "kernel ridge" }

// Scale returns the trace of K, or of HKH with an intercept: for that lambda and greater ones no
// component of the labels is fitted by more than half.
func (KernelRidge) Scale(d *Data) float64 {
	var trace float64
	for i, n := 0, len(d.Y); i < n; i++ {
		trace += d.K[i*(n+1)]
		if d.Intercept {
			trace -= mean(d.row(i))
		}
	}
	if trace > 0 {
		return trace
	}
	return 1
}

func (KernelRidge) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if err := cmp.Or(d.check(ctx, "lambda", lambda, false), d.checkStart(from)); err != nil {
		return nil, err
	}
	n := len(d.Y)
	r := &ridge{iterate: newIterate(d, lambda), residual: make([]float64, n), before: math.Inf(1)}
	r.certify(ctx)
	return r.run(ctx, r, s)
}

// ridge is the state of a fit.
type ridge struct {
	iterate
	residual []float64 // of the system
	before   float64   // the gap before the last step
	factor   *dense.BandFactor
	norms    []float64 // of the rows of K
}

func (r *ridge) Step(ctx context.Context, _ int) int {
	if r.factor != nil {
		r.factor.ToBand(r.residual)
	} else if reduction := r.data.reduction(ctx); reduction != nil {
		r.factor, r.norms = reduction.Factorise(r.fit.Strength), reduction.norms
		copy(r.residual, reduction.target)
	}
	if r.factor == nil || !(r.fit.Gap < r.before/2) {
		return 0
	}
	r.before = r.fit.Gap
	r.factor.Solve(r.residual)
	r.factor.FromBand(r.residual)
	dense.AddScaled(r.fit.Alpha, 1, r.residual)
	if r.data.Intercept { // up to rounding, the sum is 0 already
		floats.AddConst(-mean(r.fit.Alpha), r.fit.Alpha)
	}
	r.certify(ctx)
	return 1
}

// certify computes the residual and the certificate of alpha. Its Rounding bounds the
// effect of errors of eps ||K_i|| ||alpha|| in the entries of K alpha.
func (r *ridge) certify(ctx context.Context) {
	d, f, lambda := r.data, r.fit, r.fit.Strength
	d.multiply(ctx, f.Fitted, f.Alpha)
	square := dense.Dot(f.Alpha, f.Fitted)
	floats.SubTo(r.residual, d.Y, f.Fitted)
	f.Intercept = 0
	if d.Intercept {
		f.Intercept = mean(r.residual)
	}
	const eps = 0x1p-51
	size := floats.Norm(f.Alpha, 2)
	f.Primal, f.Gap, f.Rounding = lambda*square, 0, 0
	for i, v := range r.residual {
		f.Fitted[i] += f.Intercept
		v -= f.Intercept
		f.Primal += v * v
		v -= lambda * f.Alpha[i]
		f.Gap += v * v
		r.residual[i] = v
		if r.norms != nil {
			e := eps * (r.norms[i]*size + math.Abs(d.Y[i]) + math.Abs(f.Intercept))
			f.Rounding += e * (2*math.Abs(v) + e)
		}
	}
	f.Dual = f.Gap - f.Primal
}

// ridgeReduction is what all fits of the same data share.
type ridgeReduction struct {
	*dense.Reduction
	norms  []float64 // of the rows of K
	target []float64 // Q^T of the labels, or of the centred ones: the residual at alpha = 0
}

// reduction reduces K at the first call, or HKH where there is an intercept: constants of the
// kernel then drop out before their rounding can matter. It returns nil once the context has
// ended.
func (d *Data) reduction(ctx context.Context) *ridgeReduction {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.ridgeCache != nil {
		return d.ridgeCache
	}
	if d.like != nil {
		if r := d.like.reduction(ctx); r != nil {
			d.ridgeCache = &ridgeReduction{r.Reduction, r.norms, d.target(r.Reduction)}
		}
		return d.ridgeCache
	}
	n := len(d.Y)
	c := slices.Clone(d.K)
	norms := make([]float64, n)
	for i := range n {
		norms[i] = floats.Norm(d.row(i), 2)
	}
	if d.Intercept {
		centre(n, c)
	}
	if r := dense.Reduce(ctx, n, c); r != nil {
		d.ridgeCache = &ridgeReduction{r, norms, d.target(r)}
	}
	return d.ridgeCache
}

// target is Q^T of the labels, or of the centred ones.
func (d *Data) target(r *dense.Reduction) []float64 {
	target := slices.Clone(d.Y)
	if d.Intercept {
		floats.AddConst(-mean(target), target)
	}
	r.ToBand(target)
	return target
}

// Hat returns, for every point of a fit of this method, its leverage S_ii, with f = S y, and its
// label minus the prediction of the machine fitted to all other points: with alpha = A y and
// S = I - lambda A that is (y_i - f(x_i)) / (1 - S_ii) = alpha_i / A_ii, and NaN for a single
// point with an intercept. The error is the context's, or for values that are too large.
func (KernelRidge) Hat(ctx context.Context, fit *Fit) (leverages, leftOut []float64, err error) {
	d, n := fit.data, len(fit.data.Y)
	reduction := d.reduction(ctx)
	if reduction == nil {
		return nil, nil, ctx.Err()
	}
	diagonal, err := reduction.InverseDiagonal(ctx, fit.Strength, d.Intercept)
	if err != nil {
		return nil, nil, err
	}
	leverages, leftOut = make([]float64, n), make([]float64, n)
	for i, a := range diagonal {
		leverages[i] = 1 - fit.Strength*a
		leftOut[i] = fit.Alpha[i] / a
	}
	if d.Intercept && n == 1 {
		leverages[0], leftOut[0] = 1, math.NaN()
	}
	return leverages, leftOut, nil
}

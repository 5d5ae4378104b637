package machine

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
)

// KernelLogistic is logistic regression in the kernel's space: it minimises, for labels
// -1 and +1,
//
//	P(f, b) = C sum_i log(1 + exp(-y_i (f(x_i) + b))) + 1/2 ||f||^2
//
// so that 1/(1 + exp(-f(x) - b)) is the probability of +1. The dual is, with
// s_i = y_i alpha_i / C between 0 and 1,
//
//	D(alpha) = 1/2 alpha^T K alpha + C sum_i [s_i log s_i + (1-s_i) log(1-s_i)]
//
// with 1^T alpha = 0 where there is an intercept. An iteration is a step of Newton's method
// on P, that is of iteratively reweighted least squares, with a line search.
type KernelLogistic struct{}

func init() { Registry.Add("kernel-logistic", func(struct{}) Method { return KernelLogistic{} }) }

func (KernelLogistic) String() string { return "kernel logistic" }

// Scale returns the scale of SVM: with so small a C, alpha is nearly C y/2.
func (KernelLogistic) Scale(d *Data) float64 { return d.bounded() }

// Fit fits the data. With labels of one class and an intercept there is no minimum: the
// intercept is then one at which the loss vanishes in floating point.
func (KernelLogistic) Fit(ctx context.Context, d *Data, c float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if err := cmp.Or(d.check(ctx, "C", c, true), d.checkStart(from)); err != nil {
		return nil, err
	}
	z := newLogits(d, c, s.Tolerance)
	z.start(ctx, from)
	z.certify(ctx)
	return z.run(ctx, z, s)
}

// logits is the state of the primal. Its alpha need not be feasible for the dual.
type logits struct {
	iterate
	c     float64
	alpha []float64
	norm  []float64 // K alpha
	value []float64 // K alpha + b

	tolerance  float64
	objective  float64 // P
	gap        float64 // the smallest before the last step
	staleSteps int     // steps in which neither fell

	image, rest, root []float64 // scratch
	along, constant   []float64
	change            []float64 // K along + its change of b
	matrix            []float64
}

func newLogits(d *Data, c, tolerance float64) *logits {
	n := len(d.Y)
	z := &logits{iterate: newIterate(d, c), c: c, tolerance: tolerance, gap: math.Inf(1), matrix: make([]float64, n*n)}
	for _, v := range []*[]float64{
		&z.alpha, &z.norm, &z.value, &z.image, &z.rest, &z.root, &z.along, &z.constant, &z.change,
	} {
		*v = make([]float64, n)
	}
	return z
}

// start begins at another fit's alpha where that is no worse than 0.
func (z *logits) start(ctx context.Context, from *Fit) {
	z.settle(ctx)
	if from == nil {
		return
	}
	zero := z.objective
	copy(z.alpha, from.Alpha)
	if z.data.Intercept {
		floats.AddConst(-mean(z.alpha), z.alpha)
	}
	if z.settle(ctx); !(z.objective <= zero) {
		clear(z.alpha)
		z.settle(ctx)
	}
}

// settle computes the values of alpha, with the best intercept, and P.
func (z *logits) settle(ctx context.Context) {
	z.data.multiply(ctx, z.norm, z.alpha)
	b := z.intercept(z.norm)
	for i, v := range z.norm {
		z.value[i] = v + b
	}
	z.objective = z.c*z.losses(z.value) + dense.Dot(z.alpha, z.norm)/2
}

func (z *logits) losses(value []float64) float64 {
	return loss.Sum(loss.Logistic{}, z.data.Y, value, 0)
}

func (z *logits) Step(ctx context.Context, _ int) int {
	before := z.objective
	if z.staleSteps >= patience || !z.newton(ctx) {
		return 0
	}
	z.staleSteps++
	if z.fit.Gap < z.gap || z.objective < 0.99*before {
		z.staleSteps = 0 // with a large C the certificate follows many steps later
	}
	z.gap = min(z.gap, z.fit.Gap)
	z.certify(ctx)
	return 1
}

// certify stores alpha in the fit, with its certificate. Where alpha is not feasible for the
// dual, it stores C y / (1 + exp(y f)) instead, which is feasible, and alpha at the minimum.
func (z *logits) certify(ctx context.Context) {
	d, f := z.data, z.fit
	var sum, size float64
	for i, y := range d.Y {
		f.Alpha[i] = y * min(max(y*z.alpha[i], 0), z.c) // rounding leaves the domain, too
		sum += f.Alpha[i]
		size += math.Abs(f.Alpha[i])
	}
	far := floats.Distance(z.alpha, f.Alpha, math.Inf(1))
	if far > 1e-8*z.c || d.Intercept && math.Abs(sum) > 1e-13*size {
		z.gradient(f.Alpha)
	}
	z.iterate.certify(ctx, loss.Logistic{}, z.tolerance, func() float64 { return z.intercept(f.Fitted) })
}

// intercept returns the best intercept for values K alpha.
func (z *logits) intercept(values []float64) float64 {
	if !z.data.Intercept {
		return 0
	}
	return loss.BestIntercept(loss.Logistic{}, z.data.Y, values, 0)
}

// gradient stores C y / (1 + exp(y f)) in dst, minus the gradient of the losses.
func (z *logits) gradient(dst []float64) {
	for i, y := range z.data.Y {
		g, _ := loss.Logistic{}.Subdifferential(y, z.value[i])
		dst[i] = -z.c * g
	}
}

// newton takes Newton's step, and reports whether it does not increase P. With g minus the
// gradient and W the second derivatives of the losses it is
//
//	(I + W K) along + beta W 1 = g - alpha,  1^T (alpha + along) = 0,
//
// solved with the positive definite B = I + W^(1/2) K W^(1/2), by which
// (I + W K)^-1 v = v - W^(1/2) B^-1 W^(1/2) K v, also where W is 0 in floating point
// (Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm 3.1).
func (z *logits) newton(ctx context.Context) bool {
	d, n := z.data, len(z.alpha)
	z.gradient(z.image)
	for i, g := range z.image {
		share := math.Abs(g) / z.c
		z.root[i] = math.Sqrt(z.c * share * (1 - share))
		z.rest[i] = g - z.alpha[i]
	}
	for i := range n {
		row := z.matrix[i*n:][:i+1]
		for j, k := range d.row(i)[:i+1] {
			row[j] = z.root[i] * k * z.root[j]
		}
		row[i]++
	}
	factor := dense.NewCholesky(ctx, n, z.matrix)
	if factor == nil {
		return false // K is not positive semidefinite
	}
	d.multiply(ctx, z.along, z.rest)
	z.weigh(factor, z.along)
	floats.SubTo(z.along, z.rest, z.along)
	var beta float64
	if d.Intercept {
		for i := range z.constant {
			z.constant[i] = 1
		}
		z.weigh(factor, z.constant)
		if s := mean(z.constant); s > 0 {
			beta = (mean(z.alpha) + mean(z.along)) / s
		}
		dense.AddScaled(z.along, -beta, z.constant)
	}
	d.multiply(ctx, z.change, z.along)
	slope := dense.Dot(z.change, z.rest) // minus the derivative of P along the step
	square := dense.Dot(z.along, z.change)
	cross := dense.Dot(z.alpha, z.change)
	for i := range z.change {
		slope += beta * z.image[i]
	}
	before := z.c * z.losses(z.value)
	for t := 1.0; t > 1e-12; t /= 2 {
		for i, v := range z.value {
			z.constant[i] = v + t*(z.change[i]+beta)
		}
		change := z.c*z.losses(z.constant) - before + t*cross + t*t*square/2
		size := before + math.Abs(cross) + dense.Dot(z.alpha, z.norm)
		if change <= -1e-4*t*slope+1e-13*size { // up to the rounding of P
			dense.AddScaled(z.alpha, t, z.along)
			if d.Intercept {
				floats.AddConst(-mean(z.alpha), z.alpha)
			}
			z.settle(ctx)
			return true
		}
	}
	return false
}

// weigh replaces v by W^(1/2) B^-1 W^(1/2) v.
func (z *logits) weigh(factor *dense.Cholesky, v []float64) {
	floats.Mul(v, z.root)
	factor.Solve(v)
	floats.Mul(v, z.root)
}

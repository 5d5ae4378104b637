package machine

import (
	"context"
	"math"
)

// KernelRidge minimises
//
//	P(f, b) = sum_i (y_i - f(x_i) - b)^2 + lambda ||f||^2
//
// whose solution is alpha = (K + lambda I)^-1 y, and with an intercept that of the bordered
// system (K + lambda I) alpha + b 1 = y, 1^T alpha = 0 [K, eq. 3; Z, "Kernel ridge
// regression", with lambda n for lambda]. The dual is
//
//	D(alpha) = 2 lambda y^T alpha - lambda alpha^T K alpha - lambda^2 ||alpha||^2
//
// and P - D = ||y - K alpha - b - lambda alpha||^2, the residual of the system.
//
// A fit of its own takes a Cholesky factor. One that begins from a fit of the same Data takes
// the eigenvalues of the matrix, which stay with the data: they cost as much as some 25
// factors, and every further lambda then two products with the eigenvectors.
type KernelRidge struct{}

var _ Method = KernelRidge{}

// String names the method.
func (KernelRidge) String() string { return "kernel ridge" }

// Scale implements Method. It is the sum of the eigenvalues of K, or of HKH with an
// intercept: from there on upwards no component of the labels is fitted by more than half.
func (KernelRidge) Scale(d *Data) float64 {
	if t := d.trace(); t > 0 {
		return t
	}
	return 1
}

// Fit implements Method. An iteration solves the system for what is left of the labels:
// the first one does it, up to rounding.
func (KernelRidge) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s Settings) (*Fit, error) {
	if err := d.check(ctx, "lambda", lambda, false); err != nil {
		return nil, err
	}
	fit, run := begin(d, lambda, d.spread(), s)
	residual, correction := make([]float64, len(d.Y)), make([]float64, len(d.Y))
	var system ridgeSystem
	for {
		fit.certifyRidge(residual)
		if done, err := run.record(ctx); done || err != nil {
			return fit, err
		}
		if system == nil {
			fit.spectral = from != nil && from.data == d
			system = d.ridgeSystem(lambda, fit.spectral)
		}
		system.solve(correction, residual)
		addScaled(fit.Alpha, 1, correction)
	}
}

// spread is P(0): the labels' sum of squares, about their mean where there is an
// intercept.
func (d *Data) spread() float64 {
	var b, sum float64
	if d.Intercept {
		b = mean(d.Y)
	}
	for _, y := range d.Y {
		sum += (y - b) * (y - b)
	}
	return sum
}

// certifyRidge stores what is left of the labels in residual and the certificate in f.
func (f *Fit) certifyRidge(residual []float64) {
	d, lambda := f.data, f.Strength
	if d.Intercept { // rounding aside, the sum is 0 already
		m := mean(f.Alpha)
		for i := range f.Alpha {
			f.Alpha[i] -= m
		}
	}
	d.multiply(f.Fitted, f.Alpha)
	for i, y := range d.Y {
		residual[i] = y - f.Fitted[i]
	}
	f.Intercept = 0
	if d.Intercept {
		f.Intercept = mean(residual)
	}
	f.Primal = lambda * dot(f.Alpha, f.Fitted)
	f.Gap = 0
	for i := range residual {
		f.Fitted[i] += f.Intercept
		residual[i] -= f.Intercept
		f.Primal += residual[i] * residual[i]
		residual[i] -= lambda * f.Alpha[i]
		f.Gap += residual[i] * residual[i]
	}
	f.Dual = f.Primal - f.Gap
}

// Hat returns, for every point, its leverage, the entry S_ii of the hat matrix with f = S y,
// and its label minus what the machine predicts there when it is fitted to all the others.
// With alpha = A y and S = I - lambda A that is (y_i - f(x_i)) / (1 - S_ii) = alpha_i / A_ii.
// It is not a number where the others say nothing about the point: where it is the only
// one, and there is an intercept. It takes a fit of this method.
func (KernelRidge) Hat(fit *Fit) (leverages, leftOut []float64) {
	d := fit.data
	leverages, leftOut = make([]float64, len(d.Y)), make([]float64, len(d.Y))
	diagonal := leftOut
	d.ridgeSystem(fit.Strength, fit.spectral).inverseDiagonal(diagonal)
	for i, a := range diagonal {
		leverages[i] = 1 - fit.Strength*a
		leftOut[i] = fit.Alpha[i] / a
	}
	if d.Intercept && len(d.Y) == 1 {
		leverages[0], leftOut[0] = 1, math.NaN()
	}
	return leverages, leftOut
}

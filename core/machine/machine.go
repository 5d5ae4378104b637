// Package machine fits kernel machines: functions f(x) = sum_i alpha_i k(x_i, x) + b that
// minimise a loss over the training points plus the squared norm ||f||^2 = alpha^T K alpha
// of the kernel's space, from the Gram matrix K alone [K, "Representer theorem"; Z].
//
// Each method has its file, with its objective at the head. Every fit is certified at the
// alpha that is returned: its gap is a sum of Fenchel-Young residuals, one for each point
// and none below 0, and bounds how far the objective is from its minimum. "Converged"
// means that the gap is within the tolerance, and nothing else does.
//
// The signs are those of core/solver, which solves the same problems with p = 2: alpha_i
// has the sign of y_i in a classification, and f = K alpha + b.
//
// Sources: [K] Herbster, Kernels and Regularization; [Z] Szabo, Regression.
package machine

import (
	"context"
	"fmt"
	"math"

	"lplab/core/linear"
	"lplab/core/solver"
)

// Data is a training set as a machine sees it. It may not change once a method has seen
// it: what several fits need is computed once and kept with it. Fits of the same data may
// run at the same time.
type Data struct {
	K         []float64 // n x n Gram matrix, row-major with both triangles, of a kernel
	Y         []float64 // n labels; -1 and +1 in a classification
	Intercept bool      // a constant b that is not penalised

	spectrum spectrum
}

// Settings and Step are those of linear functions: P(0) is the objective at alpha = 0,
// and Monitor hears every step, the first before any iteration.
type (
	Settings = linear.Settings
	Step     = linear.Step
)

// Fit is a function that was fitted. Everything in it belongs to the same alpha.
type Fit struct {
	Strength  float64   // lambda or C
	Alpha     []float64 // n
	Intercept float64
	Fitted    []float64 // n: K alpha + intercept
	Status    solver.Status
	// Primal is the method's objective, Dual a lower bound on its minimum, and Gap their
	// difference, which is not taken as one.
	Primal, Dual, Gap float64
	// Rounding, of a support vector machine that stalled, is how large a gap the rounding of
	// numbers as large as C may leave.
	Rounding   float64
	Iterations int
	History    []Step

	data     *Data
	spectral bool // of kernel ridge: by eigenvalues
}

// Support returns the indices of the points with alpha != 0: the support vectors.
func (f *Fit) Support() []int {
	var support []int
	for i, a := range f.Alpha {
		if a != 0 {
			support = append(support, i)
		}
	}
	return support
}

// Method is one kind of machine.
type Method interface {
	fmt.Stringer
	// Scale returns the strength at the end of a grid where alpha is simplest, positive
	// always; see each method. Greater lambdas, or smaller values of C, are not worth
	// trying.
	Scale(d *Data) float64
	// Fit fits the data with a strength, lambda or C. from, where not nil, is a fit of
	// the same points with another strength or other labels, to begin near it. The error
	// is for data that no such machine can be fitted to; a limit is a status, and so is a
	// context that ends once there is an alpha to return.
	Fit(ctx context.Context, d *Data, strength float64, from *Fit, s Settings) (*Fit, error)
}

// check refuses what no method can work on. Shapes are the programmer's business, values
// the user's.
func (d *Data) check(ctx context.Context, name string, strength float64, classes bool) error {
	n := len(d.Y)
	if len(d.K) != n*n {
		panic("machine: a Gram matrix of as many points as labels is needed")
	}
	if n == 0 {
		return fmt.Errorf("there are no training rows; a machine needs at least one")
	}
	if !(strength > 0) || math.IsInf(strength, 0) {
		return fmt.Errorf("%s is %g: it must be a positive number", name, strength)
	}
	for i, y := range d.Y {
		if math.IsNaN(y - y) {
			return fmt.Errorf("label %d is %g: every label must be a number", i, y)
		}
		if classes && y != 1 && y != -1 {
			return fmt.Errorf("a classification needs labels -1 and +1, and label %d is %g", i, y)
		}
	}
	for i, v := range d.K {
		if math.IsNaN(v - v) {
			return fmt.Errorf("the kernel of points %d and %d is %g; standardize the features, or lower the kernel's parameters", i/n, i%n, v)
		}
	}
	return ctx.Err()
}

// multiply stores K alpha in dst, passing over the zeros of alpha.
func (d *Data) multiply(dst, alpha []float64) {
	clear(dst)
	for i, a := range alpha {
		if a != 0 {
			addScaled(dst, a, d.row(i))
		}
	}
}

func (d *Data) row(i int) []float64 {
	n := len(d.Y)
	return d.K[i*n : (i+1)*n]
}

// addScaled is dst += s x.
func addScaled(dst []float64, s float64, x []float64) {
	for i, v := range x {
		dst[i] += float64(s * v)
	}
}

func dot(x, y []float64) float64 {
	var s float64
	for i, v := range x {
		s += float64(v * y[i])
	}
	return s
}

func mean(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

// Package machine fits kernel machines: functions f(x) = sum_i alpha_i k(x_i, x) + b that
// minimise a loss over the training points plus the squared norm ||f||^2 = alpha^T K alpha,
// from the Gram matrix K alone [K, "Representer theorem"; Z].
//
// Every fit is certified at the returned alpha: its gap is a sum of Fenchel-Young residuals,
// each at least 0, and bounds the distance of the objective from its minimum.
//
// Signs are as in core/solvers/lp: alpha_i has the sign of y_i in a classification, and
// f = K alpha + b.
//
// Sources: [K] Herbster, Kernels and Regularization; [Z] Szabo, Regression.
package machine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"

	"lplab/core/numeric/dense"
	"lplab/core/registry"
	"lplab/core/solvers/optimize"
)

// Registry holds the methods by the names that experiments give their models.
var Registry registry.Of[struct{}, Method]

// Data is a training set. It must not change after its first use: what several fits need is
// computed once and kept with it. Fits of the same data may run at the same time.
type Data struct {
	K         []float64 // n x n Gram matrix, row-major with both triangles, of a kernel, all finite
	Y         []float64 // n labels; -1 and +1 in a classification
	Intercept bool      // a constant b that is not penalised

	like       *Data      // not nil: the same points with other labels, from which this was made
	mutex      sync.Mutex // of ridgeCache
	ridgeCache *ridgeReduction
}

// Fit is a fitted function. Everything in it belongs to the same alpha.
type Fit struct {
	Strength  float64   // lambda or C
	Alpha     []float64 // n
	Intercept float64
	Fitted    []float64 // n: K alpha + intercept
	optimize.Result
	// GapFloor, of a support vector machine that stalled, estimates the gap that rounding may
	// leave.
	GapFloor float64

	data *Data
}

// Support returns the indices of the points with alpha != 0: the support vectors.
func (f *Fit) Support() []int { return dense.Places(f.Alpha) }

// Method is one kind of machine.
type Method interface {
	fmt.Stringer
	// Scale returns the positive strength at the end of a grid where alpha is simplest: the
	// largest lambda, or the smallest C; see each method.
	Scale(d *Data) float64
	// Fit fits the data with a strength, lambda or C, near from where it is not nil: a fit of
	// the same points with another strength or other labels. The error is for unsuitable
	// data; a limit is a status, and so is a context that ends once there is an alpha.
	Fit(ctx context.Context, d *Data, strength float64, from *Fit, s optimize.Settings) (*Fit, error)
}

// check returns an error for values that no method accepts. It panics where lengths do not
// agree.
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
	return ctx.Err()
}

// Relabelled returns the same points with n other labels. It shares the Gram matrix and
// what is computed of it alone.
func (d *Data) Relabelled(y []float64) *Data {
	return &Data{K: d.K, Y: y, Intercept: d.Intercept, like: cmp.Or(d.like, d)}
}

// checkStart returns an error for a start with another number of points.
func (d *Data) checkStart(from *Fit) error {
	if from != nil && len(from.Alpha) != len(d.Y) {
		return fmt.Errorf("the fit to begin from is of %d training rows, and there are %d; begin from a fit of the same rows", len(from.Alpha), len(d.Y))
	}
	return nil
}

// multiply stores K alpha in dst. It ends early with the context.
func (d *Data) multiply(ctx context.Context, dst, alpha []float64) {
	clear(dst)
	for i, a := range alpha {
		if i%128 == 0 && ctx.Err() != nil {
			return
		}
		if a != 0 {
			dense.AddScaled(dst, a, d.row(i))
		}
	}
}

func (d *Data) row(i int) []float64 {
	n := len(d.Y)
	return d.K[i*n : (i+1)*n]
}

// centre replaces the lower triangle of the symmetric n x n matrix k by the lower triangle of HkH.
func centre(n int, k []float64) {
	means := make([]float64, n)
	for i := range means {
		means[i] = mean(k[i*n:][:n])
	}
	all := mean(means)
	for i := range n {
		for j := range i + 1 {
			k[i*n+j] -= means[i] + means[j] - all
		}
	}
}

// iterate is the state that all methods share: the current fit and the best so far.
type iterate struct {
	data *Data
	fit  *Fit
	best Fit
}

// newIterate begins at alpha = 0, not certified yet.
func newIterate(d *Data, strength float64) iterate {
	n := len(d.Y)
	return iterate{data: d, fit: &Fit{Strength: strength, Alpha: make([]float64, n), Fitted: make([]float64, n), data: d}}
}

func (x *iterate) Certificate() optimize.Certificate { return x.fit.Certificate }

func (x *iterate) Keep() { x.best.set(x.fit) }

func (x *iterate) Restore() { x.fit.set(&x.best) }

// set copies what belongs to an alpha.
func (f *Fit) set(g *Fit) {
	f.Alpha = append(f.Alpha[:0], g.Alpha...)
	f.Fitted = append(f.Fitted[:0], g.Fitted...)
	f.Intercept, f.Certificate = g.Intercept, g.Certificate
}

// run runs the method of which this is the iterate.
func (x *iterate) run(ctx context.Context, m optimize.Method, s optimize.Settings) (*Fit, error) {
	result, err := optimize.Run(ctx, m, s)
	if err != nil {
		return nil, err
	}
	x.fit.Result = result
	return x.fit, nil
}

func mean(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

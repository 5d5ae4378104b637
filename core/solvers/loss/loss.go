// Package loss holds convex losses L(y, t) as immutable values, with what a dual method needs.
//
// The dual of gamma sum_i L(y_i, t_i) enters through the separable terms
//
//	psi(a) = gamma L*(y, -a/gamma)        [S eq. 24, ex. A.2]
//
// where L* is the conjugate of L in t. Each file holds a loss, or a pair with the same algebra,
// and adds it to Registry; its methods are described in Loss and Smooth.
package loss

import (
	"fmt"
	"math"
	"strings"

	"lplab/core/registry"
)

// Parameters are the parameters of all losses, as experiments name them; each loss uses its own.
type Parameters struct {
	Type                string // the name in the registry
	Epsilon, Rho, Width float64
}

// Registry holds the losses by the names that experiments give them.
var Registry registry.Of[Parameters, Loss]

// Loss is a convex loss. y is the label: any number, or -1 and +1 where Labels
// returns true. gamma > 0 throughout. Methods are safe for concurrent use.
type Loss interface {
	fmt.Stringer
	// Labels reports whether the loss is of y t, for labels -1 and +1 only.
	Labels() bool
	// Value returns L(y, t) >= 0.
	Value(y, t float64) float64
	// Subdifferential returns the interval of subgradients of L(y, .) at t.
	Subdifferential(y, t float64) (lo, hi float64)
	// Psi returns psi(a), +Inf outside the domain.
	Psi(y, a, gamma float64) float64
	// Domain returns the closed interval on which psi is finite. It contains 0.
	Domain(y, gamma float64) (lo, hi float64)
	// Prox returns argmin_a lambda psi(a) + (a-v)^2/2, for lambda > 0.
	Prox(y, v, lambda, gamma float64) float64
	// Curve returns the derivatives of psi(a) - Kink |a| at an a inside the domain.
	Curve(y, a, gamma float64) (slope, curvature float64)
	// Kink returns half the jump of psi' at 0, which is inside the domain; 0 where psi
	// is twice differentiable inside its domain.
	Kink() float64
	// Steep reports whether psi' is infinite at the ends of the domain, so no minimiser
	// of psi plus a smooth function lies there.
	Steep() bool
	// Gap returns gamma L(y, t) + psi(a) + a t, the Fenchel-Young residual: not
	// negative, and zero exactly if -a/gamma is a subgradient of L(y, .) at t.
	// It is computed without cancellation, for a in the domain.
	Gap(y, t, a, gamma float64) float64
}

// Smooth is a loss with a derivative L'(y, .) that is everywhere defined and Lipschitz
// continuous, so that F has a gradient on the primal side.
type Smooth interface {
	Loss
	// Smoothness returns the Lipschitz constant of L'(y, .), for every y.
	Smoothness() float64
	// Curvature returns L''(y, t), on either side where they differ.
	Curvature(y, t float64) float64
}

// NeedSmooth returns l as a smooth loss. The error names the method that needs one.
func NeedSmooth(l Loss, method fmt.Stringer) (Smooth, error) {
	if smooth, ok := l.(Smooth); ok {
		return smooth, nil
	}
	var names []string
	for _, name := range Registry.Names() {
		if _, ok := Registry.New(name, Parameters{}).(Smooth); ok {
			names = append(names, name)
		}
	}
	return nil, fmt.Errorf("method %v needs a loss with a Lipschitz continuous gradient, and the %v loss has none; choose method newton or proximal-gradient, or one of the losses %s", method, l, strings.Join(names, ", "))
}

// IsSmooth reports whether psi is twice differentiable on all of R: the dual then
// has neither bounds nor kinks.
func IsSmooth(l Loss) bool {
	lo, hi := l.Domain(1, 1)
	return math.IsInf(lo, -1) && math.IsInf(hi, 1) && l.Kink() == 0
}

// IsQuadratic reports whether psi(a) = a^2/(2 gamma) - y a on all of R.
func IsQuadratic(l Loss) bool {
	_, is := l.(Squared)
	return is
}

// noKink is the common part of losses with a psi that has no kink, and a finite slope at the ends of
// its domain.
type noKink struct{}

func (noKink) Kink() float64 { return 0 }

func (noKink) Steep() bool { return false }

// margin is the common part of losses of the margin y t: psi is finite for y a in [0, gamma].
type margin struct{}

func (margin) Labels() bool { return true }

func (margin) Domain(y, gamma float64) (lo, hi float64) {
	if y > 0 {
		return 0, gamma
	}
	return -gamma, 0
}

// residual is the common part of losses of the residual y - t.
type residual struct{}

func (residual) Labels() bool { return false }

func clamp(a, lo, hi float64) float64 {
	switch { // faster in the browser than min and max
	case a < lo:
		return lo
	case a > hi:
		return hi
	}
	return a
}

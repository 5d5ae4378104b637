// Package loss holds convex losses L(y, t) as immutable values, with all that a
// dual method asks of one.
//
// The dual of gamma sum_i L(y_i, t_i) enters through the separable terms
//
//	psi(a) = gamma L*(y, -a/gamma)        [S eq. 24, ex. A.2]
//
// where L* is the conjugate of L in t. Each file holds one loss, or a pair with
// the same algebra.
package loss

import "fmt"

// Loss is a convex loss. y is the label: any number, or -1 and +1 where Labels
// says so. gamma > 0 throughout. Methods are safe for concurrent use.
type Loss interface {
	fmt.Stringer
	// Labels tells whether the loss is of y t, for labels -1 and +1 only.
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
	// Piece describes psi around a point of its domain.
	Piece(y, a, gamma float64) Piece
	// Gap returns gamma L(y, t) + psi(a) + a t, the Fenchel-Young residual: not
	// negative, and zero exactly if -a/gamma is a subgradient of L(y, .) at t.
	// It is computed without cancellation, for a in the domain.
	Gap(y, t, a, gamma float64) float64
}

// Smooth is a loss whose derivative L'(y, .) is everywhere defined and Lipschitz
// continuous, so that F has a gradient on the primal side.
type Smooth interface {
	Loss
	// Smoothness returns the Lipschitz constant of L'(y, .), for every y.
	Smoothness() float64
}

// Piece is the smooth piece of psi that has a in its interior: psi is twice
// differentiable on ]Lo, Hi[ with the given derivatives at a. At a kink or an
// end of the domain there is none, and Lo = Hi = a.
type Piece struct {
	Lo, Hi           float64
	Slope, Curvature float64
	// Steep tells that the slope is infinite at Lo and Hi, so that no minimiser
	// of psi plus a smooth function lies there.
	Steep bool
}

// Fixed tells that a is a kink or an end of the domain.
func (p Piece) Fixed() bool { return p.Lo == p.Hi }

func fixed(a float64) Piece { return Piece{Lo: a, Hi: a} }

func clamp(a, lo, hi float64) float64 { return min(max(a, lo), hi) }

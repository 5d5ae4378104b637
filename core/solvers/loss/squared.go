package loss

import "math"

// Squared is L(y,t) = (y-t)^2/2, psi(a) = a^2/(2 gamma) - y a on R [S ex. A.2 (i)].
type Squared struct {
	residual
	round
}

var _ Smooth = Squared{}

func init() { Registry.Add("squared", func(Parameters) Loss { return Squared{} }) }

// String names the loss.
func (Squared) String() string { return "squared" }

// Value implements Loss.
func (Squared) Value(y, t float64) float64 { return (y - t) * (y - t) / 2 }

// Subdifferential implements Loss.
func (Squared) Subdifferential(y, t float64) (lo, hi float64) { return t - y, t - y }

// Smoothness implements Smooth: the second derivative is 1.
func (Squared) Smoothness() float64 { return 1 }

// Curvature implements Smooth.
func (Squared) Curvature(_, _ float64) float64 { return 1 }

// Psi implements Loss.
func (Squared) Psi(y, a, gamma float64) float64 { return a * (a/(2*gamma) - y) }

// Domain implements Loss.
func (Squared) Domain(_, _ float64) (lo, hi float64) { return math.Inf(-1), math.Inf(1) }

// Prox implements Loss.
func (Squared) Prox(y, v, lambda, gamma float64) float64 {
	return (v + lambda*y) / (1 + lambda/gamma)
}

// Curve implements Loss.
func (Squared) Curve(y, a, gamma float64) (slope, curvature float64) { return a/gamma - y, 1 / gamma }

// Gap implements Loss: (gamma/2) (y - t - a/gamma)^2.
func (Squared) Gap(y, t, a, gamma float64) float64 {
	r := y - t - a/gamma
	return gamma / 2 * r * r
}

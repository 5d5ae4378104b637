package loss

import "math"

// Squared is L(y,t) = (y-t)^2/2, psi(a) = a^2/(2 gamma) - y a on R [S ex. A.2 (i)].
type Squared struct {
	residual
	noKink
}

var _ Smooth = Squared{}

func init() { Registry.Add("squared", func(Parameters) Loss { return Squared{} }) }

func (Squared) String() string { return "squared" }

func (Squared) Value(y, t float64) float64 { return (y - t) * (y - t) / 2 }

func (Squared) Subdifferential(y, t float64) (lo, hi float64) { return t - y, t - y }

func (Squared) Smoothness() float64 { return 1 }

func (Squared) Curvature(_, _ float64) float64 { return 1 }

func (Squared) Psi(y, a, gamma float64) float64 { return a * (a/(2*gamma) - y) }

func (Squared) Domain(_, _ float64) (lo, hi float64) { return math.Inf(-1), math.Inf(1) }

func (Squared) Prox(y, v, lambda, gamma float64) float64 {
	return (v + lambda*y) / (1 + lambda/gamma)
}

func (Squared) Curve(y, a, gamma float64) (slope, curvature float64) { return a/gamma - y, 1 / gamma }

// Gap is (gamma/2) (y - t - a/gamma)^2.
func (Squared) Gap(y, t, a, gamma float64) float64 {
	r := y - t - a/gamma
	return gamma / 2 * r * r
}

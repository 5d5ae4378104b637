package loss

import "math"

// Hinge is max(0, 1 - y t) for labels -1 and +1; psi(a) = -y a for
// y a in [0, gamma] [S ex. A.2 (v)].
type Hinge struct {
	margin
	noKink
}

func init() { Registry.Add("hinge", func(Parameters) Loss { return Hinge{} }) }

func (Hinge) String() string { return "hinge" }

func (Hinge) Value(y, t float64) float64 { return max(0, 1-y*t) }

func (Hinge) Subdifferential(y, t float64) (lo, hi float64) {
	switch m := y * t; {
	case m < 1:
		return -y, -y
	case m > 1:
		return 0, 0
	}
	return min(0, -y), max(0, -y)
}

func (Hinge) Psi(y, a, gamma float64) float64 {
	if s := y * a; s < 0 || s > gamma {
		return math.Inf(1)
	}
	return -y * a
}

func (Hinge) Prox(y, v, lambda, gamma float64) float64 {
	lo, hi := margin{}.Domain(y, gamma)
	return clamp(v+lambda*y, lo, hi)
}

func (Hinge) Curve(y, _, _ float64) (slope, curvature float64) { return -y, 0 }

// Gap is, with m = y t and s = y a, (gamma - s)(1 - m) where m <= 1, and s (m - 1) beyond.
func (Hinge) Gap(y, t, a, gamma float64) float64 {
	m, s := y*t, y*a
	if m <= 1 {
		return max(0, gamma-s) * (1 - m)
	}
	return s * (m - 1)
}

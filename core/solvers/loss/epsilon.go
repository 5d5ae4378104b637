package loss

import "math"

// EpsilonInsensitive is max(0, |y-t| - Epsilon); psi(a) = Epsilon |a| - y a on
// [-gamma, gamma] [S ex. A.2 (ii)], for Epsilon >= 0. Epsilon = 0 is the absolute loss.
type EpsilonInsensitive struct {
	residual
	Epsilon float64
}

func init() {
	Registry.Add("absolute", func(Parameters) Loss { return EpsilonInsensitive{} })
	Registry.Add("epsilon-insensitive", func(p Parameters) Loss { return EpsilonInsensitive{Epsilon: p.Epsilon} })
}

func (e EpsilonInsensitive) String() string {
	if e.Epsilon == 0 {
		return "absolute"
	}
	return "epsilon-insensitive"
}

func (e EpsilonInsensitive) Value(y, t float64) float64 {
	return max(0, math.Abs(y-t)-e.Epsilon)
}

func (e EpsilonInsensitive) Subdifferential(y, t float64) (lo, hi float64) {
	r := t - y
	switch {
	case r < -e.Epsilon:
		return -1, -1
	case r > e.Epsilon:
		return 1, 1
	}
	if r == -e.Epsilon {
		lo = -1
	}
	if r == e.Epsilon {
		hi = 1
	}
	return lo, hi
}

func (e EpsilonInsensitive) Psi(y, a, gamma float64) float64 {
	if math.Abs(a) > gamma {
		return math.Inf(1)
	}
	return e.Epsilon*math.Abs(a) - y*a
}

func (EpsilonInsensitive) Domain(_, gamma float64) (lo, hi float64) { return -gamma, gamma }

// Prox is the soft thresholding of v + lambda y, clamped.
func (e EpsilonInsensitive) Prox(y, v, lambda, gamma float64) float64 {
	u := v + lambda*y
	s := lambda * e.Epsilon
	switch {
	case u > s:
		return min(u-s, gamma)
	case u < -s:
		return max(u+s, -gamma)
	}
	return 0
}

func (EpsilonInsensitive) Curve(y, _, _ float64) (slope, curvature float64) { return -y, 0 }

func (e EpsilonInsensitive) Kink() float64 { return e.Epsilon }

func (EpsilonInsensitive) Steep() bool { return false }

// Gap is, with r = y - t and b = sign(r) a, |a| Epsilon - a r where |r| <= Epsilon,
// (gamma - b)(|r| - Epsilon) where b >= 0, and gamma (|r| - Epsilon) + |a| (Epsilon + |r|)
// otherwise.
func (e EpsilonInsensitive) Gap(y, t, a, gamma float64) float64 {
	r := y - t
	b := a
	if r < 0 {
		r, b = -r, -b
	}
	switch {
	case r <= e.Epsilon && b >= 0:
		return b * (e.Epsilon - r)
	case r <= e.Epsilon:
		return -b * (e.Epsilon + r)
	case b >= 0:
		return max(0, gamma-b) * (r - e.Epsilon)
	}
	return gamma*(r-e.Epsilon) - b*(e.Epsilon+r)
}

package loss

import "math"

// SmoothedHinge is the hinge with its kink rounded over margins z = y t in
// [1 - Width, 1], for labels -1 and +1 and Width > 0:
//
//	1 - Width/2 - z            for z <= 1 - Width
//	(1 - z)^2 / (2 Width)      between
//	0                          for z >= 1
//
// psi(a) = -y a + Width a^2 / (2 gamma) for y a in [0, gamma]. Width = 1 is the smoothed hinge of
// Rennie [H eq. 3.6], any other the quadratically smoothed one of Zhang [H eq. 3.7, where Width is
// called gamma].
type SmoothedHinge struct {
	margin
	noKink
	Width float64
}

var _ Smooth = SmoothedHinge{}

func init() {
	Registry.Add("smoothed-hinge", func(Parameters) Loss { return SmoothedHinge{Width: 1} })                       // [H eq. 3.6]
	Registry.Add("quadratically-smoothed-hinge", func(p Parameters) Loss { return SmoothedHinge{Width: p.Width} }) // [H eq. 3.7]
}

func (h SmoothedHinge) String() string {
	if h.Width == 1 {
		return "smoothed hinge"
	}
	return "quadratically smoothed hinge"
}

func (h SmoothedHinge) Value(y, t float64) float64 {
	switch slack := 1 - y*t; {
	case slack <= 0:
		return 0
	case slack <= h.Width:
		return slack * (slack / (2 * h.Width))
	default:
		return slack - h.Width/2
	}
}

func (h SmoothedHinge) Subdifferential(y, t float64) (lo, hi float64) {
	g := -y * clamp((1-y*t)/h.Width, 0, 1)
	return g, g
}

func (h SmoothedHinge) Smoothness() float64 { return 1 / h.Width }

func (h SmoothedHinge) Curvature(y, t float64) float64 {
	if slack := 1 - y*t; slack >= 0 && slack <= h.Width {
		return 1 / h.Width
	}
	return 0
}

func (h SmoothedHinge) Psi(y, a, gamma float64) float64 {
	if s := y * a; s < 0 || s > gamma {
		return math.Inf(1)
	}
	return a * (a*(h.Width/(2*gamma)) - y)
}

func (h SmoothedHinge) Prox(y, v, lambda, gamma float64) float64 {
	lo, hi := h.Domain(y, gamma)
	return clamp((v+lambda*y)/(1+lambda*(h.Width/gamma)), lo, hi)
}

func (h SmoothedHinge) Curve(y, a, gamma float64) (slope, curvature float64) {
	curvature = h.Width / gamma
	return a*curvature - y, curvature
}

// Gap is, with u = 1 - y t and s = y a / gamma, gamma times s (Width s/2 - u) where u <= 0,
// (u - Width s)^2 / (2 Width) where u <= Width, and (1 - s)(u - Width (1 + s)/2) beyond.
func (h SmoothedHinge) Gap(y, t, a, gamma float64) float64 {
	u, s := 1-y*t, y*a/gamma
	switch {
	case u <= 0:
		return gamma * s * (h.Width*s/2 - u)
	case u <= h.Width:
		e := u - h.Width*s
		return gamma * e * (e / (2 * h.Width))
	default:
		return gamma * max(0, 1-s) * (u - h.Width*(1+s)/2)
	}
}

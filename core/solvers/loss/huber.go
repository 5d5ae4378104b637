package loss

import "math"

// Huber is r^2/2 for |r| <= Rho and Rho|r| - Rho^2/2 beyond, r = y - t, for Rho > 0;
// psi(a) = a^2/(2 gamma) - y a on [-Rho gamma, Rho gamma] [S ex. A.2 (iii)].
type Huber struct {
	Squared
	Rho float64
}

var _ Smooth = Huber{}

func init() { Registry.Add("huber", func(p Parameters) Loss { return Huber{Rho: p.Rho} }) }

func (Huber) String() string { return "huber" }

func (h Huber) Value(y, t float64) float64 {
	r := math.Abs(y - t)
	if r <= h.Rho {
		return r * r / 2
	}
	return h.Rho * (r - h.Rho/2)
}

func (h Huber) Subdifferential(y, t float64) (lo, hi float64) {
	g := clamp(t-y, -h.Rho, h.Rho)
	return g, g
}

func (h Huber) Curvature(y, t float64) float64 {
	if math.Abs(y-t) <= h.Rho {
		return 1
	}
	return 0
}

func (h Huber) Psi(y, a, gamma float64) float64 {
	if math.Abs(a) > h.Rho*gamma {
		return math.Inf(1)
	}
	return h.Squared.Psi(y, a, gamma)
}

func (h Huber) Domain(_, gamma float64) (lo, hi float64) { return -h.Rho * gamma, h.Rho * gamma }

func (h Huber) Prox(y, v, lambda, gamma float64) float64 {
	return clamp((v+lambda*y)/(1+lambda/gamma), -h.Rho*gamma, h.Rho*gamma)
}

// Gap is the gap of the squared loss for |r| <= Rho; beyond, with b = sign(r) a/gamma, it is gamma
// (Rho - b) (|r| - (Rho + b)/2).
func (h Huber) Gap(y, t, a, gamma float64) float64 {
	r := y - t
	if math.Abs(r) <= h.Rho {
		return h.Squared.Gap(y, t, a, gamma)
	}
	b := a / gamma
	if r < 0 {
		b = -b
	}
	return gamma * max(0, h.Rho-b) * (math.Abs(r) - (h.Rho+b)/2)
}

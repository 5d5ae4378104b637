package penalty

import "math"

// Power is the power of a norm (1/p)||b||_p^p, p = Q/(Q-1), for Q >= 2: h*(u) =
// (1/Q)||u||_Q^Q, and the subgradient of h* at u is J_Q(u) = sign(u)|u|^(Q-1).
type Power struct{ Q float64 }

func (h Power) p() float64 { return h.Q / (h.Q - 1) }

func (h Power) Value(b []float64) float64 {
	var sum float64
	p := h.p()
	for _, v := range b {
		sum += math.Pow(math.Abs(v), p)
	}
	return sum / p
}

func (h Power) Prox(dst, v []float64, step float64) {
	for j, x := range v {
		dst[j] = powerProx(x, step, h.Q)
	}
}

func (Power) Scaling(_, _ []float64) float64 { return math.Inf(1) }

// Gap returns the residual. With b' = J_Q(u) and b = b' (1 + x), each coordinate contributes
// |b'|^p (((1 + x)^p - 1)/p - x), computed from its power series where x is near 0. The
// definition is used where its terms cannot cancel: where b and u differ in sign, and where b is
// much larger than b', which may underflow.
func (h Power) Gap(b, u []float64) float64 {
	var gap float64
	for j, v := range b {
		gap += h.distance(v, math.Copysign(math.Pow(math.Abs(u[j]), h.Q-1), u[j]), u[j], math.Pow(math.Abs(u[j]), h.Q))
	}
	return gap
}

// distance is the Bregman distance (1/p)|v|^p - (1/p)|b|^p - u (v - b) of v from b, where
// u = sign(b)|b|^(p-1) and power = |b|^p.
func (h Power) distance(v, b, u, power float64) float64 {
	p := h.p()
	ratio := v / b
	if v == 0 || !(ratio > 0 && ratio < 1e6) {
		return math.Pow(math.Abs(v), p)/p + power/h.Q - float64(v*u)
	}
	return power * bregman(ratio-1, p)
}

// bregman returns ((1 + x)^p - 1)/p - x >= 0 for x > -1.
func bregman(x, p float64) float64 {
	if math.Abs(x) > 0.01 {
		return max(0, (math.Pow(1+x, p)-1)/p-x)
	}
	sum, term := 0.0, x
	for k := 2.0; k <= 10; k++ {
		term *= x * (p - k + 1) / k
		sum += term
	}
	return sum
}

// powerProx returns argmin_z (lambda/p)|z|^p + (z-v)^2/2 for p = q/(q-1), q >= 2,
// and lambda >= 0. Where |v| = a and r = q-1, it is z = sign(v) a s^r for the root
// s in [0, 1] of
//
//	s^r + kappa s = 1,   kappa = lambda a^(1/r - 1):
//
// which is solved by radicals for p = 2, 3/2, 4/3 and 5/4 (Chaux, Combettes, Pesquet, Wajs, A
// variational formulation for frame-based inverse problems, Inverse Problems 2007, ex. 4.4), and
// by Newton's method for all other p.
func powerProx(v, lambda, q float64) float64 {
	a, r := math.Abs(v), q-1
	if a == 0 {
		return v
	}
	kappa := lambda * math.Pow(a, 1/r) / a
	var s float64
	switch q {
	case 2:
		s = 1 / (1 + kappa)
	case 3:
		s = 2 / (kappa + math.Sqrt(float64(kappa*kappa)+4))
	case 4:
		s = cubicRoot(kappa)
	case 5:
		s = quarticRoot(kappa)
	default:
		s = powerRoot(kappa, r)
	}
	z := 1 - float64(kappa*s) // s^r; this way without cancellation where it is large
	if !(z > 0.5) {
		z = math.Pow(s, r)
	}
	return math.Copysign(a*z, v)
}

// Beyond these kappas one term of the equations of degree 3 and 4 gives full precision, and the
// formulas would overflow.
const (
	smallKappa = 1e-17
	largeKappa = 1e8
)

// cubicRoot solves s^3 + kappa s = 1 by Cardano's formula, in hyperbolic functions, without
// cancellation.
func cubicRoot(kappa float64) float64 {
	switch {
	case kappa < smallKappa:
		return 1
	case kappa > largeKappa:
		return 1 / kappa
	}
	return 2 * math.Sqrt(kappa/3) * math.Sinh(math.Asinh(1.5/kappa*math.Sqrt(3/kappa))/3)
}

// quarticRoot solves s^4 + kappa s = 1 by Ferrari's method, without cancellation: the left side
// less 1 is (s^2 + m s + b)(s^2 - m s + c) with m^2 = c + b, kappa = m (c - b), b c = -1. So m^2
// is the root of t^3 + 4 t = kappa^2, and s that of the first factor.
func quarticRoot(kappa float64) float64 {
	switch {
	case kappa < smallKappa:
		return 1
	case kappa > largeKappa:
		return 1 / kappa
	}
	size := math.Cbrt(kappa * kappa)
	m2 := size * cubicRoot(4/(size*size))
	m := math.Sqrt(m2)
	c := (m2 + kappa/m) / 2
	return 2 / (c * (m + math.Sqrt(m2+4/c)))
}

// powerRoot solves s^r + kappa s = 1, r >= 1, by Newton's method. The left side is convex and
// increasing, and at least 1 at the start, the smaller root of either term alone: the iterates
// decrease until rounding stops them.
func powerRoot(kappa, r float64) float64 {
	s := min(1, 1/kappa)
	for {
		power := math.Pow(s, r-1)
		next := s - (float64(s*power)+float64(kappa*s)-1)/(float64(r*power)+kappa)
		if !(next < s) {
			return s
		}
		s = next
	}
}

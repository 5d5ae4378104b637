package loss

import (
	"math"

	"lplab/core/numeric/dense"
)

// Logistic is log(1 + exp(-y t)) for labels -1 and +1; with s = y a/gamma,
// psi(a) = gamma [s log s + (1-s) log(1-s)] for s in [0, 1] [S ex. A.2 (iv)].
type Logistic struct{ margin }

var _ Smooth = Logistic{}

func init() { Registry.Add("logistic", func(Parameters) Loss { return Logistic{} }) }

func (Logistic) String() string { return "logistic" }

func (Logistic) Value(y, t float64) float64 {
	u := -y * t
	return max(u, 0) + math.Log1p(dense.Exp(-math.Abs(u)))
}

// sigmoid is 1/(1 + exp(-u)).
func sigmoid(u float64) float64 {
	s, _ := sigmoids(u)
	return s
}

// sigmoids are sigmoid(u) and sigmoid(-u).
func sigmoids(u float64) (s, t float64) {
	e := dense.Exp(-math.Abs(u))
	s, t = 1/(1+e), e/(1+e)
	if u < 0 {
		return t, s
	}
	return s, t
}

func (Logistic) Subdifferential(y, t float64) (lo, hi float64) {
	g := -y * sigmoid(-y*t)
	return g, g
}

// derivatives stores the derivatives at t_i + b in dst.
func (Logistic) derivatives(dst, y, t []float64, b float64) {
	for i, v := range t {
		dst[i] = -math.Abs(v + b)
	}
	dense.Exponentials(dst)
	for i, e := range dst {
		if s := 1 + e; y[i]*(t[i]+b) > 0 {
			dst[i] = -y[i] * (e / s)
		} else {
			dst[i] = -y[i] * (1 / s)
		}
	}
}

// Smoothness is the maximum of the second derivative, sigmoid (1 - sigmoid).
func (Logistic) Smoothness() float64 { return 0.25 }

func (Logistic) Curvature(_, t float64) float64 {
	s, rest := sigmoids(t)
	return s * rest
}

func (Logistic) Psi(y, a, gamma float64) float64 {
	s := y * a / gamma
	if s < 0 || s > 1 {
		return math.Inf(1)
	}
	if s == 0 || s == 1 {
		return 0
	}
	return gamma * (s*math.Log(s) + (1-s)*math.Log1p(-s))
}

// Prox solves lambda u + gamma sigmoid(u) = y v, increasing in u, for s = sigmoid(u) by Newton's
// method, with bisection where a step leaves the bracket or does not halve the step before it,
// until the next step is within rounding: a Newton step is at most half the square of the last,
// since the second derivative of sigmoid is at most its first. Beyond +-800, where sigmoid is 0 or
// 1, u is not needed exactly: with a small lambda it may be close to overflow.
func (Logistic) Prox(y, v, lambda, gamma float64) float64 {
	target := y * v
	lambda = max(lambda, math.SmallestNonzeroFloat64)
	lo, hi := clamp((target-gamma)/lambda, -800, 800), clamp(target/lambda, -800, 800)
	u := 0.0
	if target > 0 && target < gamma {
		u = math.Log(target) - math.Log(gamma-target)
	}
	u = clamp(u, lo, hi)
	before := hi - lo
	for {
		s := sigmoid(u)
		residual := lambda*u + gamma*s - target
		if residual > 0 {
			hi = u
		} else {
			lo = u
		}
		step := -residual / (lambda + gamma*s*(1-s))
		next := u + step
		precision := 1e-9 * math.Abs(u)
		if !(next > lo && next < hi) || math.Abs(step) > before/2 {
			next = lo + (hi-lo)/2
			step = (hi - lo) / 2
			precision = 1e-16 * math.Abs(u)
		}
		before = math.Abs(step)
		if before <= precision || !(next > lo && next < hi) { // also for NaN
			return y * gamma * sigmoid(next)
		}
		u = next
	}
}

func (Logistic) Curve(y, a, gamma float64) (slope, curvature float64) {
	s := y * a / gamma
	return y * (math.Log(s) - math.Log1p(-s)), 1 / (gamma * s * (1 - s))
}

func (Logistic) Kink() float64 { return 0 }

func (Logistic) Steep() bool { return true }

// Gap is gamma times the Kullback-Leibler divergence of s from
// sigma = sigmoid(-y t), where -y sigma is the derivative of the loss.
func (Logistic) Gap(y, t, a, gamma float64) float64 {
	s := clamp(y*a/gamma, 0, 1)
	rest := 1 - s
	m := y * t
	e := dense.Exp(-math.Abs(m))
	near, far := 1/(1+e), e/(1+e) // sigmoid(|m|), sigmoid(-|m|)
	logNear := -math.Log1p(e)
	logFar := logNear - math.Abs(m)
	if m < 0 {
		s, rest = rest, s
	}
	return gamma * (divergence(s, far, logFar) + divergence(rest, near, logNear))
}

// divergence returns s log(s/r) - s + r >= 0. The sum over two complementary pairs is their
// Kullback-Leibler divergence. logR is log r, which is finite where r underflows. Near s = r it
// sums the power series, because the terms cancel.
func divergence(s, r, logR float64) float64 {
	if s == 0 {
		return r
	}
	if d := s - r; math.Abs(d) < 0.01*s {
		// -s log(1 - d/s) - d = s sum_{k>=2} (d/s)^k / k
		x := d / s
		sum, term := 0.0, x
		for k := 2; k <= 10; k++ {
			term *= x
			sum += term / float64(k)
		}
		return s * sum
	}
	return max(0, s*(math.Log(s)-logR)-s+r)
}

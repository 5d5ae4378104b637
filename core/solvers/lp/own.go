package lp

import (
	"math"

	"lplab/core/solvers/optimize"
)

// ownStep returns the lambda for which the proximal step from 0 solves the problem of point i alone,
// min_a K a^q/q + psi_i(a) with K = ||Phi(x_i)||_q^q: there 1/lambda = K |a|^(q-2). The iteration
// takes a geometric mean, with which it converges at once for a linear psi.
func (p *Problem) ownStep(i int) float64 {
	const leastLogStep = -690 // e^-690 is about 1e-300, so that a step does not vanish
	q, norm := p.Form.Q(), p.Norms[i]
	if !(norm > 0) || math.IsInf(norm, 0) {
		return p.Gamma
	}
	most := math.Log(p.Gamma)
	log, before := most, math.Inf(1)
	for math.Abs(log-before) > 0.1 {
		a := math.Abs(p.Loss.Prox(p.Y[i], 0, math.Exp(log), p.Gamma))
		slope := -q*math.Log(norm) - (q-2)*math.Log(a)
		if math.IsNaN(slope) || math.IsInf(slope, 0) {
			break
		}
		before = log
		log = min(most, max((q-2)/(q-1)*log+slope/(q-1), leastLogStep))
	}
	return min(p.Gamma, math.Exp(log))
}

// ownRoots replaces the minimiser z of Newton's model at a, where M is m, in the coordinates in which the
// form is nearly that of a point alone, K |a_i|^q/q: M_ii is nearly K |a_i|^(q-2). There the model, a parabola,
// makes a much too large a_i smaller by no more than a factor of (q-2)/(q-1). With the power in its place and
// the rest of the model linearised at z, z_i becomes the root x of
//
//	K |x|^(q-2) x + c (x - z_i) = K |a_i|^(q-2) (a_i + (q-1) (z_i - a_i)),  c = (q-1) (M_ii - K |a_i|^(q-2)) + psi_i''(z_i),
//
// if that is inside its domain: at an end psi may be infinitely steep. It reports whether a coordinate has changed and z
// could be balanced.
func (p *Problem) ownRoots(z, a, m []float64) bool {
	const (
		nearly = 0.1  // relative difference of the curvatures
		most   = 0.75 // share of the longest step that a power allows
	)
	q, changed := p.Form.Q(), false
	for i, norm := range p.Norms {
		curvature := m[i*len(z)+i]
		own := math.Pow(norm, q) * math.Pow(math.Abs(a[i]), q-2)
		ratio := z[i] / a[i]
		if !(math.Abs(curvature/own-1) <= nearly && 1-ratio >= most/(q-1)) {
			continue
		}
		_, c := p.Loss.Curve(p.Y[i], z[i], p.Gamma)
		c = max(0, c/own+(q-1)*(curvature/own-1))
		root, _, _, _ := optimize.DecreasingRoot(func(x float64) float64 {
			return 1 + (q-1)*(ratio-1) - math.Copysign(math.Pow(math.Abs(x), q-1), x) - c*(x-ratio)
		}, ratio, 1) // in units of a_i
		lo, hi := p.Loss.Domain(p.Y[i], p.Gamma)
		if x := root * a[i]; x > lo && x < hi && x != z[i] {
			z[i], changed = x, true
		}
	}
	p.balance(z)
	return changed && p.isBalanced(z)
}

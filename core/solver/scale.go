package solver

import "math"

// GammaScale returns gamma_0, the gamma at which the fit becomes as large as y,
// by one pass over the form. For small gamma alpha = gamma s with
// s_i = -L'(y_i, b) at the best constant b, so that the fit is
// gamma^(q-1) K[s, ..., s, .], and
//
//	gamma_0 = ( ||y|| / ||K[s, ..., s, .]|| )^(1/(q-1)),
//
// y taken about its mean where there is an intercept and y is not a label. It
// returns 1 where nothing depends on gamma: y or all features are zero.
func GammaScale(p *Problem) float64 {
	n := len(p.Y)
	zero, s, omega := make([]float64, n), make([]float64, n), make([]float64, n)
	b, mean := 0.0, 0.0
	if p.Intercept {
		b = p.bestIntercept(zero)
		if !p.Loss.Labels() {
			for _, y := range p.Y {
				mean += y / float64(n)
			}
		}
	}
	var size, length float64
	for i, y := range p.Y {
		lo, hi := p.Loss.Subdifferential(y, b)
		s[i] = -(lo + hi) / 2
		length = math.Hypot(length, s[i])
		size = math.Hypot(size, y-mean)
	}
	for i := range s {
		s[i] /= length // so that no power of y overflows
	}
	p.Form.Omega(omega, s)
	var fit float64
	for _, o := range omega {
		fit = math.Hypot(fit, o)
	}
	scale := math.Pow(size/fit, 1/(p.Form.Q()-1)) / length
	if !(scale > 0) || math.IsInf(scale, 0) {
		return 1
	}
	return scale
}

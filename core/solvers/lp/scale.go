package lp

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/spaces/gram"
)

// GammaScale returns gamma_0, the gamma at which the fit becomes as large as y, or 1 where y or all
// features are zero. For small gamma, alpha = gamma s with s_i = -L'(y_i, b) at the best constant b,
// so the fit is gamma^(q-1) K[s, ..., s, .], and
//
//	gamma_0 = ( ||y|| / ||K[s, ..., s, .]|| )^(1/(q-1)),
//
// with y centred where there is an intercept and y is not a label. Where K[s, ..., s, .] is only
// rounding, as for centred features and equal s, its bound by Hoelder's inequality is used. It
// panics where lengths differ. The error is the form's.
func GammaScale(ctx context.Context, p *Problem) (float64, error) {
	p.checkLengths()
	n := len(p.Y)
	zero, s, omega := make([]float64, n), make([]float64, n), make([]float64, n)
	b, mean := 0.0, 0.0
	if p.Intercept {
		b = loss.BestIntercept(p.Loss, p.Y, zero, 0)
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
	if err := p.Form.OmegaM(ctx, omega, nil, s); err != nil {
		return 0, err
	}
	var fit float64
	for _, o := range omega {
		fit = math.Hypot(fit, o)
	}
	if p.boundMagnitude(zero, s) {
		bound := floats.Norm(zero, 2)
		rounding := math.Pow(gram.Digits*float64(n), p.Form.Q()-1) * bound
		if fit <= gram.Digits*float64(n)*bound {
			if err := p.Form.Accurate(ctx, omega, zero, s); err != nil {
				return 0, err
			}
			rounding = max(rounding, floats.Norm(zero, 2))
		}
		if fit <= rounding {
			fit = bound
		}
	}
	scale := math.Pow(size/fit, 1/(p.Form.Q()-1)) / length
	if !(scale > 0) || math.IsInf(scale, 0) {
		return 1, nil
	}
	return scale, nil
}

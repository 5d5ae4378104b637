package lp

import (
	"fmt"
	"math"

	"lplab/core/solvers/loss"
)

// DualGradient is the dual gradient method with line search [S alg. 2.1]. It needs a dual that is
// smooth on all of R^n, that of the squared loss:
//
//	while Lambda(a) - Lambda(a - lambda g) < lambda (1 - Delta) ||g||^2
//	    lambda := Theta lambda
//	a := a - lambda g,   g = omega + grad psi
//
// with lambda starting at gamma/(2 (1 - Delta)) in every iteration. With an
// intercept g is projected on sum(a) = 0.
type DualGradient struct{}

func init() { Registry.Add("dual-gradient", func(struct{}) Method { return DualGradient{} }) }

// The parameters of the line searches of [S alg. 2.1, 3.3].
const lineDelta, lineTheta = 0.9, 0.5

func (DualGradient) String() string { return "dual-gradient" }

func (DualGradient) Prepare(p *Problem) (Stepper, error) {
	if !loss.IsSmooth(p.Loss) {
		return nil, fmt.Errorf("method dual-gradient needs a dual that is smooth everywhere, and that of the %v loss is not; choose method newton or proximal-gradient, or the squared loss", p.Loss)
	}
	n := len(p.Y)
	return &dualGradient{problem: p, g: make([]float64, n), next: newPoint(n)}, nil
}

type dualGradient struct {
	problem *Problem
	g       []float64
	next    *point
}

func (d *dualGradient) Start(x *point, eval *evaluator, nearby *Result) {
	startAtZero(d.problem, x, eval, nearby)
}

func (d *dualGradient) Step(x *point, eval *evaluator) bool {
	p := d.problem
	var mean float64
	for i, a := range x.alpha {
		slope, _ := p.Loss.Curve(p.Y[i], a, p.Gamma)
		d.g[i] = x.omega[i] + slope
		mean += d.g[i] / float64(len(d.g))
	}
	var norm2 float64
	for i := range d.g {
		if p.Intercept {
			d.g[i] -= mean
		}
		norm2 += d.g[i] * d.g[i]
	}
	if !(norm2 > 0) || math.IsInf(norm2, 1) { // no slope is left, or values overflow
		return false
	}
	for lambda := p.Gamma / (2 * (1 - lineDelta)); ; lambda *= lineTheta {
		moved := false
		for i, a := range x.alpha {
			d.next.alpha[i] = a - lambda*d.g[i]
			moved = moved || d.next.alpha[i] != a
		}
		if !moved {
			return false
		}
		eval.at(d.next, nil)
		if eval.err != nil {
			return false
		}
		if x.Dual-d.next.Dual >= lambda*(1-lineDelta)*norm2 {
			x.copyFrom(d.next)
			return true
		}
	}
}

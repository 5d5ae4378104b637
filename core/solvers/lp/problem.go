// Package lp minimises the dual of lp-norm regularisation,
//
//	Lambda(a) = (1/q)||Phi* a||_q^q + sum_i psi_i(a_i)      [S eq. 24]
//
// subject to sum_i a_i = 0 where the model has an intercept b, the multiplier of that
// constraint. Each method has its file and runs on the driver of core/solvers/optimize. Two methods
// work on the primal instead (primal.go), and return an alpha too.
package lp

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// Problem is one dual problem over n points.
type Problem struct {
	Form      gram.Form // the smooth part of the dual
	Loss      loss.Loss
	Y         []float64 // n labels
	Gamma     float64   // weight of the data term, > 0
	Intercept bool
	Norms     []float64 // n: ||Phi(x_i)||_q, for scales and bounds on rounding; nil where unknown
}

// checkLengths panics where lengths differ.
func (p *Problem) checkLengths() {
	if p.Form.Points() != len(p.Y) {
		panic("lp: as many labels as points are needed")
	}
	if p.Norms != nil && len(p.Norms) != len(p.Y) {
		panic("lp: as many norms as points are needed")
	}
}

// check returns an error for values that no method accepts. It panics where lengths differ.
func (p *Problem) check() error {
	p.checkLengths()
	if !(p.Gamma > 0) || math.IsInf(p.Gamma, 0) {
		return fmt.Errorf("gamma is %g: it must be a positive number", p.Gamma)
	}
	// A parameter of the loss is out of range where psi is not convex or is finite at 0 alone.
	lo, hi := p.Loss.Domain(1, p.Gamma)
	if _, curvature := p.Loss.Curve(1, p.Gamma/2, p.Gamma); !(lo < hi && p.Loss.Kink() >= 0 && curvature >= 0) {
		return fmt.Errorf("the %v loss has a parameter out of its range: %+v", p.Loss, p.Loss)
	}
	labels := p.Loss.Labels()
	for i, y := range p.Y {
		if math.IsNaN(y - y) {
			return fmt.Errorf("label %d is %g: every label must be a number", i, y)
		}
		if labels && y != 1 && y != -1 {
			return fmt.Errorf("the %v loss needs labels -1 and +1, and label %d is %g", p.Loss, i, y)
		}
	}
	return nil
}

// centred returns the problem with the middle of the labels' range subtracted from them if they are far from 0 compared
// to that range, and the middle; otherwise the problem itself, and 0. With an intercept both have the same alpha. The
// certificate leaves out b sum(alpha), which is 0 except for rounding in proportion to b.
func (p *Problem) centred() (*Problem, float64) {
	const far = 1000
	if !p.Intercept || p.Loss.Labels() {
		return p, 0
	}
	lowest, highest := floats.Min(p.Y), floats.Max(p.Y)
	if min(math.Abs(lowest), math.Abs(highest)) <= far*(highest-lowest) {
		return p, 0
	}
	c, middle := *p, lowest+(highest-lowest)/2
	c.Y = slices.Clone(p.Y)
	floats.AddConst(-middle, c.Y)
	return &c, middle
}

func (p *Problem) psi(alpha []float64) float64 { return loss.SumPsi(p.Loss, p.Y, alpha, p.Gamma) }

// point is an alpha with the results of a pass there.
type point struct {
	alpha, omega []float64
	power        float64 // alpha . omega = ||w||_p^p
	intercept    float64 // the b of the gap
	objective    float64 // F at the method's own weights, if it has any, else Primal
	optimize.Certificate
}

func newPoint(n int) *point {
	return &point{alpha: make([]float64, n), omega: make([]float64, n)}
}

func (x *point) copyFrom(y *point) {
	copy(x.alpha, y.alpha)
	copy(x.omega, y.omega)
	x.power, x.intercept, x.objective, x.Certificate = y.power, y.intercept, y.objective, y.Certificate
}

// certify computes the certificate of x from its omega: the gap is the sum of
// the Fenchel-Young residuals at (omega_i + b, alpha_i), each >= 0, because
// (1/p + 1/q) alpha.omega = alpha.omega and sum(alpha) b = 0.
func (p *Problem) certify(x *point) {
	x.power = 0
	for i, a := range x.alpha {
		x.power += a * x.omega[i]
	}
	x.power = max(0, x.power) // a norm's power, also where rounding is larger than it
	x.Certificate = optimize.Certificate{Dual: x.power/p.Form.Q() + p.psi(x.alpha)}
	x.Gap, x.intercept = p.residuals(x.omega, x.alpha, x.intercept)
	x.Primal = x.Gap - x.Dual
	x.objective = x.Primal
}

// residuals returns the sum of the Fenchel-Young residuals at (omega_i + b,
// alpha_i) with the best b, or 0 without an intercept. near is an estimate of b.
func (p *Problem) residuals(omega, alpha []float64, near float64) (sum, b float64) {
	if p.Intercept {
		b = loss.BestIntercept(p.Loss, p.Y, omega, near)
	}
	return loss.SumGap(p.Loss, p.Y, omega, b, alpha, p.Gamma), b
}

// Package solver minimises the dual of lp-norm regularisation,
//
//	Lambda(a) = (1/q)||Phi* a||_q^q + sum_i psi_i(a_i)      [S eq. 24]
//
// subject to sum_i a_i = 0 where the model has an intercept, whose value is that
// constraint's multiplier. One driver owns tolerance, limits, cancellation and
// the record; each method, one per file, owns only its step. No method names a
// loss or a kernel. Two methods work on the primal instead (primal.go), and give an
// alpha too.
package solver

import (
	"fmt"
	"math"

	"lplab/core/loss"
)

// Form is the smooth part of the dual: see gram.Form, which satisfies it.
type Form interface {
	Points() int
	Q() float64
	Omega(dst, alpha []float64)
	OmegaM(dst, m, alpha []float64)
}

// Problem is one dual problem over n points.
type Problem struct {
	Form      Form
	Loss      loss.Loss
	Y         []float64 // n labels
	Gamma     float64   // weight of the data term, > 0
	Intercept bool
	// Diagonal is ||Phi(x_i)||_q^q of every point, K(x_i, ..., x_i), by which a
	// method may tell the points' scales apart; nil takes them for equal.
	Diagonal []float64
}

// check refuses what no method can work on. Shapes are the programmer's
// business, values the user's.
func (p *Problem) check() error {
	if p.Form.Points() != len(p.Y) {
		panic("solver: as many labels as points are needed")
	}
	if p.Diagonal != nil && len(p.Diagonal) != len(p.Y) {
		panic("solver: as many diagonal entries as points are needed")
	}
	if !(p.Gamma > 0) || math.IsInf(p.Gamma, 0) {
		return fmt.Errorf("gamma is %g: it must be a positive number", p.Gamma)
	}
	for i, y := range p.Y {
		if math.IsNaN(y - y) {
			return fmt.Errorf("label %d is %g: every label must be a number", i, y)
		}
		if p.Loss.Labels() && y != 1 && y != -1 {
			return fmt.Errorf("the %v loss needs labels -1 and +1, and label %d is %g", p.Loss, i, y)
		}
	}
	return nil
}

// psi is sum_i psi_i(a_i).
func (p *Problem) psi(alpha []float64) float64 {
	var s float64
	for i, a := range alpha {
		s += p.Loss.Psi(p.Y[i], a, p.Gamma)
	}
	return s
}

// point is an alpha with all that one pass gives there.
type point struct {
	alpha, omega []float64
	power        float64 // alpha . omega = ||w||_p^p
	dual, gap    float64 // of the certificate
	intercept    float64 // the b with which gap is taken
	primal       float64 // F at the weights of alpha, or at a primal method's own
}

func newPoint(n int) *point {
	return &point{alpha: make([]float64, n), omega: make([]float64, n)}
}

func (x *point) copyFrom(y *point) {
	copy(x.alpha, y.alpha)
	copy(x.omega, y.omega)
	x.power, x.dual, x.gap, x.intercept, x.primal = y.power, y.dual, y.gap, y.intercept, y.primal
}

// certify computes the certificate of x from its omega: the gap is the sum of
// the Fenchel-Young residuals at (omega_i + b, alpha_i), each >= 0, because
// (1/p + 1/q) alpha.omega = alpha.omega and sum(alpha) b = 0.
func (p *Problem) certify(x *point) {
	x.power, x.gap, x.intercept = 0, 0, 0
	for i, a := range x.alpha {
		x.power += a * x.omega[i]
	}
	x.dual = x.power/p.Form.Q() + p.psi(x.alpha)
	if p.Intercept {
		x.intercept = p.bestIntercept(x.omega)
	}
	for i, a := range x.alpha {
		x.gap += p.Loss.Gap(p.Y[i], x.omega[i]+x.intercept, a, p.Gamma)
	}
	x.primal = x.gap - x.dual
}

func (p *Problem) bestIntercept(omega []float64) float64 { return BestIntercept(p.Loss, p.Y, omega) }

// BestIntercept minimises sum_i L(y_i, omega_i + b) over b, by bisection on the
// sign of its subdifferential down to neighbouring numbers. Any b would give a
// valid primal value; this one gives the smallest.
func BestIntercept(l loss.Loss, y, omega []float64) float64 {
	// slope is -1, 0 or +1 as the subdifferential is below, around or above 0.
	slope := func(b float64) int {
		var lo, hi float64
		for i, o := range omega {
			below, above := l.Subdifferential(y[i], o+b)
			lo += below
			hi += above
		}
		switch {
		case hi < 0:
			return -1
		case lo > 0:
			return 1
		}
		return 0
	}
	reach := 1.0
	for i, o := range omega {
		reach = max(reach, math.Abs(y[i]-o))
	}
	lo, hi := -reach, reach
	for slope(lo) > 0 && !math.IsInf(lo, 0) {
		lo *= 2
	}
	for slope(hi) < 0 && !math.IsInf(hi, 0) {
		hi *= 2
	}
	for {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			return mid
		}
		switch slope(mid) {
		case -1:
			lo = mid
		case 1:
			hi = mid
		default:
			return mid
		}
	}
}

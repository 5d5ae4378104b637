package proximal

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
)

// Certify returns the certificate of b, with the given fit Xb and constant c, for the
// better of two multiples s a of a dual point a with the adjoint X'a:
//
//	gap = sum_i [gamma L(y_i, t_i) + psi(s a_i) + s a_i t_i] + h(b) + h*(s X'a) - b.(s X'a)
//
// with t = Xb + c, a sum of Fenchel-Young residuals. work has n + d numbers.
func (p *Problem) Certify(b, fit []float64, c float64, alpha, adjoint, work []float64) optimize.Certificate {
	primal := p.Penalty.Value(b) + float64(p.Gamma*loss.Sum(p.Loss, p.Y, fit, c))
	gap := math.Inf(1)
	try := func(s float64) {
		a, u := work[:len(alpha)], work[len(alpha):]
		floats.ScaleTo(a, s, alpha)
		floats.ScaleTo(u, s, adjoint)
		gap = min(gap, p.Penalty.Gap(b, u)+loss.SumGap(p.Loss, p.Y, fit, c, a, p.Gamma))
	}
	most := p.Penalty.Scaling(b, adjoint)
	try(min(1, most))
	if s := min(most, p.bestMultiple(alpha)); s != min(1, most) {
		try(s)
	}
	return optimize.Certificate{Primal: primal, Dual: gap - primal, Gap: gap}
}

// bestMultiple takes a step of Newton's method from 1 towards the s > 0 that minimises
// sum_i psi(s a_i), within the smooth pieces around a. It is exact for the squared loss.
func (p *Problem) bestMultiple(alpha []float64) float64 {
	var slope, curvature float64
	lo, hi := 0.0, math.Inf(1)
	for i, a := range alpha {
		if a == 0 {
			continue
		}
		first, second := p.Loss.Curve(p.Y[i], a, p.Gamma)
		slope += float64(first * a)
		curvature += float64(second * a * a)
		from, to := loss.Piece(p.Loss, p.Y[i], a, p.Gamma)
		x, y := from/a, to/a
		lo, hi = max(lo, min(x, y)), min(hi, max(x, y))
	}
	if !(curvature > 0) || math.IsNaN(slope) {
		return 1
	}
	return max(lo, min(hi, 1-slope/curvature))
}

// Method is the iteration as a method of optimize.
type Method struct {
	*Iteration
	certificate optimize.Certificate
	iterations  int
	work        []float64
	best        struct {
		b, fit      []float64
		constant    float64
		certificate optimize.Certificate
	}
}

// NewMethod begins at b, or at 0 where b is nil. d is the number of coefficients.
func NewMethod(p *Problem, s Settings, d int, b []float64) *Method {
	m := &Method{Iteration: New(p, s, d, b), work: make([]float64, len(p.Y)+d)}
	m.certify()
	m.best.b, m.best.fit = slices.Clone(m.B), slices.Clone(m.Fit)
	return m
}

func (m *Method) certify() {
	m.certificate = m.Certify(m.B, m.Fit, m.Constant, m.Alpha, m.Adj, m.work)
}

func (m *Method) Certificate() optimize.Certificate { return m.certificate }

// Step takes one iteration, or more in a long run.
func (m *Method) Step(ctx context.Context, limit int) int {
	const every = 50 // iterations so far for each that is taken without a certificate
	steps := 0
	for steps < min(limit, 1+m.iterations/every) && ctx.Err() == nil && m.Iteration.Step(ctx) {
		steps++
	}
	m.iterations += steps
	if steps > 0 {
		m.certify()
	}
	return steps
}

func (m *Method) Keep() {
	copy(m.best.b, m.B)
	copy(m.best.fit, m.Fit)
	m.best.constant, m.best.certificate = m.Constant, m.certificate
}

// Restore returns to the saved iterate, from which the iteration cannot continue.
func (m *Method) Restore() {
	copy(m.B, m.best.b)
	copy(m.Fit, m.best.fit)
	m.Constant, m.certificate = m.best.constant, m.best.certificate
}

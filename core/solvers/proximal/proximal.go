// Package proximal is the proximal gradient method, ISTA, and its accelerated form,
// FISTA (Beck, Teboulle, SIAM J. Imaging Sci. 2009), for
//
//	P(b) = gamma sum_i L(y_i, x_i.b + c) + h(b)
//
// with any smooth loss L and any penalty h. The constant c is the best for every b where the
// problem has an intercept, and otherwise 0.
package proximal

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/penalty"
)

// Operator is an n x d matrix X.
type Operator interface {
	Apply(dst, b []float64)   // X b, n numbers
	Adjoint(dst, a []float64) // X'a, d numbers
}

// Problem is what is minimised.
type Problem struct {
	X         Operator
	Y         []float64 // n
	Loss      loss.Smooth
	Gamma     float64 // > 0
	Penalty   penalty.Penalty
	Intercept bool
}

// Settings choose the variant.
type Settings struct {
	Accelerated bool // FISTA; otherwise ISTA
	// Restart begins the acceleration anew where (z - b').(b' - b) > 0 (O'Donoghue,
	// Candes, Found. Comput. Math. 2015).
	Restart bool
}

// growth is the factor by which the curvature grows in backtracking.
const growth = 1.1

// Iteration is a run of the method: from z = b and t = 1,
//
//	b' = prox_{h/C}(z + X'a / C),  a_i = -gamma L'(y_i, x_i.z + c)
//	t' = (1 + sqrt(1 + 4 t^2)) / 2
//	z' = b' + ((t - 1) / t') (b' - b)
//
// where ISTA has z' = b'. The curvature C begins with an estimate of l ||X||^2, where l is
// gamma times the Lipschitz constant of L'. Backtracking increases it until
//
//	l ||X(b' - z)||^2 <= C ||b' - z||^2,
//
// up to rounding. An iteration applies X and its adjoint once, and X again for each increase.
type Iteration struct {
	*Problem
	Settings

	B, Fit   []float64 // b and Xb
	Alpha    []float64 // n: a at z
	Adj      []float64 // d: X'a
	Constant float64   // c at z

	z, fitZ       []float64
	next, fitNext []float64
	t             float64
	lipschitz     float64 // l
	curvature     float64 // C
}

// New begins at b, which it copies. d is the number of coefficients.
func New(p *Problem, s Settings, d int, b []float64) *Iteration {
	vector := func(n int) []float64 { return make([]float64, n) }
	n := len(p.Y)
	s0 := &Iteration{
		Problem: p, Settings: s, t: 1, lipschitz: p.Gamma * p.Loss.Smoothness(),
		B: vector(d), z: vector(d), next: vector(d), Adj: vector(d),
		Fit: vector(n), fitZ: vector(n), fitNext: vector(n), Alpha: vector(n),
	}
	if b != nil {
		copy(s0.B, b)
		p.X.Apply(s0.Fit, b)
	}
	copy(s0.z, s0.B)
	copy(s0.fitZ, s0.Fit)
	s0.differentiate()
	return s0
}

// estimateNorm estimates ||X||^2 from below to a few percent, from X'a on. It ends early with the
// context.
func (s *Iteration) estimateNorm(ctx context.Context) float64 {
	const powers = 10 // steps of the power method
	copy(s.next, s.Adj)
	var square float64
	for range powers {
		if ctx.Err() != nil {
			break
		}
		length := floats.Norm(s.next, 2)
		if length == 0 {
			floats.AddConst(1, s.next)
			length = floats.Norm(s.next, 2)
		}
		floats.Scale(1/length, s.next)
		s.X.Apply(s.fitNext, s.next)
		s.X.Adjoint(s.next, s.fitNext)
		square = floats.Dot(s.fitNext, s.fitNext)
	}
	return square
}

// negligible is the relative change of the fit that may be rounding.
const negligible = 1e-13

// Step moves to the next iterate unless the context ends, and reports whether it differs from
// the last.
func (s *Iteration) Step(ctx context.Context) bool {
	if s.curvature == 0 {
		s.curvature = max(s.lipschitz*s.estimateNorm(ctx), math.SmallestNonzeroFloat64)
	}
	for !s.try() {
		s.curvature *= growth
		if ctx.Err() != nil {
			return false
		}
	}
	moved, angle := false, 0.0
	for j, v := range s.next {
		moved = moved || v != s.B[j] || v != s.z[j]
		angle += float64((s.z[j] - v) * (v - s.B[j]))
	}
	if !moved {
		return false
	}
	beta := 0.0
	switch {
	case s.Restart && angle > 0:
		s.t = 1
	case s.Accelerated:
		t := (1 + math.Sqrt(1+float64(4*s.t*s.t))) / 2
		beta, s.t = (s.t-1)/t, t
	}
	combine(s.z, s.next, s.B, beta)
	combine(s.fitZ, s.fitNext, s.Fit, beta)
	s.B, s.next = s.next, s.B
	s.Fit, s.fitNext = s.fitNext, s.Fit
	s.differentiate()
	return true
}

// try stores the next iterate, and reports whether C is large enough for it.
func (s *Iteration) try() bool {
	floats.AddScaledTo(s.next, s.z, 1/s.curvature, s.Adj)
	s.Penalty.Prox(s.next, s.next, 1/s.curvature)
	s.X.Apply(s.fitNext, s.next)
	move, change, size := distance2(s.next, s.z), distance2(s.fitNext, s.fitZ), floats.Dot(s.fitZ, s.fitZ)
	return !(s.lipschitz*change > s.curvature*move) || change <= negligible*negligible*size
}

// differentiate computes c, a and X'a at z.
func (s *Iteration) differentiate() {
	if s.Intercept {
		s.Constant = loss.BestIntercept(s.Loss, s.Y, s.fitZ, s.Constant)
	}
	for i, t := range s.fitZ {
		slope, _ := s.Loss.Subdifferential(s.Y[i], t+s.Constant)
		s.Alpha[i] = -s.Gamma * slope
	}
	if s.Intercept {
		loss.Balance(s.Loss, s.Y, s.Alpha, s.Gamma)
	}
	s.X.Adjoint(s.Adj, s.Alpha)
}

// combine stores v + beta (v - last) in dst.
func combine(dst, v, last []float64, beta float64) {
	for i, x := range v {
		dst[i] = x + float64(beta*(x-last[i]))
	}
}

// distance2 returns ||v - w||^2.
func distance2(v, w []float64) float64 {
	var sum float64
	for i, x := range v {
		d := x - w[i]
		sum += float64(d * d)
	}
	return sum
}

package linear

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// proximal is the proximal gradient method, ISTA, and its accelerated form, FISTA
// (Beck, Teboulle, SIAM J. Imaging Sci. 2009; [Z]): from z = b and t = 1,
//
//	b' = prox_{h/L}(z + X'(y - Xz) / L)
//	t' = (1 + sqrt(1 + 4 t^2)) / 2
//	z' = b' + ((t - 1) / t') (b' - b)
//
// where ISTA has z' = b'. L begins with an estimate of ||X||^2 and grows where
// ||X (b' - z)||^2 > L ||b' - z||^2. FISTA begins anew with t = 1 where
// (z - b').(b' - b) > 0 (O'Donoghue, Candes 2015).
//
// y - Xz and X'(y - Xz) are combined as z is, so that an iteration applies X and its
// adjoint once, and every b' is certified.
type proximal struct {
	c           *centred
	h           *penalty
	accelerated bool

	curvature float64 // L; 0 before the first step
	t         float64
	z, next   *iterate
	change    []float64 // d
}

func newProximal(c *centred, h *penalty, accelerated bool) *proximal {
	return &proximal{
		c: c, h: h, accelerated: accelerated, t: 1,
		z: newIterate(c), next: newIterate(c), change: make([]float64, c.d),
	}
}

// evaluate implements stepper.
func (s *proximal) evaluate(x *iterate) {
	s.c.residual(x.residual, x.b)
	s.c.adjoint(x.gradient, x.residual)
	x.certify(s.c, s.h)
}

// step implements stepper. It takes one iteration.
func (s *proximal) step(_ context.Context, x *iterate, _ float64, _ int) int {
	if s.curvature == 0 {
		all := make([]int, s.c.d)
		for j := range all {
			all[j] = j
		}
		s.curvature = s.c.squaredNorm(all, s.change, s.next.residual)
		s.z.copyFrom(x)
	}
	next, z := s.next, s.z
	for {
		floats.AddScaledTo(next.b, z.b, 1/s.curvature, z.gradient)
		for k := range s.h.blocks(s.c.d) {
			from, to := s.h.block(k)
			s.h.prox(next.b[from:to], next.b[from:to], s.curvature)
		}
		s.c.residual(next.residual, next.b)
		floats.SubTo(s.change, next.b, z.b)
		moved := floats.Dot(s.change, s.change)
		bent := floats.Distance(next.residual, z.residual, 2)
		if !(bent*bent > s.curvature*moved*(1+rounding)) || bent <= negligible*math.Sqrt(s.c.power) {
			break
		}
		s.curvature = bent * bent / moved * grow
	}
	s.c.adjoint(next.gradient, next.residual)
	next.certify(s.c, s.h)
	beta, turned, same := 0.0, 0.0, true
	for j, v := range next.b {
		turned -= float64(s.change[j] * (v - x.b[j]))
		same = same && v == x.b[j] && v == z.b[j]
	}
	if same {
		return 0
	}
	switch {
	case turned > 0:
		s.t = 1
	case s.accelerated:
		t := (1 + math.Sqrt(1+float64(4*s.t*s.t))) / 2
		beta, s.t = (s.t-1)/t, t
	}
	combine(z.b, next.b, x.b, beta)
	combine(z.residual, next.residual, x.residual, beta)
	combine(z.gradient, next.gradient, x.gradient, beta)
	x.copyFrom(next)
	return 1
}

// combine stores v + beta (v - last) in dst.
func combine(dst, v, last []float64, beta float64) {
	for i, x := range v {
		dst[i] = x + float64(beta*(x-last[i]))
	}
}

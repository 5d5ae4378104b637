package linear

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// reference is a residual r0 with the gradient of all features there, from which
// follows how large any can be at another residual r:
//
//	||X_B'r|| <= ||X_B'r0|| + ||X_B||_F ||r - r0||.
//
// It is not changed once made: the fits of a path share it.
type reference struct {
	of       *centred
	residual []float64
	gradient []float64
}

// slack makes a bound larger than rounding could make what it bounds.
const slack = 1e-9

// most is the share of the blocks of which the gradient is computed one by one, at
// the most: of more, that of all is, and is the next reference.
const most = 0.25

// gradients stores X'r in x, of the blocks that the certificate does not depend on
// only as the reference has it: of those that are 0 and whose bound is below first
// and below the largest of the others.
func (s *descent) gradients(x *iterate) {
	if !s.needed(x) {
		s.c.adjoint(x.gradient, x.residual)
		s.known = &reference{s.c, slices.Clone(x.residual), slices.Clone(x.gradient)}
	}
}

// needed computes what gradients says, and tells whether it was not too much.
func (s *descent) needed(x *iterate) bool {
	copy(x.gradient, s.known.gradient)
	var largest float64 // ||X_B'r - second b_B|| of blocks that are not 0
	for k := range s.member {
		from, to := s.h.block(k)
		if norm(x.b[from:to]) == 0 {
			continue
		}
		s.compute(x, from, to)
		floats.AddScaledTo(s.trial[:to-from], x.gradient[from:to], -s.h.second, x.b[from:to])
		largest = max(largest, norm(s.trial[:to-from]))
	}
	limit := min(s.h.first, largest)
	shift := floats.Distance(x.residual, s.known.residual, 2) * (1 + slack)
	left := int(most * float64(len(s.member)))
	for k := range s.member {
		from, to := s.h.block(k)
		if norm(x.b[from:to]) == 0 && norm(x.gradient[from:to])+float64(s.size[k]*shift) >= limit {
			if left--; left < 0 {
				return false
			}
			s.compute(x, from, to)
		}
	}
	return true
}

// compute stores x_j.r for some features.
func (s *descent) compute(x *iterate, from, to int) {
	for j := from; j < to; j++ {
		x.gradient[j] = s.c.x.Dot(j, x.residual)
	}
}

// sizes returns ||X_B||_F of every block.
func (h *penalty) sizes(squares []float64) []float64 {
	sizes := make([]float64, h.blocks(len(squares)))
	for k := range sizes {
		from, to := h.block(k)
		sizes[k] = math.Sqrt(floats.Sum(squares[from:to]))
	}
	return sizes
}

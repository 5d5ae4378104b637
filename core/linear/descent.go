package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// descent is block coordinate descent on a working set. A sweep minimises P over one
// block after another; where the block is one feature, with z = ||x_j||^2,
//
//	b_j = soft(x_j.r + z b_j, first) / (z + second)                       [Z],
//
// and otherwise a quadratic above P by one step of block soft-thresholding, whose
// curvature is ||X_B||^2.
//
// A step fits a working set of blocks to the target, as if there were no others: the
// blocks that are not 0, those with the largest ||X_B'r||, which would become so
// first, and all that were in it before. The certificate of all features then tells
// whether any other is needed (Massias, Gramfort, Salmon, ICML 2018). Where there are
// no others, a step is one sweep. Sweeps that have taken as much work as a step of
// Newton's method, later less, are followed by such steps, until no block becomes 0 by
// them (newton.go); each counts as a sweep.
type descent struct {
	c *centred
	h *penalty

	set       []int // the working set: blocks, ascending
	member    []bool
	score     []float64 // by block; scratch
	curvature []float64 // by block, 0 where not known yet
	size      []float64 // by block: ||X_B||_F
	known     *reference

	// The problem on the working set.
	columns  []int     // its features
	part     penalty   // h on them
	b        []float64 // of them
	gradient []float64 // likewise
	residual []float64 // y - Xb

	change []float64 // n; scratch
	trial  []float64 // of the largest block; scratch

	smooth   newton
	spent    float64 // multiplications of the sweeps since the last step of Newton's method
	patience float64 // how many times the price of such a step they may take
}

const (
	sweeps   = 5  // after which a working set is certified
	smallest = 64 // the fewest blocks that a working set grows by
)

// finer is the share of the target to which a working set is fitted.
const finer = 0.3

func newDescent(c *centred, h *penalty, from *Fit) *descent {
	blocks := h.blocks(c.d)
	s := &descent{
		c: c, h: h, patience: hesitant,
		member: make([]bool, blocks), score: make([]float64, blocks), curvature: make([]float64, blocks),
		residual: make([]float64, c.n), change: make([]float64, c.n),
		size: h.sizes(c.squares), known: &reference{c, c.y, c.correlation},
	}
	if from != nil && from.known != nil && from.known.of == c {
		s.known = from.known
	}
	most := 1
	for k := range blocks {
		from, to := h.block(k)
		most = max(most, to-from)
		if to == from+1 {
			s.curvature[k] = c.squares[from]
		}
	}
	s.trial = make([]float64, most)
	return s
}

// step implements stepper.
func (s *descent) step(ctx context.Context, x *iterate, target float64, limit int) int {
	s.choose(x)
	s.restrict(x)
	all := len(s.set) == len(s.member)
	taken, moved := 0, false
	for taken < limit && ctx.Err() == nil {
		if s.spent > s.patience*price(s.active(), s.c.n) {
			taken += s.polish(ctx, limit-taken)
			moved = true
		} else {
			taken++
			if !s.sweep(false) {
				break
			}
			moved = true
			for range min(sweeps-1, limit-taken) {
				if all {
					break
				}
				taken++
				if !s.sweep(true) {
					break
				}
			}
		}
		if all || s.gap() <= finer*target {
			break
		}
	}
	if !moved {
		return 0
	}
	for k, j := range s.columns {
		x.b[j] = s.b[k]
	}
	s.evaluate(x)
	return taken
}

// polish takes steps of Newton's method until no block becomes 0 by one, and returns
// how many.
func (s *descent) polish(ctx context.Context, limit int) int {
	taken := 0
	for better, fewer := false, true; fewer && taken < limit && ctx.Err() == nil; {
		better, fewer = s.newton()
		if taken++; better {
			s.patience = max(s.patience*bolder, boldest)
		} else {
			s.patience /= bolder
		}
	}
	s.spent = 0
	return taken
}

// evaluate implements stepper.
func (s *descent) evaluate(x *iterate) {
	s.c.residual(x.residual, x.b)
	s.gradients(x)
	x.certify(s.c, s.h)
}

// choose takes blocks into the working set.
func (s *descent) choose(x *iterate) {
	outside := s.score[:0]
	support := 0
	for k := range s.member {
		from, to := s.h.block(k)
		if norm(x.b[from:to]) > 0 {
			support++
			s.member[k] = true
		}
		if !s.member[k] {
			outside = append(outside, norm(x.gradient[from:to]))
		}
	}
	inside := len(s.member) - len(outside)
	least := math.Inf(1)
	if more := max(smallest, 2*support) - inside; more > 0 || inside == len(s.set) {
		least = max(nthLargest(outside, min(len(outside), max(more, smallest))), math.SmallestNonzeroFloat64)
	}
	s.set = s.set[:0]
	for k := range s.member {
		from, to := s.h.block(k)
		if s.member[k] = s.member[k] || norm(x.gradient[from:to]) >= least; s.member[k] {
			s.set = append(s.set, k)
		}
	}
}

// restrict makes the problem on the working set.
func (s *descent) restrict(x *iterate) {
	s.columns, s.b = s.columns[:0], s.b[:0]
	s.part = penalty{first: s.h.first, second: s.h.second, bounds: s.part.bounds[:0]}
	if s.h.bounds != nil {
		s.part.bounds = append(s.part.bounds, 0)
	}
	for _, k := range s.set {
		from, to := s.h.block(k)
		for j := from; j < to; j++ {
			s.columns = append(s.columns, j)
			s.b = append(s.b, x.b[j])
		}
		if s.h.bounds != nil {
			s.part.bounds = append(s.part.bounds, len(s.columns))
		}
	}
	s.gradient = slices.Grow(s.gradient[:0], len(s.columns))[:len(s.columns)]
	copy(s.residual, x.residual)
}

// sweep minimises over the blocks of the working set in turn, of those that are not 0
// alone where active is set, and tells whether any changed by more than rounding.
func (s *descent) sweep(active bool) bool {
	var largest float64 // ||change of r||^2
	for at, k := range s.set {
		from, to := s.part.block(at)
		if active && norm(s.b[from:to]) == 0 {
			continue
		}
		s.spent += float64((to - from) * (2*s.c.n + overhead))
		if to == from+1 {
			largest = max(largest, s.updateOne(from, s.curvature[k]))
		} else {
			largest = max(largest, s.updateBlock(k, from, to))
		}
	}
	return largest > still*still*s.c.power
}

// still is the change of the fit, as a share of ||y||, that is only rounding.
const still = 1e-16

// updateOne minimises over one feature.
func (s *descent) updateOne(at int, z float64) float64 {
	if z == 0 {
		return 0
	}
	j, old := s.columns[at], s.b[at]
	b := soft(s.c.x.Dot(j, s.residual)+float64(z*old), s.h.first) / (z + s.h.second)
	if b == old {
		return 0
	}
	s.c.x.AddScaled(s.residual, old-b, j)
	s.b[at] = b
	return float64((b-old)*(b-old)) * z
}

// updateBlock takes a step on one block, whose curvature is made larger where it
// proves too small for the step.
func (s *descent) updateBlock(k, from, to int) float64 {
	if s.curvature[k] == 0 {
		if s.curvature[k] = s.c.squaredNorm(s.columns[from:to], s.trial, s.change); s.curvature[k] == 0 {
			return 0
		}
	}
	b, g, v := s.b[from:to], s.gradient[from:to], s.trial[:to-from]
	for i, j := range s.columns[from:to] {
		g[i] = s.c.x.Dot(j, s.residual)
	}
	for {
		z := s.curvature[k]
		floats.AddScaledTo(v, b, 1/z, g)
		s.part.prox(v, v, z)
		clear(s.change)
		var moved float64
		for i, j := range s.columns[from:to] {
			if d := v[i] - b[i]; d != 0 {
				s.c.x.AddScaled(s.change, d, j)
				moved += float64(d * d)
			}
		}
		bent := floats.Dot(s.change, s.change)
		if bent > z*moved*(1+rounding) && bent > still*still*s.c.power {
			s.curvature[k] = bent / moved * grow
			continue
		}
		copy(b, v)
		floats.Sub(s.residual, s.change)
		return bent
	}
}

// active returns how many features are in blocks that are not 0.
func (s *descent) active() int {
	count := 0
	for k := range s.set {
		if from, to := s.part.block(k); norm(s.b[from:to]) > 0 {
			count += to - from
		}
	}
	return count
}

// gap returns the gap of the problem on the working set.
func (s *descent) gap() float64 {
	for k, j := range s.columns {
		s.gradient[k] = s.c.x.Dot(j, s.residual)
	}
	return s.part.certify(s.b, s.residual, s.gradient, floats.Dot(s.c.y, s.residual)).gap
}

// objective returns P.
func (s *descent) objective(b, residual []float64) float64 {
	return floats.Dot(residual, residual)/2 + s.part.value(b)
}

// nthLargest returns the n-th largest of the values, of which it changes the order;
// infinity for n = 0. It is Hoare's selection.
func nthLargest(values []float64, n int) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	lo, hi, at := 0, len(values)-1, n-1
	for lo < hi {
		pivot := values[lo+(hi-lo)/2]
		i, j := lo, hi
		for i <= j {
			for values[i] > pivot {
				i++
			}
			for values[j] < pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case at <= j:
			hi = j
		case at >= i:
			lo = i
		default:
			return values[at]
		}
	}
	return values[at]
}

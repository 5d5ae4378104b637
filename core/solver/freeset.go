package solver

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// freeSet is the free coordinates of the inner problem with the Newton system on
// them: all lists but moves run over the free coordinates only.
type freeSet struct {
	index     []int     // the coordinates
	lo, hi    []float64 // the stretch each may move on
	diagonal  []float64 // curvature of psi
	direction []float64 // minus the gradient, then the Newton direction
	factor    []float64
	border    []float64
	moves     []float64
}

// newtonStep moves the free coordinates towards the minimum of the smooth
// function that phi is on their pieces: along the projection arc if that lowers
// phi at once, and otherwise from end to end of pieces, each of which leaves one
// coordinate fixed.
func (s *subproblem) newtonStep(z []float64) {
	for range s.n { // balancing may let a fixed coordinate go again
		if !s.collectFree(z) || !s.newtonDirection() || s.searchArc(z) || !s.walk(z) {
			return
		}
	}
}

// collectFree gathers the coordinates inside a smooth piece and the Newton
// system's right-hand side and diagonal; false where there are none.
func (s *subproblem) collectFree(z []float64) bool {
	s.gradient(z)
	p := s.problem
	s.free.index = s.free.index[:0]
	for i, v := range z {
		piece := p.Loss.Piece(p.Y[i], v, p.Gamma)
		if piece.Fixed() {
			continue
		}
		f := len(s.free.index)
		s.free.index = append(s.free.index, i)
		s.free.direction[f] = -(s.grad[i] + piece.Slope)
		s.free.diagonal[f] = piece.Curvature
		s.free.lo[f], s.free.hi[f] = piece.Lo, piece.Hi
		if piece.Steep {
			const stay = 0.1 // leave a tenth of the way to an end with infinite slope
			s.free.lo[f], s.free.hi[f] = piece.Lo+stay*(v-piece.Lo), piece.Hi-stay*(piece.Hi-v)
		}
	}
	return len(s.free.index) > 0
}

// newtonDirection replaces the right-hand side by the solution of the Newton
// system on the free coordinates; false where the matrix is not positive definite
// in floating point.
func (s *subproblem) newtonDirection() bool {
	k := len(s.free.index)
	for f, i := range s.free.index {
		for g, j := range s.free.index[:f+1] {
			s.free.factor[g*k+f] = s.h[i*s.n+j]
		}
		s.free.factor[f*k+f] += s.free.diagonal[f]
	}
	t, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: k, Stride: k, Data: s.free.factor[:k*k]})
	if !ok {
		return false
	}
	lapack64.Potrs(t, blas64.General{Rows: k, Cols: 1, Stride: 1, Data: s.free.direction[:k]})
	if s.problem.Intercept {
		// Border: d - b H^-1 1 with sum 0.
		for f := range k {
			s.free.border[f] = 1
		}
		lapack64.Potrs(t, blas64.General{Rows: k, Cols: 1, Stride: 1, Data: s.free.border[:k]})
		var top, bottom float64
		for f := range k {
			top += s.free.direction[f]
			bottom += s.free.border[f]
		}
		for f := range k {
			s.free.direction[f] -= top / bottom * s.free.border[f]
		}
	}
	return true
}

// searchArc halves the step along the projection arc until phi falls; false
// where it does not.
func (s *subproblem) searchArc(z []float64) bool {
	p := s.problem
	for t := 1.0; t > 0.05; t /= 2 {
		clear(s.step)
		s.project(z, t)
		s.product(s.hStep, s.step)
		var change, rounding float64
		for i, d := range s.step {
			if d == 0 {
				continue
			}
			before, after := p.Loss.Psi(p.Y[i], z[i], p.Gamma), p.Loss.Psi(p.Y[i], z[i]+d, p.Gamma)
			change += d*(s.grad[i]+s.hStep[i]/2) + (after - before)
			rounding += math.Abs(d*s.grad[i]) + math.Abs(after-before)
		}
		if change <= 4e-16*rounding {
			for i, d := range s.step {
				z[i] += d
			}
			for f, i := range s.free.index {
				z[i] = min(max(z[i], s.free.lo[f]), s.free.hi[f])
			}
			if p.Intercept {
				p.balance(z)
			}
			return true
		}
	}
	return false
}

// walk moves along the Newton direction to the first end of a piece; false where
// the whole step was taken.
func (s *subproblem) walk(z []float64) bool {
	t, hit := 1.0, -1
	for f, i := range s.free.index {
		end := s.free.hi[f]
		if s.free.direction[f] < 0 {
			end = s.free.lo[f]
		}
		if r := (end - z[i]) / s.free.direction[f]; r < t {
			t, hit = r, f
		}
	}
	for f, i := range s.free.index {
		z[i] += t * s.free.direction[f]
	}
	if hit >= 0 {
		i := s.free.index[hit]
		z[i] = s.free.hi[hit]
		if s.free.direction[hit] < 0 {
			z[i] = s.free.lo[hit]
		}
	}
	if s.problem.Intercept {
		s.problem.balance(z)
	}
	return hit >= 0
}

// project stores in step the move from z to the projection of z + t d on the
// pieces, and on sum(step) = 0 where there is an intercept.
func (s *subproblem) project(z []float64, t float64) {
	moves := s.free.moves[:len(s.free.index)]
	clipped := false
	at := func(f int, shift float64) float64 {
		v := z[s.free.index[f]]
		to := v + t*s.free.direction[f] - shift
		return min(max(to, s.free.lo[f]), s.free.hi[f]) - v
	}
	for f := range moves {
		moves[f] = at(f, 0)
		to := z[s.free.index[f]] + t*s.free.direction[f]
		clipped = clipped || to < s.free.lo[f] || to > s.free.hi[f]
	}
	if clipped && s.problem.Intercept {
		zeroSum(moves, at)
	}
	for f, i := range s.free.index {
		s.step[i] = moves[f]
	}
}

package solver

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// subproblem is Newton's inner problem on n variables,
//
//	min_z  phi(z) = (1/2) z'Hz + c'z + sum psi_i(z_i)   [sum(z) = 0],
//
// with H positive definite. Rounds alternate two steps, each of which lowers phi:
//
//   - a proximal gradient step in the metric D_i = sum_j |H_ij| >= H, which finds
//     out which coordinates sit on bounds and kinks of psi and lets those go that
//     should not;
//   - a Newton step on the free coordinates, those inside a smooth piece of psi,
//     along the projection arc onto their pieces (Bertsekas, Projected Newton
//     methods, SIAM J. Control Optim. 1982), with the constraint as a border.
type subproblem struct {
	problem *Problem
	n       int
	h       []float64 // n x n
	c       []float64
	grad    []float64 // Hz + c
	metric  []float64 // 1 / D_i
	trial   []float64
	step    []float64
	hStep   []float64
	free    []int
	pieces  []pieceOf
	factor  []float64
	rhs     []float64
	border  []float64
}

// pieceOf is the stretch a free coordinate may move on.
type pieceOf struct{ lo, hi float64 }

func newSubproblem(p *Problem) *subproblem {
	n := len(p.Y)
	return &subproblem{
		problem: p, n: n,
		h: make([]float64, n*n), factor: make([]float64, n*n),
		c: make([]float64, n), grad: make([]float64, n), metric: make([]float64, n),
		trial: make([]float64, n), step: make([]float64, n), hStep: make([]float64, n),
		free: make([]int, 0, n), pieces: make([]pieceOf, n),
		rhs: make([]float64, n), border: make([]float64, n),
	}
}

const (
	maxRounds      = 200
	innerTolerance = 1e-15 // of the gradient's scale
)

// solve replaces z, which starts at x.alpha, by the minimiser. The damping is
// relative to the Hessian's mean diagonal.
func (s *subproblem) solve(z []float64, x *point, m []float64, damping float64) {
	s.set(x, m, damping)
	for range maxRounds {
		moved := s.proxStep(z)
		s.newtonStep(z)
		if moved <= innerTolerance {
			return
		}
	}
}

func (s *subproblem) set(x *point, m []float64, damping float64) {
	n, q := s.n, s.problem.Form.Q()
	var trace float64
	for i := range n {
		trace += (q - 1) * m[i*n+i]
	}
	mu := damping * max(trace/float64(n), math.SmallestNonzeroFloat64*1e40)
	for e, v := range m {
		s.h[e] = (q - 1) * v
	}
	for i := range n {
		s.h[i*n+i] += mu
	}
	s.product(s.c, x.alpha)
	for i := range n {
		s.c[i] = x.omega[i] - s.c[i]
		var d float64
		for _, v := range s.h[i*n : (i+1)*n] {
			d += math.Abs(v)
		}
		s.metric[i] = 1 / d
	}
}

// product stores H v in dst.
func (s *subproblem) product(dst, v []float64) {
	for i := range s.n {
		var sum float64
		for j, h := range s.h[i*s.n : (i+1)*s.n] {
			sum += h * v[j]
		}
		dst[i] = sum
	}
}

func (s *subproblem) gradient(z []float64) {
	s.product(s.grad, z)
	for i, c := range s.c {
		s.grad[i] += c
	}
}

// proxStep takes one proximal gradient step and returns its length in units of
// the gradient, relative to the gradient's scale.
func (s *subproblem) proxStep(z []float64) float64 {
	s.gradient(z)
	scale := 0.0
	for i := range z {
		scale = max(scale, math.Abs(s.grad[i])+math.Abs(s.problem.Y[i]))
		s.trial[i] = z[i] - s.metric[i]*s.grad[i]
	}
	s.problem.prox(s.trial, s.trial, s.metric)
	moved := 0.0
	for i := range z {
		moved = max(moved, math.Abs(s.trial[i]-z[i])/s.metric[i])
		z[i] = s.trial[i]
	}
	return moved / scale
}

// newtonStep moves the free coordinates towards the minimum of the smooth
// function that phi is on their pieces.
func (s *subproblem) newtonStep(z []float64) {
	s.gradient(z)
	p := s.problem
	s.free = s.free[:0]
	for i, v := range z {
		piece := p.Loss.Piece(p.Y[i], v, p.Gamma)
		if piece.Fixed() {
			continue
		}
		f := len(s.free)
		s.free = append(s.free, i)
		s.rhs[f] = -(s.grad[i] + piece.Slope)
		s.border[f] = piece.Curvature // of the diagonal, until the system is set up
		s.pieces[f] = pieceOf{piece.Lo, piece.Hi}
		if piece.Steep {
			const stay = 0.1 // leave a tenth of the way to an end with infinite slope
			s.pieces[f] = pieceOf{piece.Lo + stay*(v-piece.Lo), piece.Hi - stay*(piece.Hi-v)}
		}
	}
	if len(s.free) == 0 || !s.newtonDirection() {
		return
	}
	s.searchArc(z)
}

// newtonDirection replaces rhs by the solution of the Newton system on the free
// coordinates; false where it is not positive definite in floating point.
func (s *subproblem) newtonDirection() bool {
	k := len(s.free)
	for f, i := range s.free {
		for g, j := range s.free[:f+1] {
			s.factor[g*k+f] = s.h[i*s.n+j]
		}
		s.factor[f*k+f] += s.border[f]
	}
	t, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: k, Stride: k, Data: s.factor[:k*k]})
	if !ok {
		return false
	}
	lapack64.Potrs(t, blas64.General{Rows: k, Cols: 1, Stride: 1, Data: s.rhs[:k]})
	if s.problem.Intercept {
		// Border: d - b H^-1 1 with sum 0.
		for f := range k {
			s.border[f] = 1
		}
		lapack64.Potrs(t, blas64.General{Rows: k, Cols: 1, Stride: 1, Data: s.border[:k]})
		var top, bottom float64
		for f := range k {
			top += s.rhs[f]
			bottom += s.border[f]
		}
		for f := range k {
			s.rhs[f] -= top / bottom * s.border[f]
		}
	}
	return true
}

// searchArc halves the step along the projection arc until phi falls.
func (s *subproblem) searchArc(z []float64) {
	p := s.problem
	for t := 1.0; t > 1e-9; t /= 2 {
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
			for f, i := range s.free {
				z[i] = min(max(z[i], s.pieces[f].lo), s.pieces[f].hi)
			}
			if p.Intercept {
				p.balance(z)
			}
			return
		}
	}
}

// project stores in step the move from z to the projection of z + t d on the
// pieces, and on sum(step) = 0 where there is an intercept.
func (s *subproblem) project(z []float64, t float64) {
	at := func(f int, shift float64) float64 {
		v := z[s.free[f]]
		return min(max(v+t*s.rhs[f]-shift, s.pieces[f].lo), s.pieces[f].hi) - v
	}
	shift := 0.0
	if s.problem.Intercept {
		sum := func(shift float64) float64 {
			var sum float64
			for f := range s.free {
				sum += at(f, shift)
			}
			return sum
		}
		clipped := false
		for f := range s.free {
			clipped = clipped || at(f, 0) != z[s.free[f]]+t*s.rhs[f]-z[s.free[f]]
		}
		if clipped {
			shift = decreasingRoot(sum)
		}
	}
	for f, i := range s.free {
		s.step[i] = at(f, shift)
	}
}

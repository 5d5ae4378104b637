package solver

import (
	"math"
	"slices"

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
	lambda  []float64
	length  float64 // of the next spectral step
	trial   []float64
	step    []float64
	hStep   []float64
	free    []int
	pieces  []pieceOf
	factor  []float64
	rhs     []float64
	border  []float64
	moves   []float64
}

// pieceOf is the stretch a free coordinate may move on.
type pieceOf struct{ lo, hi float64 }

func newSubproblem(p *Problem) *subproblem {
	n := len(p.Y)
	return &subproblem{
		problem: p, n: n,
		h: make([]float64, n*n), factor: make([]float64, n*n),
		c: make([]float64, n), grad: make([]float64, n), lambda: make([]float64, n),
		trial: make([]float64, n), step: make([]float64, n), hStep: make([]float64, n),
		free: make([]int, 0, n), pieces: make([]pieceOf, n),
		rhs: make([]float64, n), border: make([]float64, n), moves: make([]float64, n),
	}
}

const (
	maxRounds     = 60
	spectralCount = 20
)

// solve replaces z, which starts at x.alpha, by a point whose duality gap in the
// inner problem is at most the given one, or by the best that can be had. The
// damping is relative to the Hessian's mean diagonal.
func (s *subproblem) solve(z []float64, x *point, m []float64, damping, gap float64) {
	s.set(x, m, damping)
	for range maxRounds {
		s.spectralSteps(z)
		if s.gap(z) <= gap {
			return
		}
		s.newtonStep(z)
		if s.gap(z) <= gap {
			return
		}
	}
}

// gap is the inner problem's duality gap at z: the sum of Fenchel-Young residuals
// with the gradient in the place of the fitted values, because the conjugate of
// psi_i is gamma L(y_i, -.).
func (s *subproblem) gap(z []float64) float64 {
	p := s.problem
	s.gradient(z)
	b := 0.0
	if p.Intercept {
		b = p.bestIntercept(s.grad)
	}
	var sum float64
	for i, g := range s.grad {
		sum += p.Loss.Gap(p.Y[i], g+b, z[i], p.Gamma)
	}
	return sum
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
	s.length = 1
	s.product(s.c, x.alpha)
	for i := range n {
		s.c[i] = x.omega[i] - s.c[i]
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

// spectralSteps takes proximal gradient steps whose lengths are those of Barzilai
// and Borwein, in the metric of the Hessian's diagonal, with a nonmonotone
// linesearch (Birgin, Martinez, Raydan, SIAM J. Optim. 2000). Long steps along
// flat directions carry many coordinates to their bounds at once.
func (s *subproblem) spectralSteps(z []float64) {
	p := s.problem
	length := s.length
	var recent [5]float64 // values of phi relative to the first point
	value := 0.0
	s.gradient(z)
	for k := range spectralCount {
		for i := range z {
			s.lambda[i] = length / s.h[i*s.n+i]
			s.trial[i] = z[i] - s.lambda[i]*s.grad[i]
		}
		p.prox(s.trial, s.trial, s.lambda)
		var linear, metric float64
		for i := range z {
			s.step[i] = s.trial[i] - z[i]
			linear += s.step[i] * s.grad[i]
			metric += s.step[i] * s.step[i] * s.h[i*s.n+i]
		}
		if metric == 0 {
			break
		}
		s.product(s.hStep, s.step)
		var curvature float64
		for i, d := range s.step {
			curvature += d * s.hStep[i]
		}
		psi0 := p.psi(z)
		decrease := linear + p.psi(s.trial) - psi0 // <= 0, predicted by the model without curvature
		reference := slices.Max(recent[:])
		t := 1.0
		var change float64
		for {
			for i := range z {
				s.trial[i] = z[i] + t*s.step[i]
			}
			change = t*linear + t*t/2*curvature + p.psi(s.trial) - psi0
			if value+change <= reference+1e-4*t*decrease || t < 1e-9 {
				break
			}
			t /= 2
		}
		for i := range z {
			z[i] = s.trial[i]
			s.grad[i] += t * s.hStep[i]
		}
		value += change
		recent[k%len(recent)] = value
		length = min(max(metric/max(curvature, 1e-300), 1e-10), 1e10)
	}
	s.length = length
}

// newtonStep moves the free coordinates towards the minimum of the smooth
// function that phi is on their pieces: along the projection arc if that lowers
// phi at once, and otherwise from end to end of pieces, each of which leaves one
// coordinate fixed.
func (s *subproblem) newtonStep(z []float64) {
	for s.collectFree(z) && s.newtonDirection() && !s.searchArc(z) && s.walk(z) {
	}
}

// collectFree gathers the coordinates inside a smooth piece and the Newton
// system's right-hand side and diagonal; false where there are none.
func (s *subproblem) collectFree(z []float64) bool {
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
	return len(s.free) > 0
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
			for f, i := range s.free {
				z[i] = min(max(z[i], s.pieces[f].lo), s.pieces[f].hi)
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
	for f, i := range s.free {
		end := s.pieces[f].hi
		if s.rhs[f] < 0 {
			end = s.pieces[f].lo
		}
		if r := (end - z[i]) / s.rhs[f]; r < t {
			t, hit = r, f
		}
	}
	for f, i := range s.free {
		z[i] += t * s.rhs[f]
	}
	if hit < 0 {
		return false
	}
	i := s.free[hit]
	z[i] = s.pieces[hit].hi
	if s.rhs[hit] < 0 {
		z[i] = s.pieces[hit].lo
	}
	if s.problem.Intercept {
		s.problem.balance(z)
	}
	return true
}

// project stores in step the move from z to the projection of z + t d on the
// pieces, and on sum(step) = 0 where there is an intercept.
func (s *subproblem) project(z []float64, t float64) {
	moves := s.moves[:len(s.free)]
	clipped := false
	at := func(f int, shift float64) float64 {
		v := z[s.free[f]]
		to := v + t*s.rhs[f] - shift
		return min(max(to, s.pieces[f].lo), s.pieces[f].hi) - v
	}
	for f := range moves {
		moves[f] = at(f, 0)
		to := z[s.free[f]] + t*s.rhs[f]
		clipped = clipped || to < s.pieces[f].lo || to > s.pieces[f].hi
	}
	if clipped && s.problem.Intercept {
		zeroSum(moves, at)
	}
	for f, i := range s.free {
		s.step[i] = moves[f]
	}
}

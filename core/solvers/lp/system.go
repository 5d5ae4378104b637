package lp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
)

// system is the Newton system on n points,
//
//	(H + diag(d)) x + c 1 = r,   sum(x) = s,
//
// with the Hessian H = Phi diag(e) Phi', e = (q-1)|u|^(q-2), of the form at some point, and d > 0.
// Without an intercept there is no condition on sum(x), and c = 0. A coordinate with d = +Inf is
// held: its x is 0.
type system interface {
	// factor prepares solves; false where the matrix is not positive definite in floating
	// point, or an evaluation failed.
	factor(eval *evaluator, d []float64) bool
	// solve stores x in dst, which may be r, to about the given relative residual, and returns c.
	solve(eval *evaluator, dst, r []float64, sum, residual float64) (c float64)
}

// border turns solutions of the matrix alone into those of the system.
type border struct {
	balanced bool      // there is a condition on sum(x)
	one      []float64 // n: the solution for r = 1
	sum      float64   // of one
}

// set takes the solution for r = 1, where there is a condition; solve solves in place.
func (b *border) set(solve func(r []float64)) {
	if !b.balanced {
		return
	}
	for i := range b.one {
		b.one[i] = 1
	}
	solve(b.one)
	b.sum = floats.Sum(b.one)
}

// apply turns the solution x of the matrix into that of the system. Without a condition it
// changes nothing and returns 0.
func (b *border) apply(x []float64, sum float64) (c float64) {
	if b.sum > 0 {
		c = (floats.Sum(x) - sum) / b.sum
		dense.AddScaled(x, -c, b.one)
	}
	return c
}

// freeFactor is the Cholesky factor of a matrix on the coordinates that are not held.
type freeFactor struct {
	index []int
	u     []float64 // the matrix, as many rows and columns, then its factor
	chol  *dense.Cholesky
	x     []float64
}

// collect lists the coordinates that are not held, and returns their number.
func (s *freeFactor) collect(d []float64) int {
	s.index, _ = floats.Find(s.index, func(v float64) bool { return !math.IsInf(v, 1) }, d, -1)
	return len(s.index)
}

// substitute stores the solution of the matrix for r in dst, 0 for held coordinates.
func (s *freeFactor) substitute(dst, r []float64) {
	s.x = s.x[:0]
	for _, i := range s.index {
		s.x = append(s.x, r[i])
	}
	s.chol.Solve(s.x)
	clear(dst)
	for f, i := range s.index {
		dst[i] = s.x[f]
	}
}

// byMatrix solves by a Cholesky factor of the free part of an n x n matrix.
type byMatrix struct {
	border
	freeFactor
	n int
	h []float64 // H
}

func newByMatrix(n int, balanced bool) *byMatrix {
	return &byMatrix{
		border: border{balanced: balanced, one: make([]float64, n)}, n: n,
		freeFactor: freeFactor{index: make([]int, 0, n), u: make([]float64, n*n), x: make([]float64, 0, n)},
		h:          make([]float64, n*n),
	}
}

func (s *byMatrix) factor(eval *evaluator, d []float64) bool {
	k := s.collect(d)
	u := s.u[:k*k]
	for f, i := range s.index {
		row, to := s.h[i*s.n:(i+1)*s.n], u[f*k:(f+1)*k]
		for g, j := range s.index[:f+1] {
			to[g] = row[j]
		}
		to[f] += max(d[i], smallest*row[i])
	}
	if s.chol = dense.NewCholesky(eval.ctx, k, u); s.chol == nil {
		return false
	}
	s.set(func(one []float64) { s.substitute(one, one) })
	return true
}

func (s *byMatrix) solve(_ *evaluator, dst, r []float64, sum, _ float64) (c float64) {
	s.substitute(dst, r)
	return s.border.apply(dst, sum)
}

// product stores H v in dst.
func (s *byMatrix) product(dst, v []float64) {
	for i := range dst {
		dst[i] = dense.Dot(s.h[i*s.n:(i+1)*s.n], v)
	}
}

// explicitSystem is shared by the systems on features.
type explicitSystem struct {
	form    gram.Explicit
	e       []float64 // N: (q-1)|u|^(q-2)
	d       []float64 // n
	inverse []float64 // n: 1/d, 0 of held coordinates
	small   []float64 // N
	rest    []float64 // n
	step    []float64 // n
	fit     []float64 // n
}

// setCurvature stores e for u = Phi* alpha.
func (s *explicitSystem) setCurvature(u []float64) {
	q := s.form.Q()
	for k, v := range u {
		s.e[k] = (q - 1) * gram.AbsPower(v, q-2)
	}
}

// hessian stores H x in dst, and reports whether no evaluation failed.
func (s *explicitSystem) hessian(eval *evaluator, dst, x []float64) bool {
	if eval.err != nil || !eval.ok(s.form.Adjoint(eval.ctx, s.small, x)) {
		return false
	}
	floats.Mul(s.small, s.e)
	return eval.ok(s.form.Apply(eval.ctx, dst, s.small))
}

// multiply stores (H + diag(d)) x in dst, 0 for held coordinates.
func (s *explicitSystem) multiply(eval *evaluator, dst, x []float64) {
	if !s.hessian(eval, dst, x) {
		return
	}
	for i, v := range x {
		if s.inverse[i] == 0 {
			dst[i] = 0
		} else {
			dst[i] += float64(s.d[i] * v)
		}
	}
}

// lowRank solves by an N x N factor, or by a factor on the free coordinates where these are
// fewer. With R = diag(sqrt(e)), D = diag(d) and B = I + R Phi' D^-1 Phi R (Woodbury),
//
//	(H + D)^-1 r = D^-1 (r - Phi R B^-1 R Phi' D^-1 r),
//
// followed by iterative refinement.
type lowRank struct {
	*explicitSystem
	border
	form       *gram.Features
	freeFactor           // of few
	few        bool      // the factor is of the free coordinates
	block      []float64 // H of these
	pivots     []int
	root       []float64 // N: R
	b          []float64 // N x N: the factor of B
}

func (s *lowRank) factor(eval *evaluator, d []float64) bool {
	s.d = d
	same := true
	for i, v := range d {
		s.inverse[i] = 1 / v
		same = same && v == d[0]
	}
	if s.few = s.collect(d) <= len(s.root)+1; s.few {
		return s.factorFew(eval)
	}
	c, scale := s.inverse, 1.0
	if same { // as of the squared loss: one covariance matrix serves all
		c, scale = nil, s.inverse[0]
	}
	if eval.err != nil || !eval.ok(s.form.Covariance(eval.ctx, s.b, c)) {
		return false
	}
	n := len(s.root)
	for k, e := range s.e {
		s.root[k] = math.Sqrt(e)
	}
	for k, rk := range s.root {
		row := s.b[k*n : k*n+k+1]
		for l := range row {
			row[l] *= rk * s.root[l] * scale
		}
		row[k]++
	}
	if s.chol = dense.NewCholesky(eval.ctx, n, s.b); s.chol == nil {
		return false
	}
	s.set(func(one []float64) { s.refine(eval, one, one, math.Inf(1)) })
	return eval.err == nil
}

// smallest bounds d from below, relative to H's diagonal: psi may have no curvature, and H may be
// singular.
const smallest = 1e-13

// factorFew factors the system of the free coordinates, with the condition on the sum as its last
// row if there is one, without which the system may be singular.
func (s *lowRank) factorFew(eval *evaluator) bool {
	k := len(s.index)
	size := k
	if s.balanced {
		size++
	}
	s.u = slices.Grow(s.u[:0], size*size)[:size*size]
	s.block = slices.Grow(s.block[:0], k*k)[:k*k]
	if k == 0 || eval.err != nil || !eval.ok(s.form.Block(eval.ctx, s.block, s.index, s.e)) {
		return false
	}
	clear(s.u)
	for f, i := range s.index {
		for g, v := range s.block[f*k : f*k+f+1] {
			s.u[f*size+g], s.u[g*size+f] = v, v
		}
		s.u[f*size+f] += max(s.d[i], smallest*s.block[f*k+f])
		if s.balanced {
			s.u[f*size+k], s.u[k*size+f] = 1, 1
		}
	}
	s.pivots = slices.Grow(s.pivots[:0], size)[:size]
	return lapack64.Getrf(blas64.General{Rows: size, Cols: size, Stride: size, Data: s.u}, s.pivots)
}

// solveFew solves the system of the free coordinates.
func (s *lowRank) solveFew(dst, r []float64, sum float64) (c float64) {
	k := len(s.index)
	s.x = s.x[:0]
	for _, i := range s.index {
		s.x = append(s.x, r[i])
	}
	if s.balanced {
		s.x = append(s.x, sum)
	}
	size := len(s.x)
	lapack64.Getrs(blas.NoTrans, blas64.General{Rows: size, Cols: size, Stride: size, Data: s.u},
		blas64.General{Rows: size, Cols: 1, Stride: 1, Data: s.x}, s.pivots)
	clear(dst)
	for f, i := range s.index {
		dst[i] = s.x[f]
	}
	if s.balanced {
		c = s.x[k]
	}
	return c
}

func (s *lowRank) solve(eval *evaluator, dst, r []float64, sum, residual float64) (c float64) {
	if s.few {
		return s.solveFew(dst, r, sum)
	}
	s.refine(eval, dst, r, residual)
	return s.border.apply(dst, sum)
}

// refine stores (H + D)^-1 r in dst.
func (s *lowRank) refine(eval *evaluator, dst, r []float64, residual float64) {
	const mostRefined = 3 // refinements of a solution
	copy(s.rest, r)
	s.hold(s.rest)
	target, last := residual*floats.Norm(s.rest, 2), math.Inf(1)
	clear(s.step)
	for range mostRefined {
		s.invert(eval, s.rest)
		floats.Add(s.step, s.rest)
		if math.IsInf(residual, 1) {
			break
		}
		s.multiply(eval, s.rest, s.step)
		if eval.err != nil {
			return
		}
		floats.SubTo(s.rest, r, s.rest)
		s.hold(s.rest)
		size := floats.Norm(s.rest, 2)
		if size <= target || size > last/2 {
			break
		}
		last = size
	}
	copy(dst, s.step)
}

// hold sets the held coordinates of v to 0.
func (s *lowRank) hold(v []float64) {
	for i, c := range s.inverse {
		if c == 0 {
			v[i] = 0
		}
	}
}

// invert replaces v by (H + D)^-1 v, except for rounding.
func (s *lowRank) invert(eval *evaluator, v []float64) {
	floats.Mul(v, s.inverse)
	if eval.err != nil || !eval.ok(s.form.Adjoint(eval.ctx, s.small, v)) {
		return
	}
	floats.Mul(s.small, s.root)
	s.chol.Solve(s.small)
	floats.Mul(s.small, s.root)
	if !eval.ok(s.form.Apply(eval.ctx, s.fit, s.small)) {
		return
	}
	for i, c := range s.inverse {
		v[i] -= float64(c * s.fit[i])
	}
}

// conjugate solves by conjugate gradients. The preconditioner is the diagonal of
// the matrix, projected on sum(x) = 0 in its own metric where there is an intercept
// (Gould, Hribar, Nocedal, SIAM J. Sci. Comput. 2001).
type conjugate struct {
	*explicitSystem
	balanced  bool
	diagonal  []float64 // n; +Inf of held coordinates
	total     float64   // sum of 1/diagonal
	direction []float64
	product   []float64
	z         []float64 // the preconditioned residual
}

func (s *conjugate) factor(eval *evaluator, d []float64) bool {
	s.d = d
	if eval.err != nil || !eval.ok(s.form.Squares(eval.ctx, s.diagonal, s.e)) {
		return false
	}
	s.total = 0
	for i, v := range d {
		s.inverse[i] = 1 / v
		s.diagonal[i] += v
		s.total += 1 / s.diagonal[i]
	}
	return true
}

func (s *conjugate) solve(eval *evaluator, dst, r []float64, sum, residual float64) (c float64) {
	const mostSteps = 2000 // of conjugate gradients for one system
	x := s.step
	copy(s.rest, r)
	clear(x)
	if s.balanced && sum != 0 {
		for i, v := range s.diagonal {
			x[i] = sum / (v * s.total)
		}
		s.multiply(eval, s.product, x)
		floats.Sub(s.rest, s.product)
	}
	first, rz := 0.0, math.Inf(1)
	for k := range mostSteps {
		c += s.precondition()
		next := dense.Dot(s.z, s.rest)
		if k == 0 {
			first = next
		}
		if !(next > residual*residual*first) {
			break
		}
		beta := next / rz // 0 in the first step
		for i, v := range s.z {
			s.direction[i] = v + float64(beta*s.direction[i])
		}
		rz = next
		s.multiply(eval, s.product, s.direction)
		if eval.err != nil {
			return c
		}
		curvature := dense.Dot(s.direction, s.product)
		if !(curvature > 0) {
			break
		}
		dense.AddScaled(x, rz/curvature, s.direction)
		dense.AddScaled(s.rest, -rz/curvature, s.product)
	}
	copy(dst, x)
	return c
}

// precondition subtracts a constant c from the residual so that the preconditioned one, which it
// stores in z, sums to 0, and returns c.
func (s *conjugate) precondition() (c float64) {
	if s.balanced && s.total > 0 {
		for i, v := range s.rest {
			c += v / s.diagonal[i]
		}
		c /= s.total
		floats.AddConst(-c, s.rest)
	}
	floats.DivTo(s.z, s.rest, s.diagonal)
	return c
}

// systemOf returns the system of an explicit form, by its side, which is not that of the
// points, with what is shared by systems on features.
func systemOf(form gram.Explicit, balanced bool) (system, *explicitSystem) {
	n, d := form.Points(), form.Dimension()
	shared := &explicitSystem{
		form: form, e: make([]float64, d), small: make([]float64, d),
		inverse: make([]float64, n), rest: make([]float64, n), step: make([]float64, n), fit: make([]float64, n),
	}
	if form.Side() == gram.Neither {
		return &conjugate{
			explicitSystem: shared, balanced: balanced,
			diagonal: make([]float64, n), direction: make([]float64, n), product: make([]float64, n), z: make([]float64, n),
		}, shared
	}
	return &lowRank{
		form: form.(*gram.Features), explicitSystem: shared, border: border{balanced: balanced, one: make([]float64, n)},
		root: make([]float64, d), b: make([]float64, d*d),
	}, shared
}

package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// reducedNewton is Newton's method on the dual of the squared loss for many more points than
// features. With labels and features taken about their means where there is an
// intercept, its points are
//
//	a = s a0 + gamma ((1-s) y - Phi z),   u = Phi'a = gamma (c + s h - G z),
//
// with G = Phi'Phi, c = Phi'y, r = a0/gamma - y and h = Phi'r. Newton's whole step ends
// at s = 0 and z = w + E du, where w = J_q(u), E = diag((q-1)|u|^(q-2)) and
//
//	(I + gamma G E) du = -gamma (G e + s h),   e = w - z,
//
// so that an iteration takes N^3/3 flops, whatever n is. Values are those of
//
//	psi = (gamma/2) (s^2 |r|^2 - 2 s h.z + z'Gz - |y|^2)
//	gap = (gamma/2) (s^2 |r|^2 + 2 s h.e + e'Ge).
//
// The driver's iterates are certified on all points. Where rounding in G keeps that certificate
// above the tolerance, Newton's method on n points takes over.
type reducedNewton struct {
	*covariances
	p    *Problem
	rest *directNewton // the method on n points once it has taken over

	rr                 float64 // |r|^2
	s, gap             float64
	best, least        float64 // the least gap and dual
	staleSteps         int     // iterations in a row that lower neither
	h, u, w, z         []float64
	e, ge, gz, dz, gdz []float64 // G e, G z, the step of z, G dz
	v, root            []float64 // du, sqrt(E)
}

// covariances is shared by the solves of the same form and labels.
type covariances struct {
	form   *gram.Features
	labels []float64 // as the problem has them
	y, a0  []float64 // n
	yy     float64   // |y|^2
	c      []float64
	g, b   []float64 // N x N: G, and room for a factor
}

var _ sharer = (*reducedNewton)(nil)

func newReduced(p *Problem, form *gram.Features) *reducedNewton {
	s := &reducedNewton{p: p, covariances: &covariances{form: form, labels: p.Y}, best: math.Inf(1), least: math.Inf(1), s: 1}
	d := form.Dimension()
	memory := make([]float64, 11*d)
	for _, v := range []*[]float64{&s.h, &s.u, &s.w, &s.z, &s.e, &s.ge, &s.gz, &s.dz, &s.gdz, &s.v, &s.root} {
		*v, memory = memory[:d:d], memory[d:]
	}
	return s
}

// covary computes the covariances.
func (s *covariances) covary(eval *evaluator, centred bool) {
	n, d := len(s.labels), s.form.Dimension()
	s.y, s.a0, s.c = make([]float64, n), make([]float64, n), make([]float64, d)
	s.g, s.b = make([]float64, d*d), make([]float64, d*d)
	sums := make([]float64, d) // Phi'1
	for i := range s.y {
		s.y[i] = 1
	}
	if !eval.ok(s.form.Covariance(eval.ctx, s.g, nil)) || centred && !eval.ok(s.form.Adjoint(eval.ctx, sums, s.y)) {
		return
	}
	for k := range d {
		for l := range k + 1 {
			v := s.g[k*d+l] - sums[k]*sums[l]/float64(n)
			s.g[k*d+l], s.g[l*d+k] = v, v
		}
	}
	copy(s.y, s.labels)
	if centred {
		floats.AddConst(-floats.Sum(s.y)/float64(n), s.y)
	}
	s.yy = dense.Dot(s.y, s.y)
	eval.ok(s.form.Adjoint(eval.ctx, s.c, s.y))
}

func (s *reducedNewton) Start(x *point, eval *evaluator, nearby *Result) {
	const nearEnd = 1e-6 // relative gap above which the covariances give it
	known := nearby != nil && nearby.NormPower > 0 && nearby.Omega != nil
	switch {
	case known: // the line search along the first step does the rest
		copy(x.alpha, nearby.Alpha)
		copy(x.omega, nearby.Omega)
		x.power, x.intercept = nearby.NormPower, nearby.Intercept
	case nearby != nil && nearby.NormPower > 0:
		copy(x.alpha, nearby.Alpha)
		eval.at(x, nil)
	default:
		startOnRay(s.p, x, nil, eval, nearby)
	}
	if nearby != nil && nearby.shared != nil && nearby.shared.form == s.form && &nearby.shared.labels[0] == &s.labels[0] {
		s.covariances = nearby.shared
	} else if s.covary(eval, s.p.Intercept); eval.err != nil {
		return
	}
	copy(s.a0, x.alpha)
	if !eval.ok(s.form.Adjoint(eval.ctx, s.h, s.a0)) {
		return
	}
	for i, y := range s.y {
		r := s.a0[i]/s.p.Gamma - y
		s.rr += r * r
	}
	for k, c := range s.c {
		s.h[k] = s.h[k]/s.p.Gamma - c
	}
	s.evaluate()
	if c := s.certificate(); known && c.Relative() > nearEnd {
		x.Certificate, x.objective = c, c.Primal
	} else if known {
		eval.finish(x)
	}
}

// evaluate computes all values at the point.
func (s *reducedNewton) evaluate() {
	e := s.p.Form.Q() - 1
	for k := range s.u {
		s.u[k] = s.p.Gamma * (s.c[k] + s.s*s.h[k] - s.gz[k])
		s.w[k] = signedPower(s.u[k], e)
	}
	floats.SubTo(s.e, s.w, s.z)
	dense.Products(s.ge, s.g, len(s.e), s.e)
	s.gap = s.p.Gamma / 2 * (s.s*s.s*s.rr + 2*s.s*dense.Dot(s.h, s.e) + dense.Dot(s.e, s.ge))
	const falls = 1e-8 // far from the solution the gap may rise while the dual falls
	dual := s.certificate().Dual
	if s.staleSteps++; s.gap < s.best || dual < s.least-falls*math.Abs(dual) {
		s.staleSteps = 0
	}
	s.best, s.least = min(s.best, s.gap), min(s.least, dual)
}

// certificate is that of the point, except for rounding in G.
func (s *reducedNewton) certificate() optimize.Certificate {
	psi := s.p.Gamma / 2 * (s.s*s.s*s.rr - 2*s.s*dense.Dot(s.h, s.z) + dense.Dot(s.z, s.gz) - s.yy)
	dual := dense.Dot(s.u, s.w)/s.p.Form.Q() + psi
	return optimize.Certificate{Primal: s.gap - dual, Dual: dual, Gap: s.gap}
}

// Step takes up to eval.most iterations.
func (s *reducedNewton) Step(x *point, eval *evaluator) bool {
	if s.rest == nil {
		// After this many iterations without a smaller gap or dual, the rest is rounding.
		const mostStale = 3
		steps := 0
		for steps < eval.most && s.staleSteps < mostStale && !s.certificate().Within(eval.tolerance) && s.iterate(eval) {
			steps++
		}
		if steps > 0 {
			s.expand(x, eval)
			eval.steps = steps
			return eval.err == nil
		}
		s.rest = newDirectNewton(s.p, newExplicitForm(s.form, s.p.Intercept))
		s.rest.Start(x, eval, &Result{Alpha: x.alpha, NormPower: x.power})
	}
	return s.rest.Step(x, eval)
}

func (s *reducedNewton) share(r *Result, _ bool) { r.shared = s.covariances }

// expand stores the point with its certificate in x.
func (s *reducedNewton) expand(x *point, eval *evaluator) {
	if eval.err != nil || !eval.ok(s.form.Apply(eval.ctx, x.alpha, s.z)) {
		return
	}
	mean := 0.0
	if s.p.Intercept {
		mean = floats.Sum(x.alpha) / float64(len(s.y))
	}
	for i, f := range x.alpha {
		x.alpha[i] = s.s*s.a0[i] + s.p.Gamma*((1-s.s)*s.y[i]-(f-mean))
	}
	s.p.balance(x.alpha)
	eval.at(x, nil)
}

// iterate takes a step; false where there is none in floating point.
func (s *reducedNewton) iterate(eval *evaluator) bool {
	n, gamma, q := len(s.u), s.p.Gamma, s.p.Form.Q()
	for k, u := range s.u {
		s.root[k] = math.Sqrt((q - 1) * gram.AbsPower(u, q-2))
		s.v[k] = -gamma * (s.ge[k] + s.s*s.h[k])
		s.dz[k] = s.root[k] * s.v[k]
	}
	for k, rk := range s.root {
		row := s.b[k*n : k*n+k+1]
		for l, g := range s.g[k*n : k*n+k+1] {
			row[l] = gamma * g * rk * s.root[l]
		}
		row[k]++
	}
	chol := dense.NewCholesky(eval.ctx, n, s.b)
	if chol == nil {
		return false
	}
	chol.Solve(s.dz)
	floats.Mul(s.dz, s.root) // E du
	dense.Products(s.gdz, s.g, n, s.dz)
	floats.Add(s.dz, s.e) // dz = e + E du
	for k, g := range s.gdz {
		s.v[k] -= gamma * g
		s.gdz[k] += s.ge[k]
	}
	if math.IsNaN(floats.Sum(s.v)) {
		return false
	}
	hdz := dense.Dot(s.h, s.dz)
	first := -gamma * (s.s*s.s*s.rr + s.s*(dense.Dot(s.h, s.e)+hdz) + dense.Dot(s.ge, s.dz))
	second := gamma * (s.s*s.s*s.rr + 2*s.s*hdz + dense.Dot(s.dz, s.gdz))
	t := lineSearch(func(t float64) float64 {
		sum := first + t*second
		for k, v := range s.v {
			sum += (signedPower(s.u[k]+t*v, q-1) - s.w[k]) * v
		}
		return sum
	}, math.Inf(1))
	s.s -= t * s.s
	dense.AddScaled(s.z, t, s.dz)
	dense.AddScaled(s.gz, t, s.gdz)
	s.evaluate()
	return true
}

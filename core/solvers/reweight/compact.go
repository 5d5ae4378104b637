package reweight

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// compact is Newton's method for the lp problem of a step with a smooth loss and k features, at
// most twice as many as points, on the primal
//
//	P(z, b) = gamma sum_i L(y_i, f_i + b) + (1/p)||z||_p^p ,  f = X z ,
//
// from the weights that the step majorises. With a = -gamma L'(f + b) at the best b, u = X'a
// and w = J_q(u), the direction solves
//
//	(D + X_c' G X_c) d = u - J_p(z) ,  G = gamma diag(L'') ,
//
// with X_c the features less their means weighted by G where there is an intercept. D is the
// slope of J_p between z and w, so that P decreases along d, and tends to its derivative at the
// solution. The driver's iterates are certified by a, with the weights w. For the squared loss,
// iterations between them use X_c'X_c alone:
//
//	u = gamma (X_c'y - X_c'X_c z) ,  gap = (gamma/2)||X_c (w - z)||^2 .
type compact struct {
	p          *Problem
	curvatures func(y, t float64) float64 // L''
	tolerance  float64
	features   []int
	scale      []float64
	constant   bool // whether L'' is

	z, u, w, r, root, d, means, h []float64 // k; h is X_c'G X_c d, and X_c'y for the squared loss
	b, yy, primal                 float64
	f, fitted, alpha, curvature   []float64 // n: X z, X w
	df                            []float64 // n: X d
	covariance, factor            []float64 // k x k
	certificate                   optimize.Certificate
	kept                          *lp.Result
	keptU                         []float64
}

// mostCompact bounds the multiplications of a covariance matrix, about a nanosecond each: the
// context is checked between two matrices.
const mostCompact = 5e7

// isCompact reports whether the covariances of so many features are cheap.
func (p *Problem) isCompact(features int) bool {
	return float64(features)*float64(features)*float64(max(features, len(p.Y))) <= mostCompact
}

// newCompact begins at the weights z of some features times their scales. It returns nil for
// unsuitable problems.
func (p *Problem) newCompact(features []int, scale, z []float64, tolerance float64) *compact {
	n, k := len(p.Y), len(features)
	smooth, ok := p.Loss.(loss.Smooth)
	if !ok || k > 2*n || !p.isCompact(k) {
		return nil
	}
	memory := make([]float64, 8*k+5*n+2*k*k)
	next := func(size int) []float64 {
		v := memory[:size:size]
		memory = memory[size:]
		return v
	}
	c := &compact{p: p, curvatures: smooth.Curvature, tolerance: tolerance, features: features, scale: scale, constant: loss.IsQuadratic(p.Loss),
		z: next(k), u: next(k), w: next(k), r: next(k), root: next(k), d: next(k), means: next(k), h: next(k),
		f: next(n), fitted: next(n), alpha: next(n), curvature: next(n), df: next(n), covariance: next(k * k), factor: next(k * k)}
	copy(c.z, z)
	c.expand(c.f, c.z)
	c.evaluate()
	return c
}

// expand stores X v in dst.
func (c *compact) expand(dst, v []float64) {
	clear(dst)
	for j, k := range c.features {
		floats.AddScaled(dst, c.scale[j]*v[j], c.p.Columns[k])
	}
}

// evaluate computes the quantities at the point with the fit f, and its certificate.
func (c *compact) evaluate() {
	p := c.p
	c.b = p.intercept(c.f, c.b)
	var data, gap, psi float64
	for i, f := range c.f {
		t := f + c.b
		slope, _ := p.Loss.Subdifferential(p.Y[i], t)
		c.alpha[i], c.curvature[i] = -p.Gamma*slope, p.Gamma*c.curvatures(p.Y[i], t)
		data += p.Loss.Value(p.Y[i], t)
	}
	if p.Intercept {
		loss.Balance(p.Loss, p.Y, c.alpha, p.Gamma)
	}
	for j, k := range c.features {
		c.u[j] = c.scale[j] * floats.Dot(p.Columns[k], c.alpha)
	}
	c.primal = float64(p.Gamma*data) + c.penalise()
	c.expand(c.fitted, c.w)
	for i, f := range c.fitted {
		gap += p.Loss.Gap(p.Y[i], f+c.b, c.alpha[i], p.Gamma)
		psi += p.Loss.Psi(p.Y[i], c.alpha[i], p.Gamma)
	}
	dual := floats.Dot(c.u, c.w)/p.Q + psi
	c.certificate = optimize.Certificate{Primal: gap - dual, Dual: dual, Gap: gap}
}

// penalise computes w from u and returns the penalty of z.
func (c *compact) penalise() (sum float64) {
	q := c.p.Q
	for j, u := range c.u {
		c.w[j] = math.Copysign(gram.AbsPower(u, q-1), u)
		sum += c.p.power(c.z[j]) * (q - 1) / q
	}
	return sum
}

// reduce evaluates the squared loss on the covariances, and reports whether the gap is within
// the tolerance.
func (c *compact) reduce() bool {
	k, gamma := len(c.z), c.p.Gamma
	var curved, gap float64
	for j, z := range c.z {
		gz := floats.Dot(c.covariance[j*k:(j+1)*k], c.z) / gamma
		c.u[j] = gamma * (c.h[j] - gz)
		curved += z * (gz - 2*c.h[j])
	}
	c.primal = gamma/2*(c.yy+curved) + c.penalise()
	floats.SubTo(c.d, c.w, c.z)
	for j, e := range c.d {
		gap += e * floats.Dot(c.covariance[j*k:(j+1)*k], c.d) / 2
	}
	return gap <= c.tolerance/2*c.primal
}

func (c *compact) Certificate() optimize.Certificate { return c.certificate }

func (c *compact) Keep() {
	c.keptU = append(c.keptU[:0], c.u...)
	c.kept = &lp.Result{Alpha: slices.Clone(c.alpha), Omega: slices.Clone(c.fitted), Intercept: c.b, NormPower: floats.Dot(c.u, c.w)}
}

func (c *compact) Restore() {}

// covary computes X_c'G X_c and, for the squared loss, X_c'y.
func (c *compact) covary() {
	n, k, sum := len(c.f), len(c.z), floats.Sum(c.curvature)
	if products := c.p.covariances(); c.constant && products != nil {
		for j, a := range c.features {
			for l, b := range c.features {
				c.covariance[j*k+l] = c.p.Gamma * c.scale[j] * c.scale[l] * products[a*len(c.p.Columns)+b]
			}
		}
	} else {
		rows := make([]float64, k*n)
		for j, a := range c.features {
			if c.means[j] = 0; c.p.Intercept && sum > 0 {
				c.means[j] = floats.Dot(c.curvature, c.p.Columns[a]) / sum
			}
			row := rows[j*n : (j+1)*n]
			for i, x := range c.p.Columns[a] {
				row[i] = c.scale[j] * math.Sqrt(c.curvature[i]) * (x - c.means[j])
			}
			for l := range j + 1 {
				v := floats.Dot(row, rows[l*n:(l+1)*n])
				c.covariance[j*k+l], c.covariance[l*k+j] = v, v
			}
		}
	}
	if !c.constant {
		return
	}
	mean := 0.0
	if c.p.Intercept {
		mean = floats.Sum(c.p.Y) / float64(n)
	}
	for i, y := range c.p.Y {
		c.df[i] = y - mean
	}
	c.yy = floats.Dot(c.df, c.df)
	for j, a := range c.features {
		c.h[j] = c.scale[j] * floats.Dot(c.p.Columns[a], c.df)
	}
}

// Step takes one iteration, or for the squared loss as many as lead to the tolerance.
func (c *compact) Step(ctx context.Context, limit int) int {
	if !c.constant {
		c.covary()
		if !c.iterate(ctx) {
			return 0
		}
		return 1
	}
	if c.yy == 0 {
		c.covary()
	}
	taken := 0
	for c.reduce(); taken < limit && c.iterate(ctx); {
		if taken++; c.reduce() {
			break
		}
	}
	c.expand(c.f, c.z)
	c.evaluate()
	return taken
}

// iterate moves along the direction to a lower P; false where there is none.
func (c *compact) iterate(ctx context.Context) bool {
	p, k := c.p, len(c.z)
	for j, z := range c.z {
		c.r[j] = c.u[j] - math.Copysign(gram.AbsPower(z, 1/(p.Q-1)), z)
		inverse := (c.w[j] - z) / c.r[j]
		if !(inverse >= 0) {
			inverse = (p.Q - 1) * gram.AbsPower(c.u[j], p.Q-2)
		}
		c.root[j] = math.Sqrt(inverse)
		c.d[j] = c.root[j] * c.r[j]
	}
	for j := range k {
		row := c.factor[j*k : j*k+j+1]
		for l := range row {
			row[l] = c.root[j] * c.root[l] * c.covariance[j*k+l]
		}
		row[j]++
	}
	factor := dense.NewCholesky(ctx, k, c.factor)
	if factor == nil {
		return false
	}
	factor.Solve(c.d)
	floats.Mul(c.d, c.root)
	slope, db := -floats.Dot(c.d, c.r), 0.0
	d := slices.Clone(c.d)
	if !c.constant {
		c.expand(c.df, d)
		for j, v := range d {
			db -= v * c.scale[j] * c.means[j]
		}
	}
	before, last := c.primal, 0.0
	for t := 1.0; t >= 1e-6; t /= 4 {
		floats.AddScaled(c.z, t-last, d)
		if c.constant {
			c.reduce()
		} else {
			floats.AddScaled(c.f, t-last, c.df)
			c.b += (t - last) * db
			c.evaluate()
		}
		if c.primal <= before+1e-4*t*slope || -slope <= 1e-12*before {
			return true
		}
		last = t
	}
	return false
}

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
// from the weights that the step majorises. With a = -gamma L'(f + b), u = X'a and w = J_q(u), the
// direction solves
//
//	(D + X_c' G X_c) d = u - m sum(a) - J_p(z) ,  db = sum(a)/sum(G) - m'd ,  G = gamma diag(L'') ,
//
// with X_c the features less their means m weighted by G where there is an intercept; otherwise m
// and db are 0. D is the slope of J_p between z and w, so that P decreases along d, and tends to its
// derivative at the solution. Far from the solution, where w is not near it, D is J_p(z)/z, the
// curvature of the parabola that bounds the penalty (iteratively reweighted least squares). The
// driver's iterates are certified by a at the best b, with the weights w; the first, by a = 0 with the
// weights z. For the squared loss, iterations between them use X_c'X_c alone, and the steps of a
// search end with its certificate:
//
//	u = gamma (X_c'y - X_c'X_c z) ,  gap = (gamma/2)||X_c (w - z)||^2 .
type compact struct {
	p          *Problem
	curvatures func(y, t float64) float64 // L''
	tolerance  float64
	features   []int
	scale      []float64
	constant   bool // whether L'' is

	z, u, w, j, r, root, d, means, h []float64 // k; j is J_p(z), and h is X_c'y for the squared loss
	b, yy, primal, gap, fall, power  float64   // fall is minus the slope along the last direction
	isShortened                      bool      // whether the last direction was
	exact                            int       // iterations so far with a fall that is rounding
	v, fitted, alpha                 []float64 // what is certified: k weights, n values of X v and of a
	f, a, curvature                  []float64 // n; f is X z
	df                               []float64 // n: X d
	rows                             []float64 // k x n: the columns of X_c
	triangle                         dense.Triangle
	covariance, factor               []float64 // k x k
	certificate                      optimize.Certificate
	kept                             *lp.Result
	keptZ                            []float64
}

// isCompact reports whether the covariances of the given number of features are cheap.
func (p *Problem) isCompact(features int) bool {
	const mostCompact = 5e7 // multiplications of a covariance matrix, about a nanosecond each: the context is checked between two matrices
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
	c := &compact{p: p, curvatures: smooth.Curvature, tolerance: tolerance, features: features, scale: scale, constant: loss.IsQuadratic(p.Loss), b: p.lastIntercept}
	if c.isQuick() {
		n = 0
	}
	size := 10*k + 6*n
	p.memory = slices.Grow(p.memory[:0], size+2*k*k)[:size+2*k*k]
	memory := p.memory
	clear(memory[:size])
	for _, v := range []*[]float64{&c.z, &c.u, &c.w, &c.j, &c.r, &c.root, &c.d, &c.means, &c.h, &c.v} {
		*v, memory = memory[:k:k], memory[k:]
	}
	for _, v := range []*[]float64{&c.f, &c.fitted, &c.a, &c.alpha, &c.curvature, &c.df} {
		*v, memory = memory[:n:n], memory[n:]
	}
	c.covariance, c.factor = memory[:k*k], memory[k*k:]
	copy(c.z, z)
	if c.constant {
		for i := range c.curvature {
			c.curvature[i] = p.Gamma
		}
		c.covary()
		c.reduce()
	}
	if !c.isQuick() {
		c.expand(c.f, c.z)
	}
	if !c.constant {
		c.evaluate()
	}
	copy(c.fitted, c.f)
	copy(c.v, z)
	c.certificate = optimize.Certificate{Primal: c.primal, Gap: c.primal}
	return c
}

// isQuick reports whether the covariances of the problem certify the steps.
func (c *compact) isQuick() bool { return c.constant && c.p.isTrial && c.p.covariances() != nil }

// expand stores X v in dst.
func (c *compact) expand(dst, v []float64) {
	clear(dst)
	for j, k := range c.features {
		dense.AddScaled(dst, c.scale[j]*v[j], c.p.Columns[k])
	}
}

// evaluate computes the quantities at the point with the fit f and the intercept b.
func (c *compact) evaluate() {
	p := c.p
	var data float64
	for i, f := range c.f {
		t := f + c.b
		slope, _ := p.Loss.Subdifferential(p.Y[i], t)
		c.a[i], c.curvature[i] = -p.Gamma*slope, p.Gamma*c.curvatures(p.Y[i], t)
		data += p.Loss.Value(p.Y[i], t)
	}
	c.adjoin(c.a)
	c.primal = float64(p.Gamma*data) + c.penalise()
}

// adjoin stores X'a in u and J_q(u) in w.
func (c *compact) adjoin(a []float64) {
	for j, k := range c.features {
		c.u[j] = c.scale[j] * dense.Dot(c.p.Columns[k], a)
		c.w[j] = math.Copysign(gram.AbsPower(c.u[j], c.p.Q-1), c.u[j])
	}
}

// penalise returns the penalty of z, and stores J_p(z) in j.
func (c *compact) penalise() (sum float64) {
	e := 1 / (c.p.Q - 1)
	for j, z := range c.z {
		c.j[j] = math.Copysign(gram.AbsPower(z, e), z)
		sum += z * c.j[j]
	}
	return sum / (1 + e)
}

// certify computes the certificate of the point, at the best intercept.
func (c *compact) certify() {
	p := c.p
	c.b = p.intercept(c.f, c.b)
	var gap, psi float64
	for i, f := range c.f {
		slope, _ := p.Loss.Subdifferential(p.Y[i], f+c.b)
		c.alpha[i] = -p.Gamma * slope
	}
	if p.Intercept {
		loss.Balance(p.Loss, p.Y, c.alpha, p.Gamma)
	}
	copy(c.a, c.alpha)
	c.adjoin(c.a)
	c.expand(c.fitted, c.w)
	for i, f := range c.fitted {
		gap += p.Loss.Gap(p.Y[i], f+c.b, c.alpha[i], p.Gamma)
		psi += p.Loss.Psi(p.Y[i], c.alpha[i], p.Gamma)
	}
	copy(c.v, c.w)
	c.power = dense.Dot(c.u, c.w)
	dual := c.power/p.Q + psi
	c.certificate = optimize.Certificate{Primal: gap - dual, Dual: dual, Gap: gap}
}

// reduce evaluates the squared loss on the covariances.
func (c *compact) reduce() {
	k, gamma, q := len(c.z), c.p.Gamma, c.p.Q
	curved := 0.0
	dense.Products(c.r, c.covariance, k, c.z)
	for j, z := range c.z {
		gz := c.r[j] / gamma
		c.u[j] = gamma * (c.h[j] - gz)
		c.w[j] = math.Copysign(gram.AbsPower(c.u[j], q-1), c.u[j])
		curved += z * (gz - 2*c.h[j])
	}
	c.primal = gamma/2*(c.yy+curved) + c.penalise()
	floats.SubTo(c.d, c.w, c.z)
	dense.Products(c.r, c.covariance, k, c.d)
	c.gap = dense.Dot(c.d, c.r) / 2
}

func (c *compact) Certificate() optimize.Certificate { return c.certificate }

func (c *compact) Keep() {
	c.keptZ = slices.Clone(c.v)
	c.kept = &lp.Result{Alpha: slices.Clone(c.alpha), Omega: slices.Clone(c.fitted), Intercept: c.b, NormPower: c.power}
}

func (c *compact) Restore() {}

// covary computes X_c'G X_c and, for the squared loss, X_c'y and the square of y.
func (c *compact) covary() {
	p, k := c.p, len(c.z)
	if products := p.covariances(); c.constant && products != nil {
		c.yy = p.power
		for j, a := range c.features {
			c.h[j] = c.scale[j] * p.moments[a]
			for l, b := range c.features {
				c.covariance[j*k+l] = p.Gamma * c.scale[j] * c.scale[l] * products[a*len(p.Columns)+b]
			}
		}
		return
	}
	n, sum := len(c.f), floats.Sum(c.curvature)
	c.rows = slices.Grow(c.rows[:0], k*n)[:k*n]
	for j, a := range c.features {
		if c.means[j] = 0; p.Intercept && sum > 0 {
			c.means[j] = dense.Dot(c.curvature, p.Columns[a]) / sum
		}
		row := c.rows[j*n : (j+1)*n]
		for i, x := range p.Columns[a] {
			row[i] = c.scale[j] * (x - c.means[j])
		}
	}
	_ = c.triangle.Square(context.Background(), c.covariance, dense.Points{N: k, D: n, X: c.rows}, c.curvature) // which never ends
	if !c.constant {
		return
	}
	y := p.centre(p.Y)
	c.yy = dense.Dot(y, y)
	for j, a := range c.features {
		c.h[j] = c.scale[j] * dense.Dot(p.Columns[a], y)
	}
}

// Step takes iterations until the certificate is expected to be within the tolerance.
func (c *compact) Step(ctx context.Context, limit int) int {
	taken := 0
	switch first := c.certificate.Dual == 0; {
	case !c.constant:
	case first && c.gap <= c.tolerance/2*c.primal:
		taken, limit = 1, 1 // D is rounding
	case c.exact == mostExact:
		return 0
	}
	for done := false; !done && taken < limit; taken++ {
		if !c.constant {
			c.covary()
		}
		if !c.iterate(ctx) {
			break
		}
		if c.constant && c.fall <= exact*c.primal {
			c.exact++
		}
		if done = c.gap <= c.tolerance/2*c.primal || c.exact == mostExact; !c.constant {
			done = c.fall <= nearly*math.Sqrt(c.tolerance)*c.primal
		}
	}
	if c.isQuick() {
		copy(c.v, c.w)
		c.certificate = optimize.Certificate{Primal: c.primal, Dual: c.gap - c.primal, Gap: c.gap}
		return taken
	}
	if c.constant {
		c.expand(c.f, c.z)
	}
	c.certify()
	return taken
}

const (
	// far is the gap, in units of the objective, from which on the weights w are not near the solution.
	far = 1e4
	// nearly is the decrease by the slope along a direction, as a share of the objective and of the
	// square root of the tolerance, from which on Newton's method is taken to end within the tolerance.
	nearly = 0.1
	// exact is the decrease, as a share of the objective, that is rounding. The gap may still come
	// within the tolerance, so that at most mostExact such iterations are taken.
	exact, mostExact = 1e-15, 20
)

// iterate moves along the direction to a lower P; false where there is none.
func (c *compact) iterate(ctx context.Context) bool {
	p, k := c.p, len(c.z)
	rest, total := 0.0, 1.0 // the sum of a, which is 0 without an intercept and for the squared loss, and of G
	if p.Intercept && !c.constant {
		rest, total = floats.Sum(c.a), floats.Sum(c.curvature)
	}
	if total == 0 {
		return false
	}
	isFar := c.isShortened || c.gap > far*c.primal
	for j, z := range c.z {
		c.r[j] = c.u[j] - c.j[j]
		var inverse float64
		switch secant := (c.w[j] - z) / c.r[j]; {
		case isFar && z != 0:
			inverse = z / c.j[j]
		case secant >= 0:
			inverse = secant
		default:
			inverse = (p.Q - 1) * gram.AbsPower(c.u[j], p.Q-2)
		}
		c.root[j] = math.Sqrt(inverse)
		c.d[j] = c.root[j] * (c.r[j] - c.scale[j]*c.means[j]*rest)
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
	d, db := slices.Clone(c.d), 0.0
	if !c.constant {
		c.expand(c.df, d)
		db = rest / total
		for j, v := range d {
			db -= v * c.scale[j] * c.means[j]
		}
	}
	c.fall = dense.Dot(d, c.r) + rest*db
	before, last := c.primal, 0.0
	for t := 1.0; t >= 1e-6; t /= 4 {
		dense.AddScaled(c.z, t-last, d)
		if c.constant {
			c.reduce()
		} else {
			dense.AddScaled(c.f, t-last, c.df)
			c.b += (t - last) * db
			c.evaluate()
		}
		if c.primal <= before-1e-4*t*c.fall || c.fall <= 1e-12*before {
			c.isShortened = t < 1
			return true
		}
		last = t
	}
	return false
}

package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// model is Newton's quadratic model of the form at a point x,
//
//	f(z) = <omega, z - x> + (1/2) (z-x)' (H + damping diag(H)) (z-x).
type model interface {
	smooth
	// set takes x, where M is m if the model needs it, and Marquardt's damping.
	set(eval *evaluator, x *point, m []float64, damping float64)
}

// parabola is the model along a direction d, by g.d and d'Hd.
type parabola struct{ linear, quadratic float64 }

func (p *parabola) slope(t float64) float64 { return p.linear + t*p.quadratic }

// quadratic is the model by an n x n matrix.
type quadratic struct {
	*byMatrix
	parabola
	q     float64
	norms pointNorms
	c     []float64 // the gradient at z = 0
	step  []float64
}

// heavyDamping is the least damping with which a multiple of Hoelder's bound on the Hessian's diagonal,
//
//	H_ii <= (q-1) ||Phi* x||_q^(q-2) ||Phi(x_i)||_q^2,
//
// is added too: for large q the diagonal may be too small to shorten any step.
const heavyDamping = 1e3

// pointNorms are ||Phi(x_i)||_q, or nil.
type pointNorms []float64

// damp adds damping/heavy times the bounds to the diagonal where the damping is heavy.
func (n pointNorms) damp(diagonal []float64, x *point, q, damping float64) {
	if damping < heavyDamping {
		return
	}
	bound := damping / heavyDamping * (q - 1) * math.Pow(x.power, (q-2)/q)
	for i, norm := range n {
		diagonal[i] += bound * norm * norm
	}
}

func (f *quadratic) set(_ *evaluator, x *point, m []float64, damping float64) {
	const leastDiagonal = 1e-280 // in place of zeros on the diagonal of H, of points with only zero features
	for e, v := range m {
		f.h[e] = (f.q - 1) * v
	}
	clear(f.step)
	f.norms.damp(f.step, x, f.q, damping)
	for i := range f.n {
		h := &f.h[i*f.n+i]
		*h = max(*h*(1+damping), leastDiagonal) + f.step[i]
	}
	f.product(f.c, x.alpha)
	floats.SubTo(f.c, x.omega, f.c)
}

func (f *quadratic) evaluate(_ *evaluator, dst, a []float64) {
	f.product(dst, a)
	floats.Add(dst, f.c)
}

func (f *quadratic) along(_ *evaluator, g, d []float64) {
	f.product(f.step, d)
	f.linear, f.quadratic = dense.Dot(g, d), dense.Dot(d, f.step)
}

func (f *quadratic) rank() int { return f.n }

// explicitModel is the model on explicit features, without a matrix of n x n.
type explicitModel struct {
	*explicitForm
	parabola
	c     []float64 // n: the gradient at z = 0
	ridge []float64 // n: the damping
	norms pointNorms
	d     []float64 // n
}

func (f *explicitModel) set(eval *evaluator, x *point, _ []float64, damping float64) {
	form := f.shared.form
	if eval.err != nil || !eval.ok(form.Adjoint(eval.ctx, f.u, x.alpha)) {
		return
	}
	f.shared.setCurvature(f.u)
	clear(f.ridge)
	if damping > minDamping {
		if !eval.ok(form.Squares(eval.ctx, f.ridge, f.shared.e)) {
			return
		}
		floats.Scale(damping, f.ridge)
		f.norms.damp(f.ridge, x, form.Q(), damping)
	}
	clear(f.c)
	f.evaluate(eval, f.d, x.alpha)
	floats.SubTo(f.c, x.omega, f.d)
}

func (f *explicitModel) evaluate(eval *evaluator, dst, a []float64) {
	if !f.shared.hessian(eval, dst, a) {
		return
	}
	for i, r := range f.ridge {
		dst[i] += f.c[i] + float64(r*a[i])
	}
}

func (f *explicitModel) factor(eval *evaluator, d []float64) bool {
	floats.AddTo(f.d, d, f.ridge)
	return f.system.factor(eval, f.d)
}

func (f *explicitModel) along(eval *evaluator, g, d []float64) {
	if eval.err != nil || !eval.ok(f.shared.form.Adjoint(eval.ctx, f.v, d)) {
		return
	}
	f.linear, f.quadratic = dense.Dot(g, d), 0
	for k, v := range f.v {
		f.quadratic += float64(f.shared.e[k] * v * v)
	}
	for i, r := range f.ridge {
		f.quadratic += float64(r * d[i] * d[i])
	}
}

func (f *explicitModel) slope(t float64) float64 { return f.parabola.slope(t) }

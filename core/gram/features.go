package gram

import (
	"context"
	"math"

	"lplab/core/kernel"
	"lplab/core/tensor"
)

// Features evaluates the form on explicit features: 4 n N flops for omega and
// n^2 N more for M, for any q >= 2 [S remark 2.5].
type Features struct {
	q        float64
	phi      tensor.Points // row i is Phi(x_i)
	u, t     []float64     // u = Phi* a, t = |u|^(q-2)
	triangle tensor.Triangle
	packed   []float64 // the triangle of M, made when first asked for
}

var _ Explicit = (*Features)(nil)

// largestFeature keeps the products of two features, of which M is made, finite.
const largestFeature = 1e150

// NewFeatures expands the points into the features of k. The kernel must have
// finitely many. The error is an *Overflow that names a point with a
// feature too large to square, or the context's.
func NewFeatures(ctx context.Context, k kernel.Kernel, x tensor.Points, q float64) (*Features, error) {
	n64, finite := kernel.Dimension(k, x.D)
	if !finite {
		panic("gram: features of an infinite-dimensional kernel")
	}
	f := &Features{q: q, phi: x}
	if _, plain := k.(kernel.Linear); !plain {
		f.phi = tensor.Points{N: x.N, D: int(n64), X: make([]float64, x.N*int(n64))}
		if err := f.expand(ctx, k, x); err != nil {
			return nil, err
		}
	}
	for i := range x.N {
		for _, v := range f.phi.Row(i) {
			if !(math.Abs(v) <= largestFeature) {
				return nil, &Overflow{Point: i}
			}
		}
	}
	f.u = make([]float64, f.phi.D)
	f.t = make([]float64, f.phi.D)
	return f, nil
}

func (f *Features) expand(ctx context.Context, k kernel.Kernel, x tensor.Points) error {
	column := 0
	if lowest, _ := k.Degrees(); lowest == 0 {
		c := kernel.Constant(k, nil, f.q)
		for i := range x.N {
			f.phi.Row(i)[0] = c
		}
		column = 1
	}
	_, highest := k.Degrees()
	var err error
	kernel.Runs(k, x.D, highest, f.q, func(r kernel.Run) bool {
		if err = ctx.Err(); err != nil {
			return false
		}
		for i := range x.N {
			xi := x.Row(i)
			product := 1.0
			for _, v := range r.Prefix {
				product *= xi[v]
			}
			to := f.phi.Row(i)[column:]
			c := r.Rest * product
			for j, v := range xi[r.From:] {
				to[j] = c * v
			}
			to[0] = r.First * product * xi[r.From]
		}
		column += x.D - r.From
		return true
	})
	return err
}

// Points implements Form.
func (f *Features) Points() int { return f.phi.N }

// Q implements Form.
func (f *Features) Q() float64 { return f.q }

// Omega implements Form.
func (f *Features) Omega(dst, alpha []float64) {
	f.powers(alpha)
	for k, u := range f.u {
		f.t[k] *= u // J_q(u)
	}
	f.Apply(dst, f.t)
}

// Dimension implements Explicit.
func (f *Features) Dimension() int { return f.phi.D }

// Apply implements Explicit.
func (f *Features) Apply(dst, w []float64) {
	for i := range dst {
		var s float64
		for k, v := range f.phi.Row(i) {
			s += float64(v * w[k])
		}
		dst[i] = s
	}
}

// OmegaM implements Form.
func (f *Features) OmegaM(dst, m, alpha []float64) {
	f.powers(alpha)
	n := f.phi.N
	if f.packed == nil {
		f.packed = make([]float64, n*(n+1)/2)
	}
	f.triangle.Compute(f.packed, f.phi, f.t, n-1)
	e := 0
	for j := range n {
		for i := range j + 1 {
			m[i*n+j], m[j*n+i] = f.packed[e], f.packed[e]
			e++
		}
	}
	for i := range dst {
		var s float64
		for j, v := range m[i*n : (i+1)*n] {
			s += float64(v * alpha[j])
		}
		dst[i] = s
	}
}

// Adjoint implements Explicit.
func (f *Features) Adjoint(dst, alpha []float64) {
	clear(dst)
	for i, a := range alpha {
		if a == 0 {
			continue
		}
		for k, v := range f.phi.Row(i) {
			dst[k] += float64(a * v)
		}
	}
}

// powers stores Phi* a in u and |u|^(q-2) in t.
func (f *Features) powers(alpha []float64) {
	f.Adjoint(f.u, alpha)
	for k, u := range f.u {
		f.t[k] = absPower(u, f.q-2)
	}
}

// absPower is |u|^e, by multiplications where e is an even integer.
func absPower(u, e float64) float64 {
	if half := e / 2; half == math.Trunc(half) && half < 64 {
		return kernel.Power(u*u, int(half))
	}
	return math.Pow(math.Abs(u), e)
}

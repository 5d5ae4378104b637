package dense

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// bandwidth is the number of diagonals of B beside the main one: large enough for block
// products, small enough that a factor of B costs less than a product with the matrix.
const bandwidth = 32

// Reduction is a symmetric n x n matrix C = Q B Q^T as an orthogonal Q and a band
// matrix B. It costs 4/3 n^3 operations, and every shift lambda then O(n^2) of them:
// (C + lambda I)^-1 = Q (B + lambda I)^-1 Q^T.
//
// Q = H_{n-1} ... H_0 is a product of reflections H_j = I - tau_j v_j v_j^T, where
// v_j ends with a 1 at j - bandwidth: row j of C becomes 0 before that. They are
// applied by blocks of bandwidth (Schreiber and Van Loan 1989; the reduction is that
// of Bischof, Lang and Sun, The SBR toolbox, ACM TOMS 2000, from the last row on).
type Reduction struct {
	n    int
	rows []float64 // n x n; row j holds v_j without its 1, then the row of B
	tau  []float64
}

// Reduce overwrites the lower triangle of c, row-major. It returns nil where the context has ended.
func Reduce(ctx context.Context, n int, c []float64) *Reduction {
	r := &Reduction{n: n, rows: c, tau: make([]float64, n)}
	for _, m := range r.panels() {
		p := r.reflectPanel(m)
		// With W = C V T and S = T^T V^T W, the leading m x m block becomes
		// C - V X^T - X V^T for X = W - 1/2 V S.
		image := make([]float64, bandwidth*m) // (C V)^T
		if !eachBlock(ctx, 0, m, func(s *scratch, i, count int) {
			s.Add(image[i:], m, p.v, m, bandwidth, r.gather(s, i, count, m), m, count, m)
		}) {
			return nil
		}
		x := p.correction(image)
		left, right := make([]float64, 2*m*bandwidth), make([]float64, 2*m*bandwidth)
		for i := range m {
			a, b := left[2*i*bandwidth:][:2*bandwidth], right[2*i*bandwidth:][:2*bandwidth]
			for k := range bandwidth {
				v, xi := p.v[k*m+i], x[k*m+i]
				a[k], a[bandwidth+k], b[k], b[bandwidth+k] = v, xi, -xi, -v
			}
		}
		if !eachBlock(ctx, 0, m, func(s *scratch, i, count int) {
			s.Add(c[i*n:], n, left[2*i*bandwidth:], 2*bandwidth, count, right, 2*bandwidth, i+count, 2*bandwidth)
		}) {
			return nil
		}
	}
	return r
}

// panels lists the first rows of the panels, each of bandwidth rows, in their order.
func (r *Reduction) panels() []int {
	var panels []int
	for m := r.n - bandwidth; m > 1; m -= bandwidth {
		panels = append(panels, m)
	}
	return panels
}

// gather returns count rows from the first on of the symmetric leading m x m block, of
// which the lower triangle is stored.
func (r *Reduction) gather(s *scratch, first, count, m int) []float64 {
	s.rows = grow(s.rows, count*m)
	dst := s.rows
	for i := range count {
		copy(dst[i*m:], r.rows[(first+i)*r.n:][:first+i+1])
	}
	for j := first + 1; j < m; j++ {
		for i, v := range r.rows[j*r.n+first:][:min(count, j-first)] {
			dst[i*m+j] = v
		}
	}
	return dst
}

// reflector is the block reflection I - V T V^T of the rows m .. m+bandwidth-1.
type reflector struct {
	m int
	v []float64 // V^T, bandwidth x m
	t []float64 // T^T, bandwidth x bandwidth
}

// reflectPanel reduces the rows m .. m+bandwidth-1.
func (r *Reduction) reflectPanel(m int) reflector {
	for k := bandwidth - 1; k >= 0; k-- {
		pivot := m - bandwidth + k
		if pivot < 1 {
			break
		}
		x := r.row(m+k, pivot+1)
		v := x[:pivot]
		norm := floats.Norm(v, 2)
		if norm == 0 {
			continue
		}
		beta := -math.Copysign(math.Hypot(x[pivot], norm), x[pivot])
		tau := (beta - x[pivot]) / beta
		floats.Scale(1/(x[pivot]-beta), v)
		x[pivot], r.tau[m+k] = beta, tau
		for j := range k {
			r.reflect(m+k, r.row(m+j, pivot+1))
		}
	}
	return r.panel(m)
}

// panel returns the block reflection of rows that have been reduced.
func (r *Reduction) panel(m int) reflector {
	p := reflector{m, make([]float64, bandwidth*m), make([]float64, bandwidth*bandwidth)}
	for k := range bandwidth {
		if pivot := m - bandwidth + k; pivot >= 1 {
			copy(p.v[k*m:], r.row(m+k, pivot))
			p.v[k*m+pivot] = 1
		}
	}
	products := p.times(p.v)
	// T of H_{m+bandwidth-1} ... H_m, column by column from the last one.
	for k := bandwidth - 1; k >= 0; k-- {
		tau := r.tau[m+k]
		for i := k + 1; i < bandwidth; i++ {
			var s float64
			for j := k + 1; j <= i; j++ {
				s += p.t[j*bandwidth+i] * products[j*bandwidth+k]
			}
			p.t[k*bandwidth+i] = -tau * s
		}
		p.t[k*bandwidth+k] = tau
	}
	return p
}

// times returns V^T Y for Y^T, bandwidth x m.
func (p reflector) times(y []float64) []float64 {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	products := make([]float64, bandwidth*bandwidth)
	s.Add(products, bandwidth, p.v, p.m, bandwidth, y, p.m, bandwidth, p.m)
	return products
}

// correction returns X^T for (C V)^T, both bandwidth x m.
func (p reflector) correction(image []float64) []float64 {
	// With Z = V^T C V, V S is V (T^T Z T).
	product := func(a, b []float64, columns int) []float64 { // a b, with bandwidth rows of b
		c := make([]float64, bandwidth*columns)
		for k := range bandwidth {
			AddRows(c[k*columns:][:columns], b, columns, a[k*bandwidth:][:bandwidth])
		}
		return c
	}
	inner := product(p.t, transpose(product(p.t, p.times(image), bandwidth)), bandwidth) // T^T Z T, as Z is symmetric
	for e := range inner {
		inner[e] *= -0.5
	}
	x := product(p.t, image, p.m)
	AddScaled(x, 1, product(inner, p.v, p.m))
	return x
}

// transpose returns the transpose of a, bandwidth x bandwidth.
func transpose(a []float64) []float64 {
	b := make([]float64, len(a))
	for i := range bandwidth {
		for j := range bandwidth {
			b[j*bandwidth+i] = a[i*bandwidth+j]
		}
	}
	return b
}

// row returns the first count numbers of a row.
func (r *Reduction) row(j, count int) []float64 { return r.rows[j*r.n:][:count] }

// reflect replaces x, of which it changes the numbers up to j - bandwidth, by H_j x.
func (r *Reduction) reflect(j int, x []float64) {
	pivot := j - bandwidth
	if pivot < 1 || r.tau[j] == 0 {
		return
	}
	v := r.row(j, pivot)
	s := r.tau[j] * (Dot(v, x[:pivot]) + x[pivot])
	AddScaled(x[:pivot], -s, v)
	x[pivot] -= s
}

// ToBand replaces x by Q^T x.
func (r *Reduction) ToBand(x []float64) {
	for j := r.n - 1; j >= 0; j-- {
		r.reflect(j, x)
	}
}

// FromBand replaces x by Q x.
func (r *Reduction) FromBand(x []float64) {
	for j := range r.n {
		r.reflect(j, x)
	}
}

// transposeQ returns Q^T, row-major, or nil where the context has ended.
func (r *Reduction) transposeQ(ctx context.Context) []float64 {
	n := r.n
	q := make([]float64, n*n)
	for i := range n {
		q[i*(n+1)] = 1
	}
	for _, m := range slices.Backward(r.panels()) { // the rows of Q^T from m on are still those of I
		p := r.panel(m)
		v := make([]float64, m*bandwidth)
		for i := range m {
			for k := range bandwidth {
				v[i*bandwidth+k] = -p.v[k*m+i]
			}
		}
		t := transpose(p.t)
		if !eachBlock(ctx, 0, m, func(s *scratch, i, count int) {
			along, work := make([]float64, count*bandwidth), make([]float64, count*bandwidth)
			s.Add(along, bandwidth, q[i*n:], n, count, p.v, m, bandwidth, m)
			s.Add(work, bandwidth, along, bandwidth, count, t, bandwidth, bandwidth, bandwidth)
			s.Add(q[i*n:], n, work, bandwidth, count, v, bandwidth, m, bandwidth)
		}) {
			return nil
		}
	}
	return q
}

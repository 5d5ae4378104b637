package dense

import "context"

// chunk is the number of coordinates processed at a time, so that the rows in use stay in cache.
// The SIMD kernel of the browser has the same, which gives an entry the same digits everywhere.
const chunk = 256

// Triangle computes weighted Gram triangles,
//
//	dst[C(j+1,2)+i] = sum_l X_il z_l X_jl,   0 <= i <= j <= k.
//
// It is the inner kernel of building a tensor (z is the product of the outer points) and of the
// Hessian on features (z = |u|^(q-2)). Where z is nil, the weights are 1. The zero value is ready for
// use. It keeps scratch memory and is not safe for concurrent use.
type Triangle struct {
	scaled []float64 // rows z o x_j, one chunk of coordinates wide
	packed []float64 // for Square
	panel  Panel     // for the processor's kernel
}

// Panel has room for one chunk of eight points.
type Panel [8 * chunk]float64

// Compute stores the triangle of points 0..k in dst, which has (k+1)(k+2)/2
// elements. len(z) is p.D, where z is not nil.
func (t *Triangle) Compute(dst []float64, p Points, z []float64, k int) {
	_ = t.ComputeContext(context.Background(), dst, p, z, k) // which never ends
}

// ComputeContext is Compute with a context, which is checked every 256 coordinates. Where it
// returns the context's error, dst is undefined.
func (t *Triangle) ComputeContext(ctx context.Context, dst []float64, p Points, z []float64, k int) error {
	if len(dst) != (k+1)*(k+2)/2 {
		panic("dense: triangle of wrong size")
	}
	clear(dst)
	t.scaled = grow(t.scaled, (k+1)*min(chunk, p.D))
	for from := 0; from < p.D; from += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		w := min(chunk, p.D-from)
		scaled := t.scaled[:(k+1)*w]
		for j := 0; j <= k; j++ {
			if row := p.X[j*p.D+from:]; z == nil {
				copy(scaled[j*w:][:w], row)
			} else {
				kernels.Multiply(scaled[j*w:][:w], row, z[from:])
			}
		}
		kernels.Triangle(&t.panel, dst, p.X[from:], p.D, scaled, w, k)
	}
	return ctx.Err()
}

// Square is ComputeContext for all points, and stores both triangles in dst, N x N.
func (t *Triangle) Square(ctx context.Context, dst []float64, p Points, z []float64) error {
	t.packed = grow(t.packed, p.N*(p.N+1)/2)
	if err := t.ComputeContext(ctx, t.packed, p, z, p.N-1); err != nil {
		return err
	}
	Unpack(dst, t.packed, p.N)
	return nil
}

// Unpack stores a packed triangle of n points in both triangles of dst, n x n.
func Unpack(dst, packed []float64, n int) {
	for j := range n {
		row := dst[j*n:][:j+1]
		copy(row, packed[j*(j+1)/2:])
		for i, v := range row {
			dst[i*n+j] = v
		}
	}
}

// productKernel adds to the packed triangle dst the inner products x_i . y_j, 0 <= i <= j <= k, of
// w numbers each, 1 <= w <= 256: x_i begins at x[i*stride] and y_j at y[j*w]. The products of an
// entry are each rounded and summed from 0 in the order of the coordinates, and the sum is added to
// dst, so that every implementation gives the same digits. The panel p is scratch memory.
type productKernel func(p *Panel, dst, x []float64, stride int, y []float64, w, k int)

// portableProducts takes two columns by four rows at a time: eight sums stay in registers.
func portableProducts(_ *Panel, dst, x []float64, stride int, scaled []float64, w, k int) {
	for j := 0; j <= k; j += 2 {
		col0 := dst[j*(j+1)/2:][:j+1]
		y0 := scaled[j*w:][:w]
		if j == k {
			for i := range col0 {
				col0[i] += dot(x[i*stride:][:w], y0)
			}
			return
		}
		col1 := dst[(j+1)*(j+2)/2:][:j+2]
		y1 := scaled[(j+1)*w:][:w]
		i := 0
		for ; i+4 <= j+1; i += 4 {
			r := x[i*stride:]
			s := dot4x2(r[:w], r[stride:][:w], r[2*stride:][:w], r[3*stride:][:w], y0, y1)
			for t := range 4 {
				col0[i+t] += s[t]
				col1[i+t] += s[4+t]
			}
		}
		for ; i <= j; i++ {
			xi := x[i*stride:][:w]
			col0[i] += dot(xi, y0)
			col1[i] += dot(xi, y1)
		}
		col1[j+1] += dot(x[(j+1)*stride:][:w], y1)
	}
}

// dot4x2 returns the eight inner products of four rows with two.
func dot4x2(a, b, c, d, y, z []float64) [8]float64 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	n := len(a)
	b, c, d, y, z = b[:n], c[:n], d[:n], y[:n], z[:n]
	for l, al := range a {
		yl, zl := y[l], z[l]
		bl, cl, dl := b[l], c[l], d[l]
		s0 += float64(al * yl)
		s1 += float64(bl * yl)
		s2 += float64(cl * yl)
		s3 += float64(dl * yl)
		s4 += float64(al * zl)
		s5 += float64(bl * zl)
		s6 += float64(cl * zl)
		s7 += float64(dl * zl)
	}
	return [8]float64{s0, s1, s2, s3, s4, s5, s6, s7}
}

// dot adds the products in the same order as dot4x2, so that both give the same digits. The
// conversions forbid fused multiply-adds, which give other digits.
func dot(a, b []float64) float64 {
	var s float64
	b = b[:len(a)]
	for l, al := range a {
		s += float64(al * b[l])
	}
	return s
}

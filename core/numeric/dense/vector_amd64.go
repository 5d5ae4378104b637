package dense

import "gonum.org/v1/gonum/floats"

// avx2Products takes four rows at a time, with the sums of portableDot.
func avx2Products(dst, a []float64, stride int, x []float64) {
	k := 0
	if n := len(x); n > 0 {
		for ; k+4 <= len(dst); k += 4 {
			rows := a[k*stride:][:3*stride+n]
			fourProducts(&dst[k], &rows[0], stride, n, &x[0])
		}
	}
	for ; k < len(dst); k++ {
		dst[k] = dotProduct(a[k*stride:][:len(x)], x)
	}
}

// avx2AddRows adds four rows at a time, in their order.
func avx2AddRows(dst, a []float64, stride int, w []float64) {
	k := 0
	if n := len(dst); n > 0 {
		for ; k+4 <= len(w); k += 4 {
			rows := a[k*stride:][:3*stride+n]
			addFourRows(&dst[0], &rows[0], stride, n, &w[k])
		}
	}
	for ; k < len(w); k++ {
		if w[k] != 0 {
			floats.AddScaled(dst, w[k], a[k*stride:][:len(dst)])
		}
	}
}

// fourProducts stores in dst the inner products of x, n numbers, with four rows.
//
//go:noescape
func fourProducts(dst, a *float64, stride, n int, x *float64)

// addFourRows adds the four rows, n numbers each, times those of w to dst.
//
//go:noescape
func addFourRows(dst, a *float64, stride, n int, w *float64)

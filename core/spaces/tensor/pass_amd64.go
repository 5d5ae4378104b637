package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		passColumns = avx2PassColumns
		passFours = avx2PassFours
		widen = avx2Widen
		addMultiple = avx2AddMultiple
		dotProduct = avx2DotProduct
	}
}

func avx2PassColumns(v, half, blocks, alpha []float64, f *four, from, to int) {
	columnsOmegaM(&v[0], &half[0], &blocks[0], &alpha[0], f, from, to)
}

func avx2PassFours(sums [][4]float64, c, half, products, blocks []float64, g *group, from, to int) {
	foursOmega(&sums[0], &c[0], &half[0], &products[0], &blocks[0], &g.at[0], &g.fours[0], from, to, (len(sums)+3)/4)
}

func avx2Widen(dst []float64, src []half) {
	if len(src) > 0 {
		passWiden(&dst[:len(src)][0], &src[0], len(src))
	}
}

func avx2AddMultiple(dst, v []float64, c float64) {
	if len(v) > 0 {
		passAdd(&dst[:len(v)][0], &v[0], c, len(v))
	}
}

func avx2DotProduct(v, a []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return passDot(&v[0], &a[:len(v)][0], len(v))
}

// columnsOmegaM is passColumns.
//
//go:noescape
func columnsOmegaM(v, half, blocks, alpha *float64, f *four, from, to int)

// foursOmega is passFours of count fours of blocks.
//
//go:noescape
func foursOmega(sums *[4]float64, c, half, products, blocks *float64, at, fours *int, from, to, count int)

// passWiden is widen of n numbers.
//
//go:noescape
func passWiden(dst *float64, src *half, n int)

// passAdd adds c v to dst, n numbers.
//
//go:noescape
func passAdd(dst, v *float64, c float64, n int)

// passDot returns the inner product of v and a, n numbers.
//
//go:noescape
func passDot(v, a *float64, n int) float64

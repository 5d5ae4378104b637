package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 {
		blockOmega = avx2BlockOmega
		blockOmegaM = avx2BlockOmegaM
		addMultiple = avx2AddMultiple
		dotProduct = avx2DotProduct
	}
}

func avx2BlockOmega(v, block, alpha []float64, k int) {
	v, alpha, block = v[:k+1], alpha[:k+1], block[:(k+1)*(k+2)/2]
	clear(v)
	passOmega(&v[0], &block[0], &alpha[0], k)
}

func avx2BlockOmegaM(v, half, block, alpha []float64, c float64, k int) {
	v, alpha, block = v[:k+1], alpha[:k+1], block[:(k+1)*(k+2)/2]
	half = half[:len(block)]
	clear(v)
	passOmegaM(&v[0], &half[0], &block[0], &alpha[0], c, k)
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

// passOmega adds (T + T') alpha to v for the packed triangle T of k+1 columns at
// block.
//
//go:noescape
func passOmega(v, block, alpha *float64, k int)

// passOmegaM does what passOmega does and adds c T to half.
//
//go:noescape
func passOmegaM(v, half, block, alpha *float64, c float64, k int)

// passAdd adds c v to dst, n numbers.
//
//go:noescape
func passAdd(dst, v *float64, c float64, n int)

// passDot returns the inner product of v and a, n numbers.
//
//go:noescape
func passDot(v, a *float64, n int) float64

package tensor

// The inner loops of a contraction, each the fastest implementation for the processor. One that adds
// in another order differs in the last digits, but on one machine a pass always gives the same digits.
var (
	// blockOmega stores (T + T') a in v[:k+1] for a packed triangle T.
	blockOmega = portableBlockOmega
	// blockOmegaM is blockOmega that also adds c T to half, a triangle packed as T is.
	blockOmegaM = portableBlockOmegaM
	// addMultiple adds c v to dst[:len(v)].
	addMultiple = portableAddMultiple
	// dotProduct returns the inner product of v with a[:len(v)].
	dotProduct = portableDotProduct
	// passFour stores (T + T') alpha of four successive blocks of a row, whose bounds
	// are k .. k+3, in v and, where half is not nil, adds c T of all of them to half, a
	// triangle packed as they are. block holds all four: as four streams they come out
	// of memory faster than one after another. It is nil where there is no fast one.
	passFour func(v *[4][]float64, half, block, alpha []float64, c [4]float64, k int)
)

func portableBlockOmega(v, block, alpha []float64, k int) {
	clear(v[:k+1])
	for j := 0; j <= k; j++ {
		col := block[:j+1]
		block = block[j+1:]
		a, w := alpha[:len(col)], v[:len(col)]
		aj := alpha[j]
		var s float64
		for i, t := range col {
			s += float64(t * a[i])
			w[i] += float64(t * aj)
		}
		v[j] += s
	}
}

func portableBlockOmegaM(v, half, block, alpha []float64, c float64, k int) {
	clear(v[:k+1])
	for j := 0; j <= k; j++ {
		col := block[:j+1]
		block = block[j+1:]
		a, w, h := alpha[:len(col)], v[:len(col)], half[:len(col)]
		half = half[j+1:]
		aj := alpha[j]
		var s float64
		for i, t := range col {
			s += float64(t * a[i])
			w[i] += float64(t * aj)
			h[i] += float64(t * c)
		}
		v[j] += s
	}
}

func portableAddMultiple(dst, v []float64, c float64) {
	dst = dst[:len(v)]
	for i, vi := range v {
		dst[i] += float64(c * vi)
	}
}

func portableDotProduct(v, a []float64) float64 {
	a = a[:len(v)]
	var s float64
	for i, vi := range v {
		s += float64(vi * a[i])
	}
	return s
}

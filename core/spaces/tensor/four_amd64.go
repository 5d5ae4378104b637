package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 {
		passFour = avx2PassFour
	}
}

func avx2PassFour(v *[4][]float64, half, block, alpha []float64, c [4]float64, k int) {
	var t, vp [4]*float64
	var at [4]int // of the column in block
	for b := range 4 {
		clear(v[b][:k+b+1])
		vp[b] = &v[b][0]
		if b > 0 {
			at[b] = at[b-1] + (k+b)*(k+b+1)/2
		}
	}
	factors := [5]float64{0, c[0], c[1], c[2], c[3]}
	var sums [4]float64
	h := 0
	for j := 0; j <= k; j++ {
		for b := range 4 {
			t[b] = &block[at[b]]
			at[b] += j + 1
		}
		factors[0] = alpha[j]
		if half == nil {
			columnOmega(&t, &vp, &alpha[0], j+1, &factors, &sums)
		} else {
			columnOmegaM(&t, &vp, &alpha[0], j+1, &factors, &sums, &half[h])
			h += j + 1
		}
		for b := range 4 {
			v[b][j] += sums[b]
		}
	}
	for j := k + 1; j <= k+3; j++ { // columns that the first blocks do not have
		for b := j - k; b < 4; b++ {
			column := block[at[b]:][:j+1]
			at[b] += j + 1
			sum := dotProduct(column, alpha)
			addMultiple(v[b], column, alpha[j])
			v[b][j] += sum
			if half != nil {
				addMultiple(half[h:], column, c[b])
			}
		}
		h += j + 1
	}
}

// columnOmega takes one column, of n rows, of four packed triangles at t: with
// factors a_j and c, it adds a_j T_.j to the vectors at v and stores T_.j' a in
// sums.
//
//go:noescape
func columnOmega(t, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64)

// columnOmegaM does what columnOmega does and adds c T_.j of all four to h.
//
//go:noescape
func columnOmegaM(t, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64, h *float64)

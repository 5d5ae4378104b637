package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 {
		passFourRounded = avx2PassFourRounded
	}
}

func avx2PassFourRounded(v *[4][]float64, hessian []float64, block []half, column, alpha []float64, c [4]float64, k int) {
	var t [4]*half
	var vp [4]*float64
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
		if hessian == nil {
			roundedOmega(&t, &vp, &alpha[0], j+1, &factors, &sums)
		} else {
			roundedOmegaM(&t, &vp, &alpha[0], j+1, &factors, &sums, &hessian[h])
			h += j + 1
		}
		for b := range 4 {
			v[b][j] += sums[b]
		}
	}
	for j := k + 1; j <= k+3; j++ { // columns that the first blocks do not have
		column := column[:j+1]
		for b := j - k; b < 4; b++ {
			widen(column, block[at[b]:])
			at[b] += j + 1
			sum := dotProduct(column, alpha)
			addMultiple(v[b], column, alpha[j])
			v[b][j] += sum
			if hessian != nil {
				addMultiple(hessian[h:], column, c[b])
			}
		}
		h += j + 1
	}
}

// roundedOmega takes one column, of n rows, of four packed triangles at t: with
// factors a_j and c, it adds a_j T_.j to the vectors at v and stores T_.j' a in
// sums.
//
//go:noescape
func roundedOmega(t *[4]*half, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64)

// roundedOmegaM does what roundedOmega does and adds c T_.j of all four to h.
//
//go:noescape
func roundedOmegaM(t *[4]*half, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64, h *float64)

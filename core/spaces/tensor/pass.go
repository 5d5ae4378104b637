package tensor

import "lplab/core/numeric/dense"

// Loops are the inner loops of a contraction. Implementations that add in another order differ in the last digits, but with
// the same loops a pass always gives the same digits. Those in Go and those of SIMD128 in the browser agree in all digits.
type Loops struct {
	// Columns takes the columns [from, to) of blocks, of which block b has its entries at blocks[at[b]:] and k+b+1 columns:
	// it adds (T + T') alpha of each to v[b*stride:], and c T of all to half, which has padded columns (see padded). from is
	// a multiple of 4. Three numbers behind alpha, which must be 0, and behind each v may be read, too.
	Columns func(v, half, blocks, alpha, c []float64, at []int, stride, k, from, to int)
	// Entries takes the entries [from, to) of len(sums) blocks as they are for Columns: it adds their products with products to
	// sums, by place modulo 4, and c T of each block to half. from is a multiple of 4, and to is one or is beyond all blocks.
	Entries func(sums [][4]float64, c, half, products, blocks []float64, at []int, k, from, to int)
	// Spread adds the terms of v of a group (see partial.run) to omega and half, which has padded columns: of block b, with the
	// outer indices k+b and row, v has k+b+1 numbers at v[b*stride:]. rowSum, which is 0, becomes the sum of alpha_k+b v, and
	// sums[b][0] becomes s.
	Spread func(omega, half, v, rowSum, alpha []float64, sums [][4]float64, row []int, stride, k int)
	// Widen stores the numbers of src at the beginning of dst.
	Widen func(dst []float64, src []Half)
	// AddMultiple adds c v to dst[:len(v)].
	AddMultiple func(dst, v []float64, c float64)
	// DotProduct returns the inner product of v with a[:len(v)].
	DotProduct func(v, a []float64) float64
}

// loops are the fastest for the processor.
var loops = PortableLoops()

// PortableLoops returns the loops in Go.
func PortableLoops() Loops {
	return Loops{
		Columns: portableColumns,
		Entries: portableEntries,
		Spread:  spreadBy(portableAddMultiple, portableDotProduct),
		Widen: func(dst []float64, src []Half) {
			for e, v := range src {
				dst[e] = v.float64()
			}
		},
		AddMultiple: portableAddMultiple,
		DotProduct:  portableDotProduct,
	}
}

// UseLoops replaces the loops, for environments with faster ones, and returns the previous ones. It must be called
// before any work begins.
func UseLoops(l Loops) Loops {
	before := loops
	loops = l
	return before
}

// portableColumns takes two sums of a column, of its even and of its odd rows.
func portableColumns(v, half, blocks, alpha, c []float64, at []int, stride, k, from, to int) {
	for b, start := range at {
		v, c := v[b*stride:], c[b]
		for j := from; j < min(to, k+b+1); j++ {
			col, aj := blocks[start+triangle(j):][:j+1], alpha[j]
			a, w, h := alpha[:len(col)], v[:len(col)], half[paddedPlace(j):][:len(col)]
			var s [2]float64
			for i, t := range col {
				s[i&1] += float64(t * a[i])
				w[i] += float64(t * aj)
				h[i] += float64(t * c)
			}
			v[j] += s[0] + s[1]
		}
	}
}

func portableEntries(sums [][4]float64, c, half, products, blocks []float64, at []int, k, from, to int) {
	for b := range sums {
		portableEntriesOf(&sums[b], c[b], half, products, blocks[at[b]+from:], from, min(to, triangle(k+b+1)))
	}
}

// portableEntriesOf is Entries of one block, which is at entry from.
func portableEntriesOf(s *[4]float64, c float64, half, products, block []float64, from, to int) {
	e := from
	for ; e+4 <= to; e += 4 {
		t, p, h := block[e-from:][:4], products[e:e+4], half[e:e+4]
		for i := range s {
			s[i] += float64(t[i] * p[i])
			h[i] += float64(t[i] * c)
		}
	}
	for ; e < to; e++ {
		t := block[e-from]
		s[e%4] += float64(t * products[e])
		half[e] += float64(t * c)
	}
}

// spreadBy returns Spread by AddMultiple and DotProduct.
func spreadBy(addMultiple func(dst, v []float64, c float64), dotProduct func(v, a []float64) float64) func(omega, half, v, rowSum, alpha []float64, sums [][4]float64, row []int, stride, k int) {
	return func(omega, half, v, rowSum, alpha []float64, sums [][4]float64, row []int, stride, k int) {
		var weighted float64
		rest := productBut(row, alpha, -1, -1)
		for b := range sums {
			v, a := v[b*stride:][:k+b+1], alpha[k+b]
			sum := dotProduct(v, alpha) / 2
			addMultiple(rowSum, v, a)
			addMultiple(half[paddedPlace(k+b):], v, rest)
			weighted += float64(a * sum)
			omega[k+b] += float64(rest * sum)
			sums[b][0] = sum
		}
		addMultiple(omega, rowSum, rest)
		for t, ot := range row {
			others, column := productBut(row, alpha, t, t), half[paddedPlace(ot):]
			for b := range sums {
				column[k+b] += float64(others * sums[b][0])
			}
			omega[ot] += float64(others * weighted)
			addMultiple(column, rowSum, others)
			for u := t + 1; u < len(row); u++ {
				half[paddedPlace(row[u])+ot] += float64(productBut(row, alpha, t, u) * weighted)
			}
		}
	}
}

func portableAddMultiple(dst, v []float64, c float64) { dense.AddScaled(dst[:len(v)], c, v) }

func portableDotProduct(v, a []float64) float64 { return dense.Dot(v, a[:len(v)]) }

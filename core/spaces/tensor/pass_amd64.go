package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		loops = Loops{avx2Columns, avx2Entries, spreadBy(avx2AddMultiple, avx2DotProduct), avx2Widen, avx2AddMultiple, avx2DotProduct}
	}
}

// four is four blocks: where each begins in a slice with its column from, where it has v in another, and its factor c.
type four struct {
	at, v [4]int
	c     [4]float64
}

// avx2Columns takes four blocks side by side. In place of a block that has ended or does not exist, it takes the last
// one again and stores its results behind those of the blocks, where they are ignored.
func avx2Columns(v, half, blocks, alpha, c []float64, at []int, stride, k, from, to int) {
	for first := 0; first < len(at); first += 4 {
		last := min(first+4, len(at)) - 1
		for j := from; j < min(to, k+last+1); {
			next := min(to, k+last+1)
			var f four
			for b := range 4 {
				block, end := first+b, k+first+b+1
				if block <= last && j < end {
					f.at[b], f.v[b], f.c[b] = at[block]+triangle(j), block*stride, c[block]
					next = min(next, end)
				} else {
					f.at[b], f.v[b] = at[last]+triangle(j), groupSize*stride
				}
			}
			columnsOmegaM(&v[0], &half[paddedPlace(j):][0], &blocks[0], &alpha[0], &f, j, next)
			j = next
		}
	}
}

// avx2Entries takes fours of entries of four blocks side by side. In place of a block that does not exist, it takes the
// last one without entries.
func avx2Entries(sums [][4]float64, c, half, products, blocks []float64, at []int, k, from, to int) {
	var places, ends [groupSize]int
	for b := range (len(sums) + 3) &^ 3 {
		places[b] = at[min(b, len(sums)-1)]
		if b < len(sums) {
			ends[b] = triangle(k+b+1) &^ 3
		}
	}
	foursOmega(&sums[0], &c[0], &half[0], &products[0], &blocks[0], &places[0], &ends[0], from, to, (len(sums)+3)/4)
	for b, end := range ends[:len(sums)] {
		if from <= end && end < to {
			portableEntriesOf(&sums[b], c[b], half, products, blocks[at[b]+end:], end, triangle(k+b+1))
		}
	}
}

func avx2Widen(dst []float64, src []Half) {
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

// columnsOmegaM takes the columns [from, to), from < to, of four blocks, as Columns does. half begins with column from.
//
//go:noescape
func columnsOmegaM(v, half, blocks, alpha *float64, f *four, from, to int)

// foursOmega is Entries of count fours of blocks, of fours of entries below those at fours.
//
//go:noescape
func foursOmega(sums *[4]float64, c, half, products, blocks *float64, at, fours *int, from, to, count int)

// passWiden is Widen of n numbers.
//
//go:noescape
func passWiden(dst *float64, src *Half, n int)

// passAdd adds c v to dst, n numbers.
//
//go:noescape
func passAdd(dst, v *float64, c float64, n int)

// passDot returns the inner product of v and a, n numbers.
//
//go:noescape
func passDot(v, a *float64, n int) float64

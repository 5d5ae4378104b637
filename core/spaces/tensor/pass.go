package tensor

// The inner loops of a contraction, each the fastest implementation for the processor. One that adds
// in another order differs in the last digits, but on one machine a pass always gives the same digits.
var (
	// passColumns takes the columns [from, to), from < to, of four blocks: it adds (T + T') alpha of each to its v, and
	// c T of all to half, which begins with column from and has padded columns (see padded). Three numbers
	// behind alpha, which must be 0, and behind each v are read, too.
	passColumns = portablePassColumns
	// passFours takes the entries [from, to) of the blocks of a group but the last ones of each, which are no four:
	// it adds their products with products to sums, by place modulo 4, and c T of each block to half. As four
	// streams they come out of memory faster than one after another.
	passFours = portablePassFours
	// widen stores the numbers of src at the beginning of dst.
	widen = portableWiden
	// addMultiple adds c v to dst[:len(v)].
	addMultiple = portableAddMultiple
	// dotProduct returns the inner product of v with a[:len(v)].
	dotProduct = portableDotProduct
)

// four is four blocks: where each begins in a slice with its column from, where it has v in another, and its factor c.
type four struct {
	at, v [4]int
	c     [4]float64
}

func portablePassColumns(v, half, blocks, alpha []float64, f *four, from, to int) {
	for b, c := range f.c {
		block, v, half := blocks[f.at[b]:], v[f.v[b]:], half
		for j := from; j < to; j++ {
			col := block[:j+1]
			a, w, h := alpha[:len(col)], v[:len(col)], half[:len(col)]
			aj := alpha[j]
			var s float64
			for i, t := range col {
				s += float64(t * a[i])
				w[i] += float64(t * aj)
				h[i] += float64(t * c)
			}
			v[j] += s
			block, half = block[j+1:], half[(j+4)&^3:]
		}
	}
}

func portablePassFours(sums [][4]float64, c, half, products, blocks []float64, g *group, from, to int) {
	for b := range sums {
		s := &sums[b]
		for e := from; e < min(to, g.fours[b]); e += 4 {
			t, p, h := blocks[g.at[b]+e:][:4], products[e:e+4], half[e:e+4]
			for i := range s {
				s[i] += float64(t[i] * p[i])
				h[i] += float64(t[i] * c[b])
			}
		}
	}
}

func portableWiden(dst []float64, src []half) {
	dst = dst[:len(src)]
	for e, v := range src {
		dst[e] = v.float64()
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

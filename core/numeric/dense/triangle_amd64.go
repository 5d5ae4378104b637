package dense

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 {
		kernels.Triangle = (*Panel).addProducts
		kernels.Multiply, kernels.Products, kernels.AddRows = avx2Multiply, avx2Products, avx2AddRows
		kernels.Interleave = avx2Interleave
		kernels.Exponentials = avx2Exponentials
		kernels.Columns = func() columnKernel { return new(avx2Columns).compute }
		kernels.Block = func() blockKernel { return new(avx2Columns).addBlock }
	}
}

// A tile is eight rows of the triangle by four columns: its 32 sums fill eight registers. The
// rows are interleaved in a panel, so that a register holds a coordinate of four points.
const tileRows, tileColumns = 8, 4

// addProducts is a productKernel.
func (p *Panel) addProducts(dst, x []float64, stride int, y []float64, w, k int) {
	// A tile needs four columns. In a small triangle most tiles are on the edge, which is slower
	// than portable loops where the products are short (measured).
	if k+1 < tileColumns || k+1 < 10 && w < 8 {
		portableProducts(p, dst, x, stride, y, w, k)
		return
	}
	if w > chunk {
		panic("dense: products of too many coordinates at once")
	}
	dst, y = dst[:(k+1)*(k+2)/2], y[:(k+1)*w]
	for i := 0; i <= k; i += tileRows {
		packPanel(p[:], x, stride, w, i, k)
		// On the diagonal a column has fewer than eight rows.
		j := i
		for ; j <= min(i+tileRows-1, k); j += tileColumns {
			p.addEdge(dst, y, w, i, j, k)
		}
		if j > k {
			continue
		}
		tiles := (k + 1 - j) / tileColumns
		if tiles > 0 {
			addTiles(&dst[j*(j+1)/2+i], &p[0], &y[j*w], j+1, w, tiles)
			j += tiles * tileColumns
		}
		if j <= k {
			p.addEdge(dst, y, w, i, j, k)
		}
	}
}

// packPanel stores the w coordinates of points i .. i+7. Points beyond the last, k, are copies of
// it: their products are not used.
func packPanel(panel, x []float64, stride, w, i, k int) {
	var rows [tileRows]*float64
	for r := range rows {
		rows[r] = &x[min(i+r, k)*stride:][:w][0]
	}
	_ = panel[tileRows*w-1]
	interleave(&panel[0], rows[0], rows[1], rows[2], rows[3], w)
	interleave(&panel[4], rows[4], rows[5], rows[6], rows[7], w)
}

// addEdge adds the part of a tile that is in the triangle: the columns j .. j+3 up to k, and of
// each the rows i .. i+7 up to the diagonal.
func (p *Panel) addEdge(dst, y []float64, w, i, j, k int) {
	// Four columns are computed, which may begin before j. They are stored as in a triangle,
	// where each is one longer than the one before.
	first := min(j, k+1-tileColumns)
	const gap = tileRows
	var sums [4*gap + 3]float64
	addTiles(&sums[0], &p[0], &y[first*w], gap, w, 1)
	for c := j; c <= min(j+tileColumns-1, k); c++ {
		t := c - first
		from := sums[t*gap+t*(t-1)/2:][:min(tileRows, c+1-i)]
		to := dst[c*(c+1)/2+i:][:len(from)]
		for e, s := range from {
			to[e] += s
		}
	}
}

func avx2Multiply(dst, x, y []float64) {
	if len(dst) > 0 {
		multiplyVectors(&dst[0], &x[:len(dst)][0], &y[:len(dst)][0], len(dst))
	}
}

// addTiles adds to dst the inner products of the eight rows of panel with 4 tiles vectors of w
// numbers at y. The sums of vector t+1 begin gap+t elements after those of vector t.
//
//go:noescape
func addTiles(dst, panel, y *float64, gap, w, tiles int)

// interleave stores coordinate l of r0 .. r3 in panel[8*l:][:4].
//
//go:noescape
func interleave(panel, r0, r1, r2, r3 *float64, w int)

// multiplyVectors stores the products of x and y, n numbers each, in dst.
//
//go:noescape
func multiplyVectors(dst, x, y *float64, n int)

package dense

// crossSide is the number of points on either side of a block of Cross, a multiple of those that the
// kernels compute together.
const crossSide = 120

// Cross computes the inner products of two sets of points. The zero value is ready for use. It keeps
// scratch memory and is not safe for concurrent use.
type Cross struct {
	block blockKernel
	x, y  []float64 // one chunk of coordinates of a block of x, and of all of y
}

// blockKernel adds the inner products of n points x_i with m points y_j, of w <= 256 numbers each, which
// follow one another, to dst[i*stride+j]. The products of an entry are each rounded and summed from 0 in
// the order of the coordinates, and the sum is added, so that every implementation gives the same digits.
type blockKernel = func(dst []float64, stride, n, m int, x, y []float64, w int)

// Add adds the inner products of n points x_i with m points y_j, of w numbers each,
//
//	dst[i*stride+j] += x_i . y_j,
//
// where x_i begins at x[i*strideX] and y_j at y[j*strideY].
func (c *Cross) Add(dst []float64, stride int, x []float64, strideX, n int, y []float64, strideY, m, w int) {
	if c.block == nil {
		c.block = kernels.Block()
	}
	for from := 0; from < w && n > 0 && m > 0; from += chunk {
		width := min(chunk, w-from)
		ys := pack(&c.y, y[from:], strideY, m, width)
		for i := 0; i < n; i += crossSide {
			rows := min(crossSide, n-i)
			xs := pack(&c.x, x[i*strideX+from:], strideX, rows, width)
			for j := 0; j < m; j += crossSide {
				c.block(dst[i*stride+j:], stride, rows, min(crossSide, m-j), xs, ys[j*width:], width)
			}
		}
	}
}

// portableBlock takes four points by two at a time: eight sums stay in registers.
func portableBlock(dst []float64, stride, n, m int, x, y []float64, w int) {
	i := 0
	for ; i+4 <= n; i += 4 {
		a, b, c, d := x[i*w:][:w], x[(i+1)*w:][:w], x[(i+2)*w:][:w], x[(i+3)*w:][:w]
		for j := 0; j < m; j += 2 {
			last := min(j+1, m-1)
			s := dot4x2(a, b, c, d, y[j*w:][:w], y[last*w:][:w])
			for k := range 4 {
				row := dst[(i+k)*stride+j:]
				row[0] += s[k]
				if last > j {
					row[1] += s[4+k]
				}
			}
		}
	}
	for ; i < n; i++ {
		for j := range m {
			dst[i*stride+j] += dot(x[i*w:][:w], y[j*w:][:w])
		}
	}
}

// pack returns n points of w numbers one after another: x itself where it has that form, or a copy in room.
func pack(room *[]float64, x []float64, stride, n, w int) []float64 {
	if stride == w {
		return x[:n*w]
	}
	*room = grow(*room, n*w)
	for i := range n {
		copy((*room)[i*w:][:w], x[i*stride:])
	}
	return *room
}

// grow returns a slice of n numbers, in the memory of s where that is enough.
func grow(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}

package dense

// crossSide is the largest number of points on either side of a block of Cross.
const crossSide = 128

// Cross computes the inner products of two sets of points by the fastest kernel. The zero value is ready
// for use. It keeps scratch memory and is not safe for concurrent use.
type Cross struct {
	// addBlock is the method of a columnKernel, Kernels.Block, or nil for the kernel of Triangle.
	addBlock func(dst []float64, stride, n, m int, x, y []float64, w int)
	panel    *Panel    // for the kernel of Triangle; nil before its first use
	x, y     []float64 // one chunk of coordinates of a block of x, and of all of y
	sums     []float64 // of a block: two triangles
}

// Add adds the inner products of n points x_i with m points y_j, of w numbers each,
//
//	dst[i*stride+j] += x_i . y_j,
//
// where x_i begins at x[i*strideX] and y_j at y[j*strideY].
func (c *Cross) Add(dst []float64, stride int, x []float64, strideX, n int, y []float64, strideY, m, w int) {
	side := min(crossSide, n, m)
	if side == 0 {
		return
	}
	high := side // points of x in a block
	switch {
	case kernels.Columns != nil:
		if c.addBlock == nil {
			c.addBlock = kernels.Columns().addBlock
		}
		high = min(crossSide/groupColumns*groupColumns, n)
	case kernels.Block != nil:
		c.addBlock = kernels.Block
		side, high = min(crossSide, m), min(crossSide, n)
	default:
		c.addBlock = nil
	}
	rows := (m + side - 1) / side * side
	for from := 0; from < w; from += chunk {
		width := min(chunk, w-from)
		packed := pack(&c.y, y[from:], strideY, m, width, rows)
		for i := 0; i < n; i += high {
			block := pack(&c.x, x[i*strideX+from:], strideX, min(high, n-i), width, high)
			for j := 0; j < m; j += side {
				to, rows, columns, others := dst[i*stride+j:], min(high, n-i), min(side, m-j), packed[j*width:][:side*width]
				if c.addBlock != nil {
					c.addBlock(to, stride, rows, columns, block, others, width)
				} else {
					c.addTriangles(to, stride, rows, columns, block, others, width, side)
				}
			}
		}
	}
}

// addTriangles adds the products of side points x with as many points y, of w numbers each, of which
// the first n and m are wanted. It computes two triangles, x_i . y_j with i <= j and y_j . x_i with
// j <= i, so any kernel of Triangle will do.
func (c *Cross) addTriangles(dst []float64, stride, n, m int, x, y []float64, w, side int) {
	if c.panel == nil {
		c.panel = new(Panel)
	}
	c.sums = grow(c.sums, side*(side+1))
	clear(c.sums)
	half := len(c.sums) / 2
	right, left := c.sums[:half], c.sums[half:]
	kernels.Triangle(c.panel, right, x, w, y, w, side-1)
	kernels.Triangle(c.panel, left, y, w, x, w, side-1)
	for i := range n {
		row := dst[i*stride:][:m]
		for j, v := range left[i*(i+1)/2:][:min(i, m)] {
			row[j] += v
		}
		for j := i; j < m; j++ {
			row[j] += right[j*(j+1)/2+i]
		}
	}
}

// pack returns n points of w numbers one after another, with zeros up to the given number of
// rows: x itself where it has that form, or a copy in room.
func pack(room *[]float64, x []float64, stride, n, w, rows int) []float64 {
	if stride == w && n == rows {
		return x[:n*w]
	}
	*room = grow(*room, rows*w)
	for i := range n {
		copy((*room)[i*w:][:w], x[i*stride:])
	}
	clear((*room)[n*w:])
	return *room
}

// grow returns a slice of n numbers, in the memory of s where that is enough.
func grow(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}

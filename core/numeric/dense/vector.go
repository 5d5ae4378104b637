package dense

import (
	"runtime"

	"gonum.org/v1/gonum/floats"
)

// Kernels implement the operations on vectors and points: see the functions of the same names,
// productKernel and blockKernel.
type Kernels struct {
	Triangle  productKernel
	Multiply  func(dst, x, y []float64)
	Dot       func(x, y []float64) float64
	AddScaled func(dst []float64, c float64, x []float64)
	Products  func(dst, a []float64, stride int, x []float64)
	AddRows   func(dst, a []float64, stride int, w []float64)

	Exponentials func(s []float64)

	Block func() blockKernel

	// The kernel of Triangles and the order in which it reads the points, of d coordinates; nil where there is none. It is
	// Triangles, or is by columns.
	Interleave func(p Points) []float64
	Triangles  func(dst, interleaved []float64, d int, u, v []float64, k, count int)
	Columns    func() columnKernel
}

// kernels are the fastest for the processor. All give the same digits.
var kernels = Portable()

// Portable returns the operations in Go, and on amd64 those of gonum.
func Portable() Kernels {
	return Kernels{
		Triangle:  portableProducts,
		Multiply:  func(dst, x, y []float64) { floats.MulTo(dst, x[:len(dst)], y[:len(dst)]) },
		Dot:       dotProduct,
		AddScaled: floats.AddScaled,
		Products: func(dst, a []float64, stride int, x []float64) {
			for k := range dst {
				dst[k] = dotProduct(a[k*stride:][:len(x)], x)
			}
		},
		AddRows: func(dst, a []float64, stride int, w []float64) {
			for k, v := range w {
				if v != 0 {
					floats.AddScaled(dst, v, a[k*stride:][:len(dst)])
				}
			}
		},
		Exponentials: portableExponentials,
		Block:        func() blockKernel { return portableBlock },
	}
}

func dotProduct(x, y []float64) float64 {
	if runtime.GOARCH == "amd64" {
		return floats.Dot(x, y)
	}
	return portableDot(x, y)
}

// portableDot takes four sums, in the order of gonum's assembly.
func portableDot(x, y []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(x) >= 4 {
		y = y[:len(x)]
		s0 += float64(x[0] * y[0])
		s1 += float64(x[1] * y[1])
		s2 += float64(x[2] * y[2])
		s3 += float64(x[3] * y[3])
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		s0 += float64(v * y[i])
	}
	return (s0 + s2) + (s1 + s3)
}

// UseKernels replaces the operations, for environments with faster ones, and returns the previous
// ones. It must be called before any work begins.
func UseKernels(k Kernels) Kernels {
	before := kernels
	kernels = k
	return before
}

// Multiply stores the products of the first len(dst) elements of x and y in dst.
func Multiply(dst, x, y []float64) { kernels.Multiply(dst, x, y) }

// Dot returns the inner product of x and y, of the same length.
func Dot(x, y []float64) float64 { return kernels.Dot(x, y) }

// AddScaled adds c x to dst, of the same length.
func AddScaled(dst []float64, c float64, x []float64) { kernels.AddScaled(dst, c, x) }

// Products stores in dst the inner products of x with the first len(dst) rows of a, each a row of
// len(x) numbers. Rows begin stride numbers apart.
func Products(dst, a []float64, stride int, x []float64) { kernels.Products(dst, a, stride, x) }

// AddRows adds sum_k w_k a_k to dst, with a_k the first len(dst) numbers of row k of a. Rows begin
// stride numbers apart. All numbers must be finite.
func AddRows(dst, a []float64, stride int, w []float64) { kernels.AddRows(dst, a, stride, w) }

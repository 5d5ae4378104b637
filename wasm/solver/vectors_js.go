package solver

import (
	"syscall/js"
	"unsafe"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/tensor"
)

// What wasm/kernel/products.ts exports, which works in the memory of this program.

//go:wasmimport lplab products
func products(dst, x unsafe.Pointer, stride int32, y unsafe.Pointer, w, k int32, room unsafe.Pointer)

//go:wasmimport lplab block
func block(dst unsafe.Pointer, stride, n, m int32, x, y unsafe.Pointer, w int32, room unsafe.Pointer)

//go:wasmimport lplab triangles
func triangles(dst, panels unsafe.Pointer, rows, d int32, u, v unsafe.Pointer, k, count int32, room unsafe.Pointer)

//go:wasmimport lplab pack
func pack(panels, x unsafe.Pointer, stride, w, rows int32)

//go:wasmimport lplab exp
func exp(p unsafe.Pointer, count int32, room unsafe.Pointer)

//go:wasmimport lplab multiply
func multiply(dst, x, y unsafe.Pointer, n int32)

//go:wasmimport lplab dot
func dot(x, y unsafe.Pointer, n int32) float64

//go:wasmimport lplab addScaled
func addScaled(dst unsafe.Pointer, c float64, x unsafe.Pointer, n int32)

//go:wasmimport lplab rowProducts
func rowProducts(dst unsafe.Pointer, rows int32, a unsafe.Pointer, stride int32, x unsafe.Pointer, n int32)

//go:wasmimport lplab addRows
func addRows(dst unsafe.Pointer, n int32, a unsafe.Pointer, stride int32, w unsafe.Pointer, rows int32)

//go:wasmimport lplab columns
func columns(v, half, blocks, alpha, c, at unsafe.Pointer, count, stride, k, from, to int32)

//go:wasmimport lplab entries
func entries(sums, c, half, products, blocks, at unsafe.Pointer, count, k, from, to int32)

//go:wasmimport lplab spread
func spread(omega, half, v, rowSum, alpha, sums unsafe.Pointer, count int32, row unsafe.Pointer, indices, stride, k int32)

//go:wasmimport lplab widen
func widen(dst, src unsafe.Pointer, count int32)

// useVectors replaces vector operations, Gram triangles, exponentials and the loops of tensors by those of
// products.ts, if the worker has SIMD128.
func useVectors() {
	if !isVectorised() {
		return
	}
	const (
		chunk = 256 // coordinates that products.ts works on at a time
		short = 16  // numbers up to which a call takes longer than a loop in Go
	)
	portable := dense.Portable()
	room := make([]float64, 5*chunk+16)
	dense.UseKernels(dense.Kernels{
		Triangle: func(_ *dense.Panel, dst, x []float64, stride int, y []float64, w, k int) {
			if need := (k+8)/4*4*w + 16; len(room) < need {
				room = make([]float64, need)
			}
			products(start(dst), start(x), int32(stride), start(y), int32(w), int32(k), start(room))
		},
		Block: func() func(dst []float64, stride, n, m int, x, y []float64, w int) {
			return func(dst []float64, stride, n, m int, x, y []float64, w int) {
				if need := (m+7)/4*4*w + 16; len(room) < need {
					room = make([]float64, need)
				}
				block(start(dst), int32(stride), int32(n), int32(m), start(x), start(y), int32(w), start(room))
			}
		},
		Interleave: func(p dense.Points) []float64 {
			rows := (p.N + 3) / 4 * 4
			panels := make([]float64, rows*p.D)
			for from := 0; from < p.D; from += chunk {
				pack(start(panels[rows*from:]), start(p.X[from:]), int32(8*p.D), int32(min(chunk, p.D-from)), int32(p.N))
			}
			return panels
		},
		Triangles: func(dst, panels []float64, d int, u, v []float64, k, count int) {
			clear(dst)
			triangles(start(dst), start(panels), int32(len(panels)/max(1, d)), int32(d), start(u), start(v), int32(k), int32(count), start(room))
		},
		Multiply: func(dst, x, y []float64) {
			multiply(start(dst), start(x[:len(dst)]), start(y[:len(dst)]), int32(len(dst)))
		},
		Dot: func(x, y []float64) float64 {
			if len(x) <= short {
				return portable.Dot(x, y)
			}
			return dot(start(x), start(y[:len(x)]), int32(len(x)))
		},
		AddScaled: func(dst []float64, c float64, x []float64) {
			if len(dst) <= short {
				portable.AddScaled(dst, c, x)
				return
			}
			addScaled(start(dst), c, start(x[:len(dst)]), int32(len(dst)))
		},
		Products: func(dst, a []float64, stride int, x []float64) {
			if len(dst) > 0 {
				_ = a[:(len(dst)-1)*stride+len(x)]
				rowProducts(start(dst), int32(len(dst)), start(a), int32(stride), start(x), int32(len(x)))
			}
		},
		AddRows: func(dst, a []float64, stride int, w []float64) {
			if len(w) > 0 {
				_ = a[:(len(w)-1)*stride+len(dst)]
				addRows(start(dst), int32(len(dst)), start(a), int32(stride), start(w), int32(len(w)))
			}
		},
		Exponentials: func(s []float64) { exp(start(s), int32(len(s)), start(room)) },
	})
	loops := tensor.PortableLoops()
	loops.Columns = func(v, half, blocks, alpha, c []float64, at []int, stride, k, from, to int) {
		columns(start(v), start(half), start(blocks), start(alpha), start(c), start(at), int32(len(at)), int32(stride), int32(k), int32(from), int32(to))
	}
	loops.Entries = func(sums [][4]float64, c, half, products, blocks []float64, at []int, k, from, to int) {
		entries(start(sums), start(c), start(half), start(products), start(blocks), start(at), int32(len(sums)), int32(k), int32(from), int32(to))
	}
	loops.Spread = func(omega, half, v, rowSum, alpha []float64, sums [][4]float64, row []int, stride, k int) {
		spread(start(omega), start(half), start(v), start(rowSum), start(alpha), start(sums), int32(len(sums)), start(row), int32(len(row)), int32(stride), int32(k))
	}
	loops.Widen = func(dst []float64, src []tensor.Half) {
		widen(start(dst[:len(src)]), start(src), int32(len(src)))
	}
	tensor.UseLoops(loops)
}

// start is the address of the first element.
func start[T any](v []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(v)) }

// isVectorised reports whether the worker has the functions of products.ts.
func isVectorised() bool { return js.Global().Get("lplabVectorized").Truthy() }

package solver

import (
	"syscall/js"
	"unsafe"

	"lplab/core/numeric/dense"
)

// What wasm/kernel/products.ts exports, which works in the memory of this program.

//go:wasmimport lplab products
func products(dst, x unsafe.Pointer, stride int32, y unsafe.Pointer, w, k int32, room unsafe.Pointer)

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

// useVectors has vector operations and Gram triangles computed on SIMD128 where the worker has it.
func useVectors() {
	if !vectorized() {
		return
	}
	var room []float64
	dense.UseKernels(dense.Kernels{
		Triangle: func(_ *dense.Panel, dst, x []float64, stride int, y []float64, w, k int) {
			if need := (k+4)/4*4*w + 16; len(room) < need {
				room = make([]float64, need)
			}
			products(start(dst), start(x), int32(stride), start(y), int32(w), int32(k), start(room))
		},
		Multiply: func(dst, x, y []float64) {
			multiply(start(dst), start(x[:len(dst)]), start(y[:len(dst)]), int32(len(dst)))
		},
		Dot: func(x, y []float64) float64 { return dot(start(x), start(y[:len(x)]), int32(len(x))) },
		AddScaled: func(dst []float64, c float64, x []float64) {
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
	})
}

// start is the address of the first number.
func start(v []float64) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(v)) }

// vectorized reports whether the worker could make the kernel of products.
func vectorized() bool { return js.Global().Get("lplabVectorized").Truthy() }

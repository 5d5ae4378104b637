package solver

import (
	"syscall/js"
	"unsafe"

	"lplab/core/tensor"
)

// products is wasm/kernel/products.ts, which works in the memory of this program.
//
//go:wasmimport lplab products
func products(dst, x unsafe.Pointer, stride int32, y unsafe.Pointer, w, k int32, room unsafe.Pointer)

// useProducts has Gram triangles computed on SIMD128 where the worker has it.
func useProducts() {
	if !vectorized() {
		return
	}
	var room []float64
	tensor.UseProductKernel(func(dst, x []float64, stride int, y []float64, w, k int) {
		if need := (k+4)/4*4*w + 16; len(room) < need {
			room = make([]float64, need)
		}
		products(unsafe.Pointer(&dst[0]), unsafe.Pointer(&x[0]), int32(stride), unsafe.Pointer(&y[0]), int32(w), int32(k), unsafe.Pointer(&room[0]))
	})
}

// vectorized reports whether the worker could make the kernel of products.
func vectorized() bool { return js.Global().Get("lplabVectorized").Truthy() }

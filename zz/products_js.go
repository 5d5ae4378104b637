package main

import (
	"unsafe"

	"lplab/core/tensor"
)

//go:wasmimport lplab products
func products(dst, x unsafe.Pointer, stride int32, y unsafe.Pointer, w, k int32, room unsafe.Pointer)

func init() {
	var room []float64
	tensor.UseProductKernel(func(dst, x []float64, stride int, y []float64, w, k int) {
		if need := (k+4)/4*4*w + 16; len(room) < need {
			room = make([]float64, need)
		}
		products(unsafe.Pointer(&dst[0]), unsafe.Pointer(&x[0]), int32(stride), unsafe.Pointer(&y[0]), int32(w), int32(k), unsafe.Pointer(&room[0]))
	})
}

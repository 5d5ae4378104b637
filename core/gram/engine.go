package gram

import (
	"context"
	"runtime"

	"lplab/core/kernel"
	"lplab/core/tensor"
)

// Engine does the tensor work of a run.
type Engine interface {
	// Tensor builds the Gram tensor of k over x and gives its form. progress,
	// where not nil, hears the fraction built. The error is a *tensor.Overflow,
	// the context's, or one sentence for the user.
	Tensor(ctx context.Context, k kernel.Kernel, x tensor.Points, q int, progress func(float64)) (Form, error)
	// Rates tells the cost model what the tensor of the request would meet.
	Rates(r Request) Rates
}

// Rates are an engine's speeds, as measured, and its room.
type Rates struct {
	BuildFlops       float64 // a second; an entry costs 2 d flops
	ContractionBytes float64 // packed entries read per second, for omega and M together
	Room             int64   // bytes that a tensor may take; 0: the request's budget
}

// Portable is the engine in Go alone.
type Portable struct{}

var _ Engine = Portable{}

// Tensor implements Engine.
func (Portable) Tensor(ctx context.Context, k kernel.Kernel, x tensor.Points, q int, progress func(float64)) (Form, error) {
	return NewTensor(ctx, k, x, q, progress)
}

// Rates implements Engine: those of one core of a 2-core machine.
func (Portable) Rates(Request) Rates {
	if runtime.GOARCH == "wasm" {
		return Rates{BuildFlops: 1.0e9, ContractionBytes: 2.0e9}
	}
	return Rates{BuildFlops: 3.0e9, ContractionBytes: 4.0e9}
}

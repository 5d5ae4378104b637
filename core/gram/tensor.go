package gram

import (
	"context"

	"lplab/core/kernel"
	"lplab/core/tensor"
)

// Tensor evaluates the form on the packed Gram tensor of even order q: 4 flops
// an entry for omega, 6 with M, whatever the number of features, infinite
// included [S alg. 2.1].
type Tensor struct {
	*tensor.Contraction
	packed *tensor.Packed
}

var _ Rounded = (*Tensor)(nil)

// NewTensor builds the Gram tensor of k, all of it held. The error is an
// *Overflow, an *Outside or the context's.
func NewTensor(ctx context.Context, k kernel.Kernel, x tensor.Points, q int, progress func(float64)) (*Tensor, error) {
	if err := Check(k, x, float64(q)); err != nil {
		return nil, err
	}
	packed, err := tensor.Build(ctx, x, q, k.Apply, progress)
	if err != nil {
		return nil, err
	}
	return newTensorForm(packed), nil
}

func newTensorForm(packed *tensor.Packed) *Tensor {
	return &Tensor{tensor.NewContraction(packed), packed}
}

// Points implements Form.
func (t *Tensor) Points() int { return t.packed.Points() }

// Q implements Form.
func (t *Tensor) Q() float64 { return float64(t.packed.Order()) }

package gram

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// Tensor evaluates the form on the packed Gram tensor of even order q, with 4 flops an entry for
// omega and 6 with M, whatever the number of features, even infinite [S alg. 2.1].
type Tensor struct {
	*tensor.Contraction
	packed *tensor.Packed
}

// NewTensor builds the Gram tensor of k, of which it holds at most room entries: the others are
// computed in every pass. The error is an *Overflow, an *Outside or the context's.
func NewTensor(ctx context.Context, k kernel.Kernel, x dense.Points, q int, room int64) (*Tensor, error) {
	if err := Check(k, x, float64(q)); err != nil {
		return nil, err
	}
	packed, err := tensor.BuildPart(ctx, x, q, k.Apply, room, false, nil)
	if err != nil {
		return nil, err
	}
	return newTensorForm(packed), nil
}

func newTensorForm(packed *tensor.Packed) *Tensor {
	return &Tensor{tensor.NewContraction(packed), packed}
}

// Accurate leaves omega as it is, a sum of terms with the absolute values that Magnitude adds up.
func (t *Tensor) Accurate(ctx context.Context, _, errors, alpha []float64) error {
	err := t.Magnitude(ctx, errors, alpha)
	floats.Scale(Digits, errors)
	return err
}

func (t *Tensor) HasRounded() bool { return t.packed.HasRounded() }

func (t *Tensor) Points() int { return t.packed.Points() }

func (t *Tensor) Q() float64 { return float64(t.packed.Order()) }

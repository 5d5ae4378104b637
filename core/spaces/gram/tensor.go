package gram

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"lplab/core/spaces/tensor"
)

// Tensor evaluates the form on the packed Gram tensor of even order q, with 4 flops an entry for
// omega and 6 with M, whatever the number of features, even infinite [S alg. 2.1].
type Tensor struct{ *tensor.Contraction }

func newTensorForm(packed *tensor.Packed) *Tensor { return &Tensor{tensor.NewContraction(packed)} }

// Accurate leaves omega as it is, a sum of terms with the absolute values that Magnitude adds up.
func (t *Tensor) Accurate(ctx context.Context, _, errors, alpha []float64) error {
	err := t.Magnitude(ctx, errors, alpha)
	floats.Scale(Digits, errors)
	return err
}

func (t *Tensor) Q() float64 { return float64(t.Order()) }

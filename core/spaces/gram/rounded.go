package gram

import (
	"context"

	"lplab/core/spaces/tensor"
)

// Rounded returns the form whose tensor has rounded entries, where f holds them: an approximation of
// f with faster passes, which uses f and must not be used at the same time. ok is false where f has none.
func Rounded(f Form) (rounded Form, ok bool) {
	switch f := f.(type) {
	case Batch:
		return roundedForm{f}, f.HasRounded()
	case *Restricted:
		whole, ok := Rounded(f.whole)
		part := *f
		part.whole = whole
		return &part, ok
	}
	return nil, false
}

// roundedForm is the form of the rounded entries of a batch.
type roundedForm struct{ batch Batch }

var _ Form = roundedForm{}

func (f roundedForm) Points() int { return f.batch.Points() }

func (f roundedForm) Q() float64 { return f.batch.Q() }

func (f roundedForm) Omega(ctx context.Context, dst, alpha []float64) error {
	return f.OmegaM(ctx, dst, nil, alpha)
}

func (f roundedForm) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	return f.batch.Rounded(ctx, []tensor.Evaluation{{Omega: dst, M: m, Alpha: alpha}})
}

// Accurate leaves out the errors: the result is evaluated again by the form that
// is approximated.
func (roundedForm) Accurate(_ context.Context, _, errors, _ []float64) error {
	clear(errors)
	return nil
}

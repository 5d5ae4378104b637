package gram

import (
	"context"

	"lplab/core/spaces/tensor"
)

// Rounded returns the form with rounded entries of the tensor, where f holds them: an approximation of
// f with faster passes, which uses f and must not be used at the same time. ok is false where f has none.
func Rounded(f Form) (form Form, ok bool) {
	switch f := f.(type) {
	case *Lockstep:
		return roundedForm{f}, f.HasRounded()
	case *Restriction:
		form, ok := Rounded(f.form)
		part := *f
		part.form = form
		return &part, ok
	}
	return nil, false
}

// roundedForm is the form of the rounded entries.
type roundedForm struct{ *Lockstep }

var _ Form = roundedForm{}

func (f roundedForm) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	return f.take(&request{ctx: ctx, side: tensor.Evaluation{Omega: dst, M: m, Alpha: alpha}, rounded: true})
}

// Accurate leaves out the errors: the result is evaluated again by the form that
// is approximated.
func (roundedForm) Accurate(_ context.Context, _, errors, _ []float64) error {
	clear(errors)
	return nil
}

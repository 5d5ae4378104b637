package gram

import "context"

// Restriction is a form on some of the points of another, with alpha 0 on all others: the tensor of
// a fold is a restriction of the whole one, and never built. A pass costs as much as one of the whole.
type Restriction struct {
	form         Form
	rows         []int     // of the whole
	alpha, omega []float64 // of the whole
	m            []float64
	features     Explicit // of the rows, where the whole form is explicit
}

// Restrict returns the form on the given distinct points, ascending. It uses the whole one, which must not be
// used at the same time. The error is the context's.
func Restrict(ctx context.Context, form Form, rows []int) (*Restriction, error) {
	n := form.Points()
	r := &Restriction{form: form, rows: rows, alpha: make([]float64, n), omega: make([]float64, n)}
	var err error
	if f, ok := form.(Explicit); ok {
		r.features, err = f.Select(ctx, rows)
	}
	return r, err
}

// Another returns a form on the same points that may be used at the same time.
func (r *Restriction) Another() *Restriction {
	return &Restriction{form: r.form, rows: r.rows, alpha: make([]float64, len(r.alpha)), omega: make([]float64, len(r.omega)), features: r.features}
}

func (r *Restriction) Points() int { return len(r.rows) }

func (r *Restriction) Q() float64 { return r.form.Q() }

func (r *Restriction) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	if m == nil {
		err := r.form.OmegaM(ctx, r.omega, nil, r.embed(alpha))
		r.gather(dst, r.omega)
		return err
	}
	if r.m == nil {
		r.m = make([]float64, len(r.alpha)*len(r.alpha))
	}
	if err := r.form.OmegaM(ctx, r.omega, r.m, r.embed(alpha)); err != nil {
		return err
	}
	r.gather(dst, r.omega)
	for i, row := range r.rows {
		from, to := r.m[row*len(r.alpha):], m[i*len(r.rows):]
		for j, column := range r.rows {
			to[j] = from[column]
		}
	}
	return nil
}

func (r *Restriction) Accurate(ctx context.Context, omega, errors, alpha []float64) error {
	all := make([]float64, len(r.alpha))
	for i, row := range r.rows {
		r.omega[row] = omega[i]
	}
	err := r.form.Accurate(ctx, r.omega, all, r.embed(alpha))
	r.gather(omega, r.omega)
	r.gather(errors, all)
	return err
}

// embed returns alpha over all points of the whole form, valid until the next call.
func (r *Restriction) embed(alpha []float64) []float64 {
	clear(r.alpha)
	for i, row := range r.rows {
		r.alpha[row] = alpha[i]
	}
	return r.alpha
}

// Form returns r as a form that is Explicit where the whole one is.
func (r *Restriction) Form() Form {
	if r.features != nil {
		return r.features
	}
	return r
}

// gather stores the values of r's points in dst, from those of all points.
func (r *Restriction) gather(dst, all []float64) {
	for i, row := range r.rows {
		dst[i] = all[row]
	}
}

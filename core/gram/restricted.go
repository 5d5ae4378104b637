package gram

// Restricted is a form on some of the points of another, which are all that
// alpha is not 0 on: the tensor of a fold is a restriction of the whole one, and
// never built. A pass costs as much as one of the whole.
type Restricted struct {
	whole        Form
	rows         []int     // of the whole
	alpha, omega []float64 // of the whole
	m            []float64
}

var _ Form = (*Restricted)(nil)

// Restrict gives the form on the given points, all different. It uses the whole
// one, which must not be used at the same time.
func Restrict(whole Form, rows []int) *Restricted {
	n := whole.Points()
	return &Restricted{whole: whole, rows: rows, alpha: make([]float64, n), omega: make([]float64, n)}
}

// Points implements Form.
func (r *Restricted) Points() int { return len(r.rows) }

// Q implements Form.
func (r *Restricted) Q() float64 { return r.whole.Q() }

// Omega implements Form.
func (r *Restricted) Omega(dst, alpha []float64) {
	r.Everywhere(r.omega, alpha)
	r.gather(dst)
}

// OmegaM implements Form.
func (r *Restricted) OmegaM(dst, m, alpha []float64) {
	if r.m == nil {
		r.m = make([]float64, len(r.alpha)*len(r.alpha))
	}
	r.whole.OmegaM(r.omega, r.m, r.Embed(alpha))
	r.gather(dst)
	for i, row := range r.rows {
		from, to := r.m[row*len(r.alpha):], m[i*len(r.rows):]
		for j, column := range r.rows {
			to[j] = from[column]
		}
	}
}

// Everywhere stores omega at all points of the whole form in dst: the fitted
// values <w, Phi(x_i)>, also where alpha has no entry.
func (r *Restricted) Everywhere(dst, alpha []float64) {
	r.whole.Omega(dst, r.Embed(alpha))
}

// Embed returns alpha over all points of the whole form, 0 where it has no entry.
// It is valid until the next call.
func (r *Restricted) Embed(alpha []float64) []float64 {
	clear(r.alpha)
	for i, row := range r.rows {
		r.alpha[row] = alpha[i]
	}
	return r.alpha
}

// Form returns r as a form that is Explicit where the whole one is.
func (r *Restricted) Form() Form {
	if whole, ok := r.whole.(Explicit); ok {
		return restrictedFeatures{r, whole}
	}
	return r
}

// restrictedFeatures are the rows of Phi that belong to the points.
type restrictedFeatures struct {
	*Restricted
	whole Explicit
}

var _ Explicit = restrictedFeatures{}

// Dimension implements Explicit.
func (r restrictedFeatures) Dimension() int { return r.whole.Dimension() }

// Apply implements Explicit.
func (r restrictedFeatures) Apply(dst, w []float64) {
	r.whole.Apply(r.omega, w)
	r.gather(dst)
}

// Adjoint implements Explicit.
func (r restrictedFeatures) Adjoint(dst, alpha []float64) { r.whole.Adjoint(dst, r.Embed(alpha)) }

func (r *Restricted) gather(dst []float64) {
	for i, row := range r.rows {
		dst[i] = r.omega[row]
	}
}

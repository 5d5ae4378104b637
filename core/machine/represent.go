package machine

import (
	"context"
	"fmt"
	"math"

	"lplab/core/solver"
)

// Representation is how some points were represented with one lambda: the sums of their
// objectives, of lower bounds on the minima of these, and of the gaps between them, none of
// which is negative.
type Representation struct {
	Lambda            float64
	Status            solver.Status
	Primal, Dual, Gap float64
	Iterations        int // the most that a point took
	History           []Step
}

// sweeps is how many sweeps an iteration makes, to extrapolate from and to certify.
const sweeps = 5

// Represent represents points of the dictionary with a lambda, each from the coefficients
// that it has: by sweeps of block coordinate descent, which minimise P over one class after
// another (block.go), extrapolated after every few (extrapolate.go): that is an iteration.
// A small lambda takes a step of Newton's method now and then (blocknewton.go).
//
// A point is left alone when its gap is within the tolerance of its dual, so that the sums
// are too, or when rounding lets it fall no further. The error is for a lambda that is none; a limit is a status, and
// so is a context that ends.
func (d *Dictionary) Represent(ctx context.Context, points []*Point, lambda float64, s Settings) (*Representation, error) {
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return nil, fmt.Errorf("lambda is %g: it must be a positive number", lambda)
	}
	r := &Representation{Lambda: lambda}
	w := newWork(d)
	left := make([]*Point, 0, len(points))
	for _, p := range points {
		p.state = certified{least: math.Inf(1)}
		w.certify(p, lambda, s.Tolerance)
		if !p.state.done {
			left = append(left, p)
		}
	}
	var zero float64 // P(0)
	for _, p := range points {
		zero += p.square / 2
	}
	stalled := 0
	for {
		r.record(points, s)
		switch {
		case len(left) == 0 && (stalled == 0 || r.Gap <= s.Target(r.Dual, zero)):
			r.Status = solver.Converged
		case len(left) == 0:
			r.Status = solver.Stalled
		case ctx.Err() != nil:
			r.Status = solver.Cancelled
		case r.Iterations >= s.MaxIterations:
			r.Status = solver.IterationLimit
		default:
			r.Iterations++
			still := left[:0]
			for _, p := range left {
				if ctx.Err() == nil {
					w.improve(p, lambda, s.Tolerance)
				}
				switch {
				case p.state.done:
				case p.state.stale >= patience:
					stalled++
				default:
					still = append(still, p)
				}
			}
			left = still
			continue
		}
		return r, nil
	}
}

// record takes down the certificate of all points.
func (r *Representation) record(points []*Point, s Settings) {
	r.Primal, r.Dual, r.Gap = 0, 0, 0
	for _, p := range points {
		r.Primal += p.state.primal
		r.Dual += p.state.dual
		r.Gap += p.state.gap
	}
	step := Step{Iteration: r.Iterations, Primal: r.Primal, Dual: r.Dual, Gap: r.Gap}
	r.History = append(r.History, step)
	if s.Monitor != nil {
		s.Monitor(step)
	}
}

// work is the scratch memory of representations.
type work struct {
	dictionary *Dictionary
	residual   []float64 // [<phi(x_j), phi(x) - sum b phi>]: cross - G beta
	slope      []float64 // of one class: cross without what the others fit
	iterates   [sweeps + 1][]float64
	trial      []float64
	system     [sweeps * sweeps]float64
	shares     [sweeps]float64
	hessian    []float64 // of newton
	factor     []float64
}

func newWork(d *Dictionary) *work {
	n := len(d.values)
	w := &work{dictionary: d, residual: make([]float64, n), slope: make([]float64, n), trial: make([]float64, n)}
	for i := range w.iterates {
		w.iterates[i] = make([]float64, n)
	}
	return w
}

// improve takes an iteration on a point.
func (w *work) improve(p *Point, lambda, tolerance float64) {
	copy(w.iterates[0], p.beta)
	for i := 1; i <= sweeps; i++ {
		for c := range w.dictionary.classes {
			w.minimise(p, c, lambda)
		}
		copy(w.iterates[i], p.beta)
	}
	w.certify(p, lambda, tolerance)
	if !p.state.done && w.extrapolate() {
		swept := p.state
		copy(p.beta, w.trial)
		w.certify(p, lambda, tolerance)
		if !(p.state.gap < swept.gap) {
			copy(p.beta, w.iterates[sweeps])
			p.state = swept
		}
	}
	if p.state.steps++; !p.state.done && p.state.steps%seldom == 0 {
		w.certify(p, lambda, tolerance) // for the residual, if it is that of the extrapolation
		w.newton(p, lambda, tolerance)
	}
	if p.state.gap < p.state.least {
		p.state.least, p.state.stale = p.state.gap, 0
	} else {
		p.state.stale++
	}
}

// certify computes what is known of the coefficients of a point. With the residual
// r = phi(x) - sum_j b_j phi(x_j), t = s r is feasible in the dual, ||[<phi(x_j), t>]_c|| <=
// lambda for every class, for the s that lies nearest to <phi(x), r> / ||r||^2, and
//
//	gap = 1/2 (1-s)^2 ||r||^2 + sum_c (lambda ||b_c|| - s b_c . [<phi(x_j), r>]_c),
//
// as of any group lasso.
func (w *work) certify(p *Point, lambda, tolerance float64) {
	d := w.dictionary
	for i := range w.residual {
		w.residual[i] = p.cross[i] - dot(d.row(i), p.beta)
	}
	explained := dot(p.beta, p.cross)
	square := max(0, p.square-explained-dot(p.beta, w.residual)) // ||r||^2
	var norms, most float64
	for c := range d.classes {
		norms += length(d.of(p.beta, c))
		most = max(most, length(d.of(w.residual, c)))
	}
	s := 1.0
	if square > 0 {
		s = (p.square - explained) / square
	}
	if most > 0 {
		s = max(-lambda/most, min(s, lambda/most))
	}
	gap := (1 - s) * (1 - s) / 2 * square
	for c := range d.classes {
		gap += max(0, lambda*length(d.of(p.beta, c))-s*dot(d.of(p.beta, c), d.of(w.residual, c)))
	}
	primal := square/2 + lambda*norms
	p.state.primal, p.state.dual, p.state.gap = primal, primal-gap, gap
	p.state.done = gap <= tolerance*(primal-gap)
}

package linear

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solver"
)

// Algorithm is how the lasso, the elastic net and the group lasso are fitted.
type Algorithm int

// The algorithms, which agree in what they converge to.
const (
	CoordinateDescent Algorithm = iota // see descent
	ISTA                               // see proximal
	FISTA
)

// String names the algorithm.
func (a Algorithm) String() string {
	switch a {
	case CoordinateDescent:
		return "coordinate-descent"
	case ISTA:
		return "ista"
	case FISTA:
		return "fista"
	}
	return fmt.Sprintf("algorithm %d", int(a))
}

// stepper returns the algorithm at work on a problem, near a fit where from is not
// nil.
func (a Algorithm) stepper(c *centred, h *penalty, from *Fit) stepper {
	switch a {
	case CoordinateDescent:
		return newDescent(c, h, from)
	case ISTA, FISTA:
		return newProximal(c, h, a == FISTA)
	}
	panic("linear: no such algorithm")
}

// stepper is one algorithm at work.
type stepper interface {
	// evaluate computes from x.b what else is known of it.
	evaluate(x *iterate)
	// step moves x, evaluated, to a later iterate, evaluated too, and returns how many
	// iterations this took: limit at the most, and 0 where none makes progress in
	// floating point. target is the gap that is aimed at.
	step(ctx context.Context, x *iterate, target float64, limit int) int
}

// iterate is a b with what is known of it.
type iterate struct {
	b        []float64 // d
	residual []float64 // y - Xb
	gradient []float64 // X'(y - Xb)
	certificate
}

func newIterate(c *centred) *iterate {
	return &iterate{b: make([]float64, c.d), residual: make([]float64, c.n), gradient: make([]float64, c.d)}
}

// certify computes the certificate from all else.
func (x *iterate) certify(c *centred, h *penalty) {
	x.certificate = h.certify(x.b, x.residual, x.gradient, floats.Dot(c.y, x.residual))
}

func (x *iterate) copyFrom(y *iterate) {
	copy(x.b, y.b)
	copy(x.residual, y.residual)
	copy(x.gradient, y.gradient)
	x.certificate = y.certificate
}

// minimize fits the centred data with a penalty, beginning with start, or 0 where it
// is nil, of the fit from, and returns the best iterate. What does not belong to that
// problem alone is not filled in.
func minimize(ctx context.Context, c *centred, h *penalty, a Algorithm, start []float64, from *Fit, s Settings) (*Fit, *iterate, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	x, best := newIterate(c), newIterate(c)
	for j := range start {
		if v := start[j]; c.squares[j] > 0 && !math.IsNaN(v-v) {
			x.b[j] = v
		}
	}
	algorithm := a.stepper(c, h, from)
	algorithm.evaluate(x)
	best.gap = math.Inf(1)
	f := &Fit{Certified: true}
	for {
		if x.gap <= best.gap {
			best.copyFrom(x)
		}
		f.Primal, f.Gap, f.Dual = x.primal, x.gap, x.primal-x.gap
		f.record(s)
		target := s.Target(f.Dual, c.power/2)
		if x.gap <= target {
			f.Status = solver.Converged
			break
		}
		if f.stopped(ctx, s) {
			break
		}
		taken := algorithm.step(ctx, x, target, s.MaxIterations-f.Iterations)
		if taken == 0 && ctx.Err() == nil {
			f.Status = solver.Stalled
			break
		}
		f.Iterations += taken
	}
	f.recordEnd(s)
	f.Primal, f.Gap, f.Dual = best.primal, best.gap, best.primal-best.gap
	f.Coefficients = best.b
	if d, ok := algorithm.(*descent); ok {
		f.known = d.known
	}
	if scale := h.largest(c.correlation); scale > 0 {
		f.Residual = best.lack / scale
	}
	return f, best, nil
}

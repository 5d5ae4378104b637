package linear

import (
	"context"
	"fmt"
	"slices"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/proximal"
)

// Algorithm is how a penalised model is fitted.
type Algorithm int

// The algorithms, which agree in what they converge to.
const (
	CoordinateDescent Algorithm = iota // see descent; of the squared loss with a norm over blocks
	ISTA                               // see core/solvers/proximal
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

// start returns coefficients without those of features that are 0.
func (c *centred) start(b []float64) []float64 {
	b = slices.Clone(b)
	for j, v := range b {
		if c.squares[j] == 0 || v-v != 0 {
			b[j] = 0
		}
	}
	return b
}

// gramMost is the largest number of features whose Gram matrix is computed.
const gramMost = 1500

// minimise fits the centred data with a penalty, beginning at start, or 0 where it is
// nil, of the fit from. gram returns the Gram matrix of the features. What does not
// belong to that problem alone is not filled in.
func minimise(ctx context.Context, c *centred, gram func() ([]float64, error), h *elastic, a Algorithm, start []float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if start != nil {
		start = c.start(start)
	}
	var result optimize.Result
	var err error
	f := &Fit{}
	var gradient []float64
	switch a {
	case CoordinateDescent:
		method, e := c.descent(gram, h, start, from, s)
		if e != nil {
			return nil, e
		}
		result, err = optimize.Run(ctx, method, s)
		f.Coefficients, gradient = method.x.b, method.x.gradient
		if q, ok := method.q.(*byResidual); ok {
			f.known = q.known
		}
	case ISTA, FISTA:
		p := &proximal.Problem{X: operator{c}, Y: c.y, Loss: loss.Squared{}, Gamma: 1, Penalty: h.ridged}
		method := proximal.NewMethod(p, proximal.Settings{Accelerated: a == FISTA, Restart: true}, c.d, start)
		result, err = optimize.Run(ctx, method, s)
		f.Coefficients = method.B
		r := make([]float64, c.n)
		gradient = make([]float64, c.d)
		c.residual(r, method.B)
		c.adjoint(gradient, r)
	default:
		panic("linear: no such algorithm")
	}
	if err != nil {
		return nil, err
	}
	f.Result = result
	if scale := h.Inner.Dual(c.correlation); scale > 0 {
		f.Residual = h.violation(f.Coefficients, gradient) / scale
	}
	return f, nil
}

// descent returns the descent that suits the shape of the data.
func (c *centred) descent(gram func() ([]float64, error), h *elastic, start []float64, from *Fit, s optimize.Settings) (*descent, error) {
	if c.n < c.d || c.d > gramMost {
		q := newByResidual(c, h, from)
		return newDescent(h, q, c.squares, c.power, start, s.Tolerance), nil
	}
	g, err := gram()
	if err != nil {
		return nil, err
	}
	q := &byGram{gram: g, correlation: c.correlation, power: c.power, slope: make([]float64, c.d), c: c}
	m := newDescent(h, q, c.squares, c.power, start, s.Tolerance)
	m.exact = func() quadratic { return newByResidual(c, h, from) }
	return m, nil
}

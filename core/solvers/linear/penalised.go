package linear

import (
	"context"
	"slices"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/proximal"
)

// Algorithm is how a penalised model is fitted.
type Algorithm int

// The algorithms, which agree in what they converge to. Fit panics with another value.
const (
	CoordinateDescent Algorithm = iota // see descent
	ISTA                               // see core/solvers/proximal
	FISTA
)

func (a Algorithm) String() string {
	return [...]string{"coordinate-descent", "ista", "fista"}[a]
}

// start returns coefficients without those of features that are 0; nil for nil.
func (c *centredData) start(b []float64) []float64 {
	b = slices.Clone(b)
	for j, v := range b {
		if c.squares[j] == 0 || v-v != 0 {
			b[j] = 0
		}
	}
	return b
}

// gramMost is the largest number of features for which the Gram matrix is computed.
const gramMost = 1500

// minimise fits the centred data with a penalty, beginning at the coefficients start of the fit
// from, or at 0 where it is nil. gram returns the Gram matrix of the features. The fields that
// finish sets are left out.
func minimise(ctx context.Context, c *centredData, gram func() ([]float64, error), h *elastic, a Algorithm, start []float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a < CoordinateDescent || a > FISTA {
		panic("linear: unknown algorithm")
	}
	start = c.start(start)
	var err error
	f := &Fit{}
	var gradient []float64
	if a == CoordinateDescent {
		method, e := c.descent(gram, h, start, from, s)
		if e != nil {
			return nil, e
		}
		f.Result, err = optimize.Run(ctx, method, s)
		f.Coefficients, gradient = method.x.b, method.x.gradient
		if q, ok := method.q.(*byResidual); ok {
			f.ref = q.ref
		}
	} else {
		p := &proximal.Problem{X: c, Y: c.y, Loss: loss.Squared{}, Gamma: 1, Penalty: h.ridgeNorm}
		method := proximal.NewMethod(p, proximal.Settings{Accelerated: a == FISTA, Restart: true}, c.d, start)
		f.Result, err = optimize.Run(ctx, method, s)
		f.Coefficients = method.B
		r := make([]float64, c.n)
		gradient = make([]float64, c.d)
		c.residual(r, method.B)
		c.Adjoint(gradient, r)
	}
	if err != nil {
		return nil, err
	}
	if scale := h.Inner.Dual(c.correlation); scale > 0 {
		f.Residual = h.violation(f.Coefficients, gradient) / scale
	}
	return f, nil
}

// descent returns the descent that suits the shape of the data.
func (c *centredData) descent(gram func() ([]float64, error), h *elastic, start []float64, from *Fit, s optimize.Settings) (*descent, error) {
	if c.n < c.d || c.d > gramMost {
		return newDescent(h, newByResidual(c, h, from), c.squares, c.power, start, s.Tolerance), nil
	}
	g, err := gram()
	if err != nil {
		return nil, err
	}
	q := &byGram{gram: g, correlation: c.correlation, power: c.power, slope: make([]float64, c.d), c: c}
	m := newDescent(h, q, c.squares, c.power, start, s.Tolerance)
	m.exactForm = func() quadratic { return newByResidual(c, h, from) }
	return m, nil
}

package linear

import (
	"context"

	"lplab/core/solvers/optimize"
)

// direct is the method of optimize that solves linear equations and refines the
// solution, as long as that makes it better.
type direct struct {
	refine      func() (certificate, bool)
	certificate certificate
}

var _ optimize.Method = (*direct)(nil)

// newDirect begins with the solution after so many refinements from 0.
func newDirect(ctx context.Context, refine func() (certificate, bool), refinements int) *direct {
	m := &direct{refine: refine}
	for range refinements {
		if ctx.Err() == nil {
			m.certificate, _ = refine()
		}
	}
	return m
}

// Certificate implements optimize.Method.
func (m *direct) Certificate() certificate { return m.certificate }

// Step implements optimize.Method.
func (m *direct) Step(context.Context, int) int {
	x, better := m.refine()
	if m.certificate = x; better {
		return 1
	}
	return 0
}

// Keep implements optimize.Method: the last iterate is the best.
func (*direct) Keep() {}

// Restore implements optimize.Method.
func (*direct) Restore() {}

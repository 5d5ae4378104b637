package linear

import "context"

// direct refines the solution of linear equations as long as it improves.
type direct struct {
	refine      func() (certificate, bool)
	certificate certificate
}

// newDirect begins after the given number of refinements from 0.
func newDirect(ctx context.Context, refine func() (certificate, bool), refinements int) *direct {
	m := &direct{refine: refine}
	for range refinements {
		if ctx.Err() == nil {
			m.certificate, _ = refine()
		}
	}
	return m
}

func (m *direct) Certificate() certificate { return m.certificate }

func (m *direct) Step(context.Context, int) int {
	x, better := m.refine()
	if m.certificate = x; better {
		return 1
	}
	return 0
}

// Keep does nothing: the last iterate is the best.
func (*direct) Keep() {}

func (*direct) Restore() {}

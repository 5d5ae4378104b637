package optimize_test

import (
	"context"
	"fmt"

	"lplab/core/solvers/optimize"
)

// halving is a method that halves the gap in each step.
type halving struct{ gap, best float64 }

func (m *halving) Certificate() optimize.Certificate {
	return optimize.Certificate{Primal: 1 + m.gap, Dual: -1, Gap: m.gap}
}
func (m *halving) Step(context.Context, int) int { m.gap /= 2; return 1 }
func (m *halving) Keep()                         { m.best = m.gap }
func (m *halving) Restore()                      { m.gap = m.best }

// The relative gap is at most 0.001 after ten halvings.
func ExampleRun() {
	r, err := optimize.Run(context.Background(), &halving{gap: 1}, optimize.Settings{Tolerance: 1e-3, MaxIterations: 100})
	fmt.Println(r.Status, r.Iterations, err)
	// Output:
	// converged 10 <nil>
}

package lp

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"lplab/core/internal/canceltest"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// furtherLooks is how often a run may look at a context that has ended: a factorisation
// and a pass do so in each of their parts.
const furtherLooks = 24

// assertCancels runs a problem to its end, and then until the context ends at every
// look of that run, the later ones a share of their number apart: each run returns at
// once with what it has.
func assertCancels(t *testing.T, name string, p *Problem, m Method, s optimize.Settings, share int64) {
	t.Helper()
	all := canceltest.Counting()
	if _, err := Solve(all, p, m, s, nil); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	looks := all.Looks()
	for k := int64(1); k <= looks; k += 1 + k/share {
		ctx := canceltest.EndingAt(k)
		r, err := Solve(ctx, p, m, s, nil)
		further := ctx.Looks() - k
		switch {
		case further < 0: // the parts of a pass are not always as many
		case err != nil:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, look %d of %d: %v", name, k, looks, err)
			}
		case r.Status != optimize.Cancelled || !r.IsFinite():
			t.Errorf("%s, look %d of %d: %v with gap %g", name, k, looks, r.Status, r.Gap)
		}
		if further > furtherLooks {
			t.Errorf("%s, look %d of %d: %d further looks", name, k, looks, further)
		}
	}
}

// TestCancelledAtEveryLook: every method, on every form.
func TestCancelledAtEveryLook(t *testing.T) {
	s, tries := optimize.Settings{Tolerance: 1e-10, MaxIterations: 12}, int64(16)
	if testing.Short() {
		tries = 4
	}
	for _, l := range losses {
		for _, m := range methods {
			for side, on := range sides {
				p := randomProblemOn(t, side, kernel.Polynomial{Degree: 2}, l, 4, 20, 4, 3, true)
				if _, err := m.Prepare(p); err != nil {
					continue // the loss is not smooth
				}
				assertCancels(t, fmt.Sprintf("%v, %v, %s", m, l, on), p, m, s, tries)
			}
			for _, held := range []bool{true, false} {
				p := onTensor(t, randomProblem(t, kernel.Linear, l, 4, 12, 4, 3, true), randomPoints(12, 4), kernel.Linear, 4, held)
				if _, err := m.Prepare(p); err != nil {
					continue // of the primal
				}
				assertCancels(t, fmt.Sprintf("%v, %v, tensor held: %v", m, l, held), p, m, s, tries)
			}
		}
	}
}

// TestCancelledInterior: Newton's method on 400 points, of four blocks of rows, with bounds: with one loss on every
// side, also as conjugate gradients, and with another on a tensor.
func TestCancelledInterior(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: left out by -short")
	}
	const n = 400
	s := optimize.Settings{Tolerance: 1e-10, MaxIterations: 3}
	for side, on := range sides {
		assertCancels(t, on, randomProblemOn(t, side, kernel.Linear, loss.Hinge{}, 4, n, 20, 10, true), Newton{}, s, 2)
	}
	for _, held := range []bool{true, false} {
		p := onTensor(t, randomProblem(t, kernel.Linear, loss.EpsilonInsensitive{Epsilon: 0.1}, 2, n, 20, 10, true), randomPoints(n, 20), kernel.Linear, 2, held)
		assertCancels(t, fmt.Sprintf("tensor held: %v", held), p, Newton{}, s, 2)
	}
}

// onTensor moves a problem to the tensor of its points.
func onTensor(t *testing.T, p *Problem, x dense.Points, k kernel.Kernel, q int, held bool) *Problem {
	t.Helper()
	room := int64(1 << 62)
	if !held {
		room = 0
	}
	form, err := new(gram.Portable).Tensor(t.Context(), k, x, q, room, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Form = form
	return p
}

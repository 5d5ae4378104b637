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

// furtherChecks is the largest number of checks of a context after its end: a factorisation and a
// pass check it in each of their parts.
const furtherChecks = 24

// assertCancels solves a problem, and then again with contexts that end at the checks of that run,
// at distances that grow with share. Each run must return soon with what it has.
func assertCancels(t *testing.T, name string, p *Problem, m Method, s optimize.Settings, share int64) {
	t.Helper()
	all := canceltest.CountCalls()
	if _, err := Solve(all, p, m, s, nil); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	checks := all.Calls()
	for k := int64(1); k <= checks; k += 1 + k/share {
		ctx := canceltest.CancelAt(k)
		r, err := Solve(ctx, p, m, s, nil)
		further := ctx.Calls() - k
		switch {
		case further < 0: // the number of parts of a pass varies
		case err != nil:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, check %d of %d: %v", name, k, checks, err)
			}
		case r.Status != optimize.Cancelled || !r.IsFinite():
			t.Errorf("%s, check %d of %d: %v with gap %g", name, k, checks, r.Status, r.Gap)
		}
		if further > furtherChecks {
			t.Errorf("%s, check %d of %d: %d further checks", name, k, checks, further)
		}
	}
}

// TestCancelledAtEveryLook cancels every method on every form at the checks of its context.
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
					continue // the method needs a smooth loss
				}
				assertCancels(t, fmt.Sprintf("%v, %v, %s", m, l, on), p, m, s, tries)
			}
			for _, held := range []bool{true, false} {
				p := onTensor(t, randomProblem(t, kernel.Linear, l, 4, 12, 4, 3, true), randomPoints(12, 4), kernel.Linear, 4, held)
				if _, err := m.Prepare(p); err != nil {
					continue // the method needs features
				}
				assertCancels(t, fmt.Sprintf("%v, %v, tensor held: %v", m, l, held), p, m, s, tries)
			}
		}
	}
}

// TestCancelledInterior cancels Newton's method for losses with bounds on 400 points, that is four blocks of rows:
// with the hinge loss on every side, conjugate gradients included, and with the epsilon-insensitive loss on a
// tensor.
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

// onTensor replaces the form of a problem by the tensor of its points, with its entries held or
// computed in every pass.
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

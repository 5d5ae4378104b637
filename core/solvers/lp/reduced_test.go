package lp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// squaredCertificate returns the certificate of alpha for the squared loss and the points of
// randomProblem, computed from the features.
func squaredCertificate(p *Problem, d int, alpha []float64) (c optimize.Certificate) {
	n := len(alpha)
	value, omega, _ := denseForm(n, d, p.Form.Q(), alpha)
	b := 0.0
	if p.Intercept {
		b = (floats.Sum(p.Y) - floats.Sum(omega)) / float64(n)
	}
	c.Dual = value
	for i, a := range alpha {
		r := p.Y[i] - omega[i] - b - a/p.Gamma
		c.Gap += p.Gamma / 2 * r * r
		c.Dual += a*a/(2*p.Gamma) - p.Y[i]*a
	}
	c.Primal = c.Gap - c.Dual
	return c
}

// TestReducedNewton checks that the certificate from the covariances equals the certificate of
// alpha on all points, at the start and after every iteration, and that the iteration converges
// without the method on n points.
func TestReducedNewton(t *testing.T) {
	const n, d = 40, 6
	for _, q := range []float64{2, 4, 6} {
		for _, gamma := range []float64{1e-2, 1, 1e2, 1e4} {
			for _, intercept := range []bool{false, true} {
				what := fmt.Sprintf("q = %g, gamma = %g, intercept %v", q, gamma, intercept)
				p := randomProblemOn(t, gram.Dimensions, kernel.Linear, loss.Squared{}, q, n, d, gamma, intercept)
				s := newReduced(p, p.Form.(*gram.Features))
				eval, x := &evaluator{ctx: context.Background(), problem: p, tolerance: 1e-11, most: 1}, newPoint(n)
				s.Start(x, eval, nil)
				rounds := 0
				for {
					got, want := s.certificate(), squaredCertificate(p, d, x.alpha)
					rounding := 1e-9 * (math.Abs(want.Dual) + math.Abs(want.Primal))
					if math.Abs(got.Gap-want.Gap) > 1e-4*want.Gap+rounding || math.Abs(got.Dual-want.Dual) > rounding {
						t.Fatalf("%s, round %d: %+v by the covariances, %+v on all points", what, rounds, got, want)
					}
					if math.Abs(x.Gap-want.Gap) > 1e-4*want.Gap+rounding {
						t.Fatalf("%s, round %d: gap %g, want %g", what, rounds, x.Gap, want.Gap)
					}
					if got.Within(eval.tolerance) {
						break
					}
					if rounds++; !s.Step(x, eval) || s.rest != nil || eval.steps != 1 || rounds > 14 {
						t.Fatalf("%s, round %d: gap %g", what, rounds, got.Gap)
					}
				}
			}
		}
	}
}

// TestReducedNewtonNearby checks that a start from a nearby solution takes its alpha, without a pass if its
// omega is given and with one otherwise, and shares its covariances if the form and the labels are the same.
func TestReducedNewtonNearby(t *testing.T) {
	const n, d, q = 40, 6, 4
	for _, intercept := range []bool{false, true} {
		p := randomProblemOn(t, gram.Dimensions, kernel.Linear, loss.Squared{}, q, n, d, 1, intercept)
		settings := optimize.Settings{Tolerance: 1e-10, MaxIterations: 50}
		r := mustSolve(t, p, Newton{}, settings)
		otherForm := randomProblemOn(t, gram.Dimensions, kernel.Linear, loss.Squared{}, q, n, d, 1, intercept).Form
		for _, c := range []struct {
			what   string
			near   *Result
			form   gram.Form
			labels []float64
			gamma  float64
			passes int
			shares bool
		}{
			{"another gamma", r, p.Form, p.Y, 1.5, 0, true},
			{"the same gamma", r, p.Form, p.Y, 1, 0, true},
			{"alpha alone", &Result{Alpha: r.Alpha, NormPower: r.NormPower}, p.Form, p.Y, 1.5, 1, false},
			{"other labels", r, p.Form, slices.Clone(p.Y), 1.5, 0, false},
			{"another form", r, otherForm, p.Y, 1.5, 0, false},
		} {
			other := &Problem{Form: c.form, Loss: p.Loss, Y: c.labels, Gamma: c.gamma, Intercept: intercept}
			s := newReduced(other, c.form.(*gram.Features))
			eval, x := &evaluator{ctx: context.Background(), problem: other, tolerance: 1e-10, most: 1}, newPoint(n)
			s.Start(x, eval, c.near)
			want := squaredCertificate(other, d, x.alpha)
			rounding := 1e-9 * (math.Abs(want.Dual) + math.Abs(want.Primal))
			if !slices.Equal(x.alpha, r.Alpha) || math.Abs(x.Gap-want.Gap) > 1e-4*want.Gap+rounding || math.Abs(x.Dual-want.Dual) > rounding {
				t.Errorf("%s, intercept %v: certificate %+v, want %+v", c.what, intercept, x.Certificate, want)
			}
			if shares := s.covariances == r.shared; eval.passes != c.passes || shares != c.shares {
				t.Errorf("%s, intercept %v: %d passes, covariances shared %v", c.what, intercept, eval.passes, shares)
			}
		}
	}
}

// TestReducedNewtonIsWatched checks that a monitor gets every iteration, and that without one a
// pass covers several iterations.
func TestReducedNewtonIsWatched(t *testing.T) {
	p := randomProblemOn(t, gram.Dimensions, kernel.Linear, loss.Squared{}, 6, 40, 6, 1e3, true)
	settings := optimize.Settings{Tolerance: 1e-10, MaxIterations: 50}
	alone := mustSolve(t, p, Newton{}, settings)
	var iterations []int
	settings.Monitor = func(r optimize.Record) { iterations = append(iterations, r.Iteration) }
	monitored := mustSolve(t, p, Newton{}, settings)
	for k, i := range iterations {
		if i != k {
			t.Fatalf("iterations %v", iterations)
		}
	}
	if monitored.Iterations != alone.Iterations || len(iterations) != monitored.Iterations+1 || alone.Passes >= monitored.Passes || alone.Iterations < 3 {
		t.Errorf("%d records of %d iterations in %d passes; without a monitor %d in %d", len(iterations), monitored.Iterations, monitored.Passes, alone.Iterations, alone.Passes)
	}
}

package machine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// TestLogisticAgainstSolver compares with the lp solver for p = 2, the logistic loss and gamma =
// C, and alpha with its equation, over decades of C.
func TestLogisticAgainstSolver(t *testing.T) {
	points, _, classes := sample(36, 4, 2)
	for i := range 5 {
		classes[i] = -classes[i]
	}
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			d := &Data{K: gram(t, k, points), Y: classes, Intercept: intercept}
			for _, c := range []float64{1e-4, 1e-2, 1, 1e2, 1e4, 1e6} {
				f := mustFit(t, KernelLogistic{}, d, c, nil, usualSettings)
				name := fmt.Sprintf("%v, C = %g, intercept %v", k, c, intercept)
				if f.Status != optimize.Converged || f.Iterations > 40 {
					t.Errorf("%s: %v after %d iterations at a gap of %g", name, f.Status, f.Iterations, f.Gap)
				}
				for i, y := range d.Y {
					want := c * y / (1 + math.Exp(y*f.Fitted[i]))
					if math.Abs(f.Alpha[i]-want) > 1e-4*c {
						t.Errorf("%s: alpha of point %d is %g, its equation gives %g", name, i, f.Alpha[i], want)
						break
					}
				}
				if c > 1e4 {
					continue // the lp solver ends without a certificate
				}
				r := withSolver(t, d, loss.Logistic{}, c)
				if math.Abs(f.Primal-r.Primal) > 1e-8*f.Primal {
					t.Errorf("%s: primal %v, the lp solver's is %v", name, f.Primal, r.Primal)
				}
				if e := distance(f.Alpha, r.Alpha); e > 1e-4 {
					t.Errorf("%s: alpha differs by %g", name, e)
				}
			}
		}
	}
}

func TestLogisticReference(t *testing.T) { compareWithReference(t, KernelLogistic{}, 1e-6) }

// TestLogisticDegenerate checks one point, one class, equal rows with different labels, K = 0, and
// a C far above what separates the classes.
func TestLogisticDegenerate(t *testing.T) {
	// One point: f = K alpha, alpha = C / (1 + exp(f)).
	f := mustFit(t, KernelLogistic{}, &Data{K: []float64{2}, Y: []float64{1}}, 3, nil, usualSettings)
	if want := 3 / (1 + math.Exp(f.Fitted[0])); math.Abs(f.Alpha[0]-want) > 1e-6 || f.Status != optimize.Converged {
		t.Errorf("one point: alpha %v, want %v, %v", f.Alpha[0], want, f.Status)
	}
	points, _, _ := sample(9, 2, 1)
	for _, y := range []float64{-1, 1} {
		d := &Data{K: gram(t, mercer.Gaussian{Beta: 1}, points), Y: slices.Repeat([]float64{y}, 9), Intercept: true}
		f := mustFit(t, KernelLogistic{}, d, 5, nil, usualSettings)
		if f.Status != optimize.Converged || len(f.Support()) != 0 || f.Intercept*y < 30 || f.Primal > 1e-12 {
			t.Errorf("only labels %+g: %v, b = %v, primal %v", y, f.Status, f.Intercept, f.Primal)
		}
	}
	zero := &Data{K: make([]float64, 16), Y: []float64{1, 1, 1, -1}, Intercept: true}
	f = mustFit(t, KernelLogistic{}, zero, 3, nil, usualSettings)
	if math.Abs(f.Intercept-math.Log(3)) > 1e-6 || f.Status != optimize.Converged {
		t.Errorf("K = 0: b = %v, want log 3; %v", f.Intercept, f.Status)
	}
	for _, intercept := range []bool{false, true} {
		d := &Data{K: gram(t, mercer.Linear, [][]float64{{1}, {1}, {2}, {-3}}), Y: []float64{1, -1, 1, -1}, Intercept: intercept}
		for _, c := range []float64{1e-6, 1, 1e6} {
			if f := mustFit(t, KernelLogistic{}, d, c, nil, usualSettings); f.Status != optimize.Converged {
				t.Errorf("equal rows, C = %g, intercept %v: %v at a gap of %g", c, intercept, f.Status, f.Gap)
			}
		}
	}
	points, _, classes := sample(40, 3, 8)
	for _, c := range []float64{1e6, 1e9} {
		d := &Data{K: gram(t, mercer.Gaussian{Beta: 2}, points), Y: classes, Intercept: true}
		f := mustFit(t, KernelLogistic{}, d, c, nil, usualSettings)
		if f.Status != optimize.Converged {
			t.Errorf("C = %g: %v at a gap of %g of %g", c, f.Status, f.Gap, f.Dual)
		}
		for i, y := range classes {
			if f.Fitted[i]*y < 5 {
				t.Errorf("C = %g: point %d has the margin %g", c, i, f.Fitted[i]*y)
			}
		}
	}
}

// TestLogisticWarmStart checks that a warm start gives the same fit in fewer steps.
func TestLogisticWarmStart(t *testing.T) {
	points, _, classes := sample(60, 4, 4)
	for _, intercept := range []bool{false, true} {
		d := &Data{K: gram(t, mercer.Gaussian{Beta: 0.3}, points), Y: classes, Intercept: intercept}
		var from *Fit
		var cold, warm int
		for _, c := range []float64{1, 2, 4, 8, 5, 3} {
			a, b := mustFit(t, KernelLogistic{}, d, c, nil, usualSettings), mustFit(t, KernelLogistic{}, d, c, from, usualSettings)
			if math.Abs(a.Primal-b.Primal) > 1e-9*a.Primal || distance(a.Alpha, b.Alpha) > 1e-4 {
				t.Errorf("C = %g, intercept %v: warm start %v, cold start %v", c, intercept, b.Primal, a.Primal)
			}
			cold += a.Iterations
			warm += b.Iterations
			from = b
		}
		if warm >= cold {
			t.Errorf("intercept %v: %d steps from warm starts, %d from cold starts", intercept, warm, cold)
		}
	}
}

func TestLogisticUntouchedAndRepeated(t *testing.T) {
	points, _, classes := sample(50, 3, 5)
	for _, intercept := range []bool{false, true} {
		checkUntouchedAndRepeated(t, KernelLogistic{}, &Data{K: gram(t, mercer.Gaussian{Beta: 1}, points), Y: classes, Intercept: intercept}, 3)
	}
}

package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"lplab/core/experiment"
)

// TestProgress checks the order of the phases, that the fraction of each grows, and that a build reports its end.
func TestProgress(t *testing.T) {
	for _, strategy := range []string{"tensor", "features"} {
		var reports []experiment.Progress
		r := mustRun(t, `{"data": {"source": "synthetic", "n": 30, "d": 6, "relevant": 2}, "model": {"kernel": {"type": "polynomial"}},
			"solver": {"strategy": "`+strategy+`"}}`, nil, Options{Progress: func(p experiment.Progress) { reports = append(reports, p) }})
		var phases []string
		fraction, built := 0.0, 0.0
		for _, p := range reports {
			if len(phases) == 0 || p.Phase != phases[len(phases)-1] {
				phases = append(phases, p.Phase)
				fraction = 0
			}
			if !(p.Fraction >= fraction && p.Fraction <= 1) {
				t.Errorf("%s: the fraction of %s falls from %v to %v", strategy, p.Phase, fraction, p.Fraction)
			}
			fraction = p.Fraction
			if p.Phase == "build" {
				built = p.Fraction
			}
		}
		if fmt.Sprint(phases) != "[read build solve weights predict]" {
			t.Errorf("%s: phases %v", strategy, phases)
		}
		if strategy == "tensor" && built != 1 {
			t.Errorf("the build ends at %v", built)
		}
		solve := slices.DeleteFunc(slices.Clone(reports), func(p experiment.Progress) bool { return p.Phase != "solve" })
		if len(solve) != len(r.Objective.History) || len(solve) != r.Solver.Iterations+1 {
			t.Fatalf("%s: %d iterates reported, %d in the history of %d iterations", strategy, len(solve), len(r.Objective.History), r.Solver.Iterations)
		}
		for i, p := range solve {
			if h := r.Objective.History[i]; p.Iteration != i || p.Dual != h.Dual || p.Gap != h.Gap {
				t.Errorf("%s: reported %+v, recorded %+v", strategy, p, h)
			}
		}
	}
}

func TestClock(t *testing.T) {
	const spec = `{"data": {"source": "synthetic", "n": 20, "d": 6, "relevant": 2}}`
	now := 1000.0
	r := mustRun(t, spec, nil, Options{Clock: func() float64 { now += 0.25; return now }})
	if r.Solver.Seconds.Build != 0.5 || r.Solver.Seconds.Solve < 0.5 {
		t.Errorf("seconds %+v", r.Solver.Seconds)
	}
	before := 0.0
	for _, h := range r.Objective.History {
		if h.Seconds <= before || h.Seconds > r.Solver.Seconds.Solve {
			t.Errorf("record at %v s after one at %v s", h.Seconds, before)
		}
		before = h.Seconds
	}
	r = mustRun(t, spec, nil, Options{})
	if r.Solver.Seconds != (experiment.Seconds{}) || r.Objective.History[0].Seconds != 0 {
		t.Errorf("without a clock: %+v", r.Solver.Seconds)
	}
}

// assertCertificate recomputes the certificate of a linear model with squared loss and
// p = 4/3, without standardisation and intercept, from the alpha of the report.
func assertCertificate(t *testing.T, r *experiment.Report, x [][]float64, y []float64) {
	t.Helper()
	const q = 4.0
	w, power := make([]float64, len(x[0])), 0.0
	for j := range w {
		var u float64
		for k, row := range r.AlphaRows {
			u += r.Alpha[k] * x[row][j]
		}
		w[j] = u * u * u
		power += u * u * u * u
	}
	dual, primal := power/q, power*(1-1/q)
	for k, row := range r.AlphaRows {
		e := y[row] - dot(w, x[row])
		primal += r.Gamma * e * e / 2
		dual += r.Alpha[k] * (r.Alpha[k]/(2*r.Gamma) - y[row])
	}
	o := r.Objective
	if !close(o.Dual, dual, 1e-10*math.Abs(dual)) || !close(o.Primal, primal, 1e-10*primal) || !close(o.Gap, primal+dual, 1e-10*primal) {
		t.Errorf("dual %v, primal %v, gap %v, want %v, %v, %v of alpha", o.Dual, o.Primal, o.Gap, dual, primal, primal+dual)
	}
	if !close(r.Weights.NormPower, power, 1e-10*power) {
		t.Errorf("||w||_p^p %v, want %v", r.Weights.NormPower, power)
	}
}

func plain(x [][]float64, y []float64, solver string) string {
	return `{` + inline(x, y) + `, "target": "y", "preprocess": {"standardize": false, "intercept": false}, "model": {"gamma": 5}, "solver": ` + solver + `}`
}

func TestIterationLimit(t *testing.T) {
	x, y := randomData(20, 4, 11)
	for _, method := range []string{"newton", "dual-gradient", "proximal-gradient", "primal-gradient", "fista"} {
		for _, limit := range []int{1, 3} {
			r := mustRun(t, plain(x, y, fmt.Sprintf(`{"method": %q, "maxIterations": %d, "tolerance": 1e-13}`, method, limit)), nil, Options{})
			if r.Status != experiment.IterationLimit || r.Solver.Iterations != limit || len(r.Objective.History) != limit+1 || r.Solver.Method != method {
				t.Errorf("%s: %s after %d iterations of %s", method, r.Status, r.Solver.Iterations, r.Solver.Method)
			}
			assertCertificate(t, r, x, y)
		}
	}
}

func TestCancelledBeforeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x, y := randomData(20, 4, 11)
	for _, strategy := range []string{"tensor", "features"} {
		s := mustDecode(t, plain(x, y, `{"strategy": "`+strategy+`"}`))
		r, err := Run(ctx, s, nil, Options{})
		switch {
		case err != nil:
			if !errors.Is(err, context.Canceled) || r != nil {
				t.Errorf("%s: %v, %v", strategy, r, err)
			}
		case r.Status != experiment.Cancelled || r.Solver.Iterations != 0:
			t.Errorf("%s: %s after %d iterations", strategy, r.Status, r.Solver.Iterations)
		default:
			assertCertificate(t, r, x, y)
		}
		if strategy == "tensor" && err == nil {
			t.Error("the tensor was built in a cancelled context")
		}
	}
}

func TestCancelledWhileBuilding(t *testing.T) {
	s := mustDecode(t, `{"data": {"source": "synthetic", "n": 40, "d": 6, "relevant": 2}, "solver": {"strategy": "tensor"}}`)
	r, err := runUntil(s, Options{}, func(p experiment.Progress) bool { return p.Phase == "build" })
	if !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("%v, %v", r, err)
	}
}

func TestCancelledWhileSolving(t *testing.T) {
	x, y := randomData(20, 4, 11)
	for _, strategy := range []string{"tensor", "features"} {
		s := mustDecode(t, plain(x, y, `{"strategy": "`+strategy+`", "method": "proximal-gradient", "tolerance": 1e-14}`))
		r, err := runUntil(s, Options{Clock: func() float64 { return 0 }}, func(p experiment.Progress) bool { return p.Phase == "solve" && p.Iteration == 2 })
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != experiment.Cancelled || r.Solver.Iterations != 2 || len(r.Predictions.Test) == 0 || len(r.Weights.Top) != 4 {
			t.Errorf("%s: %s after %d iterations", strategy, r.Status, r.Solver.Iterations)
		}
		assertCertificate(t, r, x, y)
	}
}

// TestMethodsAgree checks that the dual values of two methods differ by at most the larger
// gap.
func TestMethodsAgree(t *testing.T) {
	for seed := range uint64(2) {
		x, y := randomData(12, 5, 30+seed)
		for _, p := range []string{"2/1", "4/3"} {
			for _, loss := range []string{"squared", "huber", "hinge"} {
				for _, intercept := range []bool{false, true} {
					task, target, methods := "regression", y, []string{"newton", "proximal-gradient", "fista", "primal-gradient", "dual-gradient"}
					if loss == "hinge" {
						task, target = "classification", labels(y)
						methods = methods[:2]
					}
					if loss == "huber" {
						methods = methods[:4]
					}
					var newton *experiment.Report
					for _, method := range methods {
						r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "task": %q, "preprocess": {"intercept": %v}, "model": {"p": %q, "loss": {"type": %q}, "gamma": 0.5},
							"solver": {"method": %q, "tolerance": 1e-7, "maxIterations": 20000}}`, inline(x, target), task, intercept, p, loss, method), nil, Options{})
						if newton == nil {
							newton = r
						}
						name := fmt.Sprintf("seed %d, p = %s, %s, intercept %v, %s", seed, p, loss, intercept, method)
						if r.Status != experiment.Converged || r.Solver.Method != method {
							t.Errorf("%s: %s by %s after %d iterations, gap %g", name, r.Status, r.Solver.Method, r.Solver.Iterations, r.Objective.Gap)
						}
						bound := max(r.Objective.Gap, newton.Objective.Gap) + 1e-12*math.Abs(newton.Objective.Dual)
						if !close(r.Objective.Dual, newton.Objective.Dual, bound) {
							t.Errorf("%s: dual %v, Newton's %v", name, r.Objective.Dual, newton.Objective.Dual)
						}
					}
				}
			}
		}
	}
}

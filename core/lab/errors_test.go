package lab

import (
	"fmt"
	"math"
	"testing"
)

// TestErrorsOfReports checks that the weights and predictions of a converged run are within the
// error bounds of a run that was stopped early, for several strategies, losses and classes, in
// the report and in the model file.
func TestErrorsOfReports(t *testing.T) {
	numbers := `{"data": {"source": "synthetic", "n": 40, "d": 6, "relevant": 2, "degree": 2, "noise": 0.3}, "split": {"train": 0.5, "test": 0.5}, "model": {"gamma": 30, "kernel": {"type": %s}, "loss": {"type": %q}}, "solver": {"strategy": %q, "maxIterations": %d}}`
	classes := `{` + readFourClasses(t).labelled() + `, "model": {"gamma": 5, "kernel": {"type": %s}, "loss": {"type": %q}}, "solver": {"strategy": %q, "maxIterations": %d}}`
	for _, c := range []struct{ spec, kernel, loss, strategy string }{
		{numbers, `"polynomial", "degree": 2`, "squared", "tensor"},
		{numbers, `"polynomial", "degree": 2`, "huber", "features"},
		{numbers, `"exponential", "a": "auto"`, "epsilon-insensitive", "tensor"},
		{classes, `"polynomial", "degree": 2`, "logistic", "features"},
		{classes, `"linear"`, "hinge", "tensor"},
	} {
		run := func(iterations int) (*Session, *Predictions) {
			s := new(Session)
			mustRunIn(t, s, mustDecode(t, fmt.Sprintf(c.spec, c.kernel, c.loss, c.strategy, iterations)), nil, Options{})
			_, out := roundTrip(t, s)
			return s, out
		}
		_, solved := run(500)
		early := mustRun(t, fmt.Sprintf(c.spec, c.kernel, c.loss, c.strategy, 3), nil, Options{})
		exact := mustRun(t, fmt.Sprintf(c.spec, c.kernel, c.loss, c.strategy, 500), nil, Options{})
		_, stopped := run(3)
		for k, bounds := range stopped.Errors {
			for row, bound := range bounds {
				if difference := math.Abs(stopped.Scores[k][row] - solved.Scores[k][row]); !(difference <= bound+solved.Errors[k][row]) {
					t.Errorf("%s, %s: a prediction differs by %v, but the bounds are %v and %v", c.kernel, c.loss, difference, bound, solved.Errors[k][row])
				}
			}
		}
		for k := range max(1, len(early.Classes)) {
			a, b := early.OfClass(k), exact.OfClass(k)
			if a.Objective.Errors == nil || !(a.Objective.Errors.Prediction > 0) {
				t.Fatalf("%s, %s: no bounds", c.kernel, c.loss)
			}
			at := map[string]float64{}
			slack := map[string]float64{}
			for _, w := range b.Weights.Top {
				at[w.Label], slack[w.Label] = w.Value, max(w.Below, w.Above)
			}
			compared := 0
			for _, w := range a.Weights.Top {
				value, listed := at[w.Label]
				if !listed {
					continue
				}
				compared++
				if value < w.Value-w.Below-slack[w.Label] || value > w.Value+w.Above+slack[w.Label] {
					t.Errorf("%s, %s: the weight of %s is %v, outside [%v, %v]", c.kernel, c.loss, w.Label, value, w.Value-w.Below, w.Value+w.Above)
				}
			}
			if compared == 0 {
				t.Errorf("%s, %s: no weight was compared", c.kernel, c.loss)
			}
		}
	}
}

package lab

import (
	"fmt"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestCancelledReport checks the parts of the report of a run that is cancelled in each phase,
// with a clock that leaves time for the remaining parts and with one that does not.
func TestCancelledReport(t *testing.T) {
	x, y := randomData(20, 3, 61)
	for _, model := range []string{`"kernel": {"type": "exponential"}`, `"kernel": {"type": "polynomial", "degree": 2}`} {
		text := fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.7, "test": 0.3}, "model": {%s}, "solver": {"tolerance": 1e-12}}`, inline(x, y), model)
		spec := mustDecode(t, text)
		run := func(phase string, iteration int, tick float64) *experiment.Report {
			now := 0.0
			clock := func() float64 { now += tick; return now }
			r, err := runUntil(spec, Options{Clock: clock}, func(p experiment.Progress) bool { return p.Phase == phase && p.Iteration == iteration })
			if err != nil {
				t.Fatalf("%s: %v", model, err)
			}
			return r
		}
		has := func(r *experiment.Report) string {
			return fmt.Sprintf("%s: weights %v, train %v, test %v", r.Status, r.Weights.Count > 0, r.Predictions.Train != nil, r.Predictions.Test != nil)
		}
		for _, c := range []struct {
			phase     string
			iteration int
			tick      float64
			want      string
			lacks     string
		}{
			{"never", 0, 1, "converged: weights true, train true, test true", ""},
			{"solve", 1, 0, "cancelled: weights true, train true, test true", ""},
			{"solve", 1, 1, "cancelled: weights false, train true, test false", "the run was cancelled; the report does not include the weights, the predictions of the test rows"},
			{"weights", 0, 0, "converged: weights true, train true, test true", ""},
			{"weights", 0, 1, "cancelled: weights false, train true, test false", "the run was cancelled; the report does not include the weights, "},
			{"predict", 0, 1, "cancelled: weights true, train true, test false", "the run was cancelled; the report does not include the predictions of the test rows"},
		} {
			r := run(c.phase, c.iteration, c.tick)
			if got := has(r); got != c.want {
				t.Errorf("%s, cancelled in %s at a clock of %g: %s, want %s", model, c.phase, c.tick, got, c.want)
			}
			if last := strings.Join(r.Warnings, "\n"); !strings.Contains(last, c.lacks) || c.lacks == "" && strings.Contains(last, "lacks") {
				t.Errorf("%s, cancelled in %s at a clock of %g: %q", model, c.phase, c.tick, last)
			}
		}
	}
}

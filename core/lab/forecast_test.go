package lab

import (
	"context"
	"math"
	"testing"

	"lplab/core/experiment"
	"lplab/core/spaces/gram"
)

func TestForecast(t *testing.T) {
	f := forecast{plan: gram.Plan{Build: 10, Pass: 0.5}, passes: 8, start: 100}
	for _, c := range []struct{ fraction, now, want float64 }{
		{0, 150, 0},     // no data yet
		{0.005, 150, 0}, // too few data
		{0.5, 100.1, 0}, // too soon
		{0.5, 105, 9},   // as planned: 5 to build and 4 to solve
		{0.25, 105, 23}, // half as fast: 15 and 8
		{0.5, 300, 216}, // far slower: the solve is corrected by a factor of at most 4
		{0.5, 100.25, 1.25},
		{1, 110, 4},
	} {
		if got := f.buildSeconds(c.fraction, c.now); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%g built at %g: %g s left, want %g", c.fraction, c.now, got, c.want)
		}
	}
}

// TestProgressForecasts checks that a build of many steps reports its remaining time.
func TestProgressForecasts(t *testing.T) {
	var now float64
	estimates, total := 0, 0
	_, err := Run(context.Background(), mustDecode(t, `{"data": {"source": "synthetic", "n": 60, "d": 30, "relevant": 2},
		"split": {"train": 1, "test": 0}, "solver": {"strategy": "tensor"}}`), nil, Options{
		Clock: func() float64 { return now },
		Progress: func(p experiment.Progress) {
			if now += 0.2; p.Phase != "build" {
				return
			}
			if total++; p.Remaining > 0 {
				estimates++
			}
		},
	})
	if err != nil || estimates < 5 || estimates < total-3 {
		t.Errorf("%d estimates in %d messages, %v", estimates, total, err)
	}
}

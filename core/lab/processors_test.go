package lab

import (
	"fmt"
	"runtime"
	"testing"

	"lplab/core/experiment"
)

// TestProcessors checks that the automatic choices and the digits of the result do not
// depend on the number of processors.
func TestProcessors(t *testing.T) {
	x, y := randomData(110, 6, 5)
	var classes []float64
	for _, v := range y {
		class := -1.0
		if v > 0 {
			class = 1
		}
		classes = append(classes, class)
	}
	for name, text := range map[string]string{
		"polynomial": fmt.Sprintf(`{%s, "target": "y", "model": {"p": "4/3", "kernel": {"type": "polynomial"}}}`, inline(x, y)),
		"hinge":      fmt.Sprintf(`{%s, "target": "y", "task": "classification", "model": {"loss": {"type": "hinge"}}, "split": {"train": 1, "test": 0}}`, inline(x, classes)),
	} {
		var first *experiment.Report
		for _, processors := range []int{1, 2, 5} {
			before := runtime.GOMAXPROCS(processors)
			r := mustRun(t, text, nil, Options{})
			runtime.GOMAXPROCS(before)
			if first == nil {
				first = r
			}
			if r.Status != experiment.Converged || r.Result != first.Result || r.Solver.Method != first.Solver.Method || r.Solver.Strategy != first.Solver.Strategy || r.Solver.Iterations != first.Solver.Iterations {
				t.Errorf("%s with %d processors: %s by %s on %s in %d iterations, %+v; with one %s on %s in %d, %+v", name, processors,
					r.Status, r.Solver.Method, r.Solver.Strategy, r.Solver.Iterations, r.Result, first.Solver.Method, first.Solver.Strategy, first.Solver.Iterations, first.Result)
			}
		}
	}
}

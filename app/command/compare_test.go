//go:build !wasm

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestCompareWarnsOfShortfalls checks that one line names the models that did not converge.
func TestCompareWarnsOfShortfalls(t *testing.T) {
	report := func(kind string, status experiment.Status) *experiment.Report {
		r := &experiment.Report{Status: status}
		r.Spec.Model.Type = kind
		return r
	}
	done := []*experiment.Report{report(experiment.ModelRidge, experiment.Converged), report(experiment.ModelKNN, experiment.Exact)}
	if err := shortfalls(done); err != nil {
		t.Error(err)
	}
	searched := report(experiment.ModelLasso, experiment.Converged)
	searched.Search = &experiment.Searched{Scores: [][]experiment.Score{{{Endings: experiment.Endings{
		Statuses: []experiment.Status{experiment.Converged, experiment.Stalled}, RelativeGaps: []float64{0, 0.5}}}}}}
	late := report(experiment.ModelKernelRidge, experiment.Cancelled)
	late.Spec.Solver.Tolerance, late.Objective.RelativeGap = 1e-10, 1e-20
	err := shortfalls(append(done, searched, late, report(experiment.ModelSVM, experiment.IterationLimit)))
	const want = "lasso: 1 of the 2 models of the search's folds or draws did not converge (relative gap up to 0.5); kernel-ridge: the run was cancelled when the relative gap, 1e-20, was within the tolerance, so only the report is incomplete; svm: the run did not converge (iteration-limit): relative gap 0 after 0 iterations"
	if err == nil || err.Error() != want {
		t.Error(err)
	}
}

func TestCompare(t *testing.T) {
	const spec = `{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa"}`
	dir := filepath.Join(t.TempDir(), "reports")
	table := mustRun(t, spec, "compare", "-", "-models", "ridge, lasso,knn", "-o", dir)
	lines := strings.Split(strings.TrimSpace(table), "\n")
	if len(lines) != 4 {
		t.Fatal(table)
	}
	for i, want := range []string{"Model", "ridge", "lasso", "knn"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is %q, want %s", i, lines[i], want)
		}
	}
	if !strings.Contains(lines[2], "lambda = ") || !strings.Contains(lines[2], " of 8") || !strings.Contains(lines[2], "gap ") {
		t.Errorf("the row of the lasso is %q", lines[2])
	}
	for _, name := range []string{"ridge.json", "lasso.json", "knn.json", "methods.svg"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	// The reports can be plotted.
	if svg := mustRun(t, "", "plot", filepath.Join(dir, "ridge.json"), filepath.Join(dir, "lasso.json"), "-figure", "methods"); !strings.HasPrefix(svg, "<svg") {
		t.Errorf("%.50s", svg)
	}
	for _, c := range []struct{ args, words string }{
		{"-models ridge,lars", "lars"},
		{"-models svm", "svm"},
		{"-data f.csv", "leave -data out"},
		{"-data -", "cannot both come"},
		{"-models lp -memory 1e-6", "memory"},
		{"-memory 0", "-memory: give"},
	} {
		assertUnusable(t, spec, append([]string{"compare", "-"}, strings.Fields(c.args)...), c.words)
	}
}

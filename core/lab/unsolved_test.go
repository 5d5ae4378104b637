package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// faultyTrainer is a trainer with some fits that stall. Fits are counted from 0, over
// all its restricted trainers.
type faultyTrainer struct {
	trainer
	fits  *int
	stall []int
}

func (f faultyTrainer) fit(ctx context.Context, strength float64, from fit, monitor func(experiment.Record)) (fit, error) {
	if last, ok := from.(stalledFit); ok {
		from = last.weightedFit
	}
	m, err := f.trainer.fit(ctx, strength, from, monitor)
	if err == nil && slices.Contains(f.stall, *f.fits) {
		m = stalledFit{m.(weightedFit)}
	}
	*f.fits++
	return m, err
}

func (f faultyTrainer) restrict(ctx context.Context, rows []int) (trainer, error) {
	t, err := f.trainer.restrict(ctx, rows)
	return faultyTrainer{t, f.fits, f.stall}, err
}

// weightedFit is a model with weights.
type weightedFit interface {
	fit
	weightModel() *weightModel
}

// stalledFit is a model that did not converge.
type stalledFit struct{ weightedFit }

func (m stalledFit) ending() ending {
	e := m.weightedFit.ending()
	e.status, e.objective.RelativeGap = experiment.Stalled, 0.25
	return e
}

// withFaults makes some fits of a type of model stall until the test ends.
func withFaults(t *testing.T, kind string, stall ...int) {
	real, fits := kinds[kind], new(int)
	t.Cleanup(func() { kinds[kind] = real })
	faults := real
	faults.train = func(ctx context.Context, r *run, rows []int) (trainer, error) {
		made, err := real.train(ctx, r, rows)
		return faultyTrainer{made, fits, stall}, err
	}
	kinds[kind] = faults
}

// TestUnsolvedModelsAreReported checks that a stalled model of a path, a fold, a draw
// or a resample has its status in the report and is counted in a warning.
func TestUnsolvedModelsAreReported(t *testing.T) {
	x, y := randomData(24, 3, 21)
	const folds = `"search": {"criterion": "cross-validation", "folds": 4, "lambda": [0.5, 1, 2]}`
	for _, c := range []struct {
		name, rest string
		stall      int // number of the fit: the folds before the path, the largest lambda first
		place      func(r *experiment.Report) (experiment.Status, float64)
		warning    string
	}{
		{"path", `"preprocess": {"standardize": false}, ` + folds, 4*3 + 1,
			func(r *experiment.Report) (experiment.Status, float64) {
				return r.Search.Path.Points[1].Status, r.Search.Path.Points[1].RelativeGap
			}, "1 of the 3 models of the path did not converge (relative gap up to 0.25)"},
		{"restricted fold", `"preprocess": {"standardize": false}, ` + folds, 2*3 + 2,
			func(r *experiment.Report) (experiment.Status, float64) {
				return r.Search.Scores[0][0].Statuses[2], r.Search.Scores[0][0].RelativeGaps[2]
			}, "1 of the 12 models of the search's folds or draws did not converge (relative gap up to 0.25)"},
		{"fold with a separate design", `"preprocess": {"standardize": true}, ` + folds, 3 * 3,
			func(r *experiment.Report) (experiment.Status, float64) {
				return r.Search.Scores[0][2].Statuses[3], r.Search.Scores[0][2].RelativeGaps[3]
			}, "1 of the 12 models of the search's folds or draws did not converge"},
		{"resample", `"selection": {"rule": "nonzero", "resamples": 5}`, 1 + 3,
			func(r *experiment.Report) (experiment.Status, float64) {
				return r.Stability.Statuses[3], r.Stability.RelativeGaps[3]
			}, "1 of the 5 models of the stability selection did not converge"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1}, "model": {"type": "lasso"}, %s}`, inline(x, y), c.rest)
			before := mustRun(t, text, nil, Options{})
			if before.Unsolved() != "" || len(before.Warnings) > 0 {
				t.Fatalf("without faults: %q, %v", before.Unsolved(), before.Warnings)
			}
			withFaults(t, experiment.ModelLasso, c.stall)
			r := mustRun(t, text, nil, Options{})
			if status, gap := c.place(r); status != experiment.Stalled || gap != 0.25 {
				t.Errorf("%s with a relative gap of %g", status, gap)
			}
			if r.Status != experiment.Converged || len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0], c.warning) {
				t.Errorf("%s, warnings %q", r.Status, r.Warnings)
			}
		})
	}
	t.Run("form", func(t *testing.T) {
		withFaults(t, experiment.ModelLP, 1)
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1}, "model": {"kernel": {"type": "linear"}},
			"search": {"criterion": "cross-validation", "folds": 4, "gamma": [0.5, 1], "p": ["4/3", 2]}}`, inline(x, y)), nil, Options{})
		if got := r.Search.Forms[0].Scores[1]; got.Statuses[0] != experiment.Stalled || got.Statuses[1] != experiment.Converged {
			t.Errorf("%+v", got)
		}
		if !strings.HasPrefix(r.Unsolved(), "1 of the 16 models of the search's folds or draws") {
			t.Error(r.Unsolved())
		}
	})
	t.Run("draw", func(t *testing.T) {
		withFaults(t, experiment.ModelLP, 3)
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.7, "validation": 0.3}, "model": {"kernel": {"type": "linear"}},
			"search": {"criterion": "validation", "gamma": [0.5, 1], "subsample": [6, 12], "repeats": 2}}`, inline(x, y)), nil, Options{})
		// The last repeat is first, and in it the larger size.
		if got := r.Search.Scores[0][1]; got.Statuses[1] != experiment.Stalled || got.Statuses[0] != experiment.Converged || got.RelativeGaps[1] != 0.25 {
			t.Errorf("%+v", got)
		}
		if !strings.HasPrefix(r.Unsolved(), "1 of the 8 models of the search's folds or draws") {
			t.Error(r.Unsolved())
		}
	})
}

// TestAdvice checks that no advice is to turn on what is on, and that a finite series that is cut is not advised a
// smaller rate.
func TestAdvice(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{`"model": {"kernel": {"type": "linear"}}, "solver": {"maxIterations": 1}, "preprocess": {"standardize": false}`,
			"the tolerance of 1e-10 is not reached in 1 iteration: raise solver.maxIterations, turn on standardize, or choose a smaller model.gamma"},
		{`"model": {"kernel": {"type": "linear"}}, "solver": {"maxIterations": 1}`,
			"the tolerance of 1e-10 is not reached in 1 iteration: raise solver.maxIterations, or choose a smaller model.gamma"},
		{`"model": {"kernel": {"type": "linear"}, "r": 1, "steps": 1, "gamma": 1e9}`, // beside a warning of few rows
			"rounding prevents the tolerance of 1e-10: choose a smaller model.gamma, or choose a larger solver.tolerance"},
		{`"model": {"kernel": {"type": "polynomial", "degree": 3, "constant": 1}}, "solver": {"strategy": "truncated"}`, `set solver.strategy to "features", or choose a larger solver.tolerance`},
	} {
		r := mustRun(t, `{"data": {"source": "synthetic", "n": 40, "d": 10, "relevant": 2, "noise": 1}, `+c.spec+`}`, nil, Options{})
		if !slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasSuffix(w, c.want) }) {
			t.Errorf("%q; want %q", r.Warnings, c.want)
		}
	}
}

// TestSharesAreCountedOnce checks that a monomial that every resample selects has the share 1.
func TestSharesAreCountedOnce(t *testing.T) {
	x, y := randomData(40, 3, 22)
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "model": {"kernel": {"type": "linear"}}, "selection": {"rule": "count", "count": 1, "resamples": 50}}`, inline(x, y)), nil, Options{})
	if top := r.Stability.Top[0]; top.Label != "x1" || top.Share != 1 {
		t.Errorf("%+v", r.Stability.Top)
	}
}

// TestNoWeight checks that the list of weights of a model with only zero weights is [], not null, and
// that a warning has the way to more weights, also for the automatic gamma with r = 1/2.
func TestNoWeight(t *testing.T) {
	x, y := randomData(20, 3, 23)
	for spec, remedy := range map[string]string{
		fmt.Sprintf(`{%s, "target": "y", "model": {"type": "lasso", "lambda": 1e6}}`, inline(x, y)):                                                             "choose a smaller model.lambda",
		`{"data": {"source": "synthetic", "n": 125, "d": 20, "relevant": 3, "degree": 2}, "model": {"p": "4/3", "r": "1/2", "kernel": {"type": "polynomial"}}}`: "choose a larger model.gamma",
	} {
		r := mustRun(t, spec, nil, Options{})
		if got := compact(r.Weights); !strings.Contains(got, `"top":[]`) {
			t.Error(got)
		}
		if want := "all weights are zero, so all predictions are equal: " + remedy + ", or a search.criterion"; !slices.Contains(r.Warnings, want) {
			t.Errorf("%q; want %q", r.Warnings, want)
		}
	}
}

package lab

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// sessionSteps are experiments that each share something with the one before:
// the data, the design, the tensor, or only the rows of alpha.
var sessionSteps = []string{
	`"model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 1}`,
	`"model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 3}`,
	`"model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 3, "loss": {"type": "absolute"}}`,
	`"model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 3, "subsample": 20}`,
	`"model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 3, "subsample": 12}`,
	`"model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 3, "subsample": 25}`,
	`"model": {"gamma": 3}, "search": {"criterion": "path", "count": 2}, "selection": {"resamples": 2}`,
	`"model": {"kernel": {"type": "exponential"}, "gamma": 0.1}`,
	`"model": {"kernel": {"type": "exponential"}, "gamma": 0.1}, "split": {"seed": 2}`,
	`"model": {"gamma": 1}, "features": ["x1", "x3"]`,
	`"model": {"gamma": 1}`,
}

// TestSessionKeepsNoTrace checks that a report does not depend on the earlier runs
// of the session.
func TestSessionKeepsNoTrace(t *testing.T) {
	var session Session
	tables := []string{
		`"data": {"source": "synthetic", "n": 40, "d": 4, "relevant": 3, "degree": 2}`,
		`"data": {"source": "file", "name": "a.csv"}`,
		`"data": {"source": "file", "name": "b.csv"}`,
		`"data": {"source": "synthetic", "n": 40, "d": 4, "relevant": 3, "degree": 2, "seed": 2}`,
	}
	if testing.Short() {
		tables = tables[:2]
	}
	for _, data := range tables {
		for i, step := range sessionSteps {
			for _, strategy := range []string{experiment.StrategyTensor, experiment.StrategyFeatures} {
				s := mustDecode(t, `{`+data+`, "target": "y", "solver": {"strategy": "`+strategy+`"}, `+step+`}`)
				var file []byte
				if s.Data.Source == experiment.SourceFile {
					file = csvFile(len(s.Data.Name), i%2) // sometimes another file of the same name
				}
				got, gotErr := session.Run(context.Background(), s, file, Options{})
				want, wantErr := Run(context.Background(), s, file, Options{})
				if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
					t.Fatalf("%s, %s: %v, in a new session %v", data, step, gotErr, wantErr)
				}
				if compact(got) != compact(want) {
					t.Fatalf("%s, %s, %s: the report depends on the runs before", data, step, strategy)
				}
			}
		}
	}
}

// TestSessionKeepsTheDesignOfASearch checks that a run after a search reuses its design,
// so that it can start from its model.
func TestSessionKeepsTheDesignOfASearch(t *testing.T) {
	var session Session
	const data = `{"data": {"source": "synthetic", "n": 20, "d": 8}, "model": {"gamma": 1}`
	for i, more := range []string{`, "search": {"criterion": "cross-validation", "count": 2}, "selection": {"resamples": 2}}`, `}`} {
		before := session.design
		mustRunIn(t, &session, mustDecode(t, data+more), nil, Options{})
		if i > 0 && session.design != before {
			t.Error("the design was built again")
		}
	}
}

func csvFile(length, seed int) []byte {
	x, y := randomData(30+length, 4, uint64(seed))
	file := "x1,x2,x3,x4,y\n"
	for i, row := range x {
		file += fmt.Sprintf("%v,%v,%v,%v,%v\n", row[0], row[1], row[2], row[3], y[i])
	}
	return []byte(file)
}

// TestWarmStart checks that warm runs reach the same solution as cold ones in fewer
// passes.
func TestWarmStart(t *testing.T) {
	for _, lossType := range []string{"squared", "huber", "logistic", "hinge", "absolute"} {
		var session Session
		warmPasses, coldPasses := 0, 0
		for step := range 12 {
			gamma := 0.1 * math.Pow(1.3, float64(step%10)) // up, and far down again
			task := "regression"
			if lossType == "logistic" || lossType == "hinge" {
				task = "classification"
			}
			x, y := randomData(40, 5, 3)
			if task == "classification" {
				y = labels(y)
			}
			s := mustDecode(t, fmt.Sprintf(`{%s, "target": "y", "task": %q,
				"model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": %g, "loss": {"type": %q}}, "solver": {"strategy": "tensor"}}`,
				inline(x, y), task, gamma, lossType))
			cold := mustRunIn(t, new(Session), s, nil, Options{})
			warm := mustRunIn(t, &session, s, nil, Options{Warm: true})
			if warm.Status != experiment.Converged || !close(warm.Objective.Dual, cold.Objective.Dual, 2e-10*math.Abs(cold.Objective.Dual)) {
				t.Errorf("%s, gamma %g: %s at %v, want %v", lossType, gamma, warm.Status, warm.Objective.Dual, cold.Objective.Dual)
			}
			warmPasses += warm.Solver.Passes
			coldPasses += cold.Solver.Passes
		}
		if warmPasses >= coldPasses {
			t.Errorf("%s: %d passes warm, %d cold", lossType, warmPasses, coldPasses)
		}
		t.Logf("%s: %d passes warm, %d cold", lossType, warmPasses, coldPasses)
	}
}

// TestMistakesPanic checks that invalid arguments of a program panic with the name of the package.
func TestMistakesPanic(t *testing.T) {
	ctx := context.Background()
	one, three := dense.Points{N: 1, D: 1, X: []float64{1}}, dense.Points{N: 3, D: 2, X: []float64{1}}
	build := func(x dense.Points) (*tensor.Packed, error) {
		return tensor.Build(ctx, x, 4, kernel.Linear.Apply, nil)
	}
	for _, c := range []struct {
		want    string
		mistake func()
	}{
		{"gram: points without", func() { gram.NewFeatures(ctx, kernel.Linear, three, 4, gram.Points) }},
		{"gram: q must be at least 2", func() { gram.NewFeatures(ctx, kernel.Linear, one, 1, gram.Points) }},
		{"gram: q must be at least 2", func() { gram.NewFeatures(ctx, kernel.Linear, one, math.NaN(), gram.Points) }},
		{"tensor: points without", func() { build(three) }},
		{"tensor: points without", func() { build(dense.Points{N: -1}) }},
		{"linear: one or more columns", func() { linear.Columns(nil) }},
		{"linear: one or more columns", func() { linear.Columns([][]float64{{1, 2}, {3}}) }},
		{"linear: unknown algorithm", func() {
			linear.Lasso(99).Fit(ctx, &linear.Data{X: linear.Columns([][]float64{{1, 2}}), Y: []float64{1, 2}}, 1, nil, optimize.Settings{})
		}},
		{"lab: an experiment must come from", func() { Run(ctx, experiment.Spec{}, nil, Options{}) }},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, c.want) {
					t.Errorf("%q, want %q", got, c.want)
				}
			}()
			c.mistake()
		}()
	}
}

package lab

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"lplab/core/experiment"
)

// TestRefinement checks that a search with a refinement adds the given number of values, at equal
// factors, between the best value of the grid and each of its neighbours, and that its scores, path
// and choices are those of a search over all these values.
func TestRefinement(t *testing.T) {
	const between = 2
	spec := func(model, search string) string {
		return fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.6, "validation": 0.4}, "model": {%s}, "solver": {"tolerance": 1e-12},
			"search": {%s}}`, searchData(experiment.Regression, 40), model, search)
	}
	for i, model := range []string{`"kernel": {"type": "linear"}`, `"kernel": {"type": "exponential", "a": "auto"}, "p": 2`, `"type": "ridge"`, `"type": "lasso"`} {
		for j, how := range []string{`"criterion": "validation", "rule": "1-se"`, `"criterion": "cross-validation", "folds": 3`} {
			if testing.Short() && i != 2*j {
				continue // with -short two of the models with one criterion each; the exponential kernel takes most of the time
			}
			name := model + ", " + how
			coarse := mustRun(t, spec(model, how+`, "count": 6`), nil, Options{})
			r := mustRun(t, spec(model, how+fmt.Sprintf(`, "count": 6, "refine": %d`, between)), nil, Options{})
			parameter := r.Spec.Model.Parameter()
			grid, best := *coarse.Search.Of(parameter), coarse.Search.Minimum.Gamma
			want := slices.Clone(grid)
			for _, low := range []int{best - 1, best} {
				if low < 0 || low+1 == len(grid) {
					continue
				}
				for i := range between {
					want = append(want, grid[low]*math.Pow(grid[low+1]/grid[low], float64(i+1)/(between+1)))
				}
			}
			slices.Sort(want)
			got := *r.Search.Of(parameter)
			assertVector(t, name+": value", got, want, 1e-12)
			if len(got) <= len(grid) || len(r.Search.Path.Points) != len(got) || len(r.Search.Scores[0]) != len(got) {
				t.Errorf("%s: %d values, %d points, %d scores", name, len(got), len(r.Search.Path.Points), len(r.Search.Scores[0]))
			}
			given := mustRun(t, spec(model, how+fmt.Sprintf(`, %q: %s`, parameter, compact(got))), nil, Options{})
			for g, score := range given.Search.Scores[0] {
				if s := r.Search.Scores[0][g]; !near(s.Mean, score.Mean, 1e-4) || !near(s.Error, score.Error, 1e-3) || len(s.Values) != len(score.Values) || len(s.Statuses) != len(score.Statuses) {
					t.Errorf("%s, value %d: %+v, with a given grid %+v", name, g, s, score)
				}
				if a, b := r.Search.Path.Points[g], given.Search.Path.Points[g]; !near(a.Dual, b.Dual, 1e-6) {
					t.Errorf("%s, value %d: dual %v, with a given grid %v", name, g, a.Dual, b.Dual)
				}
			}
			if !reflect.DeepEqual(r.Search.Minimum, given.Search.Minimum) || !reflect.DeepEqual(r.Search.OneError, given.Search.OneError) || !reflect.DeepEqual(r.Chosen, given.Chosen) {
				t.Errorf("%s: %+v, %+v, %+v chosen, with a given grid %+v, %+v, %+v", name, r.Search.Minimum, r.Search.OneError, r.Chosen, given.Search.Minimum, given.Search.OneError, given.Chosen)
			}
			least, before := r.Search.Scores[0][r.Search.Minimum.Gamma].Mean, coarse.Search.Scores[0][best].Mean
			if least > before+1e-6*math.Abs(before) {
				t.Errorf("%s: the least error rises from %v to %v", name, before, least)
			}
		}
	}
}

// TestRefinementAtTheEnds checks the refinement at an end of a grid, of a grid of one value,
// and between adjacent floating-point numbers.
func TestRefinementAtTheEnds(t *testing.T) {
	grid := []float64{1, 16, 256}
	for _, c := range []struct {
		grid  []float64
		place int
		want  []float64
	}{
		{grid, 0, []float64{2, 4, 8}},
		{grid, 1, []float64{2, 4, 8, 32, 64, 128}},
		{grid, 2, []float64{32, 64, 128}},
		{grid[:1], 0, nil},
		{[]float64{1, math.Nextafter(1, 2)}, 0, nil},
		{[]float64{5e-324, 1e-323}, 1, nil},
	} {
		got := refinement(c.grid, c.place, 3)
		assertVector(t, fmt.Sprint(c.grid, " at ", c.place), got, c.want, 1e-13)
		if len(refinement(c.grid, c.place, 0)) > 0 {
			t.Errorf("%v: a refinement of 0 values adds some", c.grid)
		}
	}
}

// TestSpanOfGrids checks that "auto" decades extend from a tenth of the scale of gamma to
// 10,000 times it, and are the default for other parameters, and that a search without decades
// or with a number has the scale in the middle.
func TestSpanOfGrids(t *testing.T) {
	for _, c := range []struct {
		model, decades string
		low, high      float64 // relative to the scale; 0: the default
	}{
		{`"kernel": {"type": "linear"}`, ``, 1e-3, 1e3},
		{`"kernel": {"type": "linear"}`, `, "decades": 2`, 0.1, 10},
		{`"kernel": {"type": "linear"}`, `, "decades": "auto"`, 0.1, 1e4},
		{`"type": "ridge"`, `, "decades": "auto"`, 0, 0},
		{`"type": "lasso"`, `, "decades": "auto"`, 0, 0},
		{`"type": "kernel-ridge", "kernel": {"type": "gaussian"}`, `, "decades": "auto"`, 0, 0},
	} {
		run := func(decades string) *experiment.Searched {
			return mustRun(t, `{`+searchData(experiment.Regression, 30)+`, "target": "y", "model": {`+c.model+`}, "search": {"criterion": "path", "count": 11`+decades+`}}`, nil, Options{}).Search
		}
		s := run(c.decades)
		_, grid := s.Grid()
		if c.low == 0 {
			if _, want := run("").Grid(); !slices.Equal(grid, want) {
				t.Errorf("%s: %v, want the default %v", c.model, grid, want)
			}
			continue
		}
		if len(grid) != 11 || !near(grid[0], c.low*s.Scale, 1e-12) || !near(grid[10], c.high*s.Scale, 1e-12) || !near(grid[1]/grid[0], grid[10]/grid[9], 1e-12) {
			t.Errorf("%s%s: %v about %g", c.model, c.decades, grid, s.Scale)
		}
	}
}

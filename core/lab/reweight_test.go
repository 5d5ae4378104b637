package lab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// plantedSpec returns an experiment with a planted target, n training rows and 200 test rows.
func plantedSpec(n, d, relevant, degree int, seed uint64, model, rest string) string {
	rows := n + 200
	kernel := `{"type": "linear"}`
	if degree > 1 {
		kernel = fmt.Sprintf(`{"type": "polynomial", "degree": %d}`, degree)
	}
	return fmt.Sprintf(`{"data": {"source": "synthetic", "n": %d, "d": %d, "relevant": %d, "noise": 0.05, "degree": %d, "seed": %d},
		"split": {"train": %.12g, "validation": 0, "test": %.12g}, "preprocess": {"standardize": false, "intercept": false},
		"model": {"kernel": %s, "p": "4/3", %s}%s}`, rows, d, relevant, degree, seed, float64(n)/float64(rows), 200/float64(rows), kernel, model, rest)
}

// TestPlantedIsRecovered checks that, with r = 1/2, exactly the planted monomials are nonzero:
// six of 1500 columns, and four of the 171,700 products of three of 100 columns.
func TestPlantedIsRecovered(t *testing.T) {
	for _, c := range []struct {
		n, d, relevant, degree int
		seeds                  uint64
		least                  float64
	}{{85, 1500, 6, 1, 5, 0.995}, {160, 100, 4, 3, 2, 0.99}} {
		if testing.Short() {
			if c.seeds = 1; c.degree > 1 {
				continue // 176,850 weights
			}
		}
		for seed := uint64(1); seed <= c.seeds; seed++ {
			r := mustRun(t, plantedSpec(c.n, c.d, c.relevant, c.degree, seed, `"gamma": 1, "r": "1/2", "steps": 20`, ""), nil, Options{})
			w, r2 := r.Weights, *r.Metrics["test"].R2
			if w.Recovery.Found != c.relevant || w.Recovery.False != 0 || w.Nonzero != c.relevant || r2 < c.least {
				t.Errorf("%d x %d, seed %d: %+v, %d not zero, test R^2 %.4f", c.n, c.d, seed, *w.Recovery, w.Nonzero, r2)
			}
			if !r.Objective.Local || r.Status != experiment.Converged || len(w.Top) != c.relevant || math.IsNaN(w.NormPower) {
				t.Errorf("seed %d: %v, local %v, %d weights listed", seed, r.Status, r.Objective.Local, len(w.Top))
			}
		}
	}
}

// reweightSpec has an intercept, standardised features and rows in all parts.
const reweightSpec = `{"data": {"source": "synthetic", "n": 60, "d": 8, "relevant": 2, "seed": %d}, "split": {"train": 0.6, "validation": 0.2, "test": 0.2},
	"model": {"kernel": %s, "p": "4/3", "r": %s, "steps": 3, "gamma": 3, "loss": {"type": %q}}%s}`

// TestReweightingDescends checks for regression losses and several kernels that the objective
// of each step is at most the one before, up to its gap, and that the history, the steps and
// the weights of the report are consistent.
func TestReweightingDescends(t *testing.T) {
	seed := 0
	for _, kernel := range []string{`{"type": "linear"}`, `{"type": "polynomial", "degree": 2}`, `{"type": "polynomial", "degree": 2, "constant": 1}`, `{"type": "exponential", "a": 0.1}`} {
		for _, loss := range []string{"squared", "epsilon-insensitive", "huber"} {
			for _, exponent := range []string{`"2/3"`, "1"} {
				if seed++; testing.Short() && seed%3 != 0 {
					continue // with -short a third, of all kernels and losses
				}
				r := mustRun(t, fmt.Sprintf(reweightSpec, seed, kernel, exponent, loss, ""), nil, Options{})
				if len(r.Reweighting) < 2 || len(r.Reweighting) > 4 || r.Objective.Local != (exponent != "1") || r.Status != experiment.Converged {
					t.Fatalf("%s, %s, r = %s: %d entries, local %v, %v", kernel, loss, exponent, len(r.Reweighting), r.Objective.Local, r.Status)
				}
				if r.Objective.Errors != nil { // they would be of the lp solution, which is not reported
					t.Errorf("%s, %s: errors %+v", kernel, loss, *r.Objective.Errors)
				}
				for i, h := range r.Objective.History[1:] {
					last := i+2 == len(r.Objective.History) || r.Objective.History[i+2].Step != h.Step
					if rise := h.Step - r.Objective.History[i].Step; rise != 0 && rise != 1 || last && !close(h.Gap, r.Reweighting[h.Step].Gap, 1e-8*math.Abs(h.Dual)) {
						t.Errorf("%s, %s: record %d is %+v after step %d", kernel, loss, i+1, h, r.Objective.History[i].Step)
					}
				}
				if last := len(r.Objective.History) - 1; r.Objective.History[last].Step != len(r.Reweighting)-1 {
					t.Errorf("%s, %s: %d steps in the history, %d in the report", kernel, loss, r.Objective.History[last].Step, len(r.Reweighting)-1)
				}
				for i, s := range r.Reweighting[1:] {
					before := r.Reweighting[i].Objective
					if s.Objective > before+s.Gap+1e-10*before || s.Step != i+1 || s.Nonzero > s.Features || (s.LassoGap == nil) == (exponent == "1") {
						t.Errorf("%s, %s, r = %s: %+v after %+v", kernel, loss, exponent, s, r.Reweighting[i])
					}
				}
				if w := r.Weights; w.Nonzero != r.Reweighting[len(r.Reweighting)-1].Nonzero || w.Selected != w.Nonzero || !close(w.ExaminedShare, 1, 1e-12) {
					t.Errorf("%s, %s: %d weights not zero, %d selected, share %g", kernel, loss, w.Nonzero, w.Selected, w.ExaminedShare)
				}
			}
		}
	}
}

// TestReweightingOfClasses checks reweighting with losses for classes.
func TestReweightingOfClasses(t *testing.T) {
	x, y := randomData(40, 4, 3)
	for _, loss := range []string{"logistic", "hinge", "smoothed-hinge", "quadratically-smoothed-hinge", "squared"} {
		r := mustRun(t, familySpec(x, y, "lp", `"kernel": {"type": "polynomial"}, "r": 0.5, "steps": 6, "gamma": 1, "loss": {"type": "`+loss+`"}`, true, `{"train": 0.7, "test": 0.3}`, ""), nil, Options{})
		if r.Status != experiment.Converged || r.Weights.Nonzero == r.Weights.Count || len(r.Reweighting) < 3 || len(r.Reweighting) > 7 {
			t.Errorf("%s: %v, %d of %d weights not zero", loss, r.Status, r.Weights.Nonzero, r.Weights.Count)
		}
	}
}

// TestReweightingPredicts checks the predictions of training and test rows against the listed
// coefficients for every strategy, and those of sparse rows against dense ones.
func TestReweightingPredicts(t *testing.T) {
	x, y := randomData(40, 6, 5)
	for i, row := range x {
		row[i%6] = 0
	}
	for _, strategy := range []string{"features", "tensor", "streamed", "sparse"} {
		for _, kernel := range []string{"linear", "polynomial"} {
			r := mustRun(t, familySpec(x, y, "lp", `"kernel": {"type": "`+kernel+`"}, "r": 0.5, "gamma": 1`, false, `{"train": 0.7, "test": 0.3}`, `, "solver": {"strategy": "`+strategy+`"}`), nil, Options{})
			for _, part := range []struct {
				rows []int
				f    []float64
			}{{r.Rows.Train, r.Predictions.Train}, {r.Rows.Test, r.Predictions.Test}} {
				want := make([]float64, len(part.rows))
				for i, row := range part.rows {
					want[i] = r.Intercept
					for _, w := range r.Weights.Top {
						product := w.Coefficient
						for name, power := range w.Monomial {
							j := int(name[1] - '1')
							product *= math.Pow(x[row][j], float64(power))
						}
						want[i] += product
					}
				}
				assertVector(t, strategy+", "+kernel, part.f, want, 1e-9)
			}
		}
	}
	libsvm, csv := sparseFile(40, 12, 0.3, false)
	for _, preprocess := range []string{"true", "false"} {
		var f [2][]float64
		for i, file := range []string{libsvm, csv} {
			name, target := "a.svm", "label"
			if i == 1 {
				name, target = "a.csv", "label"
			}
			r := mustRun(t, `{"data": {"source": "file", "name": "`+name+`"}, "target": "`+target+`", "split": {"train": 0.7, "test": 0.3}, "preprocess": {"standardize": `+preprocess+`}, "model": {"kernel": {"type": "linear"}, "r": 1, "gamma": 1}}`, []byte(file), Options{})
			f[i] = r.Predictions.Test
		}
		assertVector(t, "sparse file, standardize "+preprocess, f[0], f[1], 1e-7)
	}
}

// TestSearchOfVariants checks that a search over gamma, r and steps chooses the best score on
// validation rows (for folds see TestSparsestVariant), and that each score is the one of a search
// with that r and number of steps alone.
func TestSearchOfVariants(t *testing.T) {
	for _, criterion := range []string{"validation", "cross-validation"} {
		search := func(rest string) string {
			return fmt.Sprintf(`, "search": {"criterion": %q, "gamma": [0.3, 3, 30]%s}`, criterion, rest)
		}
		r := mustRun(t, fmt.Sprintf(reweightSpec, 9, `{"type": "polynomial", "degree": 2}`, `"2/3"`, "squared", search(`, "r": ["1/2", 1]`)), nil, Options{})
		found := r.Search
		if len(found.Reweighted.Variants) != 7 || r.Chosen.Steps == nil {
			t.Fatalf("%s: %d variants, chosen %+v", criterion, len(found.Reweighted.Variants), r.Chosen)
		}
		best := math.Inf(1)
		for _, v := range found.Reweighted.Variants {
			for _, s := range v.Scores {
				best = min(best, s.Mean)
			}
		}
		if got := found.Scores[0][found.Minimum.Gamma].Mean; len(found.Scores) != 1 || got != best && criterion == "validation" || found.Rules.Minimum != *r.Chosen && *found.Rules.Minimum.Steps != *r.Chosen.Steps {
			t.Errorf("%s: the choice has the score %g, the best is %g", criterion, got, best)
		}
		if p := found.Path.Points[found.Minimum.Gamma]; p.Selected != r.Weights.Selected || !close(p.Dual, r.Objective.Dual, 1e-8*math.Abs(p.Dual)) {
			t.Errorf("%s: the point %+v of the path is not the chosen model", criterion, p)
		}
		for _, v := range found.Reweighted.Variants[1:] {
			if v.Steps != 3 {
				continue
			}
			exponent, _ := v.R.MarshalJSON()
			alone := mustRun(t, fmt.Sprintf(reweightSpec, 9, `{"type": "polynomial", "degree": 2}`, exponent, "squared", search(`, "steps": false`)), nil, Options{})
			for g, s := range alone.Search.Scores[0] {
				if !close(s.Mean, v.Scores[g].Mean, 1e-6*s.Mean) {
					t.Errorf("%s, r = %s, gamma %d: %g alone, %g with other variants", criterion, exponent, g, s.Mean, v.Scores[g].Mean)
				}
			}
		}
	}
}

// TestChosenVariant checks for several strategies that the report has the model of the chosen gamma, r and steps,
// as without a search.
func TestChosenVariant(t *testing.T) {
	for _, strategy := range []string{"truncated", "tensor", "features"} {
		kernel := `{"type": "polynomial", "degree": 2}`
		if strategy == "truncated" {
			kernel = `{"type": "exponential", "a": "auto"}`
		}
		for _, criterion := range []string{"validation", "cross-validation"} {
			spec := func(model, rest string) string {
				text := fmt.Sprintf(reweightSpec, 3, kernel, "1", "squared", fmt.Sprintf(`, "solver": {"strategy": %q, "tolerance": 1e-8}%s`, strategy, rest))
				return strings.Replace(text, `"r": 1, "steps": 3, "gamma": 3`, model, 1)
			}
			r := mustRun(t, spec(`"r": 1, "steps": 8`, fmt.Sprintf(`, "search": {"criterion": %q, "gamma": [0.3, 3], "r": ["1/2", "2/3"]}`, criterion)), nil, Options{})
			exponent := 1.0 // without steps r has no effect
			if *r.Chosen.Steps > 0 {
				exponent = r.Chosen.R.Float()
			}
			want := mustRun(t, spec(fmt.Sprintf(`"r": %g, "steps": %d, "gamma": %g`, exponent, *r.Chosen.Steps, r.Gamma), ""), nil, Options{})
			if len(r.Reweighting) != len(want.Reweighting) || !close(r.Objective.Primal, want.Objective.Primal, 1e-6*want.Objective.Primal) || r.Weights.Nonzero != want.Weights.Nonzero {
				t.Errorf("%s, %s, %+v: %d steps, objective %.9g, %d weights; alone %d steps, %.9g, %d weights", strategy, criterion, r.Chosen,
					len(r.Reweighting)-1, r.Objective.Primal, r.Weights.Nonzero, len(want.Reweighting)-1, want.Objective.Primal, want.Weights.Nonzero)
			}
		}
	}
}

// TestSizesOfReweighted checks that, in a search over sizes of subsamples with a reweighted
// model, the score of each size is the one of a run on that subsample.
func TestSizesOfReweighted(t *testing.T) {
	const spec = `{"data": {"source": "synthetic", "n": 90, "d": 12, "relevant": 2, "noise": 0.3, "seed": 4}, "split": {"train": 0.6, "validation": 0.4},
		"model": {"kernel": {"type": "polynomial", "degree": 2}, "r": "1/2"%s}%s}`
	r := mustRun(t, fmt.Sprintf(spec, "", `, "search": {"criterion": "validation", "subsample": [20, 40], "gamma": [1, 10], "repeats": 1}`), nil, Options{})
	if len(r.Search.Scores) != 2 || len(r.Reweighting) < 2 || r.Weights.Nonzero == r.Weights.Count {
		t.Fatalf("%d sizes, %d steps, %d weights", len(r.Search.Scores), len(r.Reweighting), r.Weights.Nonzero)
	}
	for i, size := range []int{20, 40} {
		for g, gamma := range []float64{1, 10} {
			alone := mustRun(t, fmt.Sprintf(spec, fmt.Sprintf(`, "gamma": %g, "subsample": %d, "subsampleSeed": 1`, gamma, size), ""), nil, Options{})
			if want, got := alone.Metrics["validation"].MSE, r.Search.Scores[i][g].Mean; !close(got, *want, 1e-6**want) {
				t.Errorf("%d rows, gamma %g: %g, alone %g", size, gamma, got, *want)
			}
		}
	}
}

// TestFewRowsWarning checks that the report warns if the rows are too few to select the planted
// monomials, and does not if they are enough or if the rule bounds its false selections.
func TestFewRowsWarning(t *testing.T) {
	bounded := mustRun(t, plantedSpec(30, 30, 4, 2, 2, `"gamma": 1, "r": "1/2"`, `, "selection": {"rule": "stability"}`), nil, Options{})
	if warnings := strings.Join(bounded.Warnings, " "); strings.Contains(warnings, "few to select") || bounded.Weights.TrustRows <= 30 {
		t.Errorf("stability selection: enough with %d rows, warnings %q", bounded.Weights.TrustRows, warnings)
	}
	for _, n := range []int{30, 200} {
		r := mustRun(t, plantedSpec(n, 30, 4, 3, 2, `"gamma": 1, "r": "1/2"`, ""), nil, Options{})
		w, warned := r.Weights, strings.Contains(strings.Join(r.Warnings, " "), "training rows are few to select")
		if want := int(math.Ceil(2 * float64(w.Nonzero) * math.Log(4960))); w.TrustRows != want || warned != (n < want) || warned != (n == 30) {
			t.Errorf("%d rows, %d weights: enough with %d rows, want %d; warnings %q", n, w.Nonzero, w.TrustRows, want, r.Warnings)
		}
		if exact := w.Recovery.Missed+w.Recovery.False == 0; exact != (n == 200) {
			t.Errorf("%d rows: %+v", n, *w.Recovery)
		}
	}
}

// TestSparsestVariant checks that, among the variants with a best score within half a standard error of
// the best one, or within one with the rule of one standard error, the one with the most steps is chosen,
// and of these the one with the smallest r.
func TestSparsestVariant(t *testing.T) {
	chosen := map[string]bool{}
	for seed := range 4 {
		for _, c := range [][]any{{2, "0.3, 3, 30", "minimum"}, {2, "0.3, 3, 30", "1-se"}, {8, "0.03, 0.1", "minimum"}} { // planted, gammas, rule
			rule := c[2]
			text := fmt.Sprintf(reweightSpec, seed, `{"type": "linear"}`, `"2/3"`, "squared", fmt.Sprintf(`, "search": {"criterion": "cross-validation", "gamma": [%s], "r": ["1/2", 1], "rule": %q}`, c[1:]...))
			r := mustRun(t, strings.Replace(text, `"relevant": 2`, fmt.Sprintf(`"relevant": %d`, c[0]), 1), nil, Options{})
			top := func(v experiment.Variant) experiment.Score {
				return slices.MinFunc(v.Scores, func(a, b experiment.Score) int { return cmp.Compare(a.Mean, b.Mean) })
			}
			best := experiment.Score{Mean: math.Inf(1)}
			for _, v := range r.Search.Reweighted.Variants {
				if s := top(v); s.Mean < best.Mean {
					best = s
				}
			}
			var within []experiment.Variant
			for _, v := range r.Search.Reweighted.Variants {
				if top(v).Mean <= best.Mean+best.Error*map[any]float64{"minimum": 0.5, "1-se": 1}[rule] {
					within = append(within, v)
				}
			}
			slices.SortFunc(within, func(a, b experiment.Variant) int {
				return cmp.Or(cmp.Compare(b.Steps, a.Steps), cmp.Compare(a.R.Float(), b.R.Float()))
			})
			if c := r.Chosen; c.R != within[0].R || *c.Steps != within[0].Steps {
				t.Errorf("seed %d, %s: %v, %d steps are chosen; the sparsest of the %d variants within the margin is %v, %d steps", seed, rule, c.R, *c.Steps, len(within), within[0].R, within[0].Steps)
			}
			chosen[fmt.Sprint(r.Chosen.R, *r.Chosen.Steps)] = true
		}
	}
	if len(chosen) < 2 {
		t.Errorf("all data sets give the same choice, %v", chosen)
	}
}

// TestVariantsAtSomeStrengths checks that the variants are compared at some strengths of an automatic
// grid, at most a decade apart, that the chosen one also has scores next to its best strength, and that
// the strength is chosen by its scores.
func TestVariantsAtSomeStrengths(t *testing.T) {
	spec := func(gammas string) *experiment.Report {
		return mustRun(t, fmt.Sprintf(reweightSpec, 9, `{"type": "polynomial", "degree": 2}`, `"2/3"`, "squared", fmt.Sprintf(`, "search": {"criterion": "cross-validation", %s, "r": ["1/2", 1]}`, gammas)), nil, Options{})
	}
	r := spec(`"count": 20, "decades": "auto"`)
	grid, compared := r.Search.Gamma, r.Search.Reweighted.Gamma
	for _, v := range r.Search.Reweighted.Variants {
		if len(compared) != len(v.Scores) || len(compared) > 8 {
			t.Fatalf("%d scores at %d strengths", len(v.Scores), len(compared))
		}
		for i, g := range compared {
			if i > 0 && g/compared[i-1] > 10 {
				t.Errorf("the strengths %v are too far apart", compared)
			}
			if v.R != r.Chosen.R || v.Steps != *r.Chosen.Steps {
				continue
			}
			if at := slices.Index(grid, g); at < 0 || r.Search.Scores[0][at].Mean != v.Scores[i].Mean {
				t.Errorf("the score at %g is not the one of the search", g)
			}
		}
	}
	least := slices.IndexFunc(r.Search.Scores[0], func(s experiment.Score) bool {
		return s.Mean == slices.MinFunc(r.Search.Scores[0], func(a, b experiment.Score) int { return cmp.Compare(a.Mean, b.Mean) }).Mean
	})
	if r.Chosen.Gamma != grid[least] || len(grid) <= len(r.Search.Reweighted.Gamma) {
		t.Errorf("gamma %g of %v is chosen, but %g is the best", r.Chosen.Gamma, grid, grid[least])
	}
	for _, near := range []int{least - 1, least + 1} {
		if near >= 0 && near < len(grid) && math.Abs(math.Log10(grid[near]/grid[least])-5.0/19*float64(near-least)) > 1e-9 {
			t.Errorf("the value next to the best, %g, is %g", grid[least], grid[near])
		}
	}
	given, _ := json.Marshal(grid)
	again := spec(fmt.Sprintf(`"gamma": %s, "steps": true`, given))
	if len(again.Search.Reweighted.Gamma) != len(grid) {
		t.Errorf("with %d given strengths, variants are compared at %d", len(grid), len(again.Search.Reweighted.Gamma))
	}
	for _, v := range again.Search.Reweighted.Variants {
		if v.R != r.Chosen.R || v.Steps != *r.Chosen.Steps {
			continue
		}
		for g, s := range v.Scores {
			if !close(s.Mean, r.Search.Scores[0][g].Mean, 1e-6*s.Mean) {
				t.Errorf("gamma %g: %g with all strengths given, %g with the automatic grid", grid[g], s.Mean, r.Search.Scores[0][g].Mean)
			}
		}
	}
}

// TestReweightingRefuses checks that each refusal is one sentence, and the warning of too many weights.
func TestReweightingRefuses(t *testing.T) {
	const data = `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[1, %s], [1, -1], [-1, 1], [-1, -1]]}, "target": "y", "split": {"train": 1}, "preprocess": {"standardize": false, "intercept": false}, "model": {"r": 1, "gamma": 1}%s}`
	refuses(t, "weights of 0", fmt.Sprintf(data, "1", ""), nil, Options{}, "all weights of the first step", "are 0, and stay 0", "choose a larger model.gamma", "remove model.r")
	refuses(t, "a first step that falls short", fmt.Sprintf(data, "3", `, "solver": {"method": "proximal-gradient", "maxIterations": 1, "tolerance": 1e-15}`), nil, Options{}, "the first step of reweighting did not converge (iteration-limit after 1 iteration", "raise solver.maxIterations")
	refuses(t, "no memory", plantedSpec(85, 1500, 6, 1, 1, `"gamma": 1, "r": 1`, ""), nil, Options{MemoryBudget: 1_900_000}, "reweighting 1500 features on 85 rows", "memory budget", "set model.subsample")
	for _, d := range []int{40, 300} { // 11,480 and 4.5 million monomials
		r := mustRun(t, strings.Replace(plantedSpec(10, d, 4, 3, 1, `"gamma": 1, "r": 1, "steps": 1`, ""), `"4/3"`, "2", 1), nil, Options{})
		warned := strings.Contains(strings.Join(r.Warnings, " "), "reweighting continues with")
		if few := r.Reweighting[1].ListedShare < leastCarried; few != (d == 300) || few != warned {
			t.Errorf("%d columns: the listed weights have %g of the norm, but the warnings are %q", d, r.Reweighting[1].ListedShare, r.Warnings)
		}
	}
}

// TestReweightingCancelled checks that a run that is cancelled in a step of reweighting reports
// that step, or returns the error of the context.
func TestReweightingCancelled(t *testing.T) {
	spec := mustDecode(t, plantedSpec(85, 1500, 6, 1, 1, `"gamma": 1, "r": "1/2", "steps": 6`, ""))
	whole := mustRunIn(t, new(Session), spec, nil, Options{})
	first, reported := whole.Reweighting[0].Iterations, 0
	for at := first + 2; at < len(whole.Objective.History)-1; at++ {
		r, err := runUntil(spec, Options{}, func(p experiment.Progress) bool { return p.Phase == "solve" && p.Iteration == at })
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled at record %d: %v", at, err)
			}
			continue
		}
		reported++
		if r.Status != experiment.Cancelled || len(r.Reweighting) < 2 {
			t.Errorf("cancelled at record %d: %v after %d steps", at, r.Status, len(r.Reweighting)-1)
		}
	}
	if reported == 0 {
		t.Error("no cancelled run has a report")
	}
}

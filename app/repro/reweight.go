package repro

import (
	"fmt"
	"slices"
	"strconv"

	"lplab/core/experiment"
)

// plantedCase is a target made of a few monomials of normal columns.
type plantedCase struct {
	n, d, relevant, degree int
	noise                  float64
}

// spec is the experiment on one draw, not standardised and without an intercept; split, model and more
// are the texts of its other fields.
func (c plantedCase) spec(seed int, split, model, more string) string {
	return fmt.Sprintf(`{
  "data": {"source": "synthetic", "n": %d, "d": %d, "relevant": %d, "noise": %g, "degree": %d, "seed": %d},
  "split": {%s},
  "preprocess": {"standardize": false, "intercept": false},
  "model": {%s}%s}`, c.n, c.d, c.relevant, c.noise, c.degree, seed, split, model, more)
}

// allRows is the split without test rows.
const allRows = `"train": 1, "test": 0`

// plantedTest is the number of test rows of a case.
const plantedTest = 200

// testSpec returns the experiment on one draw with test rows beside those of the case.
func (c plantedCase) testSpec(seed int, model, more string) string {
	n := float64(c.n)
	c.n += plantedTest
	return c.spec(seed, fmt.Sprintf(`"train": %.12g, "test": %.12g`, n/float64(c.n), plantedTest/float64(c.n)), model, more)
}

// lp is an lp model of a case's monomials, with more settings.
func (c plantedCase) lp(more string) string {
	return fmt.Sprintf(`"kernel": {"type": "polynomial", "degree": %d}, "p": "4/3"%s`, c.degree, more)
}

// compareReweighting compares the lp model with its reweighting to r = 1/2 on planted targets.
func compareReweighting(w *work) {
	cases := []plantedCase{{85, 1500, 6, 1, 0.05}, {160, 100, 4, 3, 0.05}}
	if w.Quick {
		cases = []plantedCase{{60, 300, 3, 1, 0.05}, {80, 20, 2, 3, 0.05}}
	}
	var seeds []int
	for k := range w.pick(20, 3) {
		seeds = append(seeds, 1+k)
	}
	for k := range w.pick(20, 1) { // seeds that were not used in the development of the method
		seeds = append(seeds, 101+k)
	}
	var rows [][]string
	for i, c := range cases {
		least, others := []float64{0.995, 0.99}[i], []int(nil) // seeds of draws that do not meet the claim
		var columns [7][]float64
		for _, seed := range seeds {
			plain := w.mustConverge(c.testSpec(seed, c.lp(`, "gamma": 1`), ""))
			sparse := w.mustConverge(c.testSpec(seed, c.lp(`, "gamma": 1, "r": "1/2", "steps": 20`), ""))
			recovery, r2 := sparse.Weights.Recovery, *sparse.Metrics["test"].R2
			if recovery.Missed+recovery.False > 0 || r2 < least {
				others = append(others, seed)
			}
			for k, v := range [...]float64{*plain.Metrics["test"].R2, float64(plain.Weights.Selected), r2, float64(sparse.Weights.Nonzero), float64(recovery.Found), float64(settledStep(sparse)), total(sparse)} {
				columns[k] = append(columns[k], v)
			}
		}
		row := []string{fmt.Sprintf("%d x %d, degree %d", c.n, c.d, c.degree), strconv.Itoa(len(seeds))}
		for k, values := range columns {
			row = append(row, span(values, []int{3, 4, 4, 4, 4, 4, 2}[k]))
		}
		rows = append(rows, row)
		w.claim(others == nil, "%d x %d, degree %d: r = 1/2 leaves exactly the planted monomials, with a test R^2 of %g at least, on all draws.", c.n, c.d, c.degree, least)
		if others != nil {
			w.note("It does not on the draws of %d x %d with the seeds %v.", c.n, c.d, others)
		}
	}
	w.table([]string{"rows x columns", "draws", "test R^2, p = 4/3", "selected", "test R^2, r = 1/2", "not zero", "planted found", "steps", "seconds"}, rows...)
	w.note("The draws have the seeds %d to %d and %d to %d. Weights larger than twice their standard deviation are selected. Steps are counted until no further weight becomes 0. The method was developed on seeds 21 to 52 of smaller and harder cases.", 1, w.pick(20, 3), 101, 100+w.pick(20, 1))
}

// settledStep returns the first step with as few weights as the last.
func settledStep(r *experiment.Report) int {
	last := r.Reweighting[len(r.Reweighting)-1]
	first := slices.IndexFunc(r.Reweighting, func(s experiment.Reweighting) bool { return s.Nonzero == last.Nonzero })
	return r.Reweighting[first].Step
}

// compareNoisy compares methods where noise is half of a weight, with all chosen by folds.
func compareNoisy(w *work) {
	c, seeds := plantedCase{w.pick(85, 60), w.pick(1500, 100), 6, 1, 0.5}, w.pick(5, 2)
	models := []struct{ name, model, search string }{
		{"lp, r by folds", c.lp(`, "r": "1/2", "steps": 20`), `"r": ["1/2", "2/3"], "count": 20, "decades": "auto"`},
		{"lasso", `"type": "lasso"`, `"count": 50`},
		{"relaxed lasso", `"type": "relaxed-lasso"`, `"count": 50`},
		{"elastic net", `"type": "elastic-net"`, `"count": 50`},
	}
	head := []string{"seed"}
	for _, m := range models {
		head = append(head, m.name+": test R^2", "selected", "found", "seconds")
	}
	var rows [][]string
	r2, counts, seconds := make([]float64, len(models)), make([]float64, len(models)), make([]float64, len(models))
	for seed := 1; seed <= seeds; seed++ {
		cells := []string{strconv.Itoa(seed)}
		for m, model := range models {
			r := w.solve(c.testSpec(seed, model.model, fmt.Sprintf(`, "search": {"criterion": "cross-validation", %s}`, model.search)))
			test := *r.Metrics["test"].R2
			r2[m] += test / float64(seeds)
			counts[m] += float64(r.Weights.Selected) / float64(seeds)
			seconds[m] += r.TotalSeconds() / float64(seeds)
			cells = append(cells, fmt.Sprintf("%.3f", test), strconv.Itoa(r.Weights.Selected), strconv.Itoa(r.Weights.Recovery.Found), fmt.Sprintf("%.2f", r.TotalSeconds()))
		}
		rows = append(rows, cells)
	}
	mean := []string{"mean"}
	for m := range models {
		mean = append(mean, fmt.Sprintf("%.3f", r2[m]), fmt.Sprintf("%.1f", counts[m]), "", fmt.Sprintf("%.2f", seconds[m]))
	}
	w.table(head, append(rows, mean)...)
	w.claim(r2[0] >= r2[1], "The mean test R^2 of reweighted lp is at least the lasso's: %.3f and %.3f.", r2[0], r2[1])
	w.claim(counts[0] <= counts[1]/3, "It selects at most a third as many: %.1f and %.1f.", counts[0], counts[1])
}

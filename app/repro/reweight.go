//go:build !wasm

package repro

import (
	"context"
	"fmt"
	"strconv"

	"lplab/core/experiment"
)

// plantedCase is a target made of a few monomials of normal columns.
type plantedCase struct {
	n, d, relevant, degree int
	r2                     float64 // that the test rows are to have
}

// plantedTest is how many test rows a case has.
const plantedTest = 200

// spec is the experiment on one draw; more is added to its model.
func (c plantedCase) spec(seed int, more string) string {
	kernel := `{"type": "linear"}`
	if c.degree > 1 {
		kernel = fmt.Sprintf(`{"type": "polynomial", "degree": %d}`, c.degree)
	}
	rows := c.n + plantedTest
	return fmt.Sprintf(`{
  "data": {"source": "synthetic", "n": %d, "d": %d, "relevant": %d, "noise": 0.05, "degree": %d, "seed": %d},
  "split": {"train": %.12g, "test": %.12g},
  "preprocess": {"standardize": false, "intercept": false},
  "model": {"kernel": %s, "p": "4/3", "gamma": 1%s}}`,
		rows, c.d, c.relevant, c.degree, seed, float64(c.n)/float64(rows), plantedTest/float64(rows), kernel, more)
}

// reweighted compares the lp model with what reweighting to r = 1/2 leaves of it, on
// targets that are known.
func reweighted(ctx context.Context, w *work) error {
	cases := []plantedCase{{85, 1500, 6, 1, 0.995}, {160, 100, 4, 3, 0.99}}
	if w.Quick {
		cases = []plantedCase{{60, 300, 3, 1, 0.995}, {80, 20, 2, 3, 0.99}}
	}
	var seeds []int
	for seed := 1; seed <= w.pick(20, 3); seed++ {
		seeds = append(seeds, seed)
	}
	for seed := 101; seed <= w.pick(120, 101); seed++ { // on which nothing was tried before
		seeds = append(seeds, seed)
	}
	var rows [][]string
	for _, c := range cases {
		exact := 0
		for _, seed := range seeds {
			plain, err := w.mustConverge(ctx, c.spec(seed, ""))
			if err != nil {
				return err
			}
			sparse, err := w.mustConverge(ctx, c.spec(seed, `, "r": "1/2", "steps": 20`))
			if err != nil {
				return err
			}
			found, r2 := sparse.Weights.Recovery, *sparse.Metrics["test"].R2
			if found.Missed == 0 && found.False == 0 && r2 >= c.r2 {
				exact++
			}
			rows = append(rows, []string{fmt.Sprintf("%d x %d, degree %d", c.n, c.d, c.degree), strconv.Itoa(seed),
				fmt.Sprintf("%.3f", *plain.Metrics["test"].R2), strconv.Itoa(plain.Weights.Selected), fmt.Sprintf("%.4f", r2), strconv.Itoa(sparse.Weights.Nonzero),
				fmt.Sprintf("%d of %d", found.Found, c.relevant), strconv.Itoa(settled(sparse)), fmt.Sprintf("%.2f", total(sparse))})
		}
		w.claim(exact == len(seeds), "%d x %d, degree %d: r = 1/2 leaves exactly the planted monomials, with a test R^2 of %g at least, on all of %d draws (here %d).", c.n, c.d, c.degree, c.r2, len(seeds), exact)
	}
	w.table([]string{"rows x columns", "seed", "test R^2, p = 4/3", "selected", "test R^2, r = 1/2", "not zero", "planted found", "steps", "seconds"}, rows...)
	w.note("Selected are weights beyond twice their standard deviation. Of the steps, those are counted after which no further weight becomes 0. The method was made on seeds 21 to 52 of smaller and harder cases.")
	return nil
}

// settled is the first step with as few weights as the last.
func settled(r *experiment.Report) int {
	last := r.Reweighting[len(r.Reweighting)-1]
	for _, s := range r.Reweighting {
		if s.Nonzero == last.Nonzero {
			return s.Step
		}
	}
	return last.Step
}

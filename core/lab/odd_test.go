package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// oddCells are the cells of small tables: numbers at the ends of the range,
// duplicates, zeros, missing cells.
var oddCells = []any{
	0.0, 1.0, -1.0, 1.0, 2.0, 3.0, 0.1, 1e-3, 7.5, -4.0, math.Copysign(0, -1),
	1e150, -1e150, 1e-150, 1e300, 1e-300, math.SmallestNonzeroFloat64, math.MaxFloat64, 1e8, 1e8 + 1, 1e16,
	nil, "a", "b",
}

// oddExperiment draws a table and an experiment on it.
func oddExperiment(r *rand.Rand) string {
	n, d := 2+r.IntN(9), 1+r.IntN(3)
	kernel := `"` + pick(r, "linear", "linear", "polynomial", "exponential") + `"`
	if r.IntN(3) == 0 {
		kernel = pick(r, `"polynomial", "constant": 0.5`, `"series", "coefficients": [0, 1e-100, 0, 1e100]`, `"series", "coefficients": [2, 0, 0.1]`,
			`"geometric", "radius": 1e300`, `"geometric", "radius": 10`, `"exponential", "a": 1e-200`,
			`"sum", "of": [{"type": "linear"}, {"type": "geometric", "radius": 1000}]`,
			`"product", "of": [{"type": "polynomial", "constant": 1}, {"type": "exponential", "a": 0.01}]`)
	}
	if strings.Contains(kernel, "exponential") || strings.Contains(kernel, "geometric") {
		d = 1 // 171 monomials
	}
	data := experiment.Data{Source: experiment.SourceInline, Columns: []string{"y"}, Rows: make([][]any, n)}
	task, loss := "regression", pick(r, "squared", "absolute", "epsilon-insensitive", "huber")
	if r.IntN(3) == 0 {
		task, loss = "classification", pick(r, "logistic", "hinge", "quadratically-smoothed-hinge", "squared", "absolute")
	}
	cells := func() []any { // a column has few values, so that not all are extreme
		few := make([]any, 1+r.IntN(4))
		for i := range few {
			few[i] = oddCells[r.IntN(len(oddCells))]
			if r.IntN(2) == 0 {
				few[i] = oddCells[r.IntN(10)]
			}
		}
		return few
	}
	target := cells()
	for i := range n {
		v := target[r.IntN(len(target))]
		if task == "classification" {
			v = pick(r, "u", "v")
		} else if r.IntN(2) == 0 {
			v = float64(r.IntN(7))
		}
		data.Rows[i] = []any{v}
	}
	for j := range d {
		data.Columns = append(data.Columns, fmt.Sprintf("x%d", j))
		column := cells()
		for i := range n {
			v := column[r.IntN(len(column))]
			if r.IntN(3) == 0 {
				v = r.NormFloat64()
			}
			data.Rows[i] = append(data.Rows[i], v)
		}
	}
	b := compact(data)
	return fmt.Sprintf(`{"data": %s, "target": "y", "task": %q, "split": {"train": %s, "test": 0.2, "seed": %d},
		"preprocess": {"standardize": %s, "intercept": %s, "missing": %q},
		"model": {"kernel": {"type": %s}, "p": %s, "loss": {"type": %q}, "gamma": %s},
		"solver": {"method": %q, "strategy": %q, "tolerance": %s, "maxIterations": 40}}`,
		b, task, pick(r, "0.5", "0.8"), r.IntN(100),
		pick(r, "true", "true", "false"), pick(r, "true", "false"), pick(r, "drop", "mean"),
		kernel, pick(r, "2", `"4/3"`, `"4/3"`, `"6/5"`, "1.5", "1.01", "1.0000001", "1.999"), loss,
		pick(r, `"auto"`, `"auto"`, "1", "1e-12", "1e12", "1e-300", "1e300"),
		pick(r, "auto", "newton", "proximal-gradient", "dual-gradient", "primal-gradient", "fista"), pick(r, "auto", "auto", "tensor", "features"), pick(r, "1e-10", "1e-15"))
}

func pick(r *rand.Rand, values ...string) string { return values[r.IntN(len(values))] }

// TestOddTables checks that runs on odd tables end with an error of one sentence or
// with a report of finite numbers and a consistent certificate.
func TestOddTables(t *testing.T) {
	trials := 500
	if testing.Short() {
		trials = 150
	}
	refused := map[string]int{}
	reports := 0
	for seed := range trials {
		spec := oddExperiment(rand.New(rand.NewPCG(uint64(seed), 12)))
		s, err := experiment.Decode([]byte(spec))
		if err != nil {
			refused["decoded"]++
			continue
		}
		r, err := Run(context.Background(), s, nil, Options{AllWeights: true})
		if err != nil {
			assertSentence(t, fmt.Sprintf("seed %d", seed), err.Error())
			if strings.Contains(err.Error(), "NaN") {
				t.Errorf("seed %d: %v\n%s", seed, err, spec)
			}
			refused[err.Error()[:min(len(err.Error()), 25)]]++
			continue
		}
		reports++
		if err := r.CheckFinite(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		o := r.Objective
		converged := o.RelativeGap <= s.Solver.Tolerance
		if o.Gap < 0 || (r.Status == experiment.Converged) != converged || r.Solver.Iterations > 40*max(1, len(r.ByClass)) || !close(o.Primal+o.Dual, o.Gap, o.Goal(1e-9)) || o.Gap > o.Goal(o.RelativeGap)*(1+1e-12) {
			t.Errorf("seed %d: %s, gap %g of a dual of %g, primal %g", seed, r.Status, o.Gap, o.Dual, o.Primal)
		}
		for _, v := range r.Weights.Values {
			if math.IsNaN(v - v) {
				t.Errorf("seed %d: a weight is %v", seed, v)
				break
			}
		}
	}
	if reports < trials/4 || len(refused) < 5 {
		t.Errorf("%d of %d gave a report; refused: %v", reports, trials, refused)
	}
	t.Logf("%d of %d gave a report; refused: %v", reports, trials, refused)
}

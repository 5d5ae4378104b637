package repro

import (
	"errors"
	"fmt"
	"strconv"

	"lplab/app/bench"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lab"
)

// Sentences that several of the tables need.
const (
	anotherMachine = "The paper's times are for 40 iterations of gradient descent on its machine (an Intel Core i5-5300U in [H], an Intel Core 2 Duo in [S]); ours are for Newton's method to a relative gap of 1e-10 on the machine above."
	noOldLayout    = "lp Lab has the packed layout alone; the times of the old layout, a full n² × n² matrix, are the paper's."
	noDexter       = "not measured: give DEXTER with -dexter DIR"
)

// solvingTime writes how long an experiment took: building and solving.
func solvingTime(r *experiment.Report) string {
	return fmt.Sprintf("%s + %s", bench.Seconds(r.Solver.Seconds.Build), bench.Seconds(r.Solver.Seconds.Solve))
}

// wpbcFeatures are the 32 variables of WPBC: all columns but the outcome, status and time.
const wpbcFeatures = `["mean_radius", "mean_texture", "mean_perimeter", "mean_area", "mean_smoothness", "mean_compactness",
    "mean_concavity", "mean_concavepoints", "mean_symmetry", "mean_fractaldim", "SE_radius", "SE_texture", "SE_perimeter",
    "SE_area", "SE_smoothness", "SE_compactness", "SE_concavity", "SE_concavepoints", "SE_symmetry", "SE_fractaldim",
    "worst_radius", "worst_texture", "worst_perimeter", "worst_area", "worst_smoothness", "worst_compactness",
    "worst_concavity", "worst_concavepoints", "worst_symmetry", "worst_fractaldim", "tsize", "pnodes"]`

// wpbcSpec is the classification of WPBC as a regression on -1 and +1 [H sec. 5.2].
const wpbcSpec = `{
  "data": {"source": "sample", "name": "wpbc"}, "target": "status", "task": "classification",
  "features": ` + wpbcFeatures + `,
  "split": {"train": %.8f, "validation": %.8f, "test": %.8f},
  "model": {"kernel": {"type": "polynomial", "degree": 2}, "loss": {"type": "squared"}%s},
  "solver": {"strategy": "%s"}%s}`

// wpbcRows is the number of complete rows of WPBC.
const wpbcRows = 194

// wpbcTimes is [H fig. 16].
func wpbcTimes(w *work) {
	var rows [][]string
	fewer := true
	for _, s := range []struct {
		n        int
		new, old string
	}{{60, "20 ms", "117 ms"}, {120, "329 ms", "1884 ms"}} {
		share := float64(s.n) / wpbcRows
		r := w.fastest(fmt.Sprintf(wpbcSpec, share, 0.0, 1-share, "", experiment.StrategyTensor, ""))
		if len(r.Alpha) != s.n {
			panic(fmt.Sprintf("repro: the training part has %d rows, not %d", len(r.Alpha), s.n))
		}
		full := s.n * s.n * s.n * s.n
		fewer = fewer && r.Tensor.Entries < int64(full)
		rows = append(rows, []string{strconv.Itoa(s.n), s.old, s.new, bench.Seconds(r.Solver.Seconds.Build), english.Integer(full), english.Integer(int(r.Tensor.Entries))})
	}
	w.table([]string{"n", "old layout [H]", "new layout [H]", "packed here", "entries in full", "packed"}, rows...)
	w.claim(fewer, "The packed tensor has fewer entries than the full one.")
	w.note(anotherMachine)
	w.note(noOldLayout)
}

// linear measures the tensor and the automatic strategy on the synthetic data of [H sec. 5.4] with its gamma.
func (w *work) linear(n, d, relevant int) (packed, auto *experiment.Report) {
	spec := plantedCase{n, d, relevant, 1, 0.05}.spec(1, allRows, `"gamma": 0.86`, `, "solver": {"strategy": "%s"}`)
	packed = w.fastest(fmt.Sprintf(spec, experiment.StrategyTensor))
	auto = w.fastest(fmt.Sprintf(spec, experiment.Auto))
	difference, scale := packed.Objective.Dual-auto.Objective.Dual, packed.Objective.Goal(1)
	w.claim(difference <= 1e-8*scale && -difference <= 1e-8*scale, "The tensor and the explicit features give the same objective.")
	w.note(anotherMachine)
	w.note("The automatic strategy selects %s, which the paper does not have: a linear kernel has only d features.", auto.Solver.Strategy)
	return packed, auto
}

// linearTimes is [H fig. 17]. The four times follow from the text: the sums 138.72 s and 2076.12 s, and
// the ratios 41.57 for building and 16.80 for solving.
func linearTimes(w *work) {
	packed, auto := w.linear(w.pick(120, 30), w.pick(5000, 200), w.pick(7, 3))
	const newSum, oldSum, build, solve = 138.72, 2076.12, 41.57, 16.80
	newBuild := (oldSum - newSum/solve) / (build - 1/solve)
	row := func(name string, built, solve float64) []string {
		return []string{name, bench.Seconds(built), bench.Seconds(solve), bench.Seconds(built + solve)}
	}
	here := func(name string, r *experiment.Report) []string {
		return row(name, r.Solver.Seconds.Build, r.Solver.Seconds.Solve)
	}
	w.table([]string{"", "build", "solve", "sum"},
		row("old layout [H]", build*newBuild, (newSum-newBuild)/solve),
		row("new layout [H]", newBuild, newSum-newBuild),
		here("packed tensor here", packed), here("automatic here", auto))
	w.note(noOldLayout)
}

// largeTimes is [H table 3].
func largeTimes(w *work) {
	packed, auto := w.linear(w.pick(250, 40), w.pick(2000, 200), w.pick(9, 3))
	w.table([]string{"", "build + solve"},
		[]string{"new layout [H]", "955 s + 2753 s"}, []string{"old layout [H]", "does not fit into 8 GB"},
		[]string{"packed tensor here", solvingTime(packed)}, []string{"automatic here", solvingTime(auto)})
}

// dexterSpec is DEXTER [H sec. 5.3]: 200 of the 300 training rows, because the labels of its
// validation part are not available.
const dexterSpec = `{
  "data": {"source": "file", "name": "dexter.svm"}, "target": "label",
  "split": {"train": 0.66666667, "test": 0.33333333},
  "preprocess": {"standardize": true, "intercept": false},
  "model": {"gamma": %g%s}, "solver": {"strategy": "%s"}}`

// dexterTimes is [H table 2].
func dexterTimes(w *work) {
	here := noDexter
	if w.Dexter != nil {
		r := w.fastest(fmt.Sprintf(dexterSpec, 0.12, "", experiment.Auto))
		here = solvingTime(r)
		w.note("The automatic strategy selects %s, which the paper does not have.", r.Solver.Strategy)
	}
	w.table([]string{"", "build + solve"},
		[]string{"new layout [H]", "1746 s + 968 s"}, []string{"old layout [H]", "does not fit into 8 GB"}, []string{"automatic here", here})
	w.note(anotherMachine)
}

// dexterSubsamples is [H table 4].
func dexterSubsamples(w *work) {
	var rows [][]string
	for _, s := range []struct {
		m        int
		new, old string
	}{
		{20, "0.228 s", "5.522 s"}, {30, "1.052 s", "29.383 s"}, {40, "3.357 s", "103.857 s"}, {50, "8.273 s", "259.327 s"},
		{60, "17.509 s", "570.761 s"}, {70, "33.236 s", "1192.254 s"}, {80, "58.801 s", "2368.586 s"},
	} {
		row := []string{strconv.Itoa(s.m), s.old, s.new, noDexter, noDexter}
		if w.Dexter != nil {
			for i, strategy := range []string{experiment.StrategyTensor, experiment.Auto} {
				r := w.fastest(fmt.Sprintf(dexterSpec, 1.0, fmt.Sprintf(`, "subsample": %d`, s.m), strategy))
				row[3+i] = bench.Seconds(total(r))
			}
		}
		rows = append(rows, row)
	}
	w.table([]string{"m", "old layout [H]", "new layout [H]", "packed tensor here", "automatic here"}, rows...)
	w.note(anotherMachine)
	w.note(noOldLayout)
}

// withTensor is [S table 2], of degree 2, so that N = d(d+1)/2. Its gamma and its precision are those of table 1.
func withTensor(w *work) {
	n, d := w.pick(90, 25), w.pick(650, 40)
	c := plantedCase{n, d, 6, 2, 0.05}
	spec := c.spec(1, allRows, c.lp(`, "gamma": 10`), `, "solver": {"method": "%s", "strategy": "%s", "tolerance": %g}`)
	newton := w.fastest(fmt.Sprintf(spec, experiment.MethodNewton, experiment.StrategyTensor, 1e-13))
	p := &problem{optimum: newton.Objective.Primal}
	follow := func(strategy string) (*experiment.Report, *course) {
		w.session = lab.Session{} // which would have the tensor already
		r := w.solveUntil(fmt.Sprintf(spec, experiment.MethodDualGradient, strategy, 1e-15), func(at experiment.Progress) bool {
			return at.Iteration > 0 && p.distance(experiment.MethodDualGradient, experiment.Record{Dual: at.Dual}) <= precision
		})
		return r, p.course(r)
	}
	with, tensor := follow(experiment.StrategyTensor)
	without, features := follow(experiment.StrategyFeatures)
	if !tensor.hasArrived() || !features.hasArrived() {
		panic(failure{errors.New("the dual gradient method did not reach the precision")})
	}
	row := func(name, paper string, iterations string, c *course) []string {
		return []string{name, paper, bench.Seconds(c.seconds), iterations, c.words(), strconv.Itoa(c.passes)}
	}
	w.table([]string{"", "time [S]", "here", "iterations [S]", "here", "passes here"},
		[]string{"build the Gram tensor", "2.73 s", bench.Seconds(with.Solver.Seconds.Build), "—", "—", "—"},
		[]string{"build the features", "—", bench.Seconds(without.Solver.Seconds.Build), "—", "—", "—"},
		row("dual gradient, with the tensor", "2.49 s", "29", tensor),
		row("dual gradient, without", "9.87 s", "28", features),
		row("Newton, with the tensor", "—", "—", p.course(newton)))
	w.claim(newton.Tensor.Entries < int64(newton.Weights.Count)*int64(n), "The packed tensor has fewer entries than the features.")
	difference := tensor.iterations() - features.iterations()
	w.claim(max(difference, -difference) <= 1, "With and without the tensor the dual gradient method takes the same steps.")
	w.note("The paper's times were measured on an Intel Core 2 Duo with MATLAB and the full tensor. Iterations are counted to a relative precision of 1e-8, as in table 1; the paper does not state it for this table. Every trial of a line search is a pass over the tensor or the features; our line search starts with the longest acceptable step, so an iteration takes many passes. Newton's passes are to a gap of 1e-13.")
}

// Package repro repeats the tables and figures of the papers: printed values beside the values
// found here, the figures, and the experiments in a form that the page opens.
//
// [S] is Salzo, Suykens, Rosasco, Solving lp-norm regularization with tensor
// kernels; [H] is Hibraj, Efficient tensor kernel methods for sparse regression.
package repro

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/chart"
)

// Reproduction is a table or a figure of a paper, several of the same experiments, or an experiment
// with planted monomials that is not in the papers.
type Reproduction struct {
	Name   string // "S.table1": the paper's letter, and its own number
	Source string // "[S] table 1, section 4"
	Title  string // what it shows
	run    func(w *work)
}

// All returns the reproductions, those of a paper in its order.
func All() []Reproduction {
	return []Reproduction{
		{"S.table1", "[S] table 1, section 4", "Iterations of dual and primal methods to a relative precision of 1e-8", rates},
		{"S.table2", "[S] table 2, section 4", "The dual algorithm with and without the Gram tensor", withTensor},
		{"S.fig1", "[S] figure 1, section 4", "Convergence of the dual algorithm and of FISTA, and the recovered weights", recovery},
		{"reweighting", "Not in the papers: the setting of [S] figure 1, and products of three columns", "Planted monomials, reweighting from p = 4/3 to r = 1/2", compareReweighting},
		{"noise", "Not in the papers: the setting of [S] figure 1 with ten times the noise", "Reweighted lp beside the lasso, the relaxed lasso and the elastic net, all chosen by folds", compareNoisy},
		{"phase", "Not in the papers", "Products of three columns recovered exactly, by rows and planted products", phase},
		{"H.table1", "[H] table 1, section 5", "Entries of full and of packed matrices, cubes and tensors", entries},
		{"H.fig12", "[H] figure 12, section 5", "Entries of a tensor of order 4 over 10 points", tenPoints},
		{"H.fig15", "[H] figure 15, section 5.1", "Memory of full and packed tensors of order 4", memory},
		{"H.fig16", "[H] figure 16, section 5.2", "Building the tensor of WPBC", wpbcTimes},
		{"H.table2", "[H] table 2, section 5.3", "Times on DEXTER, 200 rows", dexterTimes},
		{"H.fig17", "[H] figure 17, section 5.4", "Times for n = 120, d = 5000", linearTimes},
		{"H.table3", "[H] table 3, section 5.4", "Times for n = 250, d = 2000", largeTimes},
		{"H.fig18-19", "[H] figures 18 and 19, section 6.1", "Validation and test error over m and gamma, synthetic data", subsamples},
		{"H.fig20-22", "[H] figures 20 to 22, section 6.1", "Weights at the best gamma for m = 120, 140 and 160", bestWeights},
		{"H.fig23-24", "[H] figures 23 and 24, section 6.2", "Validation and test score over m and gamma, WPBC", wpbcSubsamples},
		{"H.fig25-27", "[H] figures 25 to 27, section 6.3", "Weights larger than twice their standard deviation", thresholds},
		{"H.table4", "[H] table 4, section 6.4", "Times on subsamples of DEXTER", dexterSubsamples},
	}
}

// Find returns the reproduction with a name, in any case, or for "all" those of the papers.
func Find(name string) ([]Reproduction, error) {
	if strings.EqualFold(name, "all") {
		return slices.DeleteFunc(All(), func(r Reproduction) bool { return !strings.HasPrefix(r.Source, "[") }), nil
	}
	var names []string
	for _, r := range All() {
		if strings.EqualFold(name, r.Name) {
			return []Reproduction{r}, nil
		}
		names = append(names, r.Name)
	}
	return nil, fmt.Errorf("there is no table or figure %q; choose all, or one of %s", name, strings.Join(names, ", "))
}

// Options are the settings of a run.
type Options struct {
	Quick        bool   // sizes that take seconds, for tests: the papers' numbers are then of other sizes
	Dexter       []byte // the training part of DEXTER as LIBSVM; nil: its rows are left out
	MemoryBudget int64  // this and the next two as in lab.Options
	Clock        func() float64
	Progress     func(experiment.Progress)
}

// Result is the outcome of a reproduction.
type Result struct {
	Reproduction
	Tables      []Table
	Pictures    []Picture
	Claims      []Claim
	Notes       []string // whole sentences: where our numbers differ from the paper's, and why
	Experiments []experiment.Spec
}

// Table has a cell for every entry of Head in each of its rows.
type Table struct {
	Head []string
	Rows [][]string
}

// Picture is a figure with its name and caption.
type Picture struct {
	Name    string // of the file, without ".svg"
	Caption string
	Figure  *chart.Figure
}

// Claim is a statement that depends neither on random numbers nor on the machine.
type Claim struct {
	Text  string
	Holds bool
}

// Run repeats the table or figure. The error is one sentence, or that of the context.
func (r Reproduction) Run(ctx context.Context, o Options) (result *Result, err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case failure:
			result, err = nil, ctx.Err()
			if err == nil {
				err = fmt.Errorf("%s: %w", r.Name, fault.error)
			}
		default:
			panic(fault)
		}
	}()
	w := &work{ctx: ctx, Options: o, Result: &Result{Reproduction: r}}
	r.run(w)
	return w.Result, nil
}

// failure is the panic of a reproduction if an experiment fails; Run returns its error.
type failure struct{ error }

// must returns a value, or panics with a failure if there is an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(failure{err})
	}
	return value
}

// work is a reproduction in progress: its experiments share a session.
type work struct {
	Options
	*Result
	ctx     context.Context
	session lab.Session
}

// pick returns a size: that of the paper, or the quick one.
func (w *work) pick(full, quick int) int {
	if w.Quick {
		return quick
	}
	return full
}

// solve runs an experiment, given as text, and lists it in the result.
func (w *work) solve(text string) *experiment.Report { return w.solveUntil(text, nil) }

// errEnough ends a run that is no longer needed.
var errEnough = errors.New("repro: far enough")

// solveUntil runs an experiment like solve, and cancels it after the first iteration for which
// enough is true.
func (w *work) solveUntil(text string, stops func(experiment.Progress) bool) *experiment.Report {
	spec := must(experiment.Decode([]byte(text)))
	var file []byte
	if spec.Data.Source == experiment.SourceFile {
		file = w.Dexter
	}
	until, stop := context.WithCancelCause(w.ctx)
	defer stop(nil)
	report := func(p experiment.Progress) {
		if w.Progress != nil {
			w.Progress(p)
		}
		if stops != nil && p.Phase == "solve" && stops(p) {
			stop(errEnough)
		}
	}
	r := must(w.session.Run(until, spec, file, lab.Options{Progress: report, Clock: w.Clock, MemoryBudget: w.MemoryBudget}))
	must(r, w.ctx.Err())
	w.Experiments = append(w.Experiments, r.Spec)
	return r
}

// mustConverge is solve for experiments that have to reach their tolerance.
func (w *work) mustConverge(text string) *experiment.Report {
	r := w.solve(text)
	if !r.Status.IsSolved() {
		panic(failure{fmt.Errorf("an experiment ended with status %q: relative gap %.3g after %d iterations", r.Status, r.Objective.RelativeGap, r.Solver.Iterations)})
	}
	return r
}

// fastest runs an experiment several times, unless that takes long, and returns the report of the
// shortest run, because other programs use the machine too.
func (w *work) fastest(text string) *experiment.Report {
	const times, limit = 3, 2.0 // seconds
	var best *experiment.Report
	before := len(w.Experiments)
	for range times {
		w.session = lab.Session{} // which would have the tensor already
		r := w.mustConverge(text)
		w.Experiments = w.Experiments[:before]
		if best == nil || total(r) < total(best) {
			best = r
		}
		if total(r) > limit {
			break
		}
	}
	w.Experiments = append(w.Experiments, best.Spec)
	return best
}

// total is how long building and solving took, in seconds.
func total(r *experiment.Report) float64 { return r.Solver.Seconds.Build + r.Solver.Seconds.Solve }

// claim notes a statement, and whether it holds.
func (w *work) claim(holds bool, format string, args ...any) {
	w.Claims = append(w.Claims, Claim{fmt.Sprintf(format, args...), holds})
}

func (w *work) note(format string, args ...any) {
	w.Notes = append(w.Notes, fmt.Sprintf(format, args...))
}

func (w *work) table(head []string, rows ...[]string) {
	w.Tables = append(w.Tables, Table{head, rows})
}

// draw keeps a figure; suffix distinguishes the figures of one reproduction.
func (w *work) draw(f *chart.Figure, suffix, caption string) {
	w.Pictures = append(w.Pictures, Picture{w.Name + suffix, caption, f})
}

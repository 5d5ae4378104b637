// Package lab runs experiments: a Spec, and the user's file if the Spec names one, give a Report.
//
// Run carries out one experiment. A Session keeps what later experiments share and writes the model of
// a run as a file, by which a Predictor predicts the rows of a table.
package lab

import (
	"cmp"
	"context"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// Options are the settings of a run that do not change its result, except Warm. The zero value is
// valid.
type Options struct {
	// Progress, if not nil, is called with the progress of the run, from one goroutine at a time.
	Progress func(experiment.Progress)
	// Clock returns seconds since any fixed moment. Without it, durations are reported as zero.
	Clock func() float64
	// MemoryBudget bounds the bytes of the packed tensor or the feature matrix, with the solver's
	// matrices; 0 means DefaultMemoryBudget.
	MemoryBudget int64
	// Engine evaluates tensors; nil means gram.Portable.
	Engine gram.Engine
	// AllWeights adds Report.Weights.Values.
	AllWeights bool
	// Model adds Report.Model.
	Model bool
	// Warm begins at the alpha of the session's last run if it had the same rows. This is about
	// twice as fast, to the same tolerance, but the last digits then depend on that run.
	Warm bool
}

// DefaultMemoryBudget is 2 GiB.
const DefaultMemoryBudget = tensor.DefaultBudget

// Run carries out an experiment: see Session.Run.
func Run(ctx context.Context, s experiment.Spec, file []byte, o Options) (*experiment.Report, error) {
	return new(Session).Run(ctx, s, file, o)
}

// run is an experiment with its design and options: what a trainer needs.
type run struct {
	spec       experiment.Spec
	options    Options // complete
	design     *design.Design
	kernelSpec experiment.Kernel      // of spec, with numbers in place of "auto"
	kernel     kernel.Kernel          // kernelSpec for an lp model, else nil
	variant    variant                // of an lp model
	parameter  string                 // name of the strength, such as "gamma"
	fold       bool                   // design is that of a fold
	degree     int                    // of a truncated series, 0 until it is chosen
	grid       []float64              // the strengths of a search, once they are known
	pass       func(fraction float64) // reports the progress of a pass of the solve
}

// execution carries out an experiment: each step adds to it and to the report.
type execution struct {
	*run
	session *Session
	out     *experiment.Report

	selectionState

	source   *source         // set by read
	relevant map[string]bool // labels of the planted monomials
	trials   []variant       // of a search over variants
	skipped  int             // strengths of the grid between two at which variants are compared
	strength float64         // value of the parameter, 0 until it is known
	steps    *steps          // of the search
	unscored int             // folds of the search on which its metric is not defined
	trainer  trainer         // of the rows that train the model; set by build
	model    fit             // set by solve
}

// newRun returns the run of an experiment, with defaults in place of options that are not set.
func newRun(session *Session, s experiment.Spec, o Options) *run {
	if s.Version != experiment.Version {
		panic("lab: an experiment must come from experiment.Decode or experiment.Validate")
	}
	if o.Clock == nil {
		o.Clock = func() float64 { return 0 }
	}
	if o.Progress == nil {
		o.Progress = func(experiment.Progress) {}
	}
	o.MemoryBudget = cmp.Or(o.MemoryBudget, DefaultMemoryBudget)
	if o.Engine == nil {
		o.Engine = &session.portable
	}
	r := &run{spec: s, options: o, parameter: s.Model.Parameter(), pass: func(float64) {}}
	r.setKernel(autoValues{rate: 1, radius: 1, beta: 1}) // until there are rows
	if s.Model.Kind() == experiment.ModelLP {
		r.variant = variant{s.Model.R, s.Model.Steps}
	}
	return r
}

// onFold returns the same experiment on the design of a fold.
func (r *run) onFold(d *design.Design) *run {
	f := *r
	f.design, f.fold = d, true
	f.suitKernel()
	return &f
}

// read takes the data and the design from the session, and checks them.
func (r *execution) read(file []byte) error {
	r.beginPhase("read")
	var err error
	if r.source, r.design, err = r.session.read(&r.spec, file); err != nil {
		return err
	}
	r.suitKernel()
	r.relevant = map[string]bool{}
	for _, t := range r.source.truth {
		m, names := r.monomial(t)
		r.relevant[m.Label(names)] = true
	}
	return cmp.Or(r.checkTarget(), r.checkSearch())
}

// rowsOf returns some rows of p, without a copy if they are all rows in their order.
func rowsOf(p dense.Points, rows []int) dense.Points {
	if len(rows) == p.N && slices.IsSorted(rows) {
		return p
	}
	g := dense.Points{N: len(rows), D: p.D, X: make([]float64, 0, len(rows)*p.D)}
	for _, i := range rows {
		g.X = append(g.X, p.Row(i)...)
	}
	return g
}

// subsample draws the Nystrom-type subsample [H sec. 6] of a model: the first m of a random order of
// the training rows, or, if it has none, all rows. Subsamples with the same seed are nested.
func subsample(n int, m experiment.Model) ([]int, error) {
	if m.Subsample == 0 || m.Subsample == n {
		return dense.UpTo(n), nil
	}
	if m.Subsample > n {
		return nil, tooFew("model.subsample", m.Subsample, n)
	}
	return order(m.SubsampleSeed, n)[:m.Subsample], nil
}

// order returns a random order of n training rows.
func order(seed uint64, n int) []int { return rng.NewStream(seed, "subsample").Perm(n) }

// build makes the trainer of the model, unless a search chooses its rows or its form.
func (r *execution) build(ctx context.Context) error {
	if s := r.spec.Search; len(s.Subsample)+len(s.P)+len(s.Degree) > 0 {
		return nil
	}
	rows, err := subsample(len(r.design.Train.Rows), r.spec.Model)
	if err != nil {
		return err
	}
	r.trainer, err = r.train(ctx, r.run, rows)
	return err
}

func (r *execution) solve(ctx context.Context) error {
	start := r.options.Clock()
	r.out.Objective.History = []experiment.Record{}
	at := experiment.Progress{Phase: "solve"}
	r.pass = func(fraction float64) {
		p := at
		p.Fraction = fraction
		r.options.Progress(p)
	}
	if r.strength == 0 && r.parameter != "" {
		s, err := r.trainer.scale(ctx)
		if err != nil {
			return err
		}
		r.strength = s.auto
	}
	var from fit
	if last := &r.session.start; r.options.Warm && last.design == r.design && slices.Equal(last.rows, r.trainer.trainedRows()) {
		from = last.model
	}
	var err error
	r.model, err = r.trainer.fit(ctx, r.strength, from, func(record experiment.Record) {
		record.Seconds = r.options.Clock() - start
		r.out.Objective.History = append(r.out.Objective.History, record)
		at = experiment.Progress{Phase: "solve", Iteration: len(r.out.Objective.History) - 1, Dual: record.Dual, Gap: record.Gap, Primal: record.Primal}
		r.options.Progress(at)
	})
	r.out.Solver.Seconds.Solve = r.options.Clock() - start
	for _, one := range r.eachOf(r.model) {
		if m, ok := one.(*lpFit); ok && err == nil && r.variant.steps > 0 && m.result.Status != optimize.Cancelled {
			err = m.obstacle()
		}
	}
	if err == nil {
		r.session.start = warmStart{r.design, r.trainer.trainedRows(), r.model.detach()}
	}
	return err
}

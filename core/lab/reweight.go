package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/reweight"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
	"lplab/core/spaces/weights"
)

// Bounds on the list of monomials that the steps of reweighting are fitted to.
const (
	leastTerms   = 10_000
	mostTerms    = 20_000
	termsShare   = 1.0 / 4 // of the memory budget, for a list longer than leastTerms
	leastCarried = 0.5     // share of the norm's power; the report warns of lists with less
)

// bytesPerTerm returns the memory of a feature on n points, plain and scaled.
func bytesPerTerm(n int) int64 { return 2 * 8 * int64(n) }

// termsOf returns the number of monomials listed for n rows.
func (r *run) termsOf(n int) int {
	fit := int64(termsShare * float64(r.options.MemoryBudget) / float64(bytesPerTerm(n)))
	return int(min(max(fit, leastTerms), mostTerms))
}

// terms holds the largest weights of an lp solution, with their features on the rows of its trainer.
type terms struct {
	trainer *lpTrainer
	list    *weights.Listing
	first   []float64   // weights of the lp solution
	share   float64     // of the sum of |w_k|^p that they carry
	columns [][]float64 // features on all rows of the trainer
}

// list makes the terms of an lp solution.
func (b *lpTrainer) list(ctx context.Context, base *lpFit) (*terms, error) {
	l, err := base.weightModel().Examine(ctx, weights.Limits{Examined: b.run.mostExamined(b.kernel), Listed: b.run.termsOf(len(b.rows)), InOrder: true})
	if err != nil {
		return nil, err
	}
	if need := bytesPerTerm(len(b.rows)) * int64(len(l.Top)); need > b.run.options.MemoryBudget {
		return nil, fmt.Errorf("reweighting %d features on %d rows takes %.3g GB, and the memory budget is %.3g GB; set model.subsample, choose fewer features, or remove model.r",
			len(l.Top), len(b.rows), float64(need)/1e9, float64(b.run.options.MemoryBudget)/1e9)
	}
	t := &terms{trainer: b, list: &weights.Listing{Count: l.Count, Top: l.Top, MaxDegree: l.MaxDegree, Variables: l.Variables}}
	if b.column == nil {
		if b.column, err = columnsOf(ctx, b.x, b.sparse); err != nil {
			return nil, err
		}
	}
	var before []weights.Weight // of the last list, in monomial order
	var columns [][]float64
	if last := b.terms; last != nil && slices.Equal(last.list.Variables, l.Variables) {
		before, columns = last.list.Top, last.columns
	}
	for _, w := range l.Top {
		t.first = append(t.first, w.Value)
		for len(before) > 0 && before[0].Index < w.Index {
			before, columns = before[1:], columns[1:]
		}
		if len(before) > 0 && before[0].Index == w.Index {
			t.columns = append(t.columns, columns[0])
		} else {
			t.columns = append(t.columns, w.Column(len(b.rows), b.column))
		}
	}
	b.terms = t
	t.share = share(normPower(t.first, b.form.Q()), base.result.NormPower)
	return t, ctx.Err()
}

// columnsOf returns the function that gives the values of a variable on some points: dense ones if x
// has numbers, otherwise sparse ones. The error is the context's.
func columnsOf(ctx context.Context, x dense.Points, rows *sparse.Rows) (func(variable int) []float64, error) {
	if x.X != nil {
		return x.Columns(), nil
	}
	f, err := sparse.Expand(ctx, kernel.Linear, rows, 2)
	cache := map[int][]float64{}
	return func(v int) []float64 {
		if cache[v] == nil {
			one := make([]float64, f.Columns())
			one[v] = 1
			cache[v] = make([]float64, x.N)
			f.Apply(cache[v], one)
		}
		return cache[v]
	}, err
}

// variant is an exponent r with a number of steps; without steps, it is the lp problem alone.
type variant struct {
	r     experiment.P
	steps int
}

// variants lists the variants that a search tries; the model's own if it tries no others.
func (r *run) variants() []variant {
	m, s := r.spec.Model, r.spec.Search
	if m.R == (experiment.P{}) || !s.IsScored() {
		return []variant{r.variant}
	}
	exponents := s.R
	if exponents == nil {
		exponents = []experiment.P{m.R}
	}
	var list []variant
	if s.Steps {
		list = append(list, variant{})
	}
	for _, exponent := range exponents {
		for steps := 1; s.Steps && steps < m.Steps; steps *= 2 {
			list = append(list, variant{exponent, steps})
		}
		list = append(list, variant{exponent, m.Steps})
	}
	return list
}

// fitReweighted returns the models of some variants, sorted by r and then by steps. All begin at an lp
// solution; if it cannot be reweighted, it is the model of all variants. A context that ends before
// the first step is done is an error.
func (b *lpTrainer) fitReweighted(ctx context.Context, gamma float64, base *lpFit, variants []variant, monitor func(experiment.Record)) ([]fit, error) {
	models := slices.Repeat([]fit{base}, len(variants))
	if variants[len(variants)-1].steps == 0 || base.obstacle() != nil {
		return models, nil
	}
	t, err := b.parent.list(ctx, base)
	if err != nil {
		return nil, err
	}
	p := b.reweightProblem(t)
	p.Gamma = gamma
	settings := b.run.limitsOf(monitor)
	if monitor != nil { // of one variant
		step := 0
		settings.Monitor = func(s optimize.Record) {
			if s.Iteration == 0 {
				step++
			}
			r := recordOf(s)
			r.Step = step
			monitor(r)
		}
	}
	for from := 0; from < len(variants); {
		to := from
		for to < len(variants) && variants[to].r == variants[from].r {
			to++
		}
		if most := variants[to-1]; most.steps > 0 {
			p.R = most.r.Float()
			steps, err := p.Run(ctx, t.first, base.result.Alpha, most.steps, b.method, settings)
			if over, ok := errors.AsType[*gram.Overflow](err); ok {
				return nil, b.overflow(over)
			}
			if err != nil && (ctx.Err() == nil || len(steps) == 0) {
				return nil, err
			}
			for i, v := range variants[from:to] {
				models[from+i] = &reweightedFit{base: base, terms: t, r: most.r,
					steps: steps[:min(v.steps, len(steps))], cancelled: err != nil && len(steps) < v.steps}
			}
		}
		from = to
	}
	return models, nil
}

// reweightProblem returns the problem of reweighting on the rows of the trainer: the last one, with what it
// has computed, where features and targets are the same.
func (b *lpTrainer) reweightProblem(t *terms) *reweight.Problem {
	same := func(c, d []float64) bool { return &c[0] == &d[0] }
	l := &b.last
	if l.problem != nil && same(l.problem.Y, b.y) && slices.EqualFunc(l.columns, t.columns, same) {
		return l.problem
	}
	columns := t.columns
	if b.parent != b {
		columns = lists.Map(t.columns, func(c []float64) []float64 { return dense.At(c, b.within) })
	}
	l.problem = &reweight.Problem{Columns: columns, Y: b.y, Loss: b.loss, Intercept: b.run.spec.Preprocess.Intercept, Q: b.form.Q()}
	l.columns = t.columns
	return l.problem
}

// trustRows returns the number of rows that a selection of s of N features needs to be reliable:
// 2 s ln N, beyond which the lasso finds the support of s of N independent normal features
// (Wainwright, Sharp thresholds for high-dimensional and noisy sparsity recovery, IEEE Trans.
// Information Theory 2009), and near which exact recovery by reweighting begins
// (web/docs/sparse.md).
func trustRows(count int, all int64) int {
	return int(math.Ceil(2 * float64(count) * math.Log(float64(max(all, 2)))))
}

// obstacle returns why an lp solution cannot be reweighted, nil if it can.
func (m *lpFit) obstacle() error {
	switch r := m.result; {
	case r.Status != optimize.Converged:
		return fmt.Errorf("the first step of reweighting did not converge (%v after %s, relative gap %.3g); raise solver.maxIterations, choose a smaller model.gamma or a larger solver.tolerance, or remove model.r",
			r.Status, english.Count(r.Iterations, "iteration"), r.Relative())
	case r.NormPower == 0:
		return errors.New("all weights of the first step of reweighting are 0, and stay 0; choose a larger model.gamma, a target that is not constant, or remove model.r")
	}
	return nil
}

// variantTrainer is a trainer that fits the models of several variants at once.
type variantTrainer interface {
	// fitVariants returns the model of every variant and the lp solution that they begin with. monitor may be nil.
	fitVariants(ctx context.Context, gamma float64, from fit, variants []variant, monitor func(experiment.Record)) (models []fit, base fit, err error)
}

var _, _ variantTrainer = (*lpTrainer)(nil), (*oneVsRest)(nil)

func (b *lpTrainer) fitVariants(ctx context.Context, gamma float64, from fit, variants []variant, monitor func(experiment.Record)) ([]fit, fit, error) {
	base, err := b.solve(ctx, gamma, from, monitor)
	if err != nil {
		return nil, nil, err
	}
	models, err := b.fitReweighted(ctx, gamma, base, variants, monitor)
	return models, base, err
}

// reweightedFit is an lp solution after one or more steps of reweighting.
type reweightedFit struct {
	base      *lpFit
	terms     *terms
	r         experiment.P
	steps     []reweight.Step
	cancelled bool // before all steps were done
}

func (m *reweightedFit) last() *reweight.Step { return &m.steps[len(m.steps)-1] }

// weights returns the weights of the last step.
func (m *reweightedFit) weights() weights.Terms {
	return weights.Terms{List: m.terms.list, Values: m.last().Weights, Q: m.terms.trainer.form.Q()}
}

func (m *reweightedFit) ending() ending {
	e := endingOf(m.last().Result.Result, m.last().Intercept)
	if m.cancelled {
		e.status = experiment.Cancelled
	}
	e.objective.Local = m.r.Float() < 1
	e.iterations, e.passes = m.base.result.Iterations, m.passes()
	for _, s := range m.steps {
		e.iterations += s.Iterations
	}
	e.normPower = normPower(m.last().Weights, m.terms.trainer.form.Q())
	return e
}

// passes counts the passes of the lp solution and of all steps.
func (m *reweightedFit) passes() int {
	passes := m.base.result.Passes
	for _, s := range m.steps {
		passes += s.Passes
	}
	return passes
}

func (m *reweightedFit) on(_ context.Context, rows []int) ([]float64, error) {
	f := make([]float64, len(m.terms.trainer.rows))
	for k, w := range m.last().Weights {
		if w != 0 {
			for i, x := range m.terms.columns[k] {
				f[i] += float64(w * x)
			}
		}
	}
	return shift(dense.At(f, rows), m.last().Intercept), nil
}

func (m *reweightedFit) weightModel() *weightModel { return m.terms.trainer.weightModel(m.weights()) }

func (m *reweightedFit) detach() fit {
	b := *m
	list := *m.terms
	list.columns = nil
	b.base, b.terms, b.steps = m.base.detach().(*lpFit), &list, m.steps[len(m.steps)-1:]
	return &b
}

func (m *reweightedFit) describe(ctx context.Context, out *experiment.Report) error {
	if err := m.base.describe(ctx, out); err != nil {
		return err
	}
	out.Alpha, out.Objective.Errors = m.last().Alpha, nil // which are those of the lp solution
	first := m.base.result
	out.Reweighting = []experiment.Reweighting{{
		Features: int(m.terms.list.Count), ListedShare: 1, Objective: m.steps[0].Before, Status: statusOf(first.Status),
		Gap: first.Gap, Iterations: first.Iterations, Nonzero: dense.Nonzeros(m.terms.first),
	}}
	for i, s := range m.steps {
		step := experiment.Reweighting{
			Step: i + 1, Features: s.Features, ListedShare: s.Share, Objective: s.Objective, Status: statusOf(s.Status),
			Gap: s.Gap, Iterations: s.Iterations, Nonzero: s.Nonzero(), Moved: s.Moved,
		}
		if i == 0 {
			step.ListedShare = m.terms.share
		}
		if s.Lasso != nil {
			step.LassoGap = &s.Lasso.Gap
		}
		out.Reweighting = append(out.Reweighting, step)
	}
	if count := m.last().Nonzero(); count > 0 {
		n, all := len(out.Alpha), m.terms.list.Count
		out.Weights.TrustRows = trustRows(count, all)
		if n < out.Weights.TrustRows && !controlsErrors(m.terms.trainer.run.spec.Selection) {
			out.Warnings = append(out.Warnings, fmt.Sprintf("%s training rows are few to select %s of %s: with fewer than about %s, false weights are often selected, even if the predictions are good; add rows, choose a smaller model.gamma, or check the stability with selection.resamples",
				english.Integer(n), english.Integer(count), english.Count(int(all), "weight"), english.Count(out.Weights.TrustRows, "row")))
		}
	}
	if m.terms.share < leastCarried {
		out.Warnings = append(out.Warnings, fmt.Sprintf("reweighting continues with the %s largest weights, which have only %.2g %% of the norm of the lp solution, so relevant monomials may be missing; choose a p nearer to 1, a lower degree or fewer features, or allow more memory (lplab solve -memory)",
			english.Integer(len(m.terms.first)), 100*m.terms.share))
	}
	return nil
}

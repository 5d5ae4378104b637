package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
	"lplab/core/spaces/weights"
)

func (b *lpTrainer) trainedRows() []int { return b.rows }

func (b *lpTrainer) scale(ctx context.Context) (scales, error) {
	scale, err := lp.GammaScale(ctx, b.problem(1))
	return scales{grid: scale, auto: scale}, err
}

func (b *lpTrainer) fit(ctx context.Context, gamma float64, from fit, monitor func(experiment.Record)) (fit, error) {
	models, _, err := b.fitVariants(ctx, gamma, from, []variant{b.run.variant}, monitor)
	if err != nil {
		return nil, err
	}
	return models[0], nil
}

// solve returns the lp solution for a gamma. The chosen model of a search, which has a monitor, is refined,
// and continued on explicit features or a higher degree where its certificate needs them.
func (b *lpTrainer) solve(ctx context.Context, gamma float64, from fit, monitor func(experiment.Record)) (*lpFit, error) {
	var start *lp.Result
	if last, ok := from.(*reweightedFit); ok {
		from = last.base
	}
	if last, ok := from.(*lpFit); ok && last.trainer == b {
		start = last.result
	} else if ok {
		start = &lp.Result{Alpha: last.result.Alpha}
	}
	problem := b.problem(gamma)
	result, err := lp.Solve(ctx, problem, b.method, b.run.limitsOf(monitor), start)
	if _, newton := b.method.(lp.Newton); err == nil && newton && monitor != nil {
		result, err = lp.Refine(ctx, problem, result) // only the chosen model of a search
	}
	if err != nil {
		return nil, err
	}
	m := &lpFit{trainer: b, result: result}
	if b.isTruncated() && monitor != nil && result.Status != optimize.Cancelled {
		return m.withHigherDegree(ctx, gamma, monitor)
	}
	if result.Status == optimize.Stalled && b.onTensor() {
		return m.onFeatures(ctx, gamma, monitor)
	}
	return m, nil
}

// isTruncated reports whether the form is of the truncated series of its kernel.
func (b *lpTrainer) isTruncated() bool { return b.plan.Strategy == gram.TruncatedStrategy }

// onTensor reports whether the form is a tensor: its omega is a sum of terms that may cancel.
func (b *lpTrainer) onTensor() bool {
	return b.plan.Strategy == gram.TensorStrategy || b.plan.Strategy == gram.StreamStrategy
}

// onFeatures continues a solution at which rounding in the tensor stalls on explicit features, where
// omega has far smaller terms; of the infinitely many of an entire series, on those of the truncated
// one. It returns m if they are too many for the memory, or if its own certificate is the better one.
func (m *lpFit) onFeatures(ctx context.Context, gamma float64, monitor func(experiment.Record)) (*lpFit, error) {
	const continuedSeconds = 1 // of the solves on the series that continue those on a tensor, at reference rates
	b := m.trainer
	left := b.run.spec.Solver.MaxIterations - m.result.Iterations - 1 // the change counts as one
	if left < 1 {
		return m, nil
	}
	if b.root.onFeatures == nil {
		r := *b.run
		r.spec.Solver.Strategy = experiment.StrategyFeatures
		if _, finite := kernel.Dimension(r.kernel, b.x.D); !finite {
			_, likely := r.request(b.x.N, b.x.D).HighestDegree(continuedSeconds)
			if !likely || !math.IsInf(r.kernel.Radius(), 1) {
				return m, nil // high degrees are not negligible
			}
			r.spec.Solver.Strategy = experiment.StrategyTruncated
		}
		r.options.MemoryBudget -= b.plan.Held
		if _, err := gram.Choose(r.request(b.x.N, b.x.D)); err != nil {
			return m, nil
		}
		t, err := trainLP(ctx, &r, b.parent.rows)
		if err != nil {
			return nil, err
		}
		b.root.onFeatures = t.(*lpTrainer)
	}
	on := b.root.onFeatures.withLabels(b.parent.y)
	on.run.spec.Solver.MaxIterations = left
	if b.parent != b {
		t, err := on.restrict(ctx, b.within)
		if err != nil {
			return nil, err
		}
		on = t.(*lpTrainer)
	}
	var from fit
	if m.result.Gap <= b.run.spec.Solver.Tolerance*m.result.Scale() {
		from = m // the solution, except for rounding
	}
	fit, err := on.solve(ctx, gamma, from, monitor)
	if err != nil {
		return nil, err
	}
	if fit.certificate().Gap+fit.result.Rounding > m.result.Gap+m.result.Rounding {
		return m, nil
	}
	fit.before = m.result
	return fit, nil
}

func (b *lpTrainer) restrict(ctx context.Context, rows []int) (trainer, error) {
	if b.parent != b {
		return b.parent.restrict(ctx, dense.At(b.within, rows))
	}
	part, err := gram.Restrict(ctx, b.form, rows)
	if err != nil {
		return nil, err
	}
	t := *b
	t.within, t.part, t.form = rows, part, part.Form()
	t.rows, t.y, t.norms = dense.At(b.rows, rows), dense.At(b.y, rows), dense.At(b.norms, rows)
	return &t, nil
}

// withLabels returns a trainer of the same rows, which are not restricted, with other labels.
func (b *lpTrainer) withLabels(y []float64) *lpTrainer {
	other := *b
	other.y, other.parent = y, &other
	return &other
}

func (b *lpTrainer) relabel(y []float64) trainer {
	if b.parent == b {
		return b.withLabels(y)
	}
	all := dense.Spread(y, b.within, len(b.parent.rows)) // labels of the other rows do not matter
	other := *b
	other.y, other.parent, other.part = y, b.parent.withLabels(all), b.part.Another()
	other.form = other.part.Form()
	return &other
}

func (b *lpTrainer) predict(ctx context.Context, models []fit, part design.Set) ([][]float64, error) {
	all := make([][]float64, len(models))
	var alphas [][]float64
	var places []int // of the models with these alphas
	var column func(int) []float64
	for i, m := range models {
		switch m := m.(type) {
		case *lpFit:
			if m.trainer == nil || m.trainer.plan.Degree == b.plan.Degree {
				alphas, places = append(alphas, m.embed()), append(places, i)
				continue
			}
			values, err := m.trainer.predict(ctx, []fit{m}, part)
			if err != nil {
				return nil, err
			}
			all[i] = values[0]
		case *reweightedFit:
			if column == nil {
				var err error
				if column, err = columnsOf(ctx, dense.Points{N: part.Points(), D: b.run.design.D(), X: part.X}, part.Sparse); err != nil {
					return nil, err
				}
			}
			f, err := m.weights().Predict(ctx, part.Points(), column)
			if err != nil {
				return nil, err
			}
			all[i] = shift(f, m.last().Intercept)
		}
	}
	if places == nil {
		return all, nil
	}
	products, err := b.parent.products(ctx, alphas, part)
	if err != nil {
		return nil, err
	}
	for k, i := range places {
		all[i] = shift(products[k], models[i].ending().intercept)
	}
	return all, nil
}

type lpFit struct {
	trainer *lpTrainer // nil if detached
	result  *lp.Result
	before  *lp.Result // on the tensor, if it stalled and features were used instead
	tail    float64    // bound on what a truncated series leaves out of the dual
}

func (m *lpFit) ending() ending {
	r := m.result
	e := endingOf(r.Result, r.Intercept)
	e.normPower, e.passes = r.NormPower, r.Passes
	if e.objective.Truncation = m.tail; m.tail > 0 {
		c := m.certificate()
		e.objective.Dual, e.objective.Gap, e.objective.RelativeGap = c.Dual, c.Gap, c.Relative()
		if r.Status == optimize.Converged && !c.Within(m.trainer.run.spec.Solver.Tolerance) {
			e.status = experiment.Truncated
		}
	}
	if m.before != nil {
		e.iterations += m.before.Iterations + 1
		e.passes += m.before.Passes
	}
	return e
}

func (m *lpFit) on(ctx context.Context, rows []int) ([]float64, error) {
	b, omega := m.trainer, m.result.Omega
	if b.parent != b {
		omega = make([]float64, len(b.parent.rows))
		if err := b.parent.form.OmegaM(ctx, omega, nil, m.embed()); err != nil {
			return nil, err
		}
	}
	return shift(dense.At(omega, rows), m.result.Intercept), nil
}

// embed returns alpha over all rows of the parent.
func (m *lpFit) embed() []float64 {
	b := m.trainer
	if b == nil || b.parent == b {
		return m.result.Alpha
	}
	return dense.Spread(m.result.Alpha, b.within, len(b.parent.rows))
}

func (m *lpFit) weightModel() *weightModel {
	b := m.trainer.parent
	var solution model = weights.Model{Kernel: b.kernel, Q: b.form.Q(), X: b.x, Alpha: m.embed()}
	if f, ok := b.form.(*gram.Sparse); ok {
		solution = weights.NewSparse(b.kernel, b.form.Q(), f.Features(), m.embed())
	}
	w := m.trainer.weightModel(solution)
	w.errors = m.errors
	return w
}

// weightModel returns the weights of a model of the trainer.
func (b *lpTrainer) weightModel(m model) *weightModel {
	k, q := b.kernel, b.form.Q()
	return &weightModel{model: m, kernel: k, q: q, constant: func(monomial kernel.Monomial) float64 { return kernel.Constant(k, monomial, q) }}
}

func (m *lpFit) errors() lp.Errors { return m.trainer.problem(1).Errors(m.result) }

// reportedErrors adds the largest bound of a prediction; it returns nil if that is not finite.
func (m *lpFit) reportedErrors() *experiment.Errors {
	e := m.errors()
	largest := e.Prediction(slices.Max(m.trainer.norms))
	if notFinite(largest) {
		return nil
	}
	return &experiment.Errors{Distance: e.Distance, Intercept: e.Intercept, Prediction: largest}
}

func (m *lpFit) detach() fit {
	return &lpFit{result: &lp.Result{Alpha: m.embed(), Intercept: m.result.Intercept}}
}

func (m *lpFit) describe(_ context.Context, out *experiment.Report) error {
	b := m.trainer
	out.Solver.Method, out.Solver.Reason = b.method.String(), b.plan.Reason
	out.Solver.Strategy, out.Solver.Degree = string(b.plan.Strategy), b.plan.Degree
	if b.plan.Rounded {
		out.Solver.Stored = experiment.StoredHalf
	}
	switch {
	case m.before != nil:
		subject := "explicit features were"
		if b.isTruncated() {
			subject = "the truncated series was"
		}
		out.Solver.Reason = fmt.Sprintf("rounding in the tensor stopped the run at a relative gap of %.2g, so %s used", m.before.Relative(), subject)
	case m.result.Status == optimize.Stalled && m.result.Rounding > 0:
		where := "features"
		if b.onTensor() {
			where = "tensor"
		}
		out.Warnings = append(out.Warnings, fmt.Sprintf(
			"rounding in the %s limits the certificate: its bound is %.2g of the objective, above the tolerance of %g; choose a smaller model.gamma, a kernel of lower degree, or a larger solver.tolerance",
			where, m.result.Rounding/m.result.Scale(), b.run.spec.Solver.Tolerance))
	}
	out.Alpha, out.Objective.Errors = m.result.Alpha, m.reportedErrors()
	if q, even := b.run.spec.Model.P.EvenQ(); even && q <= tensor.MaxOrder {
		if entries := tensor.Count(b.x.N, q); entries < math.MaxInt64/8 {
			out.Tensor = &experiment.Tensor{Order: q, Points: b.x.N, Entries: entries, Bytes: 8 * entries}
		}
	}
	return nil
}

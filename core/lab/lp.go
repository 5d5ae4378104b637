package lab

import (
	"context"
	"math"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/gram"
	"lplab/core/kernel"
	"lplab/core/solver"
	"lplab/core/tensor"
)

func (b *basis) trained() []int { return b.rows }

func (b *basis) auto() (float64, error) { return solver.GammaScale(b.problem(1)), nil }

func (b *basis) grid(s experiment.Search) (scale float64, grid []float64, err error) {
	scale = solver.GammaScale(b.problem(1))
	return scale, about(scale, s), nil
}

// about is a logarithmic grid with the scale in its middle.
func about(scale float64, s experiment.Search) []float64 {
	grid := make([]float64, s.Count)
	for i := range grid {
		grid[i] = scale * math.Pow(10, s.Decades*(float64(i)/float64(s.Count-1)-0.5))
	}
	return grid
}

func (b *basis) fit(ctx context.Context, gamma float64, from fitted, heard func(experiment.Record)) (fitted, error) {
	return b.solve(ctx, b.problem(gamma), nil, from, heard)
}

// solve solves a problem on the rows of the basis, or on those of a fold.
func (b *basis) solve(ctx context.Context, problem *solver.Problem, f *fold, from fitted, heard func(experiment.Record)) (fitted, error) {
	settings := solver.Settings{Tolerance: b.run.spec.Solver.Tolerance, MaxIterations: b.run.spec.Solver.MaxIterations}
	if last, ok := from.(*lpFit); ok && last.basis == b && last.fold == f {
		settings.From = last.result
	} else if ok {
		settings.Start = last.result.Alpha
	}
	if heard != nil {
		settings.Monitor = func(i solver.Record) {
			heard(experiment.Record{Dual: i.Dual, Gap: i.Gap, Primal: i.Primal})
		}
	}
	result, err := solver.Solve(ctx, problem, b.method, settings)
	if err != nil {
		return nil, err
	}
	return &lpFit{basis: b, fold: f, result: result}, nil
}

func (b *basis) restricted(rows []int) (trainer, error) {
	f := &fold{basis: b, rows: rows, form: gram.Restrict(b.form, rows)}
	f.problem = b.problem(1)
	f.problem.Form, f.problem.Y, f.problem.Diagonal = f.form.Form(), at(b.y, rows), at(b.diagonal, rows)
	return f, nil
}

func (b *basis) predict(ctx context.Context, models []fitted, part design.Set) ([][]float64, error) {
	alphas := make([][]float64, len(models))
	for i, m := range models {
		alphas[i] = m.(*lpFit).embedded()
	}
	all, err := b.products(ctx, alphas, part)
	if err != nil {
		return nil, err
	}
	for i, f := range all {
		all[i] = shifted(f, models[i].(*lpFit).result.Intercept)
	}
	return all, nil
}

// fold is some rows of a basis, on the form of all of them.
type fold struct {
	*basis
	rows    []int // of the basis
	form    *gram.Restricted
	problem *solver.Problem
}

var _ trainer = (*fold)(nil)

func (f *fold) trained() []int { return at(f.basis.rows, f.rows) }

func (f *fold) fit(ctx context.Context, gamma float64, from fitted, heard func(experiment.Record)) (fitted, error) {
	f.problem.Gamma = gamma
	return f.basis.solve(ctx, f.problem, f, from, heard)
}

func (f *fold) restricted(rows []int) (trainer, error) { return f.basis.restricted(at(f.rows, rows)) }

// lpFit is an lp solution, on all rows of a basis or on those of a fold.
type lpFit struct {
	basis  *basis
	fold   *fold // nil: on all rows
	result *solver.Result
}

var _ fitted = (*lpFit)(nil)

func (m *lpFit) ending() ending {
	r := m.result
	return ending{
		status: statusOf(r.Status), objective: experiment.Objective{Dual: r.Dual, Primal: r.Primal, Gap: r.Gap},
		intercept: r.Intercept, normPower: r.NormPower, iterations: r.Iterations, passes: r.Passes,
	}
}

func (m *lpFit) on(_ context.Context, rows []int) ([]float64, error) {
	omega := m.result.Omega
	if m.fold != nil {
		omega = make([]float64, len(m.basis.rows))
		m.fold.form.Everywhere(omega, m.result.Alpha)
	}
	return shifted(at(omega, rows), m.result.Intercept), nil
}

// embedded is alpha over all rows of the basis.
func (m *lpFit) embedded() []float64 {
	if m.fold == nil {
		return m.result.Alpha
	}
	alpha := make([]float64, len(m.basis.rows))
	for i, row := range m.fold.rows {
		alpha[row] = m.result.Alpha[i]
	}
	return alpha
}

func (m *lpFit) weighing() *weighing {
	k, q := kernelOf(m.basis.run.spec.Model.Kernel), m.basis.form.Q()
	return &weighing{model: m.basis.model(m.embedded()), kernel: k, q: q,
		constant: func(monomial kernel.Monomial) float64 { return kernel.Constant(k, monomial, q) }}
}

func (m *lpFit) bare() fitted {
	return &lpFit{result: &solver.Result{Alpha: m.embedded(), Intercept: m.result.Intercept}}
}

func (m *lpFit) tell(out *experiment.Report) error {
	b := m.basis
	out.Solver.Method = b.method.String()
	out.Solver.Strategy = string(b.plan.Strategy)
	out.Solver.Reason = b.plan.Reason
	out.Alpha = m.result.Alpha
	if q, even := out.Spec.Model.P.EvenQ(); even && q <= tensor.MaxOrder {
		if entries := tensor.Count(b.x.N, q); entries < math.MaxInt64/8 {
			out.Tensor = &experiment.Tensor{Order: q, Points: b.x.N, Entries: entries, Bytes: 8 * entries}
		}
	}
	return nil
}

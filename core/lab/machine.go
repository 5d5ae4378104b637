package lab

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/machine"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// gramData holds some of the training rows with their Gram matrix.
type gramData struct {
	run    *run
	rows   []int
	points [][]float64
	kernel mercer.Kernel
	data   *machine.Data
	within []int // the rows' places in the trainer that this one restricts
}

func (g *gramData) trainedRows() []int { return g.rows }

// gram evaluates the experiment's kernel at every two of some training rows with labels y.
func (r *run) gram(ctx context.Context, rows []int, y []float64) (gramData, error) {
	k, err := mercerOf(r.kernelSpec, r.design)
	if err != nil {
		return gramData{}, err
	}
	points := dense.At(bagRows(r.design.Train, r.design.D()), rows)
	r.beginPhase("build")
	gram, err := mercer.Gram(ctx, k, points)
	data := &machine.Data{K: gram, Y: y, Intercept: r.spec.Preprocess.Intercept}
	return gramData{run: r, rows: rows, points: points, kernel: k, data: data, within: dense.UpTo(len(rows))}, r.atRow(err, dense.At(r.design.Train.Rows, rows))
}

// some returns the data of some of the rows.
func (g *gramData) some(rows []int) gramData {
	data := &machine.Data{K: dense.Block(g.data.K, len(g.data.Y), rows, rows), Y: dense.At(g.data.Y, rows), Intercept: g.data.Intercept}
	return gramData{run: g.run, rows: dense.At(g.rows, rows), points: dense.At(g.points, rows), kernel: g.kernel, data: data, within: rows}
}

// gramRows are training rows that kernel machines are fitted to.
type gramRows struct {
	gramData
	method machine.Method
	parent *gramRows // the trainer that this one restricts, or nil
}

func trainGram(ctx context.Context, r *run, rows []int) (trainer, error) {
	data, err := r.gram(ctx, rows, r.targets(rows, 0))
	if err != nil {
		return nil, err
	}
	return &gramRows{gramData: data, method: machine.Registry.New(r.spec.Model.Kind(), struct{}{})}, nil
}

// cross calls use with each row of a part and the values of the kernel at it and all training points.
func (g *gramData) cross(ctx context.Context, part design.Set, use func(i int, x, values []float64) error) error {
	const crossBlock = 256 // rows that are evaluated at a time
	rows, training := bagRows(part, g.run.design.D()), g.points
	for from := 0; from < len(rows); from += crossBlock {
		block := rows[from:min(from+crossBlock, len(rows))]
		values, err := mercer.Cross(ctx, g.kernel, block, training)
		if err != nil {
			return g.run.atRow(err, part.Rows[from:])
		}
		for i, x := range block {
			if err := use(from+i, x, values[i*len(training):(i+1)*len(training)]); err != nil {
				return err
			}
		}
	}
	return nil
}

// scale returns the smallest C of an automatic grid, or the sum of k(x, x).
func (g *gramRows) scale(context.Context) (scales, error) {
	scale := g.method.Scale(g.data)
	if experiment.SimplifiesModel(g.run.parameter) {
		return scales{grid: scale, auto: autoShare * scale / float64(len(g.rows))}, nil
	}
	return scales{grid: scale, auto: autoTimes * scale}, nil
}

func (g *gramRows) fit(ctx context.Context, strength float64, from fit, monitor func(experiment.Record)) (fit, error) {
	var start *machine.Fit
	if last, ok := from.(*machineFit); ok && len(last.fit.Alpha) == len(g.rows) {
		start = last.fit
	}
	fit, err := g.method.Fit(ctx, g.data, strength, start, g.run.limitsOf(monitor))
	if err != nil {
		return nil, err
	}
	return &machineFit{gram: g, fit: fit}, nil
}

func (g *gramRows) restrict(ctx context.Context, rows []int) (trainer, error) {
	return &gramRows{gramData: g.some(rows), method: g.method, parent: g}, nil
}

func (g *gramRows) relabel(y []float64) trainer {
	other := *g
	other.data = g.data.Relabelled(y)
	return &other
}

func (g *gramRows) predict(ctx context.Context, models []fit, part design.Set) ([][]float64, error) {
	all := matrix[float64](len(models), len(part.Rows))
	return all, g.cross(ctx, part, func(i int, _, values []float64) error {
		for m := range models {
			fit := models[m].(*machineFit).fit
			f := fit.Intercept
			for j, a := range fit.Alpha {
				f += float64(a * values[j])
			}
			all[m][i] = f
		}
		return nil
	})
}

type machineFit struct {
	gram *gramRows
	fit  *machine.Fit
}

func (m *machineFit) ending() ending { return endingOf(m.fit.Result, m.fit.Intercept) }

func (m *machineFit) on(_ context.Context, rows []int) ([]float64, error) {
	parent := m.gram.parent
	if parent == nil {
		return dense.At(m.fit.Fitted, rows), nil
	}
	n := len(parent.rows)
	f := make([]float64, len(rows))
	all := blas64.Vector{N: n, Inc: 1, Data: dense.Spread(m.fit.Alpha, m.gram.within, n)}
	for k, i := range rows {
		f[k] = m.fit.Intercept + blas64.Dot(all, blas64.Vector{N: n, Inc: 1, Data: parent.data.K[i*n:][:n]})
	}
	return f, nil
}

func (m *machineFit) detach() fit {
	return &machineFit{gram: m.gram, fit: &machine.Fit{Strength: m.fit.Strength, Alpha: m.fit.Alpha, Intercept: m.fit.Intercept}}
}

func (m *machineFit) describe(ctx context.Context, out *experiment.Report) error {
	const mostLeftOut = 2000 // rows: leave-one-out residuals take twice as long as the fit
	g := m.gram
	g.describeGram(g.method.String(), out)
	out.Alpha = m.fit.Alpha
	if g.run.spec.Model.Kind() == experiment.ModelSVM {
		out.Support = dense.At(g.run.design.Train.Rows, dense.At(g.rows, m.fit.Support()))
	}
	if f := m.fit; f.Status == optimize.Stalled && f.Gap <= f.GapFloor {
		within := f.Strength * g.run.spec.Solver.Tolerance / f.Relative()
		out.Warnings = append(out.Warnings, fmt.Sprintf("rounding leaves a duality gap of %.1g, because C is large; choose a C of about %g or less, or a larger solver.tolerance", f.Gap, fourDigits(within)))
	}
	if ridge, ok := g.method.(machine.KernelRidge); ok && m.fit.Status != optimize.Stalled && len(g.rows) <= mostLeftOut && ctx.Err() == nil {
		leverages, leftOut, err := ridge.Hat(ctx, m.fit)
		if err != nil {
			return err
		}
		out.Linear = &experiment.Linear{Leverages: leverages}
		describeHat(out.Linear, leftOut)
	}
	return nil
}

// describeGram adds the method and strategy of a model on a Gram matrix to a report.
func (g *gramData) describeGram(method string, out *experiment.Report) {
	of := "rows"
	if g.run.design.Bags != nil {
		of = "bags"
	}
	out.Solver.Method, out.Solver.Strategy = method, "gram"
	out.Solver.Reason = "every two training " + of + " are compared by the kernel: " + g.kernel.String()
}

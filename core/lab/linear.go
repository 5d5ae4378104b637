package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
	"lplab/core/spaces/weights"
)

// columns holds some of the training rows, features by columns, for linear models.
type columns struct {
	run    *run
	rows   []int
	data   *linear.Data
	method linear.Method
	parent *columns // the trainer that this one restricts, or nil
}

// Values of solver.method; others stand for linear.Smaller and linear.CoordinateDescent.
var (
	ridgeForms = map[string]linear.Form{experiment.MethodPrimal: linear.Primal, experiment.MethodDual: linear.Dual}
	algorithms = map[string]linear.Algorithm{experiment.MethodIsta: linear.ISTA, experiment.MethodFista: linear.FISTA}
)

func trainLinear(ctx context.Context, r *run, rows []int) (trainer, error) {
	method := r.spec.Solver.Method
	p := linear.Parameters{Ratio: r.spec.Model.Ratio, Algorithm: algorithms[method], Form: ridgeForms[method]}
	var err error
	if experiment.Lookup("model.groups").Applies(r.spec) {
		if p.Groups, err = groupsOf(r); err != nil {
			return nil, err
		}
	}
	c := &columns{run: r, rows: rows, method: linear.Registry.New(r.spec.Model.Kind(), p)}
	c.data, err = r.linearData(ctx, rows)
	return c, err
}

// linearData returns training rows in the form of linear models.
func (r *run) linearData(ctx context.Context, rows []int) (*linear.Data, error) {
	d := &linear.Data{Y: r.targets(rows, 0), Intercept: r.spec.Preprocess.Intercept}
	if s := r.design.Train.Sparse; s != nil {
		features, err := sparse.Expand(ctx, kernel.Linear, s.Select(rows), 2)
		if err != nil {
			return nil, err
		}
		d.X = linear.Sparse(features)
	} else {
		x := rowsOf(points(r.design.Train, r.design.D()), rows)
		d.X, d.Offsets = linear.Dense(x.N, x.D, x.X), r.offsets()
	}
	err := d.Prepare(ctx)
	if refused, ok := errors.AsType[*linear.FeatureError](err); ok {
		refused.Name = r.design.Features[refused.Feature]
	}
	return d, err
}

// offsets returns the means that standardisation subtracts from the features, in their standard deviations.
func (r *run) offsets() []float64 {
	offsets := make([]float64, len(r.design.Mean))
	for j, mean := range r.design.Mean {
		offsets[j] = math.Abs(mean) / r.design.Scale[j]
	}
	return offsets
}

func (c *columns) trainedRows() []int { return c.rows }

// scale returns the smallest lambda for which all coefficients are 0, or the sum of ||x_j||^2;
// the automatic lambda is a share of it, or of the mean.
func (c *columns) scale(context.Context) (scales, error) {
	scale, err := c.method.Scale(c.data)
	if err != nil {
		return scales{}, err
	}
	if scale == 0 {
		scale = 1 // nothing depends on lambda
	}
	if c.run.spec.Model.HasZeros() {
		more, err := c.moreDecades(scale)
		return scales{grid: scale, auto: autoShare * scale, more: more}, err
	}
	return scales{grid: scale, auto: autoShare * (scale / float64(max(1, c.run.design.D())))}, nil
}

// moreDecades returns the powers of ten by which the span of lambda of an elastic net is to be longer than that of a lasso
// with the same scale. The penalty lambda (1 - ratio)/2 ||b||^2 does not depend on the unit of the target, so for targets
// such as prices it shrinks all models of the shorter span. Over the longer one it becomes small beside ||Xb||^2.
func (c *columns) moreDecades(scale float64) (float64, error) {
	const smallShare = 0.01
	m := c.run.spec.Model
	if m.Kind() != experiment.ModelElasticNet || m.Ratio == 1 {
		return 0, nil
	}
	squares, err := linear.Ridge{}.Scale(c.data)
	if err != nil || squares == 0 {
		return 0, err
	}
	lowest := scale * math.Pow(10, -m.Decades())
	return max(0, math.Log10(lowest*(1-m.Ratio)/(smallShare*squares/float64(c.run.design.D())))), nil
}

// limitsOf returns the stopping rule of a fit, with its monitor.
func (r *run) limitsOf(monitor func(experiment.Record)) optimize.Settings {
	settings := optimize.Settings{Tolerance: r.spec.Solver.Tolerance, MaxIterations: r.spec.Solver.MaxIterations}
	if monitor != nil {
		settings.Monitor = func(s optimize.Record) { monitor(recordOf(s)) }
	}
	return settings
}

func recordOf(s optimize.Record) experiment.Record {
	return experiment.Record{Dual: s.Dual, Gap: s.Gap, Primal: s.Primal}
}

func (c *columns) fit(ctx context.Context, lambda float64, from fit, monitor func(experiment.Record)) (fit, error) {
	var start *linear.Fit
	if last, ok := from.(*linearFit); ok && len(last.fit.Coefficients) == c.run.design.D() {
		start = last.fit
	}
	fit, err := c.method.Fit(ctx, c.data, lambda, start, c.run.limitsOf(monitor))
	if err != nil {
		return nil, err
	}
	return &linearFit{columns: c, fit: fit}, nil
}

func (c *columns) restrict(ctx context.Context, rows []int) (trainer, error) {
	part := &columns{run: c.run, rows: dense.At(c.rows, rows), method: c.method, parent: c}
	var err error
	if part.data, err = c.run.linearData(ctx, part.rows); err != nil {
		return nil, err
	}
	part.data.Whole, part.data.Rows = c.data, rows
	return part, nil
}

func (c *columns) relabel(y []float64) trainer {
	other := *c
	other.data = c.data.Relabelled(y)
	return &other
}

func (c *columns) predict(_ context.Context, models []fit, part design.Set) ([][]float64, error) {
	all := make([][]float64, len(models))
	for k, m := range models {
		fit := m.(*linearFit).fit
		f := slices.Repeat([]float64{fit.Intercept}, len(part.Rows))
		if s := part.Sparse; s != nil {
			addSparse(f, s, fit.Coefficients)
		} else {
			d := len(fit.Coefficients)
			for i := range f {
				for j, x := range part.X[i*d : (i+1)*d] {
					f[i] += float64(x * fit.Coefficients[j])
				}
			}
		}
		all[k] = f
	}
	return all, nil
}

// addSparse adds Xb to f.
func addSparse(f []float64, x *sparse.Rows, b []float64) {
	var center float64
	for j, c := range x.Center {
		center += float64(c * b[j])
	}
	for i := range f {
		index, value := x.Row(i)
		f[i] -= center
		for e, j := range index {
			f[i] += float64(value[e] * b[j])
		}
	}
}

type linearFit struct {
	columns *columns
	fit     *linear.Fit
}

func (m *linearFit) ending() ending {
	e := endingOf(m.fit.Result, m.fit.Intercept)
	e.objective.Residual = m.fit.Residual
	e.normPower = normPower(m.fit.Coefficients, m.conjugate())
	return e
}

// conjugate returns the exponent conjugate to that of the penalty's norm.
func (m *linearFit) conjugate() float64 {
	if m.columns.run.spec.Model.HasZeros() {
		return math.Inf(1)
	}
	return 2
}

func (m *linearFit) on(_ context.Context, rows []int) ([]float64, error) {
	parent := m.columns.parent
	if parent == nil {
		return dense.At(m.fit.Fitted(), rows), nil
	}
	f := slices.Repeat([]float64{m.fit.Intercept}, len(parent.rows))
	for j, b := range m.fit.Coefficients {
		if b != 0 {
			parent.data.X.AddScaled(f, b, j)
		}
	}
	return dense.At(f, rows), nil
}

func (m *linearFit) weightModel() *weightModel {
	scale, q := m.columns.run.design.Scale, m.conjugate()
	constant := func(monomial kernel.Monomial) float64 {
		if len(monomial) != 1 {
			return 0
		}
		return 1 / scale[monomial[0]]
	}
	return &weightModel{model: weights.Coefficients{Values: m.fit.Coefficients, Scale: scale, Q: q}, kernel: kernel.Linear, q: q, constant: constant}
}

func (m *linearFit) detach() fit {
	return &linearFit{columns: m.columns, fit: &linear.Fit{Coefficients: m.fit.Coefficients, Intercept: m.fit.Intercept}}
}

func (m *linearFit) describe(ctx context.Context, out *experiment.Report) (err error) {
	out.Solver.Method, out.Solver.Strategy = m.columns.method.String(), experiment.StrategyFeatures
	out.Coefficients = make(map[string]float64, len(m.fit.Coefficients))
	for j, b := range m.fit.Coefficients {
		out.Coefficients[m.columns.run.design.Features[j]] = b
	}
	out.Linear, err = m.hat(ctx)
	return err
}

// hat describes the hat matrix of least squares or ridge; it returns nil for other methods.
func (m *linearFit) hat(ctx context.Context) (*experiment.Linear, error) {
	const mostSubset = 12 // features of which all subsets are examined
	c := m.columns
	out := &experiment.Linear{}
	var err error
	switch method := c.method.(type) {
	case linear.LeastSquares:
		if out.Rank, err = method.Rank(ctx, c.data); err == nil {
			out.Leverages, err = method.Leverages(ctx, c.data)
		}
		if err == nil && c.run.design.D() <= mostSubset {
			out.Subsets, err = c.subsets(ctx)
		}
	case linear.Ridge:
		if m.fit.Status == optimize.Stalled { // by rounding, which the leverages have too
			return nil, nil
		}
		out.Leverages, err = method.Leverages(ctx, c.data, m.fit.Lambda)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	describeHat(out, linear.LeaveOneOut(c.data, m.fit, out.Leverages))
	return out, nil
}

// describeHat adds the degrees of freedom and the leave-one-out residuals, which may be infinite.
func describeHat(out *experiment.Linear, leftOut []float64) {
	for _, h := range out.Leverages {
		out.Freedom += h
	}
	var squares, count float64
	for _, e := range leftOut {
		if notFinite(e) {
			out.LeaveOneOut = append(out.LeaveOneOut, nil)
			continue
		}
		out.LeaveOneOut = append(out.LeaveOneOut, &e)
		squares += e * e
		count++
	}
	if mse := squares / count; !notFinite(mse) {
		out.LeaveOneOutMSE = &mse
	}
}

// subsets lists the best subset of the features of each size.
func (c *columns) subsets(ctx context.Context) (*experiment.Subsets, error) {
	best, err := linear.BestSubsets(ctx, c.data)
	if err != nil {
		return nil, err
	}
	return &experiment.Subsets{Examined: 1 << c.run.design.D(), Best: lists.Map(best, func(s linear.Subset) experiment.Subset {
		return experiment.Subset{Features: dense.At(c.run.design.Features, s.Features), Squares: s.Squares}
	})}, nil
}

// groupsOf returns the groups of features; by default, the features that code one column each.
func groupsOf(r *run) (groups [][]int, err error) {
	if r.spec.Model.Groups == nil {
		return lists.Group(dense.UpTo(r.design.D()), r.design.Column), nil
	}
	covered := make([]bool, r.design.D())
	for i, names := range r.spec.Model.Groups {
		group, err := featurePlaces(r.design, names)
		if err != nil {
			return nil, fmt.Errorf("model.groups[%d]: %w", i, err)
		}
		if len(group) == 0 {
			continue
		}
		slices.Sort(group)
		groups = append(groups, slices.Compact(group))
		for _, j := range group {
			covered[j] = true
		}
	}
	if j := slices.Index(covered, false); j >= 0 {
		return nil, refuse("model.groups", fmt.Sprintf("a list without %q", r.design.Features[j]),
			"every feature must be in a group; add it to a group, or remove it from features")
	}
	return groups, nil
}

package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// binary is a trainer of models that separate two classes. Other models decide among all classes.
type binary interface {
	trainer
	// relabelled returns the trainer of the same rows with other labels, -1 and +1. It shares
	// what does not depend on the labels, and each of the two predicts by the models of both.
	relabel(y []float64) trainer
}

var _, _, _ binary = (*lpTrainer)(nil), (*gramRows)(nil), (*columns)(nil)

// oneVsRest trains one model for each of more than two classes against the rest. The models
// share what does not depend on the targets: the tensor, the Gram matrix or the features.
// Predictions have one decision value for each class, row after row.
type oneVsRest struct {
	of []trainer // by class
	y  []float64 // places of the classes, by row of trainedRows
}

// everyClass returns the trainer of one model for each class, given the trainer of the first class
// and the places y of the classes. It is an error if a class has no row.
func (r *run) everyClass(first binary, y []float64) (trainer, error) {
	for k, n := range r.design.ClassCounts(y) {
		if n == 0 {
			return nil, fmt.Errorf("none of the %d training rows has the class %q of target %q; choose a larger subsample or another seed, or remove the rows of that class", len(y), r.design.Classes[k], r.spec.Target)
		}
	}
	return againstRest(first, y, len(r.design.Classes)), nil
}

// againstRest is everyClass without the check.
func againstRest(first trainer, y []float64, classes int) *oneVsRest {
	t := &oneVsRest{of: []trainer{first}, y: y}
	for k := 1; k < classes; k++ {
		t.of = append(t.of, relabelRows(first, experiment.AgainstRest(y, k)))
	}
	return t
}

// relabelRows returns the trainer of the same rows with other targets, as in design.Set.
func relabelRows(t trainer, y []float64) trainer {
	if all, several := t.(*oneVsRest); several {
		return againstRest(relabelRows(all.of[0], experiment.AgainstRest(y, 0)), y, len(all.of))
	}
	return t.(binary).relabel(y)
}

// targets returns labels of training rows: of more than two classes, one against the rest.
func (r *run) targets(rows []int, class int) []float64 {
	y := dense.At(r.design.Train.Y, rows)
	if len(r.design.Classes) > 2 {
		return experiment.AgainstRest(y, class)
	}
	return y
}

func (t *oneVsRest) trainedRows() []int { return t.of[0].trainedRows() }

// scale returns the geometric means over the classes.
func (t *oneVsRest) scale(ctx context.Context) (scales, error) {
	each := make([]scales, len(t.of))
	if err := fitEach(t, len(t.of), func(k int) (err error) {
		each[k], err = t.of[k].scale(ctx)
		return err
	}); err != nil {
		return scales{}, err
	}
	var grid, auto float64
	for _, s := range each {
		grid += math.Log(s.grid) / float64(len(each))
		auto += math.Log(s.auto)
	}
	return scales{grid: math.Exp(grid), auto: math.Exp(auto / float64(len(each)))}, nil
}

func (t *oneVsRest) fit(ctx context.Context, strength float64, from fit, monitor func(experiment.Record)) (fit, error) {
	m := &classFits{of: make([]fit, len(t.of)), records: make([]int, len(t.of))}
	records := make([][]experiment.Record, len(t.of)) // of all classes but the first: the report lists them class by class
	if err := fitEach(t, len(t.of), func(k int) (err error) {
		note := monitor
		if monitor != nil {
			note = func(r experiment.Record) {
				m.records[k]++
				if k == 0 {
					monitor(r)
				} else {
					records[k] = append(records[k], r)
				}
			}
		}
		m.of[k], err = t.of[k].fit(ctx, strength, ofClass(from, k), note)
		return err
	}); err != nil {
		return nil, err
	}
	for _, r := range slices.Concat(records...) {
		monitor(r)
	}
	return m, nil
}

func (t *oneVsRest) fitVariants(ctx context.Context, gamma float64, from fit, variants []variant, monitor func(experiment.Record)) ([]fit, fit, error) {
	models, base := make([]fit, len(variants)), &classFits{of: make([]fit, len(t.of))}
	for v := range models {
		models[v] = &classFits{of: make([]fit, len(t.of))}
	}
	if err := fitEach(t, len(t.of), func(k int) error {
		fits, first, err := t.of[k].(variantTrainer).fitVariants(ctx, gamma, ofClass(from, k), variants, monitor)
		base.of[k] = first
		for v, m := range fits {
			models[v].(*classFits).of[k] = m
		}
		return err
	}); err != nil {
		return nil, nil, err
	}
	return models, base, nil
}

func (t *oneVsRest) restrict(ctx context.Context, rows []int) (trainer, error) {
	first, err := t.of[0].restrict(ctx, rows)
	if err != nil {
		return nil, err
	}
	return againstRest(first, dense.At(t.y, rows), len(t.of)), nil
}

// predict compares the rows of a part with the training rows once for all classes.
func (t *oneVsRest) predict(ctx context.Context, models []fit, part design.Set) ([][]float64, error) {
	each := slices.Concat(lists.Map(models, func(m fit) []fit { return m.(*classFits).of })...)
	values, err := t.of[0].predict(ctx, each, part)
	if err != nil {
		return nil, err
	}
	return lists.Map(slices.Collect(slices.Chunk(values, len(t.of))), interleave), nil
}

// interleave returns the values of all classes row by row.
func interleave(values [][]float64) []float64 {
	classes := len(values)
	f := make([]float64, classes*len(values[0]))
	for k, list := range values {
		for i, v := range list {
			f[i*classes+k] = v
		}
	}
	return f
}

// ofClassIn returns the decision values of one of several classes.
func ofClassIn(f []float64, class, classes int) []float64 {
	values := make([]float64, len(f)/classes)
	for i := range values {
		values[i] = f[i*classes+class]
	}
	return values
}

// classFits are the models of the classes, each against the rest.
type classFits struct {
	of      []fit
	records []int // number of iterations recorded of each
}

// ofClass returns the model of one class, nil if m is nil.
func ofClass(m fit, class int) fit {
	if all, ok := m.(*classFits); ok {
		return all.of[class]
	}
	return nil
}

// ending returns the sums of objectives and counts, and the worst status and relative gap.
func (m *classFits) ending() ending {
	e := m.of[0].ending()
	e.intercept = 0
	for _, one := range m.of[1:] {
		end := one.ending()
		if e.status.IsSolved() || end.status == experiment.Cancelled {
			e.status = end.status
		}
		o, p := &e.objective, end.objective
		o.Primal, o.Dual, o.Gap, o.Rounding = o.Primal+p.Primal, o.Dual+p.Dual, o.Gap+p.Gap, o.Rounding+p.Rounding
		o.RelativeGap, o.Residual = max(o.RelativeGap, p.RelativeGap), max(o.Residual, p.Residual)
		e.normPower += end.normPower
		e.iterations += end.iterations
		e.passes += end.passes
	}
	return e
}

func (m *classFits) on(ctx context.Context, rows []int) ([]float64, error) {
	values := make([][]float64, len(m.of))
	for k, one := range m.of {
		var err error
		if values[k], err = one.on(ctx, rows); err != nil {
			return nil, err
		}
	}
	return interleave(values), nil
}

func (m *classFits) describe(context.Context, *experiment.Report) error {
	panic("lab: the models of several classes are described one by one")
}

func (m *classFits) detach() fit { return &classFits{of: lists.Map(m.of, fit.detach)} }

// eachOf returns the models of a fit by class; one that decides among several is repeated for each.
func (r *run) eachOf(m fit) []fit {
	if all, ok := m.(*classFits); ok {
		return all.of
	}
	if classes := len(r.design.Classes); classes > 2 {
		return slices.Repeat([]fit{m}, classes)
	}
	return []fit{m}
}

// rowsOfValues returns the values of some of n rows from f, which may have several for each row.
func rowsOfValues(f []float64, n int, rows []int) []float64 {
	return slices.Concat(dense.At(slices.Collect(slices.Chunk(f, len(f)/n)), rows)...)
}

// addClass adds the report of the model of a class to the report of the run.
func (r *execution) addClass(part *experiment.Report, class int) {
	end := r.eachOf(r.model)[class].ending()
	end.objective.Status, end.objective.Errors, end.objective.History = end.status, part.Objective.Errors, r.out.Objective.History
	part.Objective, part.Intercept = end.objective, end.intercept
	if m, ok := r.model.(*classFits); ok {
		from := 0
		for _, n := range m.records[:class] {
			from += n
		}
		part.Objective.History = r.out.Objective.History[from : from+m.records[class]]
	}
	out := r.out
	if s := part.Solver; class == 0 {
		out.Solver.Method, out.Solver.Strategy, out.Solver.Reason, out.Tensor = s.Method, s.Strategy, s.Reason, part.Tensor
	}
	out.Solver.Degree = max(out.Solver.Degree, part.Solver.Degree)
	out.Solver.Stored = part.Solver.Stored
	for _, w := range part.Warnings {
		out.Warnings = append(out.Warnings, fmt.Sprintf("class %q: %s", r.design.Classes[class], w))
	}
	out.ByClass = append(out.ByClass, part.ClassPart)
}

package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
)

// binary is a trainer whose models tell two classes apart. The others have a decision
// value for each class by themselves.
type binary interface {
	trainer
	// relabelled is the trainer of the same rows with other labels, -1 and +1. It shares
	// all that does not depend on these, and either predicts by the models of both.
	relabelled(ctx context.Context, y []float64) (trainer, error)
}

var _, _, _, _ binary = (*lpTrainer)(nil), (*fold)(nil), (*gramRows)(nil), (*columns)(nil)

// oneVsRest trains, where there are more than two classes, one model for each class
// against the rest. All of them share what does not depend on the targets: the tensor,
// the Gram matrix or the features. Predictions are lists of one decision value for each
// class, row after row; the predicted class is that of the largest value.
type oneVsRest struct {
	of []trainer // by class
	y  []float64 // places of the classes, by row of trained
}

var _ trainer = (*oneVsRest)(nil)

// againstRest makes the trainer of one model for each class from that of the first class.
// y has the places of the classes. The error is for a class without a row.
func (r *run) againstRest(ctx context.Context, first binary, y []float64) (trainer, error) {
	classes := r.design.Classes
	t := &oneVsRest{of: make([]trainer, len(classes)), y: y}
	counts := make([]int, len(classes))
	for _, v := range y {
		counts[int(v)]++
	}
	for k, n := range counts {
		if n == 0 {
			return nil, fmt.Errorf("none of the %d training rows has the class %q of target %q; choose a larger subsample or another seed, or remove the rows of that class", len(y), classes[k], r.spec.Target)
		}
		t.of[k] = first
		if k > 0 {
			var err error
			if t.of[k], err = first.relabelled(ctx, against(y, k)); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// against is +1 for the rows of a class and -1 for the others.
func against(y []float64, class int) []float64 {
	labels := make([]float64, len(y))
	for i, v := range y {
		labels[i] = -1
		if int(v) == class {
			labels[i] = 1
		}
	}
	return labels
}

// targets are the labels of some training rows that a trainer begins with: of more than
// two classes, the first against the rest.
func (r *run) targets(rows []int) []float64 {
	y := at(r.design.Train.Y, rows)
	if len(r.design.Classes) > 2 {
		return against(y, 0)
	}
	return y
}

func (t *oneVsRest) trained() []int { return t.of[0].trained() }

// scale has the geometric means of the values of the classes.
func (t *oneVsRest) scale(ctx context.Context) (scale, auto float64, err error) {
	scales, autos := make([]float64, len(t.of)), make([]float64, len(t.of))
	if err := fitEach(t, len(t.of), func(k int) (err error) {
		scales[k], autos[k], err = t.of[k].scale(ctx)
		return err
	}); err != nil {
		return 0, 0, err
	}
	for k := range t.of {
		scale += math.Log(scales[k]) / float64(len(t.of))
		auto += math.Log(autos[k])
	}
	return math.Exp(scale), math.Exp(auto / float64(len(t.of))), nil
}

func (t *oneVsRest) fit(ctx context.Context, strength float64, from fitted, monitor func(experiment.Record)) (fitted, error) {
	m := &classFits{of: make([]fitted, len(t.of)), records: make([]int, len(t.of))}
	later := make([][]experiment.Record, len(t.of)) // of all classes but the first, as the report has them class by class
	if err := fitEach(t, len(t.of), func(k int) (err error) {
		note := monitor
		if monitor != nil {
			note = func(r experiment.Record) {
				m.records[k]++
				if k == 0 {
					monitor(r)
				} else {
					later[k] = append(later[k], r)
				}
			}
		}
		m.of[k], err = t.of[k].fit(ctx, strength, ofClass(from, k), note)
		return err
	}); err != nil {
		return nil, err
	}
	for _, r := range slices.Concat(later...) {
		monitor(r)
	}
	return m, nil
}

func (t *oneVsRest) walk(ctx context.Context, gamma float64, from fitted, variants []variant) ([]fitted, fitted, error) {
	models, base := make([]fitted, len(variants)), &classFits{of: make([]fitted, len(t.of))}
	for v := range models {
		models[v] = &classFits{of: make([]fitted, len(t.of))}
	}
	if err := fitEach(t, len(t.of), func(k int) error {
		own, first, err := t.of[k].(walker).walk(ctx, gamma, ofClass(from, k), variants)
		base.of[k] = first
		for v, m := range own {
			models[v].(*classFits).of[k] = m
		}
		return err
	}); err != nil {
		return nil, nil, err
	}
	return models, base, nil
}

func (t *oneVsRest) restricted(ctx context.Context, rows []int) (trainer, error) {
	first, err := t.of[0].restricted(ctx, rows)
	if err != nil {
		return nil, err
	}
	some := &oneVsRest{of: []trainer{first}, y: at(t.y, rows)}
	for k := 1; k < len(t.of); k++ {
		one, err := first.(binary).relabelled(ctx, against(some.y, k))
		if err != nil {
			return nil, err
		}
		some.of = append(some.of, one)
	}
	return some, nil
}

// predict compares the rows of a part with the training rows once for all classes.
func (t *oneVsRest) predict(ctx context.Context, models []fitted, part design.Set) ([][]float64, error) {
	classes := len(t.of)
	var each []fitted
	for _, m := range models {
		each = append(each, m.(*classFits).of...)
	}
	values, err := t.of[0].predict(ctx, each, part)
	if err != nil {
		return nil, err
	}
	all := make([][]float64, len(models))
	for i := range all {
		all[i] = interleaved(values[i*classes : (i+1)*classes])
	}
	return all, nil
}

// interleaved lists the values of all classes row by row.
func interleaved(values [][]float64) []float64 {
	classes := len(values)
	f := make([]float64, classes*len(values[0]))
	for k, own := range values {
		for i, v := range own {
			f[i*classes+k] = v
		}
	}
	return f
}

// ofClassIn are the decision values of one of several classes.
func ofClassIn(f []float64, class, classes int) []float64 {
	own := make([]float64, len(f)/classes)
	for i := range own {
		own[i] = f[i*classes+class]
	}
	return own
}

// classFits are the models of the classes, each against the rest.
type classFits struct {
	of      []fitted
	records []int // how many records each of them told of its way
}

var _ fitted = (*classFits)(nil)

// ofClass is the model of one class; nil of none.
func ofClass(m fitted, class int) fitted {
	if all, ok := m.(*classFits); ok {
		return all.of[class]
	}
	return nil
}

// ending has the sums of the objectives, and of what is counted; the status and the
// relative gap are the worst.
func (m *classFits) ending() ending {
	var e ending
	for k, one := range m.of {
		own := one.ending()
		if k == 0 {
			e = own
			e.intercept = 0
			continue
		}
		if e.status.IsSolved() || own.status == experiment.Cancelled {
			e.status = own.status
		}
		o, p := &e.objective, own.objective
		o.Primal, o.Dual, o.Gap, o.Rounding = o.Primal+p.Primal, o.Dual+p.Dual, o.Gap+p.Gap, o.Rounding+p.Rounding
		o.RelativeGap, o.Residual = max(o.RelativeGap, p.RelativeGap), max(o.Residual, p.Residual)
		e.normPower += own.normPower
		e.iterations += own.iterations
		e.passes += own.passes
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
	return interleaved(values), nil
}

// details are those of every class for itself.
func (m *classFits) details(context.Context) (details, error) {
	panic("lab: the models of several classes have details one by one")
}

func (m *classFits) detached() fitted {
	detached := &classFits{of: make([]fitted, len(m.of))}
	for k, one := range m.of {
		detached.of[k] = one.detached()
	}
	return detached
}

// eachOf are the models of a fit by class; of a single model itself, as often as there
// are classes of which one model decides.
func (r *run) eachOf(m fitted) []fitted {
	if all, ok := m.(*classFits); ok {
		return all.of
	}
	of := []fitted{m}
	for len(r.design.Classes) > 2 && len(of) < len(r.design.Classes) {
		of = append(of, m)
	}
	return of
}

// rowsOfValues gathers the values of some rows out of those of n rows, which may have
// several each.
func rowsOfValues(f []float64, n int, rows []int) []float64 {
	each := len(f) / n
	gathered := make([]float64, 0, each*len(rows))
	for _, i := range rows {
		gathered = append(gathered, f[i*each:(i+1)*each]...)
	}
	return gathered
}

// addClass makes a part of the report of that of the model of a class.
func (r *execution) addClass(part *experiment.Report, class int) {
	end := r.eachOf(r.model)[class].ending()
	errors := part.Objective.Errors
	part.Objective, part.Intercept = end.objective, end.intercept
	part.Objective.Errors = errors
	part.Objective.Status = end.status
	part.Objective.History = []experiment.Record{}
	if m, ok := r.model.(*classFits); ok && m.records != nil {
		from := 0
		for _, n := range m.records[:class] {
			from += n
		}
		part.Objective.History = r.out.Objective.History[from : from+m.records[class]]
	}
	out := r.out
	if class == 0 {
		method := part.Solver
		out.Solver.Method, out.Solver.Strategy, out.Solver.Reason, out.Tensor = method.Method, method.Strategy, method.Reason, part.Tensor
	}
	out.Solver.Degree = max(out.Solver.Degree, part.Solver.Degree)
	for _, w := range part.Warnings {
		out.Warnings = append(out.Warnings, fmt.Sprintf("class %q: %s", r.design.Classes[class], w))
	}
	out.AddClass(part)
}

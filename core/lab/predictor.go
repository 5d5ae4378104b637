package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/machine"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
	"lplab/core/spaces/tensor"
	"lplab/core/spaces/weights"
)

// Predictor predicts by a model file. It is not safe for concurrent use.
type Predictor struct {
	Model  *experiment.ModelFile
	design *design.Design
	// functions evaluate the functions of the model.
	functions []evaluate
	kernel    kernel.Kernel // of a model of type lp
}

// evaluate returns decision values of the rows of a part.
type evaluate func(ctx context.Context, part design.Set) ([]float64, error)

// Predictions are the predictions of the rows of a table.
type Predictions struct {
	// Scores are the decision values of the rows: one list, or of more than two classes one for each
	// class; NaN for rows without a prediction.
	Scores [][]float64
	// Errors has a bound for each function of the model: on the difference between a decision value
	// and the decision value of the exact minimum; nil for functions without such bounds.
	Errors [][]float64
	// Problems states for every row why it has no prediction, "" if it has one.
	Problems []string
	// Notes are sentences about cells that differ from those of the training rows.
	Notes []string
}

// NewPredictor prepares a model file, which must come from experiment.DecodeModel or Session.Model.
func NewPredictor(ctx context.Context, m *experiment.ModelFile) (*Predictor, error) {
	spec, err := m.Spec()
	if err != nil {
		return nil, err
	}
	p := &Predictor{Model: m, design: design.Of(m)}
	r := newRun(new(Session), spec, Options{})
	r.design, p.kernel = p.design, r.kernel
	for _, f := range m.Functions {
		if f.Values != nil {
			r.design.Train.Y = f.Values
		}
		at, err := r.function(ctx, m, f)
		if err != nil {
			return nil, fmt.Errorf("the model file cannot be used: %w", err)
		}
		p.functions = append(p.functions, at)
	}
	return p, nil
}

// function returns the evaluation of one function of a model file, by the code of the report.
func (r *run) function(ctx context.Context, m *experiment.ModelFile, f experiment.ModelFunction) (evaluate, error) {
	var t trainer
	var model fit
	var err error
	rows := dense.UpTo(len(r.design.Train.Rows))
	switch {
	case m.Type == experiment.ModelKNN:
		if t, err = trainNeighbours(ctx, r, rows); err == nil {
			model, err = t.fit(ctx, m.K, nil, nil)
		}
	case m.Type == experiment.ModelKernelGroupLasso:
		if t, err = trainDictionary(ctx, r, rows); err == nil {
			model = &dictionaryFit{atoms: t.(*dictionaryRows), lambda: m.Lambda}
		}
	case len(f.Alpha) == 0:
		return r.terms(m, f), nil
	case m.Type == experiment.ModelLP:
		return r.series(ctx, m, f)
	default:
		g := &gramRows{gramData: gramData{run: r, points: bagRows(r.design.Train, r.design.D())}}
		g.kernel, err = mercerOf(r.kernelSpec, r.design)
		t, model = g, &machineFit{fit: &machine.Fit{Alpha: f.Alpha, Intercept: f.Intercept}}
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, part design.Set) ([]float64, error) {
		all, err := t.predict(ctx, []fit{model}, part)
		if err != nil {
			return nil, err
		}
		return all[0], nil
	}, nil
}

// terms returns the evaluation of a function of terms.
func (r *run) terms(m *experiment.ModelFile, f experiment.ModelFunction) evaluate {
	place := m.Places()
	t := weights.Terms{List: &weights.Listing{}}
	for _, term := range f.Terms {
		w := weights.Weight{Constant: 1}
		for name, power := range term.Monomial {
			for range power {
				w.Monomial = append(w.Monomial, place[name])
			}
		}
		slices.Sort(w.Monomial)
		t.List.Top, t.Values = append(t.List.Top, w), append(t.Values, term.Coefficient)
	}
	return func(ctx context.Context, part design.Set) ([]float64, error) {
		values, err := t.Predict(ctx, part.Points(), points(part, r.design.D()).Columns())
		return shift(values, f.Intercept), err
	}
}

// series returns the evaluation of a function of alpha, by the kernel of order q or by its features.
func (r *run) series(ctx context.Context, m *experiment.ModelFile, f experiment.ModelFunction) (evaluate, error) {
	d := r.design.D()
	x := points(r.design.Train, d)
	q := m.P.Q()
	even, isEven := m.P.EvenQ()
	if isEven {
		q = float64(even)
	}
	if _, finite := kernel.Dimension(r.kernel, d); !finite && (!isEven || even > tensor.MaxOrder) {
		return nil, errors.New("p has no tensor kernel, and the kernel has infinitely many features: the file is damaged; write it again")
	}
	predict := func(ctx context.Context, part design.Set) ([]float64, error) {
		return weights.Predict(ctx, weights.Model{Kernel: r.kernel, Q: q, X: x, Alpha: f.Alpha}, points(part, d))
	}
	if m.Points.Index != nil {
		phi, err := sparse.Expand(ctx, r.kernel, sparse.FromDense(x.N, d, x.X), q)
		if err != nil {
			return nil, err
		}
		s := weights.NewSparse(r.kernel, q, phi, f.Alpha)
		predict = func(ctx context.Context, part design.Set) ([]float64, error) {
			return s.Predict(ctx, withoutZeros(part, d))
		}
	}
	return func(ctx context.Context, part design.Set) ([]float64, error) {
		values, err := predict(ctx, part)
		return shift(values, f.Intercept), err
	}, nil
}

// Predict predicts the rows of a table. The error, one sentence, is for a table without a column that
// the model reads, or the context's; a row that cannot be predicted has a problem.
func (p *Predictor) Predict(ctx context.Context, t *table.Table) (*Predictions, error) {
	cells, err := p.design.Read(t)
	if err != nil {
		return nil, err
	}
	scores := 1
	if classes := len(p.Model.Classes); classes > 2 {
		scores = classes
	}
	out := &Predictions{Scores: make([][]float64, scores), Errors: make([][]float64, len(p.functions)), Problems: cells.Problems}
	for k := range out.Scores {
		out.Scores[k] = slices.Repeat([]float64{math.NaN()}, t.Rows)
	}
	for k, f := range p.Model.Functions {
		if f.Errors != nil {
			out.Errors[k] = make([]float64, t.Rows)
		}
	}
	blocks, err := p.blocks(t, cells)
	if err != nil {
		return nil, err
	}
	for _, b := range blocks {
		if err := p.predictBlock(ctx, cells, b, out); err != nil {
			return nil, err
		}
	}
	for _, name := range cells.UnseenColumns() {
		unseen := cells.Unseen[name]
		out.Notes = append(out.Notes, fmt.Sprintf("column %q: %s a level that is not in the training rows, such as %q; its features are their training means",
			name, english.CountOf(unseen.Cells, "cell has", "cells have"), english.Clip(unseen.First)))
	}
	out.Notes = append(out.Notes, p.otherNumbers(t, cells)...)
	if cells.Left > 0 {
		out.Notes = append(out.Notes, "to predict rows with missing cells, set “Missing cells” (preprocess.missing) to the mean and fit the model again")
	}
	if cells.Filled > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%s replaced by the training mean or the most frequent level", english.CountOf(cells.Filled, "missing cell is", "missing cells are")))
	}
	return out, nil
}

// otherNumbers names the columns with another unit than in training, or with numbers far outside the training range.
func (p *Predictor) otherNumbers(t *table.Table, cells *design.Cells) (notes []string) {
	for _, c := range p.Model.Columns {
		column, ok := t.Column(c.Name)
		if !ok || !cells.Reads(c.Name) || c.Type != experiment.ColumnNumber || column.Kind != table.Number {
			continue
		}
		if problem := table.DifferentUnits(c.Name, c.Unit, "the training rows", column.Unit, "the rows to predict"); problem != "" {
			notes = append(notes, problem)
		}
		for row := range t.Rows {
			if design.FarOutside(column.Number(row), c.Min, c.Max) { // false for NaN
				notes = append(notes, fmt.Sprintf("column %q has numbers far outside the range of the training rows, %.4g to %.4g: predictions of such rows are extrapolations", c.Name, c.Min, c.Max))
				break
			}
		}
	}
	return notes
}

// block is some rows of a table that are predicted together. With bags, starts holds the places where
// each bag begins, and the number of rows.
type block struct{ rows, starts []int }

// blocks returns the rows that can be predicted.
func (p *Predictor) blocks(t *table.Table, cells *design.Cells) (blocks []block, err error) {
	if p.Model.Bag != "" {
		return p.bags(t, cells)
	}
	const predictedCells = 1 << 20 // numbers that are coded at a time
	var rows []int
	for row, problem := range cells.Problems {
		if problem == "" {
			rows = append(rows, row)
		}
	}
	for part := range slices.Chunk(rows, max(1, predictedCells/p.design.D())) {
		blocks = append(blocks, block{rows: part})
	}
	return blocks, nil
}

// bags puts the rows of each bag together. As in training, it leaves out rows with a missing cell.
func (p *Predictor) bags(t *table.Table, cells *design.Cells) ([]block, error) {
	column, ok := t.Column(p.Model.Bag)
	if !ok {
		return nil, fmt.Errorf("the rows to predict lack the column %q, which names the bags; add it", p.Model.Bag)
	}
	var places []int
	for row, problem := range cells.Problems {
		switch {
		case column.Missing[row]:
			cells.Problems[row] = fmt.Sprintf("column %q, which names the bags, has a missing cell", p.Model.Bag)
		case problem == "":
			places = append(places, row)
		}
	}
	if places == nil {
		return nil, nil
	}
	b := block{starts: []int{0}}
	for _, bag := range lists.Group(places, column.Text) {
		b.rows = append(b.rows, bag...)
		b.starts = append(b.starts, len(b.rows))
	}
	return []block{b}, nil
}

// predictBlock writes the decision values of a block, and the problems of rows that have none.
func (p *Predictor) predictBlock(ctx context.Context, cells *design.Cells, b block, out *Predictions) error {
	part := cells.Set(b.rows, b.starts)
	p.boundErrors(part, b, out)
	for k, at := range p.functions {
		values, err := at(ctx, part)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && len(part.Rows) == 1 {
			for _, row := range b.rows {
				out.Problems[row] = err.Error()
			}
			return nil
		}
		if err != nil { // of a row among these: each by itself
			for i := range part.Rows {
				if err := p.predictBlock(ctx, cells, b.only(i), out); err != nil {
					return err
				}
			}
			return nil
		}
		each := max(1, len(values)/max(1, len(part.Rows))) // of one function that decides among all classes
		for i, v := range values {
			for _, row := range b.only(i / each).rows {
				out.Scores[k+i%each][row] = v
				if notFinite(v) {
					out.Problems[row] = "its values are too large for the model"
				}
			}
		}
	}
	return nil
}

// boundErrors writes the bounds of the optimisation error of a block's rows.
func (p *Predictor) boundErrors(part design.Set, b block, out *Predictions) {
	var powers []float64 // ||Phi(x)||_q^q of the rows
	q := p.Model.P.Q()
	for k, f := range p.Model.Functions {
		if f.Errors == nil {
			continue
		}
		if powers == nil {
			d := p.design.D()
			x := points(part, d)
			if p.Model.Points == nil { // only centred
				x.X = slices.Clone(x.X)
				for i := range x.X {
					x.X[i] /= p.Model.Features[i%d].Scale
				}
			}
			powers = gram.Diagonal(p.kernel, x, q)
		}
		e := lp.Errors{Distance: f.Errors.Distance, Intercept: f.Errors.Intercept}
		for i, row := range b.rows {
			out.Errors[k][row] = e.Prediction(math.Pow(powers[i], 1/q))
		}
	}
}

// only returns the block of row, or bag, i.
func (b block) only(i int) block {
	if b.starts == nil {
		return block{rows: b.rows[i : i+1]}
	}
	from, to := b.starts[i], b.starts[i+1]
	return block{rows: b.rows[from:to], starts: []int{0, to - from}}
}

// Work estimates the number of multiplications of the prediction of one row.
func (p *Predictor) Work() float64 {
	m := p.Model
	work, d := 1.0, float64(len(m.Features))
	for _, f := range m.Functions {
		n := float64(max(len(f.Alpha), len(f.Values)))
		for _, t := range f.Terms {
			work += float64(1 + len(t.Monomial))
		}
		switch {
		case m.Type == experiment.ModelLP && n > 0:
			features, finite := kernel.Dimension(p.kernel, len(m.Features))
			most := d * float64(tensor.Count(int(n), int(m.P.Q())-1))
			if finite {
				most = min(most, float64(features)*n)
			}
			work += most
		case m.Type == experiment.ModelKernelGroupLasso:
			work += 100 * n * n // sweeps of an iteration
		default:
			work += d * n
		}
	}
	return work
}

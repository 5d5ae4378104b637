package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
	"lplab/core/spaces/weights"
)

// Bounds on the terms of a model file: a model with more is written by its training points, unless
// these have more numbers.
const (
	fewTerms        = 20_000
	mostTermsOfFile = 250_000
)

// writer adds the function of a fitted model to a model file that has its features. It keeps
// no tensor.
type writer func(ctx context.Context, m *experiment.ModelFile) error

// keptModels is how many models of its last runs a session keeps.
const keptModels = 8

// kept is the model of a run, as a file needs it.
type kept struct {
	spec     experiment.Spec // with the kernel and p of the model
	asked    experiment.Spec // of the report
	result   experiment.Result
	design   *design.Design
	settled  experiment.Kernel
	strength experiment.Strength[float64]
	write    writer
}

// keep notes the model for Session.Model.
func (r *execution) keep() {
	k := &kept{r.run.spec, r.out.Spec, r.out.Result, r.design, r.settled, r.out.Strength, writerOf(r.model)}
	others := slices.DeleteFunc(r.session.models, func(other *kept) bool { return other.result.Digest == k.result.Digest })
	r.session.models = slices.Insert(others[:min(len(others), keptModels-1)], 0, k)
}

// Model returns the model of the session's last run as a file. The error is one sentence, or
// the context's.
func (s *Session) Model(ctx context.Context) (*experiment.ModelFile, error) {
	if s.models == nil {
		return nil, errors.New("no model has been fitted: run an experiment first")
	}
	return s.models[0].file(ctx)
}

// ModelOf returns the model of one of the session's last runs, by the digest of its result and
// its experiment, which must be validated; nil where it keeps none such.
func (s *Session) ModelOf(ctx context.Context, spec experiment.Spec, digest string) (*experiment.ModelFile, error) {
	for _, k := range s.models {
		if k.result.Digest == digest && reflect.DeepEqual(k.asked, spec) {
			return k.file(ctx)
		}
	}
	return nil, nil
}

func (l *kept) file(ctx context.Context) (*experiment.ModelFile, error) {
	model := l.spec.Model
	m := &experiment.ModelFile{
		Kind: experiment.ModelFileKind, Version: experiment.ModelFileVersion,
		Type: model.Kind(), Task: l.spec.Task, Target: l.spec.Target, Bag: l.spec.Bag,
		Strength: l.strength, Experiment: l.asked, Result: l.result,
	}
	l.design.Describe(m)
	if l.settled.Type != "" {
		m.Kernel = &l.settled
	}
	if m.Type == experiment.ModelLP {
		m.P = model.P
	}
	if m.Task == experiment.Classification && (m.Type == experiment.ModelLP && model.Loss.Type == experiment.LossLogistic || m.Type == experiment.ModelKernelLogistic) {
		m.Probability = experiment.LossLogistic
	}
	if err := l.write(ctx, m); err != nil {
		return nil, err
	}
	return m, m.Check()
}

// mostReported is the most numbers of a model that a report holds.
const mostReported = 4_000_000

// addModel puts the model of the last run into its report, or says why it is not there.
func (s *Session) addModel(ctx context.Context, out *experiment.Report) {
	m, err := s.Model(ctx)
	switch {
	case err != nil:
		out.Warnings = append(out.Warnings, "the report has no model file: "+err.Error())
	case m.Points != nil && len(m.Points.Rows)*len(m.Points.Rows[0]) > mostReported:
		out.Warnings = append(out.Warnings, fmt.Sprintf("the report has no model file, because it would have more than %d numbers; use lplab model", mostReported))
	default:
		out.Model = m
	}
}

// writerOf is the writer of a fitted model.
func writerOf(of fitted) writer {
	switch m := of.(type) {
	case *lpFit:
		return m.writer()
	case *reweightedFit:
		terms, b := m.weights(), m.last().Intercept
		return func(ctx context.Context, f *experiment.ModelFile) error {
			l, err := terms.Examine(ctx, weights.Limits{Listed: len(terms.Values)})
			if err != nil {
				return err
			}
			return addTerms(f, l.Top, b, true)
		}
	case *linearFit:
		list, b := m.weighing().model, m.fit.Intercept
		return func(ctx context.Context, f *experiment.ModelFile) error {
			l, err := list.Examine(ctx, weights.Limits{Listed: len(f.Features)})
			if err != nil {
				return err
			}
			return addTerms(f, l.Top, b, false)
		}
	case *machineFit:
		used, b := m.fit.Support(), m.fit.Intercept
		points, alpha := at(m.gram.points, used), at(m.fit.Alpha, used)
		return func(_ context.Context, f *experiment.ModelFile) error {
			addPoints(f, points)
			f.Functions = []experiment.ModelFunction{{Intercept: b, Alpha: alpha}}
			return nil
		}
	case *classFits:
		return m.writer()
	case *nearFit:
		x, y := m.near.points, at(m.near.run.design.Train.Y, m.near.rows)
		return func(_ context.Context, f *experiment.ModelFile) error {
			return addValues(f, rowsAsPoints(x), y)
		}
	case *dictionaryFit:
		points, y := m.atoms.points, m.atoms.data.Y
		return func(_ context.Context, f *experiment.ModelFile) error { return addValues(f, points, y) }
	}
	panic(fmt.Sprintf("lab: a model of the type %T has no model file", of))
}

// writer adds the functions of the classes, over the points that any of them uses.
func (m *classFits) writer() writer {
	each := make([]writer, len(m.of))
	for k, one := range m.of {
		each[k] = writerOf(one)
	}
	return func(ctx context.Context, f *experiment.ModelFile) error {
		var all gathered
		for k, write := range each {
			own := *f
			own.Functions, own.Points = nil, nil
			if err := write(ctx, &own); err != nil {
				return fmt.Errorf("class %q: %w", f.Classes[k], err)
			}
			function := own.Functions[0]
			function.Class = f.Classes[k]
			all.add(function, own.Points)
		}
		f.Functions, f.Points = all.written()
		return nil
	}
}

// gathered are functions over the union of their points.
type gathered struct {
	functions []experiment.ModelFunction
	places    []map[int]float64 // of each function: alpha by the place of its point
	points    *experiment.ModelPoints
	known     map[*float64]int // the place of a point, by the training row that it is
	count     int
}

// add takes a function with its points, whose rows are those of the training data.
func (g *gathered) add(f experiment.ModelFunction, p *experiment.ModelPoints) {
	alpha := map[int]float64{}
	for i, from := 0, 0; i < len(f.Alpha); i++ {
		to := from + 1
		if p.Bags != nil {
			to = from + p.Bags[i]
		}
		alpha[g.place(p, i, from, to)] += f.Alpha[i]
		from = to
	}
	f.Alpha = nil
	g.functions, g.places = append(g.functions, f), append(g.places, alpha)
}

// place is that of point i, the rows from and to of p, which is added where it is new.
func (g *gathered) place(p *experiment.ModelPoints, i, from, to int) int {
	if g.points == nil {
		g.points, g.known = &experiment.ModelPoints{}, map[*float64]int{}
	}
	var row *float64 // nil for a row without numbers; all of these are the same point
	if len(p.Rows[from]) > 0 {
		row = &p.Rows[from][0]
	}
	if at, ok := g.known[row]; ok {
		return at
	}
	g.known[row] = g.count
	g.points.Rows = append(g.points.Rows, p.Rows[from:to]...)
	if p.Index != nil {
		g.points.Index = append(g.points.Index, p.Index[from:to]...)
	}
	if p.Bags != nil {
		g.points.Bags = append(g.points.Bags, p.Bags[i])
	}
	g.count++
	return g.count - 1
}

// written are the functions with an alpha for every point.
func (g *gathered) written() ([]experiment.ModelFunction, *experiment.ModelPoints) {
	for k, alpha := range g.places {
		if len(alpha) == 0 {
			continue
		}
		g.functions[k].Alpha = make([]float64, g.count)
		for i, a := range alpha {
			g.functions[k].Alpha[i] = a
		}
	}
	return g.functions, g.points
}

// writer tells an lp solution by its terms where they are few, else by its points.
func (m *lpFit) writer() writer {
	b := m.trainer
	k, q, alpha, intercept := b.run.kernel, b.form.Q(), m.embedded(), m.result.Intercept
	x, rows, errors, truncated := b.x, b.sparseForm(), m.reportedErrors(), b.series != nil // a truncated series has no other form
	return func(ctx context.Context, f *experiment.ModelFile) error {
		defer func() {
			for k := range f.Functions {
				f.Functions[k].Errors = errors
			}
		}()
		limit := min(mostTermsOfFile, max(fewTerms, x.N*x.D))
		if truncated {
			limit = mostTermsOfFile
		}
		listing, err := termsOf(ctx, weights.Model{Kernel: k, Q: q, X: x, Alpha: alpha}, rows, limit)
		if err != nil {
			return err
		}
		if listing != nil {
			if err = addTerms(f, listing.Top, intercept, true); err == nil || truncated {
				return err
			}
		}
		var used []int
		for i, a := range alpha {
			if a != 0 {
				used = append(used, i)
			}
		}
		f.Functions = []experiment.ModelFunction{{Intercept: intercept, Alpha: at(alpha, used)}}
		switch {
		case len(used) == 0:
		case rows != nil:
			addSparsePoints(f, rows, used)
		default:
			addPoints(f, at(rowsAsPoints(x), used))
		}
		return nil
	}
}

// termsOf lists all weights of an lp solution; nil where there are more than a limit. rows
// are the points where the form is sparse.
func termsOf(ctx context.Context, m weights.Model, rows *sparse.Rows, limit int) (*weights.Listing, error) {
	limits := weights.Limits{Examined: limit, Listed: limit}
	if rows == nil {
		if n, finite := kernel.Dimension(m.Kernel, m.X.D); !finite || n > int64(limit) {
			return nil, nil
		}
		l, err := m.Examine(ctx, limits)
		return &l, err
	}
	phi, err := sparse.Expand(ctx, m.Kernel, rows, m.Q)
	if err != nil {
		return nil, err
	}
	l, err := weights.NewSparse(m.Kernel, m.Q, phi, m.Alpha).Examine(ctx, limits)
	if err != nil || l.Nonzero() > limit {
		return nil, err
	}
	return &l, nil
}

// addTerms adds a function of terms. Where the terms are of standardised features, the
// coefficients are brought to the units of the columns.
func addTerms(m *experiment.ModelFile, list []weights.Weight, intercept float64, standardised bool) error {
	f := experiment.ModelFunction{Intercept: intercept}
	for _, w := range list {
		if w.Value == 0 {
			continue
		}
		t := experiment.ModelTerm{Monomial: map[string]int{}, Coefficient: w.Value * w.Constant}
		for _, v := range w.Monomial {
			t.Monomial[m.Features[v].Name]++
			if standardised {
				t.Coefficient /= m.Features[v].Scale
			}
		}
		if t.Coefficient == 0 || math.IsNaN(t.Coefficient-t.Coefficient) {
			return fmt.Errorf("the coefficient of %s in the units of its columns is not finite; scale these columns or the target", termName(t))
		}
		f.Terms = append(f.Terms, t)
	}
	m.Functions = append(m.Functions, f)
	return nil
}

// termName names the monomial of a term.
func termName(t experiment.ModelTerm) string {
	for name := range t.Monomial {
		return fmt.Sprintf("a term of %q", name)
	}
	return "the constant"
}

func addValues(m *experiment.ModelFile, points [][]float64, y []float64) error {
	addPoints(m, points)
	m.Functions = []experiment.ModelFunction{{Values: y}}
	return nil
}

func rowsAsPoints(x dense.Points) [][]float64 {
	rows := make([][]float64, x.N)
	for i := range rows {
		rows[i] = x.Row(i)
	}
	return rows
}

// addPoints adds points, each of which is a bag's points one after another where there are
// bags.
func addPoints(m *experiment.ModelFile, points [][]float64) {
	d := len(m.Features)
	m.Points = &experiment.ModelPoints{}
	for _, p := range points {
		if m.Bag != "" {
			m.Points.Bags = append(m.Points.Bags, len(p)/d)
		}
		for ; len(p) > 0; p = p[d:] {
			m.Points.Rows = append(m.Points.Rows, p[:d:d])
		}
	}
	if len(points) == 0 {
		m.Points = nil // a constant function
	}
}

// addSparsePoints adds points without their zeros.
func addSparsePoints(m *experiment.ModelFile, rows *sparse.Rows, used []int) {
	m.Points = &experiment.ModelPoints{}
	for _, i := range used {
		index, values := rows.Row(i)
		places := make([]int, len(index))
		for e, j := range index {
			places[e] = int(j)
		}
		m.Points.Rows, m.Points.Index = append(m.Points.Rows, values), append(m.Points.Index, places)
	}
}

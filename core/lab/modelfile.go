package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/mercer"
	"lplab/core/spaces/sparse"
	"lplab/core/spaces/weights"
)

// Bounds on the terms of a model file. A model with more terms is written by its training points,
// unless these have more numbers.
const (
	fewTerms        = 20_000
	mostTermsOfFile = 250_000
)

// writer adds a fitted model to a model file that has its features. It refers to no tensor.
type writer func(ctx context.Context, m *experiment.ModelFile) error

// storedModel is the model of a run with what its file needs.
type storedModel struct {
	spec       experiment.Spec // of the report
	result     experiment.Result
	design     *design.Design
	kernelSpec experiment.Kernel
	strength   experiment.Strength[float64]
	write      writer
}

// keep keeps the model for Session.Model.
func (r *execution) keep() {
	const keptModels = 8 // of a session
	k := &storedModel{r.out.Spec, r.out.Result, r.design, r.kernelSpec, r.out.Strength, writerOf(r.model)}
	others := slices.DeleteFunc(r.session.models, func(other *storedModel) bool { return other.is(k.spec, k.result.Digest) })
	r.session.models = slices.Insert(others[:min(len(others), keptModels-1)], 0, k)
}

// Model returns the model of the last run as a file. The error is one sentence, or the context's.
func (s *Session) Model(ctx context.Context) (*experiment.ModelFile, error) {
	if s.models == nil {
		return nil, errors.New("no model has been fitted: run an experiment first")
	}
	return s.models[0].file(ctx)
}

// ModelOf returns the model of one of the session's last runs by its experiment, which must be
// validated, and the digest of its result; nil if it is not kept.
func (s *Session) ModelOf(ctx context.Context, spec experiment.Spec, digest string) (*experiment.ModelFile, error) {
	for _, k := range s.models {
		if k.is(spec, digest) {
			return k.file(ctx)
		}
	}
	return nil, nil
}

// is reports whether a model is that of an experiment with the digest of its result. Different experiments
// may have the same result.
func (k *storedModel) is(spec experiment.Spec, digest string) bool {
	return k.result.Digest == digest && reflect.DeepEqual(k.spec, spec)
}

// file returns the model as a file, or an error if a coefficient is not finite.
func (k *storedModel) file(ctx context.Context) (*experiment.ModelFile, error) {
	model := k.spec.Model
	m := &experiment.ModelFile{
		Kind: experiment.ModelFileKind, Version: experiment.ModelFileVersion,
		Type: model.Kind(), Task: k.spec.Task, Target: k.spec.Target, Bag: k.spec.Bag,
		Strength: k.strength, Experiment: k.spec, Result: k.result,
	}
	k.design.Describe(m)
	if k.kernelSpec.Type != "" {
		m.Kernel = &k.kernelSpec
	}
	if m.Type == experiment.ModelLP {
		m.P = model.P
	}
	if m.Task == experiment.Classification && experiment.GivesProbabilities(model) {
		m.Probability = experiment.LossLogistic
	}
	if err := k.write(ctx, m); err != nil {
		return nil, err
	}
	dropUnused(m)
	return m, m.Check()
}

// dropUnused removes the training points, or bags, that all functions of alpha leave out.
func dropUnused(m *experiment.ModelFile) {
	if m.Points == nil || m.Functions[0].Values != nil {
		return
	}
	all, points := m.Points, &experiment.ModelPoints{}
	var indices []int
	for i, from, to := 0, 0, 0; from < len(all.Rows); i, from = i+1, to {
		if to = from + 1; all.Bags != nil {
			to = from + all.Bags[i]
		}
		if !slices.ContainsFunc(m.Functions, func(f experiment.ModelFunction) bool { return f.Alpha != nil && f.Alpha[i] != 0 }) {
			continue
		}
		indices = append(indices, i)
		points.Rows = append(points.Rows, all.Rows[from:to]...)
		if all.Index != nil {
			points.Index = append(points.Index, all.Index[from])
		}
		if all.Bags != nil {
			points.Bags = append(points.Bags, to-from)
		}
	}
	if m.Points = points; indices == nil {
		m.Points = nil // constant functions
	}
	for k, f := range m.Functions {
		if f.Alpha != nil {
			m.Functions[k].Alpha = dense.At(f.Alpha, indices)
		}
		if indices == nil {
			m.Functions[k].Alpha = nil
		}
	}
}

// mostReported is the largest number of numbers of a model in a report.
const mostReported = 4_000_000

// addModel adds the model of the last run to its report, or a warning that states why it is missing.
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

func writerOf(of fit) writer {
	switch m := of.(type) {
	case *lpFit:
		return m.writer()
	case *reweightedFit:
		return termsWriter(m.weights(), len(m.last().Weights), m.last().Intercept, true)
	case *linearFit:
		return termsWriter(m.weightModel().model, len(m.fit.Coefficients), m.fit.Intercept, false)
	case *machineFit:
		return pointsWriter(m.gram.points, experiment.ModelFunction{Intercept: m.fit.Intercept, Alpha: m.fit.Alpha})
	case *classFits:
		return m.writer()
	case *nearFit:
		x := m.rows.points
		return pointsWriter(mercer.Rows(x.N, x.D, x.X), experiment.ModelFunction{Values: dense.At(m.rows.run.design.Train.Y, m.rows.rows)})
	case *dictionaryFit:
		return pointsWriter(m.atoms.points, experiment.ModelFunction{Values: m.atoms.data.Y})
	}
	panic(fmt.Sprintf("lab: a model of the type %T has no model file", of))
}

// termsWriter writes a model by its terms, at most count.
func termsWriter(m model, count int, intercept float64, standardised bool) writer {
	return func(ctx context.Context, f *experiment.ModelFile) error {
		l, err := m.Examine(ctx, weights.Limits{Listed: count})
		if err != nil {
			return err
		}
		return addTerms(f, l.Top, experiment.ModelFunction{Intercept: intercept}, standardised)
	}
}

// pointsWriter writes a function of some points.
func pointsWriter(points [][]float64, of experiment.ModelFunction) writer {
	return func(_ context.Context, f *experiment.ModelFile) error {
		addPoints(f, points)
		f.Functions = []experiment.ModelFunction{of}
		return nil
	}
}

// writer writes the functions of the classes, which have the same training points.
func (m *classFits) writer() writer {
	each := lists.Map(m.of, writerOf)
	return func(ctx context.Context, f *experiment.ModelFile) error {
		plain := *f
		for k, write := range each {
			file := plain
			if err := write(ctx, &file); err != nil {
				return fmt.Errorf("class %q: %w", f.Classes[k], err)
			}
			file.Functions[0].Class = f.Classes[k]
			f.Functions = append(f.Functions, file.Functions[0])
			f.Points = cmp.Or(f.Points, file.Points)
		}
		return nil
	}
}

// writer writes an lp solution by its terms if they are few, otherwise by its points. A truncated
// series is always written by its terms.
func (m *lpFit) writer() writer {
	b := m.trainer
	x, alpha, truncated := b.x, m.embed(), b.isTruncated()
	solution := weights.Model{Kernel: b.kernel, Q: b.form.Q(), X: x, Alpha: alpha}
	function := experiment.ModelFunction{Intercept: m.result.Intercept, Errors: m.reportedErrors()}
	var rows *sparse.Rows
	if b.plan.Strategy == gram.SparseStrategy {
		rows = b.sparse
	}
	return func(ctx context.Context, f *experiment.ModelFile) error {
		limit := min(mostTermsOfFile, max(fewTerms, x.N*x.D))
		if truncated {
			limit = mostTermsOfFile
		}
		listing, err := termsOf(ctx, solution, rows, limit)
		if err != nil {
			return err
		}
		if listing != nil {
			if err = addTerms(f, listing.Top, function, true); err == nil || truncated {
				return err
			}
		}
		fn := function
		fn.Alpha = alpha
		f.Functions = []experiment.ModelFunction{fn}
		if rows != nil {
			addSparsePoints(f, rows)
		} else {
			addPoints(f, mercer.Rows(x.N, x.D, x.X))
		}
		return nil
	}
}

// termsOf lists all weights of an lp solution; nil if there are more than limit. rows are the
// points if the form is sparse, otherwise nil.
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

// addTerms adds terms to f, with coefficients in the units of the columns, and f to the model.
func addTerms(m *experiment.ModelFile, list []weights.Weight, f experiment.ModelFunction, standardised bool) error {
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
		if t.Coefficient == 0 || notFinite(t.Coefficient) {
			return fmt.Errorf("the coefficient of %s in the units of its columns is not finite; scale these columns or the target", termName(t))
		}
		f.Terms = append(f.Terms, t)
	}
	m.Functions = append(m.Functions, f)
	return nil
}

// termName names the factors of a term, in alphabetical order.
func termName(t experiment.ModelTerm) string {
	if len(t.Monomial) == 0 {
		return "the constant"
	}
	return fmt.Sprintf("the term of %q", slices.Sorted(maps.Keys(t.Monomial)))
}

// addPoints adds points, of which each holds a bag if there are bags.
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
}

// addSparsePoints is addPoints for points without their zeros.
func addSparsePoints(m *experiment.ModelFile, rows *sparse.Rows) {
	m.Points = &experiment.ModelPoints{}
	for i := range rows.N {
		index, values := rows.Row(i)
		places := lists.Map(index, func(j int32) int { return int(j) })
		m.Points.Rows, m.Points.Index = append(m.Points.Rows, values), append(m.Points.Index, places)
	}
}

package lab

import (
	"context"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/gram"
	"lplab/core/kernel"
	"lplab/core/sparse"
	"lplab/core/tensor"
	"lplab/core/weights"
)

// fewNonzeros is the share of cells that are not 0 from which on it is not worth
// asking what work on sparse rows would cost.
const fewNonzeros = 0.25

// sparseRows returns the training rows without their zeros: as the design has
// them, or made of its dense ones where that is asked for or may be cheaper; nil
// otherwise.
func (r *run) sparseRows(k kernel.Kernel) *sparse.Rows {
	if s := r.design.Train.Sparse; s != nil {
		return s.Select(r.rows)
	}
	if _, highest := k.Degrees(); highest > 1 && r.spec.Preprocess.Standardize {
		return nil
	}
	switch r.spec.Solver.Strategy {
	case experiment.StrategySparse:
		return sparse.FromDense(r.x.N, r.x.D, r.x.X)
	case experiment.Auto:
		if float64(sparse.Nonzeros(r.x.X)) <= fewNonzeros*float64(len(r.x.X)) {
			return sparse.FromDense(r.x.N, r.x.D, r.x.X)
		}
	}
	return nil
}

// trainingPoints gives the rows that train the model; without their numbers where
// the design is sparse.
func (r *run) trainingPoints() tensor.Points {
	if r.design.Train.Sparse != nil {
		return tensor.Points{N: len(r.rows), D: r.design.D()}
	}
	return rowsOf(points(r.design.Train, r.design.D()), r.rows)
}

// points are the rows of a part with their zeros.
func points(s design.Set, d int) tensor.Points {
	x := s.X
	if s.Sparse != nil {
		x = s.Sparse.Dense()
	}
	return tensor.Points{N: len(s.Rows), D: d, X: x}
}

// withoutZeros are the rows of a part without their zeros.
func withoutZeros(s design.Set, d int) *sparse.Rows {
	if s.Sparse != nil {
		return s.Sparse
	}
	return sparse.FromDense(len(s.Rows), d, s.X)
}

// diagonal is K(x_i, ..., x_i) of every training point.
func (r *run) diagonal() []float64 {
	k, q := kernelOf(r.spec.Model.Kernel), r.form.Q()
	if r.plan.Strategy == gram.SparseStrategy {
		return gram.SparseDiagonal(k, r.sparse, q)
	}
	return gram.Diagonal(k, r.x, q)
}

// model is the solved problem as people look at it.
type model struct {
	Examine func(weights.Limits) weights.Listing
	Predict func(context.Context, design.Set) ([]float64, error)
}

func (r *run) model() model {
	k, q, d := kernelOf(r.spec.Model.Kernel), r.form.Q(), r.design.D()
	if f, ok := r.form.(*gram.Sparse); ok {
		m := weights.NewSparse(k, q, f.Features(), r.result.Alpha)
		return model{m.Examine, func(ctx context.Context, s design.Set) ([]float64, error) {
			return m.Predict(ctx, withoutZeros(s, d))
		}}
	}
	m := weights.Model{Kernel: k, Q: q, X: r.x, Alpha: r.result.Alpha}
	return model{
		func(l weights.Limits) weights.Listing { return weights.Examine(m, l) },
		func(ctx context.Context, s design.Set) ([]float64, error) {
			return weights.Predict(ctx, m, points(s, d))
		},
	}
}

package lab

import (
	"context"
	"math"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
	"lplab/core/spaces/weights"
)

// sparseRows returns the training rows without their zeros if the design is sparse, or if sparse rows
// are wanted or may be cheaper; otherwise nil.
func (b *lpTrainer) sparseRows(k kernel.Kernel) *sparse.Rows {
	const fewNonzeros = 0.25 // the largest share of cells that are not 0 for which sparse rows may be cheaper
	r := b.run
	if s := r.design.Train.Sparse; s != nil {
		return s.Select(b.rows)
	}
	if _, highest := k.Degrees(); highest > 1 && r.spec.Preprocess.Standardize {
		return nil
	}
	strategy := r.spec.Solver.Strategy
	few := float64(dense.Nonzeros(b.x.X)) <= fewNonzeros*float64(len(b.x.X))
	if strategy == experiment.StrategySparse || strategy == experiment.Auto && few {
		return sparse.FromDense(b.x.N, b.x.D, b.x.X)
	}
	return nil
}

// points returns the rows of the trainer, without their numbers if the design is sparse.
func (b *lpTrainer) points() dense.Points {
	d := b.run.design
	if d.Train.Sparse != nil {
		return dense.Points{N: len(b.rows), D: d.D()}
	}
	return rowsOf(points(d.Train, d.D()), b.rows)
}

// points returns the rows of a part with their zeros.
func points(s design.Set, d int) dense.Points {
	x := s.X
	if s.Sparse != nil {
		x = s.Sparse.Dense()
	}
	return dense.Points{N: s.Points(), D: d, X: x}
}

// withoutZeros returns the rows of a part without their zeros.
func withoutZeros(s design.Set, d int) *sparse.Rows {
	if s.Sparse != nil {
		return s.Sparse
	}
	return sparse.FromDense(len(s.Rows), d, s.X)
}

// normsOf returns ||Phi(x_i)||_q of every row of the trainer.
func (b *lpTrainer) normsOf() []float64 {
	k, q := b.kernel, b.form.Q()
	var norms []float64
	if b.plan.Strategy == gram.SparseStrategy {
		norms = gram.SparseDiagonal(k, b.sparse, q)
	} else {
		norms = gram.Diagonal(k, b.x, q)
	}
	return lists.Map(norms, func(v float64) float64 { return math.Pow(v, 1/q) })
}

// model returns the solution with the given alpha over the rows of the trainer.
func (b *lpTrainer) model(alpha []float64) model {
	k, q := b.kernel, b.form.Q()
	if f, ok := b.form.(*gram.Sparse); ok {
		return weights.NewSparse(k, q, f.Features(), alpha)
	}
	return weights.Model{Kernel: k, Q: q, X: b.x, Alpha: alpha}
}

// products returns <w, Phi(x)> on the rows of a part for every alpha.
func (b *lpTrainer) products(ctx context.Context, alphas [][]float64, s design.Set) ([][]float64, error) {
	k, q, d := b.kernel, b.form.Q(), b.run.design.D()
	f, ok := b.form.(*gram.Sparse)
	if !ok {
		return weights.PredictAll(ctx, weights.Model{Kernel: k, Q: q, X: b.x}, alphas, points(s, d))
	}
	rows := withoutZeros(s, d)
	all := make([][]float64, len(alphas))
	for i, alpha := range alphas {
		var err error
		if all[i], err = weights.NewSparse(k, q, f.Features(), alpha).Predict(ctx, rows); err != nil {
			return nil, err
		}
	}
	return all, nil
}

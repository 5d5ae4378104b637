package lab

import (
	"context"

	"lplab/core/data/design"
	"lplab/core/experiment"
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

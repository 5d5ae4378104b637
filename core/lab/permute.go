package lab

import (
	"cmp"
	"context"
	"math"

	"lplab/core/lab/selection"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
	"lplab/core/spaces/weights"
)

// permute computes the noise floor of the weights of every class by permuted targets.
func (r *execution) permute(ctx context.Context) error {
	s := r.spec.Selection
	if s.Level == 0 {
		return nil
	}
	source := rng.NewStream(s.Seed, "permutation")
	y := dense.At(r.design.Train.Y, r.trainer.trainedRows())
	steps := r.newSteps("permutation", s.Permutations)
	largest := matrix[float64](len(r.eachOf(r.model)), s.Permutations) // sizes, by class
	for from := 0; from < s.Permutations; from += mostTogether {
		orders := make([][]int, min(mostTogether, s.Permutations-from))
		for i := range orders {
			orders[i] = source.Perm(len(y))
		}
		if err := fitEach(r.trainer, len(orders), func(i int) error {
			m, err := r.fitLikeRun(ctx, relabelRows(r.trainer, dense.At(y, orders[i])))
			if err != nil {
				return err
			}
			for k, one := range r.eachOf(m) {
				w := weightModelOf(one)
				l, err := w.Examine(ctx, weights.Limits{Examined: r.mostExamined(w.kernel), Listed: 1})
				if err != nil {
					return err
				}
				if len(l.Top) > 0 {
					largest[k][from+i] = math.Abs(l.Top[0].Value)
				}
			}
			steps.next()
			return nil
		}); err != nil {
			return err
		}
	}
	r.floors = lists.Map(largest, func(maxima []float64) float64 { return selection.Floor(maxima, s.Level) })
	return nil
}

// fitLikeRun fits the model of the run to other rows or targets, at their automatic strength if
// the run's is automatic, otherwise at the strength of the run.
func (r *execution) fitLikeRun(ctx context.Context, t trainer) (fit, error) {
	strength := r.strength
	if _, given := r.spec.Model.Strength(); r.parameter != "" && !given && r.out.Chosen == nil {
		s, err := t.scale(ctx)
		if err != nil {
			return nil, err
		}
		strength = s.auto
	}
	return fitWhole(ctx, t, strength)
}

// fitWhole fits a model without a warm start. A cancelled fit is an error.
func fitWhole(ctx context.Context, t trainer, strength float64) (fit, error) {
	m, err := t.fit(ctx, strength, nil, nil)
	return m, cmp.Or(err, ctx.Err())
}

package lab

import (
	"context"
	"math"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// Limits on the weights that a path lists.
const (
	pathTop    = 20      // candidates at each strength: the largest
	pathListed = 60      // of all candidates
	pathKept   = 1 << 22 // weights of all models that are kept until the listed ones are chosen
)

// path fits the models of all strengths and reports them. It returns their predictions of the
// validation rows, nil if there are none.
func (r *execution) path(ctx context.Context) ([][]float64, error) {
	grid := r.run.grid
	y, all := dense.At(r.design.Train.Y, r.trainer.trainedRows()), dense.UpTo(len(r.trainer.trainedRows()))
	models, pathModels := make([]fit, len(grid)), make([][]pathModel, len(grid)) // by strength, and by class
	var peaks []ranking                                                          // by class: the largest ratio to the largest weight of a model
	points := make([]experiment.PathPoint, len(grid))
	err := r.fitAll(ctx, r.trainer, len(all), func(g int, m fit) error {
		end := m.ending()
		points[g] = experiment.PathPoint{
			Strength: experiment.Named(r.parameter, grid[g]), Status: end.status, Passes: end.passes,
			Dual: end.objective.Dual, Gap: end.objective.Gap, RelativeGap: end.objective.RelativeGap, NormPower: end.normPower, Metrics: map[string]experiment.Metric{},
		}
		f, err := m.on(ctx, all)
		if err != nil {
			return err
		}
		points[g].Metrics["train"] = r.measurePath(y, f)
		models[g] = m.detach()
		for k, one := range r.eachOf(m) {
			w := weightModelOf(one)
			if w == nil {
				break
			}
			if len(peaks) == k {
				peaks = append(peaks, ranking{})
			}
			l, err := r.examineForPath(ctx, peaks[k], w)
			if err != nil {
				return err
			}
			points[g].Selected += l.Selected
			if len(grid)*len(l.Values) > pathKept {
				l = weights.Listing{}
			}
			pathModels[g] = append(pathModels[g], pathModel{w, l})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	predictions := map[string][][]float64{}
	for _, name := range experiment.PartNames[1:] {
		if predictions[name], err = r.predictions(ctx, r.trainer, models, r.set(name)); err != nil {
			return nil, err
		}
	}
	for g := range points {
		if end := models[g].ending(); points[g].Status.IsSolved() && !end.status.IsSolved() {
			points[g].Status, points[g].RelativeGap = end.status, end.objective.RelativeGap
		}
		for name, f := range predictions {
			if f != nil {
				points[g].Metrics[name] = r.measurePath(r.set(name).Y, f[g])
			}
		}
	}
	out := &r.out.Search.Path
	*out = experiment.Path{Points: points, Weights: []experiment.PathWeight{}}
	for k, peak := range peaks {
		for _, p := range peak.largest(pathListed) {
			w := experiment.PathWeight{Index: p.Index, Label: p.label, Relevant: r.relevant[p.label]}
			if len(peaks) > 1 {
				w.Class = r.design.Classes[k]
			}
			w.Values = lists.Map(pathModels, func(models []pathModel) float64 { return models[k].at(p.Monomial) })
			out.Weights = append(out.Weights, w)
		}
	}
	return predictions["validation"], nil
}

// pathModel is a model of a path with its weights, unless they are too many to keep.
type pathModel struct {
	*weightModel
	list weights.Listing
}

// at returns the weight of a monomial. A weight that is not kept takes a pass over all rows.
func (e pathModel) at(m kernel.Monomial) float64 {
	if e.list.Values != nil {
		if place := e.list.Place(e.kernel, m); place >= 0 {
			return e.list.Values[place]
		}
	}
	return e.At(m)
}

// examineForPath examines the weights of a model and adds the largest to the peaks of its path.
func (r *execution) examineForPath(ctx context.Context, peaks ranking, w *weightModel) (weights.Listing, error) {
	limits := r.limits(0, w)
	limits.Listed = pathTop
	l, err := w.Examine(ctx, limits)
	if err != nil {
		return l, err
	}
	for _, w := range l.Top {
		p := peaks.of(w, r.design.Features)
		if largest := math.Abs(l.Top[0].Value); largest > 0 {
			p.score = max(p.score, math.Abs(w.Value)/largest)
		}
	}
	return l, nil
}

// predictions returns f(x) on the rows of a part for every model, nil if it has no rows.
func (r *execution) predictions(ctx context.Context, t trainer, models []fit, part design.Set) ([][]float64, error) {
	if len(part.Rows) == 0 {
		return nil, nil
	}
	all, err := t.predict(ctx, models, part)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		if err := r.checkFinite(f, part.Rows); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// notFinite reports whether v is infinite or no number.
func notFinite(v float64) bool { return math.IsNaN(v - v) }

func shift(f []float64, b float64) []float64 {
	return lists.Map(f, func(v float64) float64 { return v + b })
}

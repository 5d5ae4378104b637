package lab

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/machine"
	"lplab/core/solvers/optimize"
)

// dictionaryRows holds some of the training rows as a dictionary, by which the kernel group lasso
// represents other rows. The representation of a row is computed when it is first needed.
type dictionaryRows struct {
	gramData
	atoms  *machine.Dictionary
	parent *dictionaryRows // the trainer that this one restricts, or itself
	// cache holds rows of parent as points of the dictionary, by their places. Each point keeps its
	// last representation as the start for the next lambda.
	cache map[int]*machine.Point
}

// mostAtoms is the largest number of rows of a dictionary.
const mostAtoms = 3000

func trainDictionary(ctx context.Context, r *run, rows []int) (trainer, error) {
	if len(rows) > mostAtoms {
		return nil, fmt.Errorf("there are %d training rows, and the kernel group lasso takes at most %d; choose a smaller split.train", len(rows), mostAtoms)
	}
	data, err := r.gram(ctx, rows, dense.At(r.design.Train.Y, rows))
	if err != nil {
		return nil, err
	}
	return newDictionary(ctx, data, nil)
}

// newDictionary makes the trainer that restricts parent, or, if that is nil, one of all rows.
func newDictionary(ctx context.Context, data gramData, parent *dictionaryRows) (t *dictionaryRows, err error) {
	t = &dictionaryRows{gramData: data, parent: parent, cache: map[int]*machine.Point{}}
	if parent == nil {
		t.parent = t
	}
	t.atoms, err = machine.NewDictionary(ctx, data.data.K, data.data.Y)
	return t, err
}

// scale returns the smallest lambda for which all representations of training rows are 0.
func (t *dictionaryRows) scale(context.Context) (scales, error) {
	points, err := t.pointsOf(dense.UpTo(len(t.parent.rows)))
	scale := 0.0
	for _, p := range points {
		scale = max(scale, p.Scale())
	}
	if scale == 0 {
		scale = 1 // nothing depends on lambda
	}
	return scales{grid: scale, auto: autoShare * scale}, err
}

// pointsOf returns some rows of parent as points of the dictionary.
func (t *dictionaryRows) pointsOf(rows []int) ([]*machine.Point, error) {
	points := make([]*machine.Point, len(rows))
	n := len(t.parent.rows)
	for i, row := range rows {
		if t.cache[row] == nil {
			k := t.parent.data.K[row*n : (row+1)*n]
			p, err := t.atoms.Point(dense.At(k, t.within), k[row])
			if err != nil {
				return nil, err
			}
			t.cache[row] = p
		}
		points[i] = t.cache[row]
	}
	return points, nil
}

// fit represents the training rows; a restricted trainer represents rows when it predicts them.
// Without another model to begin near, earlier representations are discarded.
func (t *dictionaryRows) fit(ctx context.Context, lambda float64, from fit, monitor func(experiment.Record)) (fit, error) {
	if from == nil {
		for _, p := range t.cache {
			p.Forget()
		}
	}
	m := &dictionaryFit{atoms: t, lambda: lambda}
	if t.parent != t || t.run.fold {
		return m, ctx.Err()
	}
	points, err := t.pointsOf(dense.UpTo(len(t.rows)))
	if err != nil {
		return nil, err
	}
	if m.training, err = t.atoms.Represent(ctx, points, lambda, t.run.limitsOf(monitor)); err != nil {
		return nil, err
	}
	m.decisions = decisions(points)
	return m, nil
}

// decisions returns the decision values of some points, of more than two classes one for each class.
func decisions(points []*machine.Point) []float64 {
	return slices.Concat(lists.Map(points, (*machine.Point).Decisions)...)
}

func (t *dictionaryRows) restrict(ctx context.Context, rows []int) (trainer, error) {
	return newDictionary(ctx, t.some(rows), t)
}

func (t *dictionaryRows) predict(ctx context.Context, models []fit, part design.Set) ([][]float64, error) {
	points := make([]*machine.Point, len(part.Rows))
	err := t.cross(ctx, part, func(i int, x, values []float64) (err error) {
		points[i], err = t.atoms.Point(values, t.kernel.At(x, x))
		return err
	})
	if err != nil {
		return nil, err
	}
	all := make([][]float64, len(models))
	for i, m := range slices.Backward(models) { // from the largest lambda down
		if all[i], err = m.(*dictionaryFit).represent(ctx, points); err != nil {
			return nil, err
		}
	}
	return all, nil
}

type dictionaryFit struct {
	atoms     *dictionaryRows
	lambda    float64
	training  *optimize.Result // of the training rows; nil in a restricted trainer
	decisions []float64        // of the training rows; nil in a restricted trainer
	others    *optimize.Result // of other rows: the first that did not converge
}

// ending returns how the fit of the training rows ended, or of other rows if only these did not
// converge.
func (m *dictionaryFit) ending() ending {
	r := m.training
	if m.others != nil && (r == nil || r.Status == optimize.Converged && m.others.Status != optimize.Converged) {
		r = m.others
	}
	if r == nil {
		return ending{status: experiment.Converged} // nothing has been represented
	}
	return endingOf(*r, 0)
}

// represent represents other rows and returns their decision values.
func (m *dictionaryFit) represent(ctx context.Context, points []*machine.Point) ([]float64, error) {
	r, err := m.atoms.atoms.Represent(ctx, points, m.lambda, m.atoms.run.limitsOf(nil))
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	if m.others == nil || m.others.Status == optimize.Converged {
		m.others = r
	}
	return decisions(points), nil
}

func (m *dictionaryFit) on(ctx context.Context, rows []int) ([]float64, error) {
	if m.decisions != nil {
		return rowsOfValues(m.decisions, len(m.atoms.rows), rows), nil
	}
	points, err := m.atoms.pointsOf(rows)
	if err != nil {
		return nil, err
	}
	return m.represent(ctx, points)
}

func (m *dictionaryFit) detach() fit { return &dictionaryFit{atoms: m.atoms, lambda: m.lambda} }

func (m *dictionaryFit) describe(_ context.Context, out *experiment.Report) error {
	m.atoms.describeGram("kernel group lasso", out)
	return nil
}

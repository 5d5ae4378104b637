package lab

import (
	"context"
	"slices"
	"strconv"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/neighbours"
)

// nearRows holds some of the training rows as neighbours of others.
type nearRows struct {
	run    *run
	rows   []int
	points dense.Points
	of     *neighbours.Neighbours
	parent *nearRows // the trainer that this one restricts, or itself
	// predictions holds f(x) by k on predictedRows, the rows of parent that were predicted last.
	predictions   map[int][]float64
	predictedRows []int
}

func trainNeighbours(_ context.Context, r *run, rows []int) (trainer, error) {
	n := &nearRows{run: r, rows: rows, points: rowsOf(points(r.design.Train, r.design.D()), rows)}
	n.parent = n
	var err error
	n.of, err = neighbours.New(n.points, dense.At(r.design.Train.Y, rows), len(r.design.Classes))
	return n, err
}

func (n *nearRows) trainedRows() []int { return n.rows }

// scale returns the largest k of an automatic grid: half of the rows, which every fold has, or as many as the folds of
// groups leave.
func (n *nearRows) scale(context.Context) (scales, error) {
	most := len(n.rows) / 2
	if s := n.run.spec.Search; n.run.design.Groups != nil && s.Criterion == experiment.SearchCrossValidation {
		parts, err := n.run.foldsOf("search.folds", n.rows, s.Folds, s.Seed)
		if err != nil {
			return scales{}, err
		}
		for _, part := range parts {
			most = min(most, len(n.rows)-len(part))
		}
	}
	return scales{grid: max(1, float64(most)), auto: 1}, nil
}

func (n *nearRows) fit(_ context.Context, strength float64, _ fit, _ func(experiment.Record)) (fit, error) {
	if int(strength) > len(n.rows) {
		problem := "there are only %d training rows to choose neighbours from; choose at most that many"
		if n.parent != n || n.run.fold {
			problem = "a fold leaves only %d training rows to choose neighbours from; choose at most that many, or more folds"
		}
		path := "model.k"
		if slices.Contains(n.run.grid, strength) {
			path = "search.k"
		}
		return nil, refuse(path, strconv.Itoa(int(strength)), problem, len(n.rows))
	}
	return &nearFit{rows: n, k: int(strength)}, nil
}

// on predicts rows of parent by their k nearest neighbours. It predicts by every other k of the
// search too, because all share the distances.
func (n *nearRows) on(ctx context.Context, k int, rows []int) ([]float64, error) {
	if slices.Equal(rows, n.predictedRows) && n.predictions[k] != nil {
		return n.predictions[k], nil
	}
	ks := []int{k}
	for _, other := range n.run.grid {
		if int(other) <= len(n.rows) {
			ks = append(ks, int(other))
		}
	}
	slices.Sort(ks)
	ks = slices.Compact(ks)
	all := matrix[float64](len(ks), len(rows)*n.of.Values())
	if err := n.of.Predict(ctx, all, rowsOf(n.parent.points, rows), ks); err != nil {
		return nil, err
	}
	n.predictions, n.predictedRows = map[int][]float64{}, slices.Clone(rows)
	for i, k := range ks {
		n.predictions[k] = all[i]
	}
	return n.predictions[k], nil
}

func (n *nearRows) restrict(ctx context.Context, rows []int) (trainer, error) {
	t, err := trainNeighbours(ctx, n.run, dense.At(n.rows, rows))
	t.(*nearRows).parent = n
	return t, err
}

func (n *nearRows) predict(ctx context.Context, models []fit, part design.Set) ([][]float64, error) {
	ks := lists.Map(models, func(m fit) int { return m.(*nearFit).k }) // of a search, which ascend, or a single one
	x := points(part, n.run.design.D())
	all := matrix[float64](len(ks), x.N*n.of.Values())
	return all, n.of.Predict(ctx, all, x, ks)
}

// nearFit predicts by the k nearest of some training rows.
type nearFit struct {
	rows *nearRows
	k    int
}

func (m *nearFit) ending() ending {
	return ending{status: experiment.Exact, objective: experiment.Objective{Certificate: experiment.CertificateExact}}
}

func (m *nearFit) on(ctx context.Context, rows []int) ([]float64, error) {
	return m.rows.on(ctx, m.k, rows)
}

func (m *nearFit) detach() fit { return m }

func (m *nearFit) describe(_ context.Context, out *experiment.Report) error {
	out.Solver.Method, out.Solver.Strategy = "nearest neighbours", "distances"
	out.Solver.Reason = "every row is compared with every training row"
	return nil
}

package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/mercer"
	"lplab/core/neighbours"
)

// nearRows is some of the training rows as neighbours of others.
type nearRows struct {
	run    *run
	rows   []int
	points [][]float64
	of     *neighbours.Neighbours
	whole  *nearRows         // whose rows these are some of; itself where they are all
	said   map[int][]float64 // by k: what is said of all rows of whole
}

var _ trainer = (*nearRows)(nil)

func trainNeighbours(_ context.Context, r *run, rows []int) (trainer, error) {
	n, err := r.nearRows(rows)
	if err != nil {
		return nil, err
	}
	n.whole = n
	return n, nil
}

func (r *run) nearRows(rows []int) (*nearRows, error) {
	x := rowsOf(points(r.design.Train, r.design.D()), rows)
	n := &nearRows{run: r, rows: rows, points: mercer.Rows(x.N, x.D, x.X)}
	y := at(r.design.Train.Y, rows)
	var err error
	if r.spec.Task == experiment.Classification {
		n.of, err = neighbours.Classification(n.points, y)
	} else {
		n.of, err = neighbours.Regression(n.points, y)
	}
	return n, err
}

func (n *nearRows) trained() []int { return n.rows }

// auto is never asked for: k is always given.
func (n *nearRows) auto() (float64, error) { return 1, nil }

// neighbourGrid is how many k an automatic grid has at the most.
const neighbourGrid = 30

// grid goes from 1 to half of the rows, which every fold has, at first one by one and
// then in about equal ratios.
func (n *nearRows) grid(experiment.Search) (scale float64, grid []float64, err error) {
	most := max(1, float64(len(n.rows)/2))
	for i := range neighbourGrid {
		k := math.Round(math.Pow(most, float64(i)/(neighbourGrid-1)))
		if len(grid) == 0 || k > grid[len(grid)-1] {
			grid = append(grid, k)
		}
	}
	return most, grid, nil
}

func (n *nearRows) fit(ctx context.Context, strength float64, _ fitted, _ func(experiment.Record)) (fitted, error) {
	if int(strength) > len(n.rows) {
		problem := fmt.Sprintf("there are only %d training rows to choose neighbours from; choose at most that many", len(n.rows))
		if n.whole != n {
			problem = fmt.Sprintf("a fold leaves only %d training rows to choose neighbours from; choose at most that many, or more folds", len(n.rows))
		}
		path := "model.k"
		if n.run.spec.Search.Criterion != "" {
			path = "search.k"
		}
		return nil, &experiment.FieldError{Path: path, Value: itoa(int(strength)), Problem: problem}
	}
	return &nearFit{near: n, k: int(strength)}, n.say(ctx, int(strength))
}

// say predicts all rows of whole by the k nearest of these, and by every other k of the
// search at once: they share the distances.
func (n *nearRows) say(ctx context.Context, k int) error {
	if n.said[k] != nil {
		return nil
	}
	ks := []int{k}
	if found := n.run.out.Search; found != nil {
		for _, other := range found.K {
			if int(other) <= len(n.rows) {
				ks = append(ks, int(other))
			}
		}
	}
	slices.Sort(ks)
	ks = slices.Compact(ks)
	all := matrix(len(ks), len(n.whole.points))
	if err := n.of.Predict(ctx, all, n.whole.points, ks); err != nil {
		return err
	}
	n.said = map[int][]float64{}
	for i, k := range ks {
		n.said[k] = all[i]
	}
	return nil
}

func (n *nearRows) restricted(rows []int) (trainer, error) {
	some, err := n.run.nearRows(at(n.rows, rows))
	if err != nil {
		return nil, err
	}
	some.whole = n
	return some, nil
}

func (n *nearRows) predict(ctx context.Context, models []fitted, part design.Set) ([][]float64, error) {
	x := points(part, n.run.design.D())
	rows := mercer.Rows(x.N, x.D, x.X)
	ks := make([]int, len(models)) // of a search, which ascend, or a single one
	for i, m := range models {
		ks[i] = m.(*nearFit).k
	}
	all := matrix(len(ks), len(rows))
	return all, n.of.Predict(ctx, all, rows, ks)
}

// nearFit asks the k nearest of some training rows.
type nearFit struct {
	near *nearRows
	k    int
}

var _ fitted = (*nearFit)(nil)

func (m *nearFit) ending() ending {
	return ending{status: experiment.Converged, objective: experiment.Objective{Certificate: experiment.CertificateExact}}
}

func (m *nearFit) on(_ context.Context, rows []int) ([]float64, error) {
	return at(m.near.said[m.k], rows), nil
}

func (m *nearFit) weighing() *weighing { return nil }

func (m *nearFit) bare() fitted { return m }

func (m *nearFit) tell(out *experiment.Report) error {
	out.Solver.Method = "nearest neighbours"
	out.Solver.Strategy = "distances"
	out.Solver.Reason = "every row is compared with every training row"
	return nil
}

// byDistance estimates the comparisons of every row with every training row, and their
// order, which every k of a search shares.
func byDistance(_ *run, n, d int, trainers, fits float64) float64 {
	return secondsPerTerm * float64(n) * float64(n) * (3*float64(d) + 20*math.Log2(float64(n)+1)) * (trainers + fits/neighbourGrid)
}

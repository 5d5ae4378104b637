package trials

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/data/synth"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
)

// hierarchy fits the pairwise interactions of glinternet (Lim and Hastie, Learning interactions
// via hierarchical group-lasso regularization, JCGS 2015) to continuous columns: a group of one
// for each column, and for each pair a group of copies of both columns and their product. The
// columns of a group are centred and have the Frobenius norm 1 together, all groups have the same
// weight, and the path has 50 values of lambda down to a hundredth of the largest, as in the
// R package. Squares, which the package has not, are groups of one.
type hierarchy struct {
	columns [][]float64
	groups  [][]int
	labels  []string // of the product of a group; "" for a single column
	y       []float64
}

const (
	pathLength = 50
	pathRatio  = 0.01
)

// newHierarchy returns the groups of the columns of a data set.
func newHierarchy(data *synth.Data) *hierarchy {
	h := &hierarchy{y: data.Y}
	for i, x := range data.Columns {
		h.add("", x)
		h.add(label([]int{i, i}, data.Names), product(x, x))
		for j := i + 1; j < len(data.Columns); j++ {
			h.add(label([]int{i, j}, data.Names), x, data.Columns[j], product(x, data.Columns[j]))
		}
	}
	return h
}

// newProducts returns one group for each product of the given degree: the model is then the lasso.
func newProducts(data *synth.Data, degree int) *hierarchy {
	h := &hierarchy{y: data.Y}
	names, columns := productsOf(data, degree)
	for k, name := range names {
		h.add(name, columns[k])
	}
	return h
}

func (h *hierarchy) add(label string, columns ...[]float64) {
	group := make([]int, len(columns))
	for k, c := range columns {
		group[k] = len(h.columns)
		h.columns = append(h.columns, unit(c, math.Sqrt(float64(len(columns)))))
	}
	h.groups, h.labels = append(h.groups, group), append(h.labels, label)
}

func product(x, y []float64) []float64 { return floats.MulTo(make([]float64, len(x)), x, y) }

// unit returns a column minus its mean, with the norm 1/by.
func unit(x []float64, by float64) []float64 {
	c := slices.Clone(x)
	floats.AddConst(-floats.Sum(c)/float64(len(c)), c)
	floats.Scale(1/(by*floats.Norm(c, 2)), c)
	return c
}

// path fits the models of the strengths of all rows to the given rows (nil: all), with falling strength,
// until each returns true.
func (h *hierarchy) path(ctx context.Context, rows []int, each func(*linear.Fit) (stop bool)) error {
	columns, y := h.columns, h.y
	method := linear.GroupLasso{Groups: h.groups}
	largest, err := method.Scale(&linear.Data{X: linear.Columns(columns), Y: y, Intercept: true})
	if err != nil {
		return err
	}
	if rows != nil {
		columns = lists.Map(h.columns, func(c []float64) []float64 { return dense.At(c, rows) })
		y = dense.At(h.y, rows)
	}
	data := &linear.Data{X: linear.Columns(columns), Y: y, Intercept: true}
	var fit *linear.Fit
	for k := range pathLength {
		lambda := largest * math.Pow(pathRatio, float64(k)/(pathLength-1))
		next, err := method.Fit(ctx, data, lambda, fit, optimize.Settings{Tolerance: 1e-5, MaxIterations: 100_000})
		if err != nil {
			return err
		}
		if fit = next; fit.Status != optimize.Converged {
			return fmt.Errorf("the model of lambda %g has the status %v", lambda, fit.Status)
		}
		if each(fit) {
			return nil
		}
	}
	return nil
}

// selectedGroups returns the labels of the groups with a product and coefficients other than 0.
func (h *hierarchy) selectedGroups(f *linear.Fit) map[string]bool {
	out := map[string]bool{}
	for k, norm := range f.Groups {
		if norm > 0 && h.labels[k] != "" {
			out[h.labels[k]] = true
		}
	}
	return out
}

// best returns the selection of the path with the highest F1, which needs the true products.
func (h *hierarchy) best(ctx context.Context, truth []string) (map[string]bool, error) {
	var best map[string]bool
	err := h.path(ctx, nil, func(f *linear.Fit) bool {
		s := h.selectedGroups(f)
		if best == nil || scoreOf(s, truth).f1 > scoreOf(best, truth).f1 {
			best = s
		}
		return len(s) > 10*len(truth) // F1 is below 0.2 from here on
	})
	return best, err
}

// crossValidate returns the selection at the lambda of the smallest error over 10 folds.
func (h *hierarchy) crossValidate(ctx context.Context, _ []string) (map[string]bool, error) {
	const folds = 10
	errors := make([]float64, pathLength)
	for fold := range folds {
		var train, rest []int
		for i := range h.y {
			if i%folds == fold {
				rest = append(rest, i)
			} else {
				train = append(train, i)
			}
		}
		k := 0
		err := h.path(ctx, train, func(f *linear.Fit) bool {
			for _, i := range rest {
				residual := h.y[i] - f.Intercept
				for j, b := range f.Coefficients {
					residual -= b * h.columns[j][i]
				}
				errors[k] += residual * residual
			}
			k++
			return false
		})
		if err != nil {
			return nil, err
		}
	}
	names, k := map[string]bool(nil), 0
	err := h.path(ctx, nil, func(f *linear.Fit) bool {
		names = h.selectedGroups(f)
		k++
		return k > floats.MinIdx(errors)
	})
	return names, err
}

package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// pointsOf returns bags of 1 to 4 points in the plane, each with a target.
func pointsOf(bags int) (points [][][]float64, y []float64) {
	x, y := randomData(10*bags, 2, 23)
	for k := range bags {
		n := 1 + k*7%4
		points = append(points, x[10*k:10*k+n])
	}
	return points, y[:bags]
}

// longTable returns a table with a row for each point of the bags, in mixed order.
func longTable(points [][][]float64, y []float64) experiment.Data {
	d := experiment.Data{Source: experiment.SourceInline, Columns: []string{"of", "u", "v", "y"}}
	for i := range 4 {
		for k, of := range points {
			if i < len(of) {
				d.Rows = append(d.Rows, []any{fmt.Sprintf("bag %d", k), of[i][0], of[i][1], y[k]})
			}
		}
	}
	return d
}

func bagSpec(t *testing.T, d experiment.Data, rest string) string {
	t.Helper()
	return fmt.Sprintf(`{"data": %s, "target": "y", "bag": "of", "preprocess": {"standardize": false, "intercept": false}, %s}`, compact(d), rest)
}

// TestBagsByHand checks kernel ridge on bags of different sizes against double sums
// over their points.
func TestBagsByHand(t *testing.T) {
	points, y := pointsOf(14)
	const beta, lambda = 0.4, 0.3
	mean := func(p, q [][]float64) float64 {
		var sum float64
		for _, a := range p {
			for _, b := range q {
				sum += math.Exp(-beta * ((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1])))
			}
		}
		return sum / float64(len(p)*len(q))
	}
	train, test := []int{0, 2, 3, 5, 6, 8, 9, 11, 12}, []int{1, 4, 7, 10, 13}
	rest := fmt.Sprintf(`"split": {"train": %s, "test": %s}, "model": {"type": "kernel-ridge", "lambda": %g, "kernel": {"type": "set", "of": [{"type": "gaussian", "beta": %g}]}}`,
		strings.ReplaceAll(fmt.Sprint(train), " ", ","), strings.ReplaceAll(fmt.Sprint(test), " ", ","), lambda, beta)
	r := mustRun(t, bagSpec(t, longTable(points, y), rest), nil, Options{})

	// The residual of (K + lambda I) alpha = y is 0.
	for a, i := range train {
		left := lambda*r.Alpha[a] - y[i]
		for b, j := range train {
			left += mean(points[i], points[j]) * r.Alpha[b]
		}
		if !close(left, 0, 1e-9) {
			t.Errorf("bag %d: (K + lambda I) alpha differs from y by %g", i, left)
		}
	}
	for a, i := range test {
		var want float64
		for b, j := range train {
			want += mean(points[i], points[j]) * r.Alpha[b]
		}
		if !close(r.Predictions.Test[a], want, 1e-10) || r.Actual.Test[a] != y[i] {
			t.Errorf("bag %d: predicted as %g, want %g", i, r.Predictions.Test[a], want)
		}
	}
	if !slices.Equal(r.Rows.Train, train) || !slices.Equal(r.Rows.Test, test) || !slices.Equal(r.AlphaRows, train) || len(r.Bags) != 14 || r.Bags[9] != "bag 9" || r.Curve != nil {
		t.Errorf("rows %v, bags %q", r.Rows, r.Bags)
	}
}

// TestBagsOfOneSize checks that bags of equal size give the same model as rows that
// contain the points of a bag, in a search over folds of the bags.
func TestBagsOfOneSize(t *testing.T) {
	x, y := randomData(20, 6, 31)
	flat := experiment.Data{Source: experiment.SourceInline, Columns: []string{"a", "b", "c", "d", "e", "f", "y"}}
	points := make([][][]float64, len(x))
	for i, row := range x {
		points[i] = [][]float64{row[0:2], row[2:4], row[4:6]}
		cells := []any{}
		for _, v := range append(slices.Clone(row), y[i]) {
			cells = append(cells, v)
		}
		flat.Rows = append(flat.Rows, cells)
	}
	for _, kernels := range [][2]string{
		{`{"type": "set", "of": [{"type": "polynomial"}]}`, `{"type": "set", "dimension": 2, "of": [{"type": "polynomial"}]}`},
		{`{"type": "product", "of": [{"type": "set"}, {"type": "scale", "factor": 2, "of": [{"type": "set", "of": [{"type": "gaussian", "beta": 1}]}]}]}`,
			`{"type": "product", "of": [{"type": "set", "dimension": 2}, {"type": "scale", "factor": 2, "of": [{"type": "set", "dimension": 2, "of": [{"type": "gaussian", "beta": 1}]}]}]}`},
	} {
		const rest = `"split": {"train": 0.8, "test": 0.2, "seed": 3}, "model": {"type": "kernel-ridge", "kernel": %s}, "search": {"criterion": "cross-validation", "folds": 4, "count": 5}`
		got := mustRun(t, bagSpec(t, longTable(points, y), fmt.Sprintf(rest, kernels[0])), nil, Options{})
		plain := strings.Replace(bagSpec(t, flat, fmt.Sprintf(rest, kernels[1])), `"bag": "of", `, "", 1)
		want := mustRun(t, plain, nil, Options{})
		if got.Chosen.Lambda != want.Chosen.Lambda || !slices.Equal(got.Rows.Test, want.Rows.Test) {
			t.Errorf("%s: chose %v of %v, want %v of %v", kernels[0], got.Chosen, got.Rows.Test, want.Chosen, want.Rows.Test)
		}
		assertVector(t, "alpha", got.Alpha, want.Alpha, 1e-12)
		assertVector(t, "prediction", got.Predictions.Test, want.Predictions.Test, 1e-12)
	}
}

// TestBagSample checks that a set kernel learns the spread of the points in the sample of bags.
func TestBagSample(t *testing.T) {
	r := mustRun(t, `{"data": {"source": "sample", "name": "bags"}, "target": "entropy", "bag": "bag",
		"model": {"type": "kernel-ridge", "kernel": {"type": "set", "of": [{"type": "gaussian"}]}}}`, nil, Options{})
	if r.Status != experiment.Converged || *r.Metrics["test"].R2 < 0.9 || len(r.Warnings) > 0 {
		t.Errorf("%s, R² %g on test bags, warnings %q", r.Status, *r.Metrics["test"].R2, r.Warnings)
	}
	linear := mustRun(t, `{"data": {"source": "sample", "name": "bags"}, "target": "entropy", "bag": "bag",
		"model": {"type": "kernel-ridge", "kernel": {"type": "set"}}}`, nil, Options{})
	if *linear.Metrics["test"].R2 > 0.2 {
		t.Errorf("the mean of a bag predicts its target with an R² of %g", *linear.Metrics["test"].R2)
	}
}

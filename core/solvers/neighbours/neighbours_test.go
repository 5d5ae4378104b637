package neighbours

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/internal/canceltest"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

// sample draws points on a coarse grid, where many distances are equal.
func sample(n, d int, seed uint64) (points [][]float64, target, classes []float64) {
	random := rng.New(seed)
	points = make([][]float64, n)
	target, classes = make([]float64, n), make([]float64, n)
	for i := range points {
		points[i] = make([]float64, d)
		for j := range points[i] {
			points[i][j] = float64(random.IntN(4))
		}
		target[i] = points[i][0] + random.Normal()
		classes[i] = math.Copysign(1, target[i]-1.5)
	}
	return points, target, classes
}

// sortedPoints returns all training points by distance and then by index, by brute force.
func sortedPoints(points [][]float64, x []float64) []int {
	var all []int
	for i := range points {
		all = append(all, i)
	}
	distance := func(i int) float64 {
		var s float64
		for j, v := range points[i] {
			s += float64((v - x[j]) * (v - x[j]))
		}
		return s
	}
	slices.SortStableFunc(all, func(a, b int) int {
		if distance(a) < distance(b) {
			return -1
		} else if distance(a) > distance(b) {
			return 1
		}
		return 0
	})
	return all
}

// flat returns the points row by row.
func flat(points [][]float64) dense.Points {
	p := dense.Points{N: len(points), X: slices.Concat(points...)}
	if p.N > 0 {
		p.D = len(points[0])
	}
	return p
}

// TestBruteForce compares neighbours, means and majorities with those of a full sort.
func TestBruteForce(t *testing.T) {
	points, target, classes := sample(60, 2, 1)
	queries, _, _ := sample(40, 2, 2)
	regression, err := New(flat(points), target, 0)
	if err != nil {
		t.Fatal(err)
	}
	classification, err := New(flat(points), classes, 2)
	if err != nil {
		t.Fatal(err)
	}
	ties := 0
	for _, k := range []int{1, 2, 3, 10, 59, 60} {
		means, votes := make([]float64, len(queries)), make([]float64, len(queries))
		if err := regression.Predict(context.Background(), [][]float64{means}, flat(queries), []int{k}); err != nil {
			t.Fatal(err)
		}
		if err := classification.Predict(context.Background(), [][]float64{votes}, flat(queries), []int{k}); err != nil {
			t.Fatal(err)
		}
		for i, x := range queries {
			want := sortedPoints(points, x)[:k]
			var sum, vote float64
			for _, j := range want {
				sum += target[j]
				vote += classes[j]
			}
			if math.Abs(means[i]-sum/float64(k)) > 1e-14 {
				t.Errorf("k=%d, query %d: mean %v, want %v", k, i, means[i], sum/float64(k))
			}
			if vote == 0 {
				ties++
				vote = classes[want[0]] / 2
			}
			if math.Abs(votes[i]-vote/float64(k)) > 1e-14 {
				t.Errorf("k=%d, query %d: decision %v, want %v", k, i, votes[i], vote/float64(k))
			}
		}
	}
	if ties == 0 {
		t.Error("no vote is a tie, so ties are not tested")
	}
}

// TestAllAtOnce checks that many k together give the same predictions as each k alone.
func TestAllAtOnce(t *testing.T) {
	points, _, classes := sample(60, 2, 1)
	queries, _, _ := sample(40, 2, 2)
	n, err := New(flat(points), classes, 2)
	if err != nil {
		t.Fatal(err)
	}
	ks := []int{1, 2, 2, 7, 30, 60}
	together := make([][]float64, len(ks))
	for j := range together {
		together[j] = make([]float64, len(queries))
	}
	if err := n.Predict(context.Background(), together, flat(queries), ks); err != nil {
		t.Fatal(err)
	}
	for j, k := range ks {
		alone := make([]float64, len(queries))
		if err := n.Predict(context.Background(), [][]float64{alone}, flat(queries), []int{k}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone, together[j]) {
			t.Errorf("k=%d predicts %v alone, and %v with others", k, alone, together[j])
		}
	}
	if err := n.Predict(context.Background(), nil, flat(queries), nil); err != nil {
		t.Errorf("no k: %v", err)
	}
}

// TestDegenerate checks one point and equal points.
func TestDegenerate(t *testing.T) {
	one, err := New(flat([][]float64{{7}}), []float64{3}, 0)
	if err != nil {
		t.Fatal(err)
	}
	predictions := make([]float64, 2)
	if err := one.Predict(context.Background(), [][]float64{predictions}, flat([][]float64{{-1e200}, {7}}), []int{1}); err != nil || !slices.Equal(predictions, []float64{3, 3}) {
		t.Errorf("one point predicts %v, %v", predictions, err)
	}
	equal, err := New(flat([][]float64{{1}, {1}, {1}}), []float64{-1, 1, 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[int]float64{1: -1, 2: -0.25, 3: 1. / 3} {
		if err := equal.Predict(context.Background(), [][]float64{predictions[:1]}, flat([][]float64{{0}}), []int{k}); err != nil || predictions[0] != want {
			t.Errorf("equal points, k=%d: %v, want %v", k, predictions[0], want)
		}
	}
}

// TestRefusals checks the errors for data without neighbours.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		points [][]float64
		labels []float64
		want   string
	}{
		{nil, nil, "no training rows"},
		{[][]float64{{1, math.NaN()}}, []float64{1}, "number 1 of point 0"},
		{[][]float64{{1}}, []float64{math.Inf(1)}, "label 0"},
		{[][]float64{{1}}, []float64{2}, "-1 and +1"},
	} {
		if _, err := New(flat(c.points), c.labels, 2); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want an error with %q", c, err, c.want)
		}
	}
	n, err := New(flat([][]float64{{1}, {2}}), []float64{1, 2}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{-1, 0, 3} {
		if err := n.Predict(context.Background(), make([][]float64, 1), dense.Points{}, []int{k}); err == nil || !strings.Contains(err.Error(), "between 1 and 2") {
			t.Errorf("k=%d: %v", k, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := n.Predict(ended, [][]float64{make([]float64, 1)}, flat([][]float64{{1}}), []int{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

// TestUntouchedAndFrugal checks that points and labels are not changed, and that the number of
// allocations does not grow with the number of predictions.
func TestUntouchedAndFrugal(t *testing.T) {
	points, target, _ := sample(300, 3, 3)
	x := flat(points)
	before, labels := slices.Clone(x.X), slices.Clone(target)
	n, err := New(x, target, 0)
	if err != nil {
		t.Fatal(err)
	}
	a, b := make([]float64, 300), make([]float64, 300)
	for _, dst := range [][]float64{a, b} {
		if err := n.Predict(context.Background(), [][]float64{dst}, x, []int{5}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(a, b) || !slices.Equal(before, x.X) || !slices.Equal(labels, target) {
		t.Error("a prediction changes its inputs or later predictions")
	}
	allocs := func(rows int) float64 {
		all, ks := [][]float64{a[:rows], b[:rows]}, []int{5, 9}
		return testing.AllocsPerRun(10, func() {
			if err := n.Predict(context.Background(), all, x.Prefix(rows), ks); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := allocs(140), allocs(300); few != many {
		t.Errorf("140 predictions allocate %v times, 300 allocate %v times", few, many)
	}
}

// TestCancelled checks that a prediction checks the context for every point and returns at the
// check that finds it ended.
func TestCancelled(t *testing.T) {
	points, target, _ := sample(200, 3, 3)
	n, err := New(flat(points), target, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range []int64{1, 2, 3, 150, 200} {
		ctx := canceltest.CancelAt(end)
		dst := slices.Repeat([]float64{math.NaN()}, 200)
		if err := n.Predict(ctx, [][]float64{dst}, flat(points), []int{3}); !errors.Is(err, context.Canceled) || ctx.Calls() != end {
			t.Errorf("ended at check %d: %d checks, error %v", end, ctx.Calls(), err)
		}
		predicted := int64(0)
		for _, v := range dst {
			if !math.IsNaN(v) {
				predicted++
			}
		}
		if predicted >= end {
			t.Errorf("ended at check %d: %d points were predicted", end, predicted)
		}
	}
}

// TestRoundingDecidesNothing compares with a full sort where the inner products cancel: points far
// from the origin, some of which differ in the last digits, and squares that overflow or underflow.
func TestRoundingDecidesNothing(t *testing.T) {
	random := rng.New(8)
	for _, c := range []struct{ offset, scale float64 }{{0, 1}, {1e6, 1}, {1e9, 1e-3}, {1, 0x1p-50}, {0, 1e-30}, {0, 1e-170}, {0, 1e160}} {
		points := make([][]float64, 150)
		for i := range points {
			points[i] = []float64{c.offset + c.scale*random.Normal(), c.offset + c.scale*float64(random.IntN(3))}
		}
		labels := make([]float64, len(points))
		for i := range labels {
			labels[i] = random.Normal()
		}
		x := flat(points)
		n, err := New(x, labels, 0)
		if err != nil {
			t.Fatal(err)
		}
		ks := []int{1, 2, 7, 150}
		got := make([][]float64, len(ks))
		for j := range got {
			got[j] = make([]float64, len(points))
		}
		if err := n.Predict(context.Background(), got, x, ks); err != nil {
			t.Fatal(err)
		}
		for i, p := range points {
			order := sortedPoints(points, p)
			for j, k := range ks {
				var sum float64
				for _, at := range order[:k] {
					sum += labels[at]
				}
				if want := sum / float64(k); got[j][i] != want {
					t.Errorf("offset %g, scale %g, point %d, k = %d: %v, want %v", c.offset, c.scale, i, k, got[j][i], want)
				}
			}
		}
	}
}

// TestClasses counts the votes of several classes by brute force; among classes with equal votes
// the class of the nearest point is predicted.
func TestClasses(t *testing.T) {
	points, _, _ := sample(60, 2, 3)
	queries, _, _ := sample(40, 2, 4)
	random := rng.New(5)
	labels := make([]float64, len(points))
	for i := range labels {
		labels[i] = float64(random.IntN(4))
	}
	n, err := New(flat(points), labels, 4)
	if err != nil {
		t.Fatal(err)
	}
	ks := []int{1, 2, 6, 25}
	dst := make([][]float64, len(ks))
	for j := range dst {
		dst[j] = make([]float64, 4*len(queries))
	}
	if err := n.Predict(context.Background(), dst, flat(queries), ks); err != nil {
		t.Fatal(err)
	}
	ties := 0
	for j, k := range ks {
		for i, x := range queries {
			near := sortedPoints(points, x)[:k]
			votes := make([]float64, 4)
			for _, p := range near {
				votes[int(labels[p])]++
			}
			winner, winners := -1, 0
			for _, v := range votes {
				if v == slices.Max(votes) {
					winners++
				}
			}
			for _, p := range near {
				if c := int(labels[p]); winner < 0 && votes[c] == slices.Max(votes) {
					winner = c
				}
			}
			if winners > 1 {
				ties++
			}
			values := dst[j][4*i : 4*i+4]
			for c, v := range values {
				want := 2*votes[c]/float64(k) - 1
				if c == winner {
					want += 0.5 / float64(k)
				}
				if math.Abs(v-want) > 1e-12 {
					t.Errorf("k %d, point %d, class %d: %v, want %v", k, i, c, v, want)
				}
				if c != winner && v >= values[winner] {
					t.Errorf("k %d, point %d: class %d is predicted, not %d", k, i, c, winner)
				}
			}
		}
	}
	if ties == 0 {
		t.Error("no vote is a tie")
	}
	if _, err := New(flat(points[:2]), []float64{0, 3}, 3); err == nil {
		t.Error("a label beyond the classes is accepted")
	}
}

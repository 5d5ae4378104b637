package neighbours

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/rng"
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

// sorted is brute force: all training points but one, by distance and then by place.
func sorted(points [][]float64, x []float64, except int) []int {
	var all []int
	for i := range points {
		if i != except {
			all = append(all, i)
		}
	}
	distance := func(i int) float64 {
		var s float64
		for j, v := range points[i] {
			s += math.Pow(v-x[j], 2)
		}
		return math.Sqrt(s)
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

// TestBruteForce compares neighbours, means and majorities with those of a full sort.
func TestBruteForce(t *testing.T) {
	points, target, classes := sample(60, 2, 1)
	queries, _, _ := sample(40, 2, 2)
	regression, err := Regression(points, target)
	if err != nil {
		t.Fatal(err)
	}
	classification, err := Classification(points, classes)
	if err != nil {
		t.Fatal(err)
	}
	even := 0
	for _, k := range []int{1, 2, 3, 10, 59, 60} {
		means, votes := make([]float64, len(queries)), make([]float64, len(queries))
		if err := regression.Predict(context.Background(), [][]float64{means}, queries, []int{k}); err != nil {
			t.Fatal(err)
		}
		if err := classification.Predict(context.Background(), [][]float64{votes}, queries, []int{k}); err != nil {
			t.Fatal(err)
		}
		for i, x := range queries {
			want := sorted(points, x, -1)[:k]
			if got, err := regression.Nearest(x, k); err != nil || !slices.Equal(got, want) {
				t.Fatalf("k=%d, query %d: %v, want %v (%v)", k, i, got, want, err)
			}
			var sum, vote float64
			for _, j := range want {
				sum += target[j]
				vote += classes[j]
			}
			if math.Abs(means[i]-sum/float64(k)) > 1e-14 {
				t.Errorf("k=%d, query %d: mean %v, want %v", k, i, means[i], sum/float64(k))
			}
			if vote == 0 {
				even++
				vote = classes[want[0]] / 2
			}
			if math.Abs(votes[i]-vote/float64(k)) > 1e-14 {
				t.Errorf("k=%d, query %d: decision %v, want %v", k, i, votes[i], vote/float64(k))
			}
		}
	}
	if even == 0 {
		t.Error("no vote ends even, and nothing is known of those that do")
	}
}

// TestAllAtOnce: many k together say what each says alone.
func TestAllAtOnce(t *testing.T) {
	points, _, classes := sample(60, 2, 1)
	queries, _, _ := sample(40, 2, 2)
	n, err := Classification(points, classes)
	if err != nil {
		t.Fatal(err)
	}
	ks := []int{1, 2, 2, 7, 30, 60}
	together := make([][]float64, len(ks))
	for j := range together {
		together[j] = make([]float64, len(queries))
	}
	if err := n.Predict(context.Background(), together, queries, ks); err != nil {
		t.Fatal(err)
	}
	for j, k := range ks {
		alone := make([]float64, len(queries))
		if err := n.Predict(context.Background(), [][]float64{alone}, queries, []int{k}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone, together[j]) {
			t.Errorf("k=%d says %v alone, and %v beside others", k, alone, together[j])
		}
	}
	if err := n.Predict(context.Background(), nil, queries, nil); err != nil {
		t.Errorf("no k: %v", err)
	}
}

// TestLeaveOneOut compares with as many training sets as there are points.
func TestLeaveOneOut(t *testing.T) {
	points, target, classes := sample(30, 3, 5)
	for _, c := range []struct {
		make   func([][]float64, []float64) (*Neighbours, error)
		labels []float64
		loss   func(y, f float64) float64
	}{
		{Regression, target, func(y, f float64) float64 { return (y - f) * (y - f) }},
		{Classification, classes, func(y, f float64) float64 {
			if (y > 0) == (f > 0) {
				return 0
			}
			return 1
		}},
	} {
		n, err := c.make(points, c.labels)
		if err != nil {
			t.Fatal(err)
		}
		scores, err := n.LeaveOneOut(context.Background(), 29)
		if err != nil {
			t.Fatal(err)
		}
		for k := 1; k <= 29; k++ {
			var want float64
			for i, x := range points {
				rest, err := c.make(slices.Delete(slices.Clone(points), i, i+1), slices.Delete(slices.Clone(c.labels), i, i+1))
				if err != nil {
					t.Fatal(err)
				}
				said := make([]float64, 1)
				if err := rest.Predict(context.Background(), [][]float64{said}, [][]float64{x}, []int{k}); err != nil {
					t.Fatal(err)
				}
				want += c.loss(c.labels[i], said[0]) / 30
			}
			if math.Abs(scores[k-1]-want) > 1e-13 {
				t.Errorf("k=%d: score %v, want %v", k, scores[k-1], want)
			}
		}
	}
}

// TestDegenerate: one point, equal points, points without numbers.
func TestDegenerate(t *testing.T) {
	one, err := Regression([][]float64{{7}}, []float64{3})
	if err != nil {
		t.Fatal(err)
	}
	said := make([]float64, 2)
	if err := one.Predict(context.Background(), [][]float64{said}, [][]float64{{-1e200}, {7}}, []int{1}); err != nil || !slices.Equal(said, []float64{3, 3}) {
		t.Errorf("one point says %v, %v", said, err)
	}
	if _, err := one.LeaveOneOut(context.Background(), 1); err == nil || !strings.Contains(err.Error(), "needs two at least") {
		t.Errorf("one point left out: %v", err)
	}
	equal, err := Classification([][]float64{{1}, {1}, {1}}, []float64{-1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[int]float64{1: -1, 2: -0.25, 3: 1. / 3} {
		if err := equal.Predict(context.Background(), [][]float64{said[:1]}, [][]float64{{0}}, []int{k}); err != nil || said[0] != want {
			t.Errorf("equal points, k=%d: %v, want %v", k, said[0], want)
		}
	}
}

// TestRefusals: one sentence for what there are no neighbours of.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		points [][]float64
		labels []float64
		says   string
	}{
		{nil, nil, "no training rows"},
		{[][]float64{{1, math.NaN()}}, []float64{1}, "number 1 of point 0"},
		{[][]float64{{1}}, []float64{math.Inf(1)}, "label 0"},
		{[][]float64{{1}}, []float64{2}, "-1 and +1"},
	} {
		if _, err := Classification(c.points, c.labels); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, want a sentence with %q", c, err, c.says)
		}
	}
	n, err := Regression([][]float64{{1}, {2}}, []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{-1, 0, 3} {
		if err := n.Predict(context.Background(), make([][]float64, 1), nil, []int{k}); err == nil || !strings.Contains(err.Error(), "between 1 and 2") {
			t.Errorf("k=%d: %v", k, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := n.Predict(ended, [][]float64{make([]float64, 1)}, [][]float64{{1}}, []int{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if _, err := n.LeaveOneOut(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// TestUntouchedAndFrugal: points and labels stay, and a prediction makes no garbage beside
// the list it keeps for all points.
func TestUntouchedAndFrugal(t *testing.T) {
	points, target, _ := sample(50, 3, 3)
	before, labels := slices.Concat(points...), slices.Clone(target)
	n, err := Regression(points, target)
	if err != nil {
		t.Fatal(err)
	}
	a, b := make([]float64, 50), make([]float64, 50)
	for _, dst := range [][]float64{a, b} {
		if err := n.Predict(context.Background(), [][]float64{dst}, points, []int{5}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(a, b) || !slices.Equal(before, slices.Concat(points...)) || !slices.Equal(labels, target) {
		t.Error("a prediction changes what it is made from, or what it says")
	}
	all, ks := [][]float64{a, b}, []int{5, 9}
	allocs := testing.AllocsPerRun(10, func() {
		if err := n.Predict(context.Background(), all, points, ks); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 1 {
		t.Errorf("100 predictions allocate %v times, want once", allocs)
	}
}

package linear

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// partition groups d features by threes, with features spread over the range.
func partition(d int) [][]int {
	var groups [][]int
	for from := 0; from < d; from += 3 {
		var g []int
		for j := from; j < min(d, from+3); j++ {
			g = append(g, (j*7)%d)
		}
		groups = append(groups, g)
	}
	return groups
}

func TestGroupLassoIsOptimal(t *testing.T) {
	for _, p := range problems() {
		if p.d%7 == 0 {
			continue // 7j mod d is not a permutation
		}
		m := GroupLasso{Groups: partition(p.d)}
		for _, lambda := range decades(t, m, p) {
			f := mustConverge(t, m, p, lambda, nil)
			assertOptimal(t, p, f, lambda, 0, m.Groups)
		}
	}
}

func TestGroupLassoOfSingleFeaturesIsTheLasso(t *testing.T) {
	for _, p := range problems() {
		scale, _ := Lasso(CoordinateDescent).Scale(p.data)
		m := GroupLasso{Groups: singleGroups(p.d)}
		if s, _ := m.Scale(p.data); s != scale {
			t.Errorf("%s: scale %g, for the lasso %g", p.name, s, scale)
		}
		lambda := max(scale, 1e-3) * 0.2
		a, b := mustConverge(t, m, p, lambda, nil), mustConverge(t, Lasso(CoordinateDescent), p, lambda, nil)
		if !near(a.Primal, b.Primal, 1e-11) || !allNear(a.Fitted(), b.Fitted(), 1e-5) {
			t.Errorf("%s: primal %g, for the lasso %g", p.name, a.Primal, b.Primal)
		}
	}
}

// TestGroupLassoOfOrthonormalFeatures compares with the closed form v (1 - lambda/||v||)_+ for v = X_G'y.
func TestGroupLassoOfOrthonormalFeatures(t *testing.T) {
	h := 0.5
	rows := []float64{h, h, h, h, h, -h, h, -h, h, h, -h, -h, h, -h, -h, h}
	p := newProblem("orthonormal", 4, 4, rows, []float64{3, -1, 0.5, 2}, false)
	m := GroupLasso{Groups: [][]int{{3, 0}, {1, 2}}}
	for _, a := range algorithms {
		m.Algorithm = a
		f := mustConverge(t, m, p, 1, nil)
		want := make([]float64, 4)
		for k, g := range m.Groups {
			var size float64
			for _, j := range g {
				size = math.Hypot(size, p.data.X.Dot(j, p.data.Y))
			}
			for _, j := range g {
				want[j] = p.data.X.Dot(j, p.data.Y) * max(0, 1-1/size)
			}
			if !near(f.Groups[k], max(0, size-1), 1e-6) {
				t.Errorf("%v: group %d has norm %g, want %g", a, k, f.Groups[k], size-1)
			}
		}
		if !allNear(f.Coefficients, want, 1e-6) {
			t.Errorf("%v: %v, want %v", a, f.Coefficients, want)
		}
	}
}

func TestGroupAlgorithmsAgree(t *testing.T) {
	p := randomProblem(30, 23, true, 31)
	overlapping := [][]int{{0, 1, 2, 3, 4}, {3, 4, 5, 6, 7, 8}, {8, 9, 10, 0}}
	for j := 11; j < 23; j += 2 {
		overlapping = append(overlapping, []int{j, j + 1, j - 1})
	}
	for _, groups := range [][][]int{partition(23), overlapping} {
		scale, err := GroupLasso{Groups: groups}.Scale(p.data)
		if err != nil {
			t.Fatal(err)
		}
		var last *Fit
		for _, share := range []float64{0.9, 0.5, 0.1, 0.01} {
			want := mustConverge(t, GroupLasso{Groups: groups}, p, share*scale, nil)
			warm := mustConverge(t, GroupLasso{Groups: groups}, p, share*scale, last)
			last = warm
			for _, f := range []*Fit{
				warm, mustConverge(t, GroupLasso{groups, ISTA}, p, share*scale, nil), mustConverge(t, GroupLasso{groups, FISTA}, p, share*scale, nil),
				mustConverge(t, GroupLasso{Groups: groups}, p, share*scale, mustConverge(t, Lasso(CoordinateDescent), p, 3, nil)),
			} {
				if !near(f.Primal, want.Primal, 1e-10) || !allNear(f.Coefficients, want.Coefficients, 1e-4) {
					t.Errorf("%v at %g: primal %.15g, want %.15g", groups, share, f.Primal, want.Primal)
				}
			}
		}
	}
}

// TestOverlappingGroupsAreCopies compares with disjoint groups of a matrix with copies of shared
// features, and checks that the selected features are a union of groups.
func TestOverlappingGroupsAreCopies(t *testing.T) {
	p := randomProblem(25, 6, true, 32)
	m := GroupLasso{Groups: [][]int{{0, 1, 2}, {2, 3}, {3, 4, 5}}}
	origin := slices.Concat(m.Groups...)
	var rows []float64
	for i := range p.n {
		for _, j := range origin {
			rows = append(rows, p.rows[i*p.d+j])
		}
	}
	wide := newProblem("copied", p.n, len(origin), rows, p.data.Y, true)
	for _, lambda := range decades(t, m, p) {
		f := mustConverge(t, m, p, lambda, nil)
		g := mustConverge(t, GroupLasso{Groups: [][]int{{0, 1, 2}, {3, 4}, {5, 6, 7}}}, wide, lambda, nil)
		sums := make([]float64, p.d)
		for k, j := range origin {
			sums[j] += g.Coefficients[k]
		}
		if !near(f.Primal, g.Primal, 1e-11) || !allNear(f.Coefficients, sums, 1e-4) {
			t.Errorf("lambda %g: %v, %v; want %v, %v", lambda, f.Primal, f.Coefficients, g.Primal, sums)
		}
		var loss float64
		for i, y := range p.data.Y {
			loss += (y - f.Fitted()[i]) * (y - f.Fitted()[i]) / 2
		}
		if !near(f.Primal, loss+lambda*floats.Sum(f.Groups), 1e-10) {
			t.Errorf("lambda %g: primal %g does not agree with the norms of the groups, %v", lambda, f.Primal, f.Groups)
		}
		for j, b := range f.Coefficients {
			in := slices.IndexFunc(m.Groups, func(g []int) bool { return slices.Contains(g, j) })
			if f.Groups[in] > 0 && b == 0 {
				t.Errorf("lambda %g: group %d is selected without feature %d", lambda, in, j)
			}
		}
	}
}

func TestGroupsAreChecked(t *testing.T) {
	p := randomProblem(5, 4, true, 33)
	_, err := GroupLasso{Groups: [][]int{{0, 3}, {1}}}.Fit(context.Background(), p.data, 1, nil, strictSettings)
	if err == nil || !strings.HasPrefix(err.Error(), "feature 2 is in no group") {
		t.Errorf("feature 2 is in no group: %v", err)
	}
	for _, groups := range [][][]int{{{0, 1, 2, 3}, {}}, {{0, 1, 2, 4}}, {{0, 1, 2, -1}}, {{0, 1, 2, 3, 1}}, nil} {
		if _, err := (GroupLasso{Groups: groups}).Scale(p.data); err == nil {
			t.Errorf("groups %v are accepted", groups)
		}
	}
}

package linear

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/solvers/optimize"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// sparseProblem draws points with mostly zero entries, and a target.
func sparseProblem(n, d int, intercept bool) *problem {
	p := randomProblem(n, d, intercept, 61)
	for e := range p.rows {
		if e%7 > 1 {
			p.rows[e] = 0
		}
	}
	return newProblem("sparse", n, d, p.rows, p.data.Y, intercept)
}

// withSparse returns the same problem with sparse features.
func withSparse(t *testing.T, p *problem, rows *sparse.Rows) *problem {
	t.Helper()
	f, err := sparse.Expand(context.Background(), kernel.Linear, rows, 2)
	if err != nil {
		t.Fatal(err)
	}
	s := *p
	s.data = &Data{X: Sparse(f), Y: p.data.Y, Intercept: p.data.Intercept}
	return &s
}

var methods = []Method{LeastSquares{}, Ridge{Form: Primal}, Ridge{Form: Dual}, Lasso(CoordinateDescent), Lasso(FISTA), ElasticNet{Ratio: 0.5}}

func TestSparseFeaturesAreTheDenseOnes(t *testing.T) {
	for _, intercept := range []bool{true, false} {
		p := sparseProblem(20, 31, intercept)
		rows := sparse.FromDense(p.n, p.d, p.rows)
		centred := *rows
		centred.Center = make([]float64, p.d)
		for j := range centred.Center {
			centred.Center[j] = 0.1 * float64(j%5)
		}
		q := newProblem("centred", p.n, p.d, centred.Dense(), p.data.Y, intercept)
		for _, m := range append(slices.Clone(methods), GroupLasso{Groups: partition(31)}) {
			for _, pair := range [][2]*problem{{p, withSparse(t, p, rows)}, {q, withSparse(t, q, &centred)}} {
				want, got := fit(t, m, pair[0], 2, nil, strictSettings), fit(t, m, pair[1], 2, nil, strictSettings)
				if !near(got.Primal, want.Primal, 1e-10) || !allNear(got.Coefficients, want.Coefficients, 1e-6) {
					t.Errorf("%v, %s, intercept %v: primal %g of sparse features, %g of dense ones", m, pair[0].name, intercept, got.Primal, want.Primal)
				}
			}
		}
	}
}

// TestNothingToFit checks a constant target, constant features, features of 0, and no features.
func TestNothingToFit(t *testing.T) {
	rows, constant := []float64{1, 3, 2, 3, 5, 3, 7, 3, 1, 3, 4, 3, 4, 3}, []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}
	for _, m := range methods {
		for _, p := range []*problem{
			newProblem("constant target", 7, 2, rows, constant, true),
			newProblem("constant features", 4, 1, []float64{3e5, 3e5, 3e5, 3e5}, []float64{1, 2, 3, 6}, true),
			newProblem("features of 0", 4, 1, make([]float64, 4), []float64{1, 2, 3, 6}, false),
			newProblem("no feature", 4, 0, nil, []float64{1, 2, 3, 6}, true),
		} {
			f := fit(t, m, p, 1, nil, residualSettings)
			var mean float64
			if p.data.Intercept {
				for _, y := range p.data.Y {
					mean += y / float64(p.n)
				}
			}
			if f.Status != optimize.Converged || !near(f.Intercept, mean, 1e-12) || !allNear(f.Coefficients, make([]float64, p.d), 1e-12) {
				t.Errorf("%v, %s: status %v, %v, %g", m, p.name, f.Status, f.Coefficients, f.Intercept)
			}
			if scale, err := m.Scale(p.data); err != nil || scale != 0 {
				t.Errorf("%v, %s: scale %g, %v", m, p.name, scale, err)
			}
		}
	}
	if s, err := BestSubsets(context.Background(), newProblem("no feature", 2, 0, nil, []float64{1, 2}, true).data); err != nil || len(s) != 1 || !near(s[0].Squares, 0.5, 1e-15) {
		t.Errorf("no feature: %+v, %v", s, err)
	}
}

func TestWhatIsNoNumberIsRefused(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1e200} {
		for _, m := range methods {
			for _, p := range []*problem{
				newProblem("target", 3, 1, []float64{1, 2, 3}, []float64{1, bad, 3}, true),
				newProblem("feature", 3, 1, []float64{1, 2, bad}, []float64{1, 2, 3}, true),
			} {
				_, err := m.Fit(context.Background(), p.data, 1, nil, strictSettings)
				if err == nil || !strings.Contains(err.Error(), p.name) {
					t.Errorf("%v: a %s of %g: %v", m, p.name, bad, err)
				}
				if _, again := m.Fit(context.Background(), p.data, 1, nil, strictSettings); again != err {
					t.Errorf("%v: a second fit gives another error: %v", m, again)
				}
			}
		}
	}
}

// TestFitsOfOtherDataDoNoHarm checks that a warm start may be a fit of any method to other data
// with the same features, and that it is not changed.
func TestFitsOfOtherDataDoNoHarm(t *testing.T) {
	p, q := randomProblem(20, 31, true, 62), randomProblem(14, 31, false, 63)
	groups := GroupLasso{Groups: append(partition(31), []int{0, 1})}
	for _, m := range append(slices.Clone(methods), groups) {
		want := fit(t, m, p, 3, nil, strictSettings)
		for _, other := range append(slices.Clone(methods), groups) {
			from := fit(t, other, q, 1, nil, strictSettings)
			before := *from
			before.Coefficients, before.copies = slices.Clone(from.Coefficients), slices.Clone(from.copies)
			f := fit(t, m, p, 3, from, strictSettings)
			if !near(f.Primal, want.Primal, 1e-10) || !allNear(f.Fitted(), want.Fitted(), 1e-5) {
				t.Errorf("%v from %v: primal %g, want %g", m, other, f.Primal, want.Primal)
			}
			if !slices.Equal(from.Coefficients, before.Coefficients) || !slices.Equal(from.copies, before.copies) || from.ref != before.ref {
				t.Errorf("%v changed the fit of %v", m, other)
			}
		}
	}
}

// TestFitsRunSideBySide checks that concurrent fits of the same data, which share their preparation, agree.
func TestFitsRunSideBySide(t *testing.T) {
	p := randomProblem(20, 31, true, 64)
	for _, m := range methods {
		done := make(chan *Fit)
		for range 2 {
			go func() {
				f, err := m.Fit(context.Background(), p.data, 3, nil, strictSettings)
				if err != nil {
					t.Error(err)
				}
				done <- f
			}()
		}
		if a, b := <-done, <-done; !slices.Equal(a.Coefficients, b.Coefficients) {
			t.Errorf("%v: two fits differ", m)
		}
	}
}

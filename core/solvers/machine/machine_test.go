package machine

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// TestConstantsDropOut checks that, with an intercept, a constant that a kernel adds for all
// points, from a constant column or a polynomial, changes at most the intercept.
func TestConstantsDropOut(t *testing.T) {
	points, target, classes := sample(40, 3, 9)
	plain := gram(t, mercer.Linear, points)
	for _, constant := range []float64{1, 30, 1000} {
		wider := make([][]float64, len(points))
		for i, p := range points {
			wider[i] = append(slices.Clone(p), constant)
		}
		shifted := gram(t, mercer.Linear, wider)
		for _, m := range []Method{KernelRidge{}, SVM{}, KernelLogistic{}} {
			y := classes
			if m == (KernelRidge{}) {
				y = target
			}
			a := mustFit(t, m, &Data{K: plain, Y: y, Intercept: true}, 2, nil, usualSettings)
			b := mustFit(t, m, &Data{K: shifted, Y: y, Intercept: true}, 2, nil, usualSettings)
			if a.Status != optimize.Converged || b.Status != optimize.Converged {
				t.Errorf("%v, constant %g: %v and %v", m, constant, a.Status, b.Status)
			}
			if e := distance(a.Fitted, b.Fitted); e > 1e-4 {
				t.Errorf("%v, constant %g: the fits differ by %g", m, constant, e)
			}
			if math.Abs(a.Primal-b.Primal) > 1e-8*a.Primal {
				t.Errorf("%v, constant %g: primal %v and %v", m, constant, a.Primal, b.Primal)
			}
			if s, c := m.Scale(&Data{K: plain, Y: y, Intercept: true}), m.Scale(&Data{K: shifted, Y: y, Intercept: true}); math.Abs(s-c) > 1e-6*s {
				t.Errorf("%v, constant %g: scales %g and %g", m, constant, s, c)
			}
		}
	}
}

// TestRepeatedRows checks that a duplicated row counts as one row with twice the weight, and that
// the order of the rows does not matter.
func TestRepeatedRows(t *testing.T) {
	points, target, classes := sample(25, 2, 11)
	k := mercer.Gaussian{Beta: 0.7}
	for _, m := range []Method{KernelRidge{}, SVM{}, KernelLogistic{}} {
		y := classes
		strength := 3.0
		once, twice := strength, strength/2
		if m == (KernelRidge{}) {
			y = target
			once, twice = strength, 2*strength
		}
		for _, intercept := range []bool{false, true} {
			a := mustFit(t, m, &Data{K: gram(t, k, points), Y: y, Intercept: intercept}, once, nil, usualSettings)
			both := slices.Concat(points, points)
			slices.Reverse(both)
			labels := slices.Concat(y, y)
			slices.Reverse(labels)
			b := mustFit(t, m, &Data{K: gram(t, k, both), Y: labels, Intercept: intercept}, twice, nil, usualSettings)
			again := slices.Clone(b.Fitted[len(points):])
			slices.Reverse(again)
			if e := distance(a.Fitted, again); e > 1e-4 {
				t.Errorf("%v, intercept %v: the function of duplicated rows differs by %g", m, intercept, e)
			}
			if b.Status != optimize.Converged {
				t.Errorf("%v, intercept %v: %v with duplicated rows", m, intercept, b.Status)
			}
		}
	}
}

// TestWarmStartOfOtherRows checks the error for a warm start from a fit of other points.
func TestWarmStartOfOtherRows(t *testing.T) {
	points, _, classes := sample(20, 2, 1)
	k := mercer.Gaussian{Beta: 1}
	few := &Data{K: gram(t, k, points[:8]), Y: classes[:8], Intercept: true}
	all := &Data{K: gram(t, k, points), Y: classes, Intercept: true}
	for _, m := range []Method{KernelRidge{}, SVM{}, KernelLogistic{}} {
		from := mustFit(t, m, few, 1, nil, usualSettings)
		if _, err := m.Fit(context.Background(), all, 1, from, usualSettings); err == nil || err.Error() != "the fit to begin from is of 8 training rows, and there are 20; begin from a fit of the same rows" {
			t.Errorf("%v: %v", m, err)
		}
	}
}

// TestUnits checks that a change of units of the target or the kernel scales the fit and leaves
// the relative gap unchanged.
func TestUnits(t *testing.T) {
	points, target, classes := sample(80, 3, 12)
	k := gram(t, mercer.Gaussian{Beta: 0.5}, points)
	scaled := func(v []float64, s float64) []float64 {
		w := make([]float64, len(v))
		for i := range v {
			w[i] = s * v[i]
		}
		return w
	}
	for _, intercept := range []bool{false, true} {
		for _, m := range []Method{KernelRidge{}, SVM{}, KernelLogistic{}} {
			y, strength := classes, 3.0
			if m == (KernelRidge{}) {
				y = target
			}
			want := mustFit(t, m, &Data{K: k, Y: y, Intercept: intercept}, strength, nil, usualSettings)
			for _, unit := range []float64{0x1p-30, 0x1p-10, 0x1p10, 0x1p30, 1e-9, 1e-3, 1e3, 1e9} {
				d, s, ratio := &Data{K: k, Y: scaled(y, unit), Intercept: intercept}, strength, unit
				if m != (KernelRidge{}) { // labels have no unit, but the kernel has
					d, s, ratio = &Data{K: scaled(k, unit), Y: y, Intercept: intercept}, strength/unit, 1/unit
				}
				got := mustFit(t, m, d, s, nil, usualSettings)
				exact := math.Abs(math.Log2(unit)) == math.Round(math.Abs(math.Log2(unit)))
				if got.Status != optimize.Converged || exact && (got.Iterations != want.Iterations || got.Relative() != want.Relative()) {
					t.Errorf("%v, unit %g, intercept %v: %v after %d iterations at %g, and %v after %d at %g in the unit 1", m, unit, intercept, got.Status, got.Iterations, got.Relative(), want.Status, want.Iterations, want.Relative())
				}
				if e := distance(got.Alpha, scaled(want.Alpha, ratio)); e > 1e-8 {
					t.Errorf("%v, unit %g, intercept %v: alpha differs by %g", m, unit, intercept, e)
				}
			}
		}
	}
}

// TestRelabelled checks that data relabelled twice share the computations of the first data.
func TestRelabelled(t *testing.T) {
	d := &Data{K: []float64{2, 1, 1, 3}, Y: []float64{1, -1}, Intercept: true}
	second := d.Relabelled([]float64{3, 4})
	third := second.Relabelled([]float64{5, 6})
	if second.like != d || third.like != d || third.Y[1] != 6 || !third.Intercept || &third.K[0] != &d.K[0] {
		t.Errorf("%+v and %+v of %+v", second, third, d)
	}
	settings := optimize.Settings{Tolerance: 1e-12, MaxIterations: 20}
	got, err := KernelRidge{}.Fit(context.Background(), third, 0.5, nil, settings)
	if err != nil {
		t.Fatal(err)
	}
	want, err := KernelRidge{}.Fit(context.Background(), &Data{K: d.K, Y: third.Y, Intercept: true}, 0.5, nil, settings)
	if err != nil || got.Status != optimize.Converged || !floats.EqualApprox(got.Alpha, want.Alpha, 1e-14) {
		t.Errorf("ridge of other labels: %v, alpha %v, want %v (%v)", got.Status, got.Alpha, want.Alpha, err)
	}
}

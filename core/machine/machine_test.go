package machine

import (
	"math"
	"slices"
	"testing"

	"lplab/core/mercer"
	"lplab/core/solver"
)

// TestConstantsDropOut: with an intercept, what a kernel adds for all points alike - a
// constant column, the constant of a polynomial - changes the intercept at most.
func TestConstantsDropOut(t *testing.T) {
	points, target, classes := sample(40, 3, 9)
	plain := gram(t, mercer.Linear{}, points)
	for _, constant := range []float64{1, 30, 1000} {
		wider := make([][]float64, len(points))
		for i, p := range points {
			wider[i] = append(slices.Clone(p), constant)
		}
		shifted := gram(t, mercer.Linear{}, wider)
		for _, m := range []Method{KernelRidge{}, SVM{}, KernelLogistic{}} {
			y := classes
			if m == (KernelRidge{}) {
				y = target
			}
			a := fitted(t, m, &Data{K: plain, Y: y, Intercept: true}, 2, nil, careful)
			b := fitted(t, m, &Data{K: shifted, Y: y, Intercept: true}, 2, nil, careful)
			if a.Status != solver.Converged || b.Status != solver.Converged {
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

// TestRepeatedRows: a row that is there twice counts as one with twice the weight; the same
// function comes of either, and of rows in another order.
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
			a := fitted(t, m, &Data{K: gram(t, k, points), Y: y, Intercept: intercept}, once, nil, careful)
			both := slices.Concat(points, points)
			slices.Reverse(both)
			labels := slices.Concat(y, y)
			slices.Reverse(labels)
			b := fitted(t, m, &Data{K: gram(t, k, both), Y: labels, Intercept: intercept}, twice, nil, careful)
			again := slices.Clone(b.Fitted[len(points):])
			slices.Reverse(again)
			if e := distance(a.Fitted, again); e > 1e-4 {
				t.Errorf("%v, intercept %v: rows twice give a function that differs by %g", m, intercept, e)
			}
			if b.Status != solver.Converged {
				t.Errorf("%v, intercept %v: %v with every row twice", m, intercept, b.Status)
			}
		}
	}
}

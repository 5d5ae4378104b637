package machine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

var usualSettings = optimize.Settings{Tolerance: 1e-10, MaxIterations: 1000}

// TestSVMAgainstSolver compares with the lp solver for p = 2, the hinge loss and gamma = C, and
// checks every alpha by the Karush-Kuhn-Tucker conditions, over decades of C.
func TestSVMAgainstSolver(t *testing.T) {
	points, _, classes := sample(36, 4, 2)
	for i := range 5 {
		classes[i] = -classes[i] // so that no C separates the classes in few dimensions
	}
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			d := &Data{K: gram(t, k, points), Y: classes, Intercept: intercept}
			for _, c := range []float64{1e-4, 1e-2, 1, 1e2, 1e4} {
				f := mustFit(t, SVM{}, d, c, nil, usualSettings)
				name := fmt.Sprintf("%v, C = %g, intercept %v", k, c, intercept)
				if f.Status != optimize.Converged || f.Iterations > 100 {
					t.Errorf("%s: %v after %d iterations at a gap of %g", name, f.Status, f.Iterations, f.Gap)
				}
				r := withSolver(t, d, loss.Hinge{}, c)
				if math.Abs(f.Primal-r.Primal) > 1e-8*f.Primal {
					t.Errorf("%s: primal %v, the lp solver's is %v", name, f.Primal, r.Primal)
				}
				// alpha is not unique, but f is, and its margins classify the points.
				for i, y := range d.Y {
					if w := r.Omega[i] - f.Fitted[i] + f.Intercept; math.Abs(w) > 1e-3*max(1, math.Abs(r.Omega[i])) {
						t.Errorf("%s: f of point %d differs by %g", name, i, w)
						break
					}
					margin, a := y*f.Fitted[i], y*f.Alpha[i]
					slack := 1e-4 * max(1, math.Abs(f.Intercept))
					switch {
					case a < 0 || a > c:
						t.Errorf("%s: y alpha of point %d is %g", name, i, a)
					case a == 0 && margin < 1-slack, a == c && margin > 1+slack, a > 0 && a < c && math.Abs(margin-1) > slack:
						t.Errorf("%s: point %d has y alpha = %g and the margin %g", name, i, a, margin)
					}
				}
			}
		}
	}
}

func TestSVMReference(t *testing.T) { compareWithReference(t, SVM{}, 1e-6) }

// TestSVMByHand checks four points on a line; the inner two are the support vectors.
func TestSVMByHand(t *testing.T) {
	points := [][]float64{{-3}, {-1}, {2}, {5}}
	d := &Data{K: gram(t, mercer.Linear, points), Y: []float64{-1, -1, 1, 1}, Intercept: true}
	f := mustFit(t, SVM{}, d, 100, nil, usualSettings)
	// The widest margin is 3/2 to each side of 1/2: f(x) = (2 x - 1)/3, ||f||^2 = 4/9.
	for i, p := range points {
		if want := (2*p[0] - 1) / 3; math.Abs(f.Fitted[i]-want) > 1e-12 {
			t.Errorf("f(%g) is %v, want %v", p[0], f.Fitted[i], want)
		}
	}
	if want := []float64{0, -2.0 / 9, 2.0 / 9, 0}; distance(f.Alpha, want) > 1e-12 || !slices.Equal(f.Support(), []int{1, 2}) {
		t.Errorf("alpha is %v, want %v; support %v", f.Alpha, want, f.Support())
	}
	if math.Abs(f.Primal-2.0/9) > 1e-12 {
		t.Errorf("primal %v, want 2/9", f.Primal)
	}
}

// TestSVMScale checks that up to the scale all points are at their bound, and that above it at least one is not.
func TestSVMScale(t *testing.T) {
	points, _, classes := sample(30, 3, 6)
	for _, k := range kernels {
		d := &Data{K: gram(t, k, points), Y: classes}
		c := SVM{}.Scale(d)
		for _, below := range []float64{1e-3, 0.999} {
			f := mustFit(t, SVM{}, d, below*c, nil, usualSettings)
			for i, a := range f.Alpha {
				if a != below*c*classes[i] {
					t.Errorf("%v, %g of the scale: alpha %d is %g, want C y = %g", k, below, i, a, below*c*classes[i])
				}
			}
		}
		f := mustFit(t, SVM{}, d, 1.001*c, nil, usualSettings)
		inside := slices.IndexFunc(f.Alpha, func(a float64) bool { return math.Abs(a) < f.Strength })
		if inside < 0 {
			t.Errorf("%v: all points are at the bound above the scale", k)
		}
	}
}

// TestSVMDegenerate checks one point, one class, equal rows with different labels, K = 0, and a C
// so large that the margins are hard.
func TestSVMDegenerate(t *testing.T) {
	one := func(k, y float64, intercept bool) *Data {
		return &Data{K: []float64{k}, Y: []float64{y}, Intercept: intercept}
	}
	if f := mustFit(t, SVM{}, one(4, -1, false), 10, nil, usualSettings); f.Alpha[0] != -0.25 || f.Fitted[0] != -1 {
		t.Errorf("one point: alpha %v, f %v", f.Alpha, f.Fitted)
	}
	if f := mustFit(t, SVM{}, one(4, -1, false), 0.1, nil, usualSettings); f.Alpha[0] != -0.1 {
		t.Errorf("one point and a small C: alpha %v", f.Alpha)
	}
	if f := mustFit(t, SVM{}, one(4, -1, true), 10, nil, usualSettings); f.Alpha[0] != 0 || f.Intercept != -1 || f.Status != optimize.Converged {
		t.Errorf("one point and an intercept: alpha %v, b = %v, %v", f.Alpha, f.Intercept, f.Status)
	}
	points, _, _ := sample(9, 2, 1)
	for _, y := range []float64{-1, 1} {
		d := &Data{K: gram(t, mercer.Gaussian{Beta: 1}, points), Y: slices.Repeat([]float64{y}, 9), Intercept: true}
		if f := mustFit(t, SVM{}, d, 5, nil, usualSettings); len(f.Support()) != 0 || f.Intercept != y || f.Primal != 0 || f.Status != optimize.Converged {
			t.Errorf("only labels %+g: %d support vectors, b = %v, primal %v, %v", y, len(f.Support()), f.Intercept, f.Primal, f.Status)
		}
	}
	for _, intercept := range []bool{false, true} {
		zero := &Data{K: make([]float64, 16), Y: []float64{1, 1, 1, -1}, Intercept: intercept}
		f := mustFit(t, SVM{}, zero, 3, nil, usualSettings)
		want := 12.0 // without an intercept f is 0
		if intercept {
			want = 6 // f is 1, the label of the larger class
		}
		if f.Status != optimize.Converged || math.Abs(f.Primal-want) > 1e-12 {
			t.Errorf("K = 0, intercept %v: %v, primal %v, want %v", intercept, f.Status, f.Primal, want)
		}
		// Two equal rows of different classes have an error for every C.
		d := &Data{K: gram(t, mercer.Linear, [][]float64{{1}, {1}, {2}, {-3}}), Y: []float64{1, -1, 1, -1}, Intercept: intercept}
		for _, c := range []float64{1e-6, 1, 1e6} {
			f := mustFit(t, SVM{}, d, c, nil, usualSettings)
			if f.Status != optimize.Converged {
				t.Errorf("equal rows, C = %g, intercept %v: %v at a gap of %g", c, intercept, f.Status, f.Gap)
			}
			if intercept && f.Primal < 2*c-1e-6*c {
				t.Errorf("equal rows, C = %g: primal %g, below 2 C, the least of any function", c, f.Primal)
			}
		}
	}
	// With a very large C no training error is allowed, and the fit does not depend on C.
	points, _, classes := sample(40, 3, 8)
	d := &Data{K: gram(t, mercer.Gaussian{Beta: 2}, points), Y: classes, Intercept: true}
	a, b := mustFit(t, SVM{}, d, 1e5, nil, usualSettings), mustFit(t, SVM{}, d, 1e9, nil, usualSettings)
	if e := distance(a.Fitted, b.Fitted); e > 1e-6 {
		t.Errorf("hard margins of C = 1e5 and 1e9 differ by %g", e)
	}
	for i, y := range classes {
		if b.Fitted[i]*y < 1-1e-6 {
			t.Errorf("point %d has the margin %g", i, b.Fitted[i]*y)
		}
	}
}

// TestSVMWarmStart checks that warm starts along a path of C, up and down, give the fits of cold
// starts in fewer sweeps.
func TestSVMWarmStart(t *testing.T) {
	points, _, classes := sample(120, 4, 4)
	for i := range 10 {
		classes[i] = -classes[i]
	}
	for _, intercept := range []bool{false, true} {
		d := &Data{K: gram(t, mercer.Polynomial{Degree: 2, Constant: 1}, points), Y: classes, Intercept: intercept}
		path := []float64{1, 2, 5, 10, 20, 50, 30, 7, 5000}
		var from *Fit
		var cold, warm int
		for _, c := range path {
			a, b := mustFit(t, SVM{}, d, c, nil, usualSettings), mustFit(t, SVM{}, d, c, from, usualSettings)
			if math.Abs(a.Primal-b.Primal) > 1e-9*a.Primal || distance(a.Fitted, b.Fitted) > 1e-4 {
				t.Errorf("C = %g, intercept %v: warm start %v, cold start %v", c, intercept, b.Primal, a.Primal)
			}
			cold += a.Iterations
			warm += b.Iterations
			from = b
		}
		if warm >= cold {
			t.Errorf("intercept %v: %d sweeps from warm starts, %d from cold starts", intercept, warm, cold)
		}
		other := &Data{K: d.K, Y: slices.Clone(classes), Intercept: intercept}
		for i := range other.Y {
			other.Y[i] = -other.Y[i] // alpha with the other signs is not feasible
		}
		if f := mustFit(t, SVM{}, other, 1, from, usualSettings); f.Status != optimize.Converged {
			t.Errorf("from a fit of other labels: %v", f.Status)
		}
	}
}

// TestSVMLimits checks that an iteration limit and a cancelled context leave a certified alpha.
func TestSVMLimits(t *testing.T) {
	points, _, classes := sample(80, 4, 4)
	d := &Data{K: gram(t, mercer.Linear, points), Y: classes, Intercept: true}
	if f := mustFit(t, SVM{}, d, 1e4, nil, optimize.Settings{Tolerance: 0, MaxIterations: 1}); f.Status != optimize.IterationLimit || f.Iterations != 1 {
		t.Errorf("%v after %d", f.Status, f.Iterations)
	}
	for _, m := range []Method{SVM{}, KernelRidge{}, KernelLogistic{}} {
		ctx, cancel := context.WithCancel(context.Background())
		records := 0
		s := optimize.Settings{MaxIterations: 100, Monitor: func(optimize.Record) { records++; cancel() }}
		f, err := m.Fit(ctx, d, 1, nil, s)
		if err != nil || f.Status != optimize.Cancelled || records > 2 {
			t.Errorf("%v: cancelled at the first step, %+v, %v", m, f, err)
		}
		cancel()
	}
	_, err := SVM{}.Fit(context.Background(), &Data{K: []float64{1}, Y: []float64{0.5}}, 1, nil, usualSettings)
	if err == nil || !strings.Contains(err.Error(), "-1 and +1") {
		t.Errorf("a label of 0.5: %v", err)
	}
}

func TestSVMUntouchedAndRepeated(t *testing.T) {
	points, _, classes := sample(50, 3, 5)
	for _, intercept := range []bool{false, true} {
		checkUntouchedAndRepeated(t, SVM{}, &Data{K: gram(t, mercer.Gaussian{Beta: 1}, points), Y: classes, Intercept: intercept}, 3)
	}
}

// TestStepsAllocateNothing checks the steps of a sweep and the certificate.
func TestStepsAllocateNothing(t *testing.T) {
	points, _, classes := sample(50, 3, 5)
	d := &Data{K: gram(t, mercer.Gaussian{Beta: 1}, points), Y: classes, Intercept: true}
	m := newMargins(d, 10, 0)
	m.certify(context.Background())
	for name, step := range map[string]func(){
		"pair":        func() { m.pairStep() },
		"coordinate":  func() { m.coordinateStep() },
		"certificate": func() { m.certify(context.Background()) },
	} {
		if n := testing.AllocsPerRun(20, step); n > 0 {
			t.Errorf("a %s step allocates %v times", name, n)
		}
	}
}

// TestSVMExtremeC checks that, where the classes can be separated, the fit does not depend on a C
// above every alpha; elsewhere a fit that misses its tolerance has at most the gap of rounding.
func TestSVMExtremeC(t *testing.T) {
	apart, stalled := 0, 0
	for _, shape := range [][2]int{{40, 3}, {60, 5}, {80, 2}} {
		points, _, classes := sample(shape[0], shape[1], 3)
		for _, k := range []mercer.Kernel{mercer.Linear, mercer.Polynomial{Degree: 2, Constant: 1}, mercer.Polynomial{Degree: 6, Constant: 1}, mercer.Gaussian{Beta: 0.5}} {
			for _, intercept := range []bool{false, true} {
				d := &Data{K: gram(t, k, points), Y: classes, Intercept: intercept}
				var primal float64 // of a smaller C that no alpha reaches
				for _, c := range []float64{1e4, 1e7, 1e10, 1e13} {
					f := mustFit(t, SVM{}, d, c, nil, optimize.Settings{Tolerance: 1e-10, MaxIterations: 10000})
					switch {
					case f.Status == optimize.Converged:
					case f.Status != optimize.Stalled || !(f.Gap <= f.GapFloor):
						t.Errorf("%v, %v, C = %g: %v at a gap of %g, and the gap floor is %g", shape, k, c, f.Status, f.Gap, f.GapFloor)
					default:
						stalled++
					}
					if primal > 0 && (f.Status != optimize.Converged || math.Abs(f.Primal-primal) > 1e-9*primal) {
						t.Errorf("%v, %v, C = %g: %v at %v, and with a smaller C at %v", shape, k, c, f.Status, f.Primal, primal)
					}
					if largest := slices.MaxFunc(f.Alpha, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) }); math.Abs(largest) < 1e-3*c && f.Status == optimize.Converged {
						primal = f.Primal
						apart++
					}
				}
			}
		}
	}
	if apart < 10 || stalled < 10 {
		t.Errorf("%d fits have separated classes, and %d end by rounding", apart, stalled)
	}
}

// TestSVMEndsAtRounding checks that sweeps end where neither the gap nor the dual falls any more.
func TestSVMEndsAtRounding(t *testing.T) {
	points, _, classes := sample(20, 3, 32)
	for _, intercept := range []bool{false, true} {
		d := &Data{K: gram(t, mercer.Gaussian{Beta: 0.5}, points), Y: classes, Intercept: intercept}
		f, err := SVM{}.Fit(context.Background(), d, 2, nil, optimize.Settings{MaxIterations: 5000})
		if err != nil || f.Status == optimize.IterationLimit || f.Gap > 1e-12*f.Primal {
			t.Errorf("intercept %v: %v after %d iterations, gap %g of %g (%v)", intercept, f.Status, f.Iterations, f.Gap, f.Primal, err)
		}
	}
}

package machine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

var tightSettings = optimize.Settings{Tolerance: 1e-14, MaxIterations: 20}

// solveBordered solves the system (K + lambda I) alpha + b 1 = y, 1^T alpha = 0 directly.
func solveBordered(d *Data, lambda float64) (alpha []float64, b float64, err error) {
	n := len(d.Y)
	size := n
	if d.Intercept {
		size++
	}
	a, y := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
	for i := range n {
		for j := range n {
			a.Set(i, j, d.K[i*n+j])
		}
		a.Set(i, i, a.At(i, i)+lambda)
		y.SetVec(i, d.Y[i])
		if d.Intercept {
			a.Set(i, n, 1)
			a.Set(n, i, 1)
		}
	}
	var x mat.VecDense
	if err := x.SolveVec(a, y); err != nil {
		return nil, 0, err
	}
	if d.Intercept {
		b = x.AtVec(n)
	}
	return x.RawVector().Data[:n], b, nil
}

// TestRidgeClosedForm compares with a dense solution of the system, and with the lp solver for p = 2, the
// squared loss and gamma = 1/lambda, for matrices narrower than the band and matrices of several panels.
func TestRidgeClosedForm(t *testing.T) {
	for _, n := range []int{1, 2, 31, 34, 40, 65, 131, 200} {
		points, target, _ := sample(n, 3, 1)
		for _, k := range kernels {
			for _, intercept := range []bool{false, true} {
				d := &Data{K: gram(t, k, points), Y: target, Intercept: intercept}
				var from *Fit
				for _, lambda := range []float64{1e-4, 1e-2, 1, 1e2, 1e4} {
					name := fmt.Sprintf("n = %d, %v, lambda %g, intercept %v", n, k, lambda, intercept)
					want, b, err := solveBordered(d, lambda)
					if err != nil {
						t.Fatal(err)
					}
					reduced := d.ridgeCache
					got := mustFit(t, KernelRidge{}, d, lambda, from, tightSettings)
					if from != nil && from.Iterations > 0 && d.ridgeCache != reduced {
						t.Fatal("the fits of a path do not share the reduction")
					}
					from = got
					if got.Status != optimize.Converged || got.Iterations > 2 {
						t.Errorf("%s: %v after %d iterations at a gap of %g", name, got.Status, got.Iterations, got.Relative())
					}
					if e := distance(got.Alpha, want); e > 1e-8 {
						t.Errorf("%s: alpha differs by %g", name, e)
					}
					if math.Abs(got.Intercept-b) > 1e-8*max(1, math.Abs(b)) {
						t.Errorf("%s: intercept %v, want %v", name, got.Intercept, b)
					}
					if n != 40 {
						continue
					}
					independent := withSolver(t, d, loss.Squared{}, 1/lambda)
					if e := distance(got.Alpha, independent.Alpha); e > 1e-6 {
						t.Errorf("%s: the lp solver's alpha differs by %g", name, e)
					}
					// The lp objective is 1/(2 lambda) times this one.
					if p := independent.Primal * 2 * lambda; math.Abs(got.Primal-p) > 1e-8*p {
						t.Errorf("%s: primal %v, the lp solver's is %v", name, got.Primal, p)
					}
				}
			}
		}
	}
}

func TestRidgeReference(t *testing.T) { compareWithReference(t, KernelRidge{}, 1e-9) }

// TestRidgeExtremes checks that fits with extreme lambdas end with a certificate, or with another
// status than converged where rounding prevents it.
func TestRidgeExtremes(t *testing.T) {
	points, target, _ := sample(30, 2, 3)
	points = append(points, points[:5]...) // duplicated rows with other labels
	target = append(target, 1, 2, 3, 4, 5)
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			d := &Data{K: gram(t, k, points), Y: target, Intercept: intercept}
			for e := -12; e <= 16; e += 2 {
				lambda := math.Pow(10, float64(e))
				f := mustFit(t, KernelRidge{}, d, lambda, nil, optimize.Settings{Tolerance: 1e-9, MaxIterations: 100})
				if e >= -8 && f.Status != optimize.Converged {
					t.Errorf("%v, lambda %g, intercept %v: %v at a gap of %g", k, lambda, intercept, f.Status, f.Gap)
				}
			}
		}
	}
	d := &Data{K: gram(t, mercer.Linear, points), Y: target, Intercept: true}
	if f := mustFit(t, KernelRidge{}, d, 1e15, nil, tightSettings); math.Abs(f.Fitted[0]-mean(target)) > 1e-9 {
		t.Errorf("with a huge lambda the fit is %v, want the mean %v", f.Fitted[0], mean(target))
	}
	half := mustFit(t, KernelRidge{}, d, KernelRidge{}.Scale(d), nil, tightSettings)
	var left, all float64
	for i, y := range target {
		left += math.Pow(y-half.Fitted[i], 2)
		all += math.Pow(y-mean(target), 2)
	}
	if left < all/4 {
		t.Errorf("at its scale ridge leaves %g of the sum of squares %g: more than half of a component is fitted", left, all)
	}
}

// TestRidgeLeaveOneOut compares with one fit for each point left out.
func TestRidgeLeaveOneOut(t *testing.T) {
	points, target, _ := sample(70, 3, 7)
	for _, k := range kernels {
		for _, intercept := range []bool{false, true} {
			for _, lambda := range []float64{1e-3, 1, 100} {
				d := &Data{K: gram(t, k, points), Y: target, Intercept: intercept}
				f := mustFit(t, KernelRidge{}, d, lambda, nil, tightSettings)
				leverages, leftOut, err := KernelRidge{}.Hat(context.Background(), f)
				if err != nil {
					t.Fatal(err)
				}
				unit := &Data{K: d.K, Y: make([]float64, len(target)), Intercept: intercept}
				unit.Y[3] = 1
				if h := mustFit(t, KernelRidge{}, unit, lambda, nil, tightSettings).Fitted[3]; math.Abs(h-leverages[3]) > 1e-7 {
					t.Errorf("%v, lambda %g, intercept %v: the leverage is %g, and the fitted value of a single label of 1 is %g", k, lambda, intercept, leverages[3], h)
				}
				var got, want []float64
				for i := 0; i < len(target); i += 3 {
					others := slices.Delete(slices.Clone(points), i, i+1)
					rest := &Data{K: gram(t, k, others), Y: slices.Delete(slices.Clone(target), i, i+1), Intercept: intercept}
					g := mustFit(t, KernelRidge{}, rest, lambda, nil, tightSettings)
					value := make([]float64, 1)
					expand(t, value, k, points[i:i+1], others, g.Alpha)
					got, want = append(got, leftOut[i]), append(want, target[i]-value[0]-g.Intercept)
				}
				if e := distance(got, want); e > 1e-7 {
					t.Errorf("%v, lambda %g, intercept %v: the errors differ by %g", k, lambda, intercept, e)
				}
			}
		}
	}
}

// TestRidgeDegenerate checks one point, K = 0, and targets of 0.
func TestRidgeDegenerate(t *testing.T) {
	one := mustFit(t, KernelRidge{}, &Data{K: []float64{3}, Y: []float64{2}}, 1, nil, tightSettings)
	if math.Abs(one.Alpha[0]-0.5) > 1e-15 || math.Abs(one.Fitted[0]-1.5) > 1e-15 {
		t.Errorf("one point: alpha %v, fitted %v", one.Alpha, one.Fitted)
	}
	if leverages, errors, _ := (KernelRidge{}).Hat(context.Background(), one); math.Abs(leverages[0]-0.75) > 1e-15 || math.Abs(errors[0]-2) > 1e-15 {
		t.Errorf("one point left out: %v, leverage %v", errors, leverages)
	}
	one = mustFit(t, KernelRidge{}, &Data{K: []float64{3}, Y: []float64{2}, Intercept: true}, 1, nil, tightSettings)
	if one.Alpha[0] != 0 || one.Intercept != 2 || one.Status != optimize.Converged {
		t.Errorf("one point and an intercept: alpha %v, intercept %v, %v", one.Alpha, one.Intercept, one.Status)
	}
	if leverages, errors, _ := (KernelRidge{}).Hat(context.Background(), one); leverages[0] != 1 || !math.IsNaN(errors[0]) {
		t.Errorf("one point left out of a fit with an intercept: %v, leverage %v", errors, leverages)
	}
	for _, intercept := range []bool{false, true} {
		zero := &Data{K: make([]float64, 9), Y: []float64{1, 2, 6}, Intercept: intercept}
		f := mustFit(t, KernelRidge{}, zero, 2, nil, tightSettings)
		b := 0.0
		if intercept {
			b = 3
		}
		if want := []float64{(1 - b) / 2, (2 - b) / 2, (6 - b) / 2}; distance(f.Alpha, want) > 1e-14 || math.Abs(f.Intercept-b) > 1e-14 {
			t.Errorf("K = 0, intercept %v: alpha %v, want %v; b = %v", intercept, f.Alpha, want, f.Intercept)
		}
		nothing := mustFit(t, KernelRidge{}, &Data{K: zero.K, Y: make([]float64, 3), Intercept: intercept}, 2, nil, tightSettings)
		if nothing.Status != optimize.Converged || nothing.Iterations != 0 || nothing.Gap != 0 {
			t.Errorf("y = 0, intercept %v: %v after %d", intercept, nothing.Status, nothing.Iterations)
		}
		if s := (KernelRidge{}).Scale(zero); s != 1 {
			t.Errorf("the scale of K = 0 is %g", s)
		}
	}
}

// TestRefusals checks the errors for data that cannot be fitted.
func TestRefusals(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		data     *Data
		strength float64
		want     string
	}{
		{&Data{}, 1, "no training rows"},
		{&Data{K: []float64{1}, Y: []float64{1}}, 0, "positive"},
		{&Data{K: []float64{1}, Y: []float64{1}}, math.Inf(1), "positive"},
		{&Data{K: []float64{1}, Y: []float64{nan}}, 1, "label 0"},
		{&Data{K: []float64{1e300}, Y: []float64{1e300}}, 1, "not a finite number"},
	} {
		_, err := KernelRidge{}.Fit(context.Background(), c.data, c.strength, nil, tightSettings)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want an error with %q", c, err, c.want)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (KernelRidge{}).Fit(ended, &Data{K: []float64{1}, Y: []float64{1}}, 1, nil, tightSettings); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

func TestRidgeUntouchedAndRepeated(t *testing.T) {
	points, target, _ := sample(30, 3, 5)
	checkUntouchedAndRepeated(t, KernelRidge{}, &Data{K: gram(t, mercer.Gaussian{Beta: 1}, points), Y: target, Intercept: true}, 0.3)
}

// TestRidgeScale checks that the scale is the trace of K, or of HKH with an intercept, in any
// units of the kernel.
func TestRidgeScale(t *testing.T) {
	for _, unit := range []float64{1e-9, 1, 1e9} {
		d := &Data{K: []float64{3 * unit, unit, unit, 2 * unit}, Y: []float64{0, 1}}
		for intercept, want := range map[bool]float64{false: 5 * unit, true: 1.5 * unit} {
			d.Intercept = intercept
			if got := (KernelRidge{}).Scale(d); math.Abs(got-want) > 1e-14*want {
				t.Errorf("intercept %v: scale %g, want %g", intercept, got, want)
			}
		}
	}
	if got := (KernelRidge{}).Scale(&Data{K: make([]float64, 4), Y: []float64{0, 1}}); got != 1 {
		t.Errorf("scale %g of K = 0", got)
	}
}

// TestRidgeEndsAtRounding checks that refinements end where they no longer halve the gap.
func TestRidgeEndsAtRounding(t *testing.T) {
	points, y, _ := sample(20, 3, 31)
	for _, intercept := range []bool{false, true} {
		d := &Data{K: gram(t, mercer.Gaussian{Beta: 0.5}, points), Y: y, Intercept: intercept}
		f, err := KernelRidge{}.Fit(context.Background(), d, 1e-3, nil, optimize.Settings{MaxIterations: 1000})
		if err != nil || f.Status == optimize.IterationLimit || f.Iterations > 10 || f.Gap > 1e-12*f.Primal {
			t.Errorf("intercept %v: %v after %d iterations, gap %g of %g (%v)", intercept, f.Status, f.Iterations, f.Gap, f.Primal, err)
		}
	}
}

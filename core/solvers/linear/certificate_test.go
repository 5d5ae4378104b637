package linear

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

// everyMethod returns every method of the registry, with each algorithm and form, for 23 features.
func everyMethod() (list []Method) {
	for _, name := range Registry.Names() {
		for i, a := range algorithms {
			m := Registry.New(name, Parameters{Ratio: 0.5, Groups: partition(23), Algorithm: a, Form: []Form{Smaller, Primal, Dual}[i]})
			if !slices.ContainsFunc(list, func(other Method) bool { return reflect.DeepEqual(m, other) }) {
				list = append(list, m)
			}
		}
	}
	l1 := func(l float64) penalty.Penalty { return penalty.Norm{Weight: l} }
	return append(list, Penalised{loss.Squared{}, l1, FISTA})
}

// strengthUnit returns the factor of lambda for a target multiplied by unit.
func strengthUnit(m Method, unit float64) float64 {
	switch m.(type) {
	case LeastSquares, Ridge:
		return 1
	}
	return unit
}

// TestUnitsOfTheTargetDoNotMatter checks that, with the target times 1e-9 to 1e9 and lambda in its
// units, every method takes the same number of iterations to the same relative gap.
func TestUnitsOfTheTargetDoNotMatter(t *testing.T) {
	for _, n := range []int{15, 60} {
		p := randomProblem(n, 23, true, 81)
		for _, m := range everyMethod() {
			lambda := 5.0
			s := optimize.Settings{Tolerance: 1e-8, MaxIterations: 100000}
			want := fit(t, m, p, lambda, nil, s)
			for _, e := range []int{-30, -13, 17, 30} { // powers of 2: no rounding, so the same digits
				unit := math.Ldexp(1, e)
				if net, ok := m.(ElasticNet); ok && net.Ratio == 0.5 {
					continue // the two parts of its penalty have different units
				}
				y := slices.Clone(p.data.Y)
				floats.Scale(unit, y)
				f := fit(t, m, newProblem("units", p.n, p.d, p.rows, y, true), lambda*strengthUnit(m, unit), nil, s)
				if f.Status != want.Status || f.Iterations != want.Iterations || !near(f.Relative(), want.Relative(), 1e-6) {
					t.Errorf("%v, n = %d, unit %g: %v after %d iterations, relative gap %g; %v after %d, %g in units of 1", m, n, unit, f.Status, f.Iterations, f.Relative(), want.Status, want.Iterations, want.Relative())
				}
				floats.Scale(1/unit, f.Coefficients)
				if !allNear(f.Coefficients, want.Coefficients, 1e-9) {
					t.Errorf("%v, unit %g: %v, want %v", m, unit, f.Coefficients, want.Coefficients)
				}
			}
			for _, unit := range []float64{1e-9, 1e9} {
				y := slices.Clone(p.data.Y)
				floats.Scale(unit, y)
				f := fit(t, m, newProblem("units", p.n, p.d, p.rows, y, true), lambda*strengthUnit(m, unit), nil, s)
				if f.Status != optimize.Converged || f.Iterations == 0 && want.Iterations > 0 {
					t.Errorf("%v, unit %g: %v after %d iterations", m, unit, f.Status, f.Iterations)
				}
			}
		}
	}
}

// TestUnitsOfTheFeaturesDoNotMatter checks least squares, and penalties with lambda in the unit of the features.
func TestUnitsOfTheFeaturesDoNotMatter(t *testing.T) {
	p := randomProblem(40, 23, true, 82)
	for _, m := range []Method{LeastSquares{}, Ridge{}, Lasso(CoordinateDescent), Lasso(FISTA), GroupLasso{Groups: partition(23)}} {
		s := optimize.Settings{Tolerance: 1e-8, MaxIterations: 100000}
		want := fit(t, m, p, 5, nil, s)
		for _, e := range []int{-30, 30} {
			unit, lambda := math.Ldexp(1, e), 5.0
			switch m.(type) {
			case LeastSquares:
			case Ridge:
				lambda *= unit * unit
			default:
				lambda *= unit
			}
			rows := slices.Clone(p.rows)
			floats.Scale(unit, rows)
			f := fit(t, m, newProblem("units", p.n, p.d, rows, p.data.Y, true), lambda, nil, s)
			if f.Status != want.Status || f.Iterations != want.Iterations || !near(f.Primal, want.Primal, 1e-9) {
				t.Errorf("%v, unit %g: %v after %d iterations at %g; %v after %d at %g in units of 1", m, unit, f.Status, f.Iterations, f.Primal, want.Status, want.Iterations, want.Primal)
			}
		}
	}
}

// TestExactFitConverges checks that a target in the span of the features, in any unit, has the sum
// of squares 0, and that a target close to it converges too.
func TestExactFitConverges(t *testing.T) {
	for _, n := range []int{12, 200} {
		for _, unit := range []float64{1e-9, 1, 1e9} {
			for _, noise := range []float64{0, 1e-13, 1e-10, 1e-6} {
				p := randomProblem(n, 10, true, 83)
				for i := range p.data.Y {
					y := 3.0
					for j, v := range p.rows[i*p.d : (i+1)*p.d] {
						y += v * float64(j-4)
					}
					p.data.Y[i] = unit * (y + noise*float64(i%3-1))
				}
				f := fit(t, LeastSquares{}, p, 0, nil, optimize.Settings{Tolerance: 1e-10, MaxIterations: 100})
				if f.Status != optimize.Converged || f.Gap > 1e-10*f.Primal || noise == 0 && f.Primal != 0 || noise > 1e-11 && n == 200 && f.Primal == 0 {
					t.Errorf("n = %d, unit %g, noise %g: %v, primal %g, gap %g", n, unit, noise, f.Status, f.Primal, f.Gap)
				}
			}
		}
	}
}

// TestStartOfOtherLengthIsRefused checks the error of every method.
func TestStartOfOtherLengthIsRefused(t *testing.T) {
	p := randomProblem(30, 23, true, 84)
	for _, m := range everyMethod() {
		for _, length := range []int{0, 5, 24} {
			_, err := m.Fit(context.Background(), p.data, 1, &Fit{Coefficients: make([]float64, length)}, strictSettings)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%d coefficients", length)) {
				t.Errorf("%v: %v", m, err)
			}
		}
	}
}

// countingMatrix is a matrix that cancels a context at a given call, and counts the numbers that are read
// after that.
type countingMatrix struct {
	Matrix
	n      int
	at     int
	cancel context.CancelFunc
	calls  atomic.Int64 // a call that cannot be interrupted may continue after the fit
	after  atomic.Int64
}

func (m *countingMatrix) count() {
	if call := int(m.calls.Add(1)); call == m.at {
		m.cancel()
	} else if call > m.at {
		m.after.Add(int64(m.n))
	}
}

func (m *countingMatrix) Dot(j int, v []float64) float64 {
	m.count()
	return m.Matrix.Dot(j, v)
}

func (m *countingMatrix) AddScaled(dst []float64, s float64, j int) {
	m.count()
	m.Matrix.AddScaled(dst, s, j)
}

// TestCancellationInEveryPhase checks that, wherever the context ends, a method returns after a
// few more passes over the features, with the context's error or as cancelled.
func TestCancellationInEveryPhase(t *testing.T) {
	tries := 25
	if testing.Short() {
		tries = 3
	}
	for _, n := range []int{15, 60} {
		p := randomProblem(n, 23, true, 85)
		for _, m := range everyMethod() {
			s := optimize.Settings{Tolerance: 1e-12, MaxIterations: 100000}
			whole := &countingMatrix{Matrix: p.data.X, n: n, at: -1}
			if _, err := m.Fit(context.Background(), &Data{X: whole, Y: p.data.Y, Intercept: true}, 0.5, nil, s); err != nil {
				t.Fatal(err)
			}
			calls := int(whole.calls.Load())
			for at := 1; at < calls; at += 1 + calls/tries {
				ctx, cancel := context.WithCancel(context.Background())
				x := &countingMatrix{Matrix: p.data.X, n: n, at: at, cancel: cancel}
				data := &Data{X: x, Y: p.data.Y, Intercept: true}
				f, err := m.Fit(ctx, data, 0.5, nil, s)
				if err == nil && f.Status != optimize.Cancelled && f.Status != optimize.Converged || err != nil && err != context.Canceled {
					t.Errorf("%v, n = %d, call %d of %d: %+v, %v", m, n, at, calls, f, err)
				}
				if passes := float64(x.after.Load()) / float64(n*23); passes > 5 {
					t.Errorf("%v, n = %d, call %d of %d: %.1f passes over the features after the context has ended", m, n, at, calls, passes)
				}
				again, err := m.Fit(context.Background(), data, 0.5, nil, s) // no partial result is kept
				if err != nil || again.Status != optimize.Converged {
					t.Errorf("%v, n = %d, call %d: %v after a cancelled fit", m, n, at, err)
				}
			}
		}
	}
}

// TestFoldsSubtractTheirRows checks that the Gram matrix derived from the whole data, and the
// fits, are those of the fold.
func TestFoldsSubtractTheirRows(t *testing.T) {
	for _, intercept := range []bool{true, false} {
		p := randomProblem(60, 9, intercept, 86)
		for i := range p.n {
			p.rows[i*p.d+8] = 0
			if i%5 == 2 {
				p.rows[i*p.d+8] = 1 // constant in the fold
			}
		}
		whole := newProblem("whole", p.n, p.d, p.rows, p.data.Y, intercept).data
		var rows []int
		var x, y []float64
		for i := range p.n {
			if i%5 != 2 {
				rows = append(rows, i)
				x = append(x, p.rows[i*p.d:(i+1)*p.d]...)
				y = append(y, p.data.Y[i])
			}
		}
		alone := newProblem("fold", len(rows), p.d, x, y, intercept)
		fold := newProblem("fold of the whole", len(rows), p.d, x, y, intercept)
		fold.data.Whole, fold.data.Rows = whole, rows
		grams := make([][]float64, 2)
		for k, q := range []*problem{alone, fold} {
			c, err := q.data.prepare(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if grams[k], err = q.data.covariances(context.Background(), c); err != nil {
				t.Fatal(err)
			}
		}
		if !allNear(grams[0], grams[1], 1e-14) {
			t.Errorf("intercept %v: Gram matrix %v, want %v", intercept, grams[1], grams[0])
		}
		if used, err := fold.data.subtractRows(context.Background(), must(fold.data.prepare(context.Background()))); used == nil || err != nil {
			t.Errorf("intercept %v: the Gram matrix of the whole data is not used: %v", intercept, err)
		}
		for _, m := range []Method{Lasso(CoordinateDescent), ElasticNet{Ratio: 0.5}, Ridge{Form: Primal}, GroupLasso{Groups: [][]int{{3, 0}, {1, 2, 4, 8}, {5, 6}, {7, 6}}}} {
			a, b := mustConverge(t, m, alone, 2, nil), mustConverge(t, m, fold, 2, nil)
			if !near(a.Primal, b.Primal, 1e-12) || !allNear(a.Coefficients, b.Coefficients, 1e-6) {
				t.Errorf("%v: %v for the fold of the whole data, %v for the fold alone", m, b.Coefficients, a.Coefficients)
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

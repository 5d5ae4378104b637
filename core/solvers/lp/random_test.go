package lp

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

var losses = []loss.Loss{
	loss.Squared{}, loss.EpsilonInsensitive{}, loss.EpsilonInsensitive{Epsilon: 0.2},
	loss.Huber{Rho: 0.3}, loss.Hinge{}, loss.SmoothedHinge{Width: 0.4}, loss.Logistic{},
}

var methods = []Method{
	Newton{}, DualGradient{}, ProximalGradient{}, PrimalGradient{}, Fista{},
}

// randomProblem draws a sparse linear model with noise, with labels -1 and 1 for a loss of classification.
func randomProblem(t testing.TB, k kernel.Kernel, l loss.Loss, q float64, n, d int, gamma float64, intercept bool) *Problem {
	return randomProblemOn(t, gram.Points, k, l, q, n, d, gamma, intercept)
}

// sides names the sides on which Newton systems are solved.
var sides = map[gram.Side]string{gram.Points: "points", gram.Dimensions: "dimensions", gram.Neither: "neither"}

func randomProblemOn(t testing.TB, side gram.Side, k kernel.Kernel, l loss.Loss, q float64, n, d int, gamma float64, intercept bool) *Problem {
	x := randomPoints(n, d)
	r := rand.New(rand.NewPCG(uint64(n), 7))
	y := make([]float64, n)
	for i := range y {
		row := x.Row(i)
		y[i] = row[0] - 0.8*row[1%d] + 0.1*r.NormFloat64() + 0.5
		if l.Labels() {
			y[i] = math.Copysign(1, y[i])
		}
	}
	f, err := gram.NewFeatures(context.Background(), k, x, q, side)
	if err != nil {
		t.Fatal(err)
	}
	return &Problem{Form: f, Loss: l, Y: y, Gamma: gamma, Intercept: intercept}
}

func randomPoints(n, d int) dense.Points {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := dense.Points{N: n, D: d, X: make([]float64, n*d)}
	for i := range x.X {
		x.X[i] = r.NormFloat64()
	}
	return x
}

// TestNewtonOverDecades checks every loss, with and without an intercept, more and fewer points
// than features, over ten decades of gamma. The gap is computed here from the features.
func TestNewtonOverDecades(t *testing.T) {
	gammas := []float64{1e-6, 1e-4, 1e-2, 1, 1e2, 1e4}
	if testing.Short() {
		gammas = []float64{1e-6, 1, 1e4}
	}
	for _, l := range losses {
		sizes, side := [][2]int{{30, 60}, {40, 6}}, gram.Points
		if l == (loss.Hinge{}) {
			sizes = append(sizes, [2]int{150, 12})
		}
		for _, size := range sizes {
			if size[0] > 100 {
				side = gram.Dimensions // as for a table with many rows
			}
			for _, q := range []float64{2, 4, 6} {
				for _, intercept := range []bool{false, true} {
					for _, gamma := range gammas {
						name := fmt.Sprintf("%v/n=%d,d=%d/q=%g/intercept=%v/gamma=%g", l, size[0], size[1], q, intercept, gamma)
						t.Run(name, func(t *testing.T) {
							p := randomProblemOn(t, side, kernel.Linear, l, q, size[0], size[1], gamma, intercept)
							r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 60})
							// The gap is gamma times a residual with a rounding that no iteration removes.
							rounding := 4e-15 * gamma * float64(size[0])
							// Interior points stall near the tolerance, on either side of it.
							if r.Status != optimize.Converged && r.Gap > max(rounding, 2e-10*r.Scale()) {
								t.Errorf("status %v after %d iterations (%d passes), gap %g, dual %g", r.Status, r.Iterations, r.Passes, r.Gap, r.Dual)
							}
							if intercept {
								assertBalanced(t, r.Alpha)
							}
							// (1/p + 1/q) ||w||_p^p = q (1/q)||X'alpha||_q^q, the powers of both norms.
							value, omega, _ := denseForm(size[0], size[1], q, r.Alpha)
							gap := q*value + p.psi(r.Alpha)
							terms := q*value + math.Abs(p.psi(r.Alpha))
							for i, y := range p.Y {
								loss := gamma * l.Value(y, omega[i]+r.Intercept)
								gap += loss
								terms += loss
							}
							if gap < -1e-13*terms-rounding || gap > 1e-10*(r.Scale()+terms)+rounding {
								t.Errorf("the gap of alpha is %g, and its terms add up to %g; reported %g", gap, terms, r.Gap)
							}
						})
					}
				}
			}
		}
	}
}

// assertBalanced checks that alpha sums to 0, as it must with an intercept.
func assertBalanced(t *testing.T, alpha []float64) {
	t.Helper()
	var sum, size float64
	for _, a := range alpha {
		sum += a
		size += math.Abs(a)
	}
	if math.Abs(sum) > 1e-13*size {
		t.Errorf("sum(alpha) = %g of %g", sum, size)
	}
}

// TestNewtonOverWideRange checks that few iterations suffice where the values of the exponential kernel span
// more than 40 decades, which the norms of the points compensate.
func TestNewtonOverWideRange(t *testing.T) {
	const n, q = 60, 4
	x := randomPoints(n, 12)
	f, err := new(gram.Portable).Tensor(context.Background(), kernel.Exponential{}, x, q, 1<<62, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Sin(float64(i)) + x.Row(i)[0]
	}
	diagonal := gram.Diagonal(kernel.Exponential{}, x, q)
	if span := math.Log10(slices.Max(diagonal) / slices.Min(diagonal)); span < 40 {
		t.Fatalf("the diagonal spans only %.0f decades", span)
	}
	norms := make([]float64, n)
	for i, v := range diagonal {
		norms[i] = math.Pow(v, 1.0/q)
	}
	for _, intercept := range []bool{false, true} {
		p := &Problem{Form: f, Loss: loss.Squared{}, Y: y, Gamma: 10, Intercept: intercept, Norms: norms}
		r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 20})
		if r.Status != optimize.Converged {
			t.Errorf("intercept=%v: status %v after %d iterations, gap %g", intercept, r.Status, r.Iterations, r.Gap)
		}
	}
}

// TestOwnRootsStayInside checks that no coordinate is moved to an end of its domain, where the psi of the logistic loss is
// infinitely steep.
func TestOwnRootsStayInside(t *testing.T) {
	p := randomProblem(t, kernel.Linear, loss.Logistic{}, 4, 1, 1, 1e8, false)
	p.Norms = []float64{1}
	for share := 0.05; share < 0.75; share += 0.1 {
		a, z := p.Y[0]*1e3, []float64{p.Y[0] * share * 1e3}
		p.ownRoots(z, []float64{a}, []float64{a * a})
		if lo, hi := p.Loss.Domain(p.Y[0], p.Gamma); !(z[0] > lo && z[0] < hi) {
			t.Errorf("%g for the model's %g", z[0], share*a)
		}
	}
}

// TestNewtonKeepsTheSum checks that alpha sums to 0 after a step in which the terms of half of the points dominate, and are so
// much too large that no other point has room for their change.
func TestNewtonKeepsTheSum(t *testing.T) {
	const n, q = 40, 4
	x := dense.Points{N: n, D: n, X: make([]float64, n*n)}
	p := &Problem{Loss: loss.Logistic{}, Gamma: 1, Intercept: true, Y: make([]float64, n), Norms: make([]float64, n)}
	for i := range n {
		p.Y[i], p.Norms[i] = 1, 5
		if i%2 == 1 {
			p.Y[i], p.Norms[i] = -1, 1e-3
		}
		x.Row(i)[i] = p.Norms[i]
	}
	var err error
	if p.Form, err = new(gram.Portable).Tensor(context.Background(), kernel.Linear, x, q, 1<<62, false, nil); err != nil {
		t.Fatal(err)
	}
	s := Newton{}.onPoints(p).(*newton)
	eval, at := &evaluator{ctx: context.Background(), problem: p}, newPoint(n)
	s.Start(at, eval, nil)
	for i, y := range p.Y {
		at.alpha[i] = y / 2
	}
	eval.at(at, s.m)
	s.Step(at, eval)
	assertBalanced(t, at.alpha)
}

// TestParametersOfLosses checks that a loss with a parameter out of its range is refused.
func TestParametersOfLosses(t *testing.T) {
	for _, l := range []loss.Loss{loss.Huber{}, loss.Huber{Rho: -1}, loss.EpsilonInsensitive{Epsilon: -1}, loss.EpsilonInsensitive{Epsilon: math.NaN()}, loss.SmoothedHinge{Width: -1}} {
		p := randomProblem(t, kernel.Linear, l, 2, 6, 2, 1, false)
		if _, err := Solve(context.Background(), p, Newton{}, optimize.Settings{Tolerance: 1e-6, MaxIterations: 50}, nil); err == nil || !strings.Contains(err.Error(), "out of its range") {
			t.Errorf("%+v: %v", l, err)
		}
	}
}

// TestOwnStepSolvesOnePoint checks that 1/lambda is close to the curvature of the form at the end of the step.
func TestOwnStepSolvesOnePoint(t *testing.T) {
	for _, l := range losses {
		for _, q := range []float64{2, 4, 6} {
			for _, k := range []float64{1e-30, 1e-3, 1, 1e3, 1e100, 1e250} {
				p := randomProblem(t, kernel.Linear, l, q, 5, 3, 10, false)
				norm := math.Pow(k, 1/q)
				p.Norms = []float64{norm, norm, norm, norm, norm}
				for i := range p.Y {
					lambda := p.ownStep(i)
					a := math.Abs(l.Prox(p.Y[i], 0, lambda, p.Gamma))
					own := min(p.Gamma, 1/(k*math.Pow(a, q-2)))
					if !(lambda > 0) || lambda > p.Gamma || a > 0 && math.Abs(math.Log(lambda/own)) > 1 {
						t.Errorf("%v q=%g k=%g: lambda %g, and from the curvature %g", l, q, k, lambda, own)
					}
				}
			}
		}
	}
}

// TestOneClass checks that every side finds the solution alpha = 0 at once for labels of one class
// with an intercept.
func TestOneClass(t *testing.T) {
	for _, l := range losses {
		for side, name := range sides {
			p := randomProblemOn(t, side, kernel.Linear, l, 4, 5, 3, 1, true)
			if l.Steep() { // there is no minimiser
				continue
			}
			for i := range p.Y {
				p.Y[i] = 1
			}
			r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 50})
			if r.Status != optimize.Converged || r.Gap != 0 || slices.Max(r.Alpha) != 0 {
				t.Errorf("%v, %s: %v with gap %g", l, name, r.Status, r.Gap)
			}
		}
	}
}

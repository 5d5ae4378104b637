package lp

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
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// TestRidgeClosedForm checks that for p = 2 and the squared loss alpha solves (K + I/gamma) alpha
// = y, bordered by sum(alpha) = 0 with an intercept.
func TestRidgeClosedForm(t *testing.T) {
	for _, intercept := range []bool{false, true} {
		for _, gamma := range []float64{1e-3, 1, 1e3} {
			p := randomProblem(t, kernel.Linear, loss.Squared{}, 2, 25, 8, gamma, intercept)
			n := len(p.Y)
			k := make([]float64, n*n)
			p.Form.OmegaM(context.Background(), make([]float64, n), k, make([]float64, n)) // q = 2: M = K
			size := n
			if intercept {
				size++
			}
			a, b := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
			for i := range n {
				for j := range n {
					a.Set(i, j, k[i*n+j])
				}
				a.Set(i, i, k[i*n+i]+1/gamma)
				b.SetVec(i, p.Y[i])
				if intercept {
					a.Set(i, n, 1)
					a.Set(n, i, 1)
				}
			}
			var want mat.VecDense
			if err := want.SolveVec(a, b); err != nil {
				t.Fatal(err)
			}
			r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-14, MaxIterations: 20})
			scale := 0.0
			for i := range n {
				scale = max(scale, math.Abs(want.AtVec(i)))
			}
			for i, got := range r.Alpha {
				if math.Abs(got-want.AtVec(i)) > 1e-8*scale {
					t.Errorf("gamma=%g intercept=%v: alpha %d is %v, want %v", gamma, intercept, i, got, want.AtVec(i))
				}
			}
			if intercept && math.Abs(r.Intercept-want.AtVec(n)) > 1e-8*max(1, math.Abs(want.AtVec(n))) {
				t.Errorf("gamma=%g: intercept %v, want the multiplier %v", gamma, r.Intercept, want.AtVec(n))
			}
		}
	}
}

// TestOptimalityConditions checks -alpha_i/gamma in dL(y_i, omega_i + b), the
// second half of [S eq. 25], at the solution, for every loss.
func TestOptimalityConditions(t *testing.T) {
	for _, l := range losses {
		for _, intercept := range []bool{false, true} {
			p := randomProblem(t, kernel.Polynomial{Degree: 2}, l, 4, 30, 6, 0.7, intercept)
			r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-13, MaxIterations: 60})
			if r.Gap > 1e-11*max(1, math.Abs(r.Dual)) {
				t.Errorf("%v intercept=%v: gap %g", l, intercept, r.Gap)
			}
			for i, a := range r.Alpha {
				fit := r.Omega[i] + r.Intercept
				const near = 1e-5
				lo, _ := l.Subdifferential(p.Y[i], fit-near)
				_, hi := l.Subdifferential(p.Y[i], fit+near)
				if g := -a / p.Gamma; g < lo-near || g > hi+near {
					t.Errorf("%v intercept=%v: point %d has %g outside [%g, %g]", l, intercept, i, g, lo, hi)
				}
			}
		}
	}
}

// TestWeakDuality checks that no iterate's dual value is below minus the primal value of the result.
func TestWeakDuality(t *testing.T) {
	for _, l := range losses {
		p := randomProblem(t, kernel.Linear, l, 4, 30, 20, 3, true)
		s, history := recorded(optimize.Settings{Tolerance: 1e-12, MaxIterations: 60})
		r := mustSolve(t, p, Newton{}, s)
		for _, h := range *history {
			if h.Gap < 0 || h.Dual < -r.Primal-1e-10*math.Abs(r.Primal) {
				t.Errorf("%v iteration %d: dual %v, gap %v, minus the best primal %v", l, h.Iteration, h.Dual, h.Gap, -r.Primal)
			}
		}
	}
}

func TestDualGradientNeedsASmoothDual(t *testing.T) {
	for _, l := range losses {
		p := randomProblem(t, kernel.Linear, l, 4, 10, 5, 1, false)
		_, err := Solve(context.Background(), p, DualGradient{}, optimize.Settings{Tolerance: 1e-6, MaxIterations: 5}, nil)
		if l == (loss.Squared{}) {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), l.String()) || !strings.Contains(err.Error(), "dual-gradient") {
			t.Errorf("%v: error %v, want one that names the method and the loss", l, err)
		}
	}
}

func TestSolveLeavesItsInputsAndRepeatsItself(t *testing.T) {
	for _, m := range methods {
		p := randomProblem(t, kernel.Linear, loss.Squared{}, 4, 20, 9, 2, true)
		y := slices.Clone(p.Y)
		s := optimize.Settings{Tolerance: 1e-9, MaxIterations: 2000}
		one, records := recorded(s)
		other, again := recorded(s)
		first, second := mustSolve(t, p, m, one), mustSolve(t, p, m, other)
		if !slices.Equal(y, p.Y) {
			t.Errorf("%v changed y", m)
		}
		if !slices.Equal(first.Alpha, second.Alpha) || first.Gap != second.Gap || !slices.Equal(*records, *again) {
			t.Errorf("%v gives another result in the second run", m)
		}
	}
}

func TestWarmStart(t *testing.T) {
	p := randomProblem(t, kernel.Linear, loss.Logistic{}, 4, 30, 12, 2, true)
	cold := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 60})
	warm := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 60}, &Result{Alpha: cold.Alpha})
	if warm.Iterations != 0 || warm.Status != optimize.Converged {
		t.Errorf("%d iterations from the solution, status %v", warm.Iterations, warm.Status)
	}
}

// TestFromASolution checks that a start from a solution for another gamma takes one pass less than
// a start from its alpha, to the same objective.
func TestFromASolution(t *testing.T) {
	for _, l := range []loss.Loss{loss.Squared{}, loss.Logistic{}, loss.Hinge{}} {
		for _, m := range []Method{Newton{}, ProximalGradient{}} {
			p := randomProblem(t, kernel.Polynomial{Degree: 2}, l, 4, 24, 5, 0.1, true)
			s := optimize.Settings{Tolerance: 1e-9, MaxIterations: 5000}
			first := mustSolve(t, p, m, s)
			p.Gamma *= 1.4
			warm := mustSolve(t, p, m, s, &Result{Alpha: first.Alpha})
			from := mustSolve(t, p, m, s, first)
			if from.Status != optimize.Converged || from.Passes != warm.Passes-1 {
				t.Errorf("%v, %v: %v with %d passes, from alpha alone %d", l, m, from.Status, from.Passes, warm.Passes)
			}
			if math.Abs(from.Dual-warm.Dual) > 1e-9*math.Abs(warm.Dual) || from.Gap > 1e-9*max(1, math.Abs(from.Dual)) {
				t.Errorf("%v, %v: dual %v, gap %g, from alpha alone %v", l, m, from.Dual, from.Gap, warm.Dual)
			}
		}
	}
}

func TestLimitsAreStatuses(t *testing.T) {
	p := randomProblem(t, kernel.Linear, loss.Squared{}, 4, 20, 9, 2, false)
	s, history := recorded(optimize.Settings{Tolerance: 1e-12, MaxIterations: 1})
	r := mustSolve(t, p, Newton{}, s)
	if r.Status != optimize.IterationLimit || r.Iterations != 1 || len(*history) != 2 {
		t.Errorf("status %v after %d iterations with %d records", r.Status, r.Iterations, len(*history))
	}
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	r, err := Solve(ctx, p, DualGradient{}, optimize.Settings{Tolerance: 0, MaxIterations: 100, Monitor: func(optimize.Record) {
		if seen++; seen == 3 {
			cancel()
		}
	}}, nil)
	if err != nil || r.Status != optimize.Cancelled || r.Iterations != 2 {
		t.Errorf("cancelled in the third record: %v, status %v, %d iterations", err, r.Status, r.Iterations)
	}
	// No floating-point alpha has gap 0 here, and the solver stops after finitely many steps.
	r = mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 0, MaxIterations: 1000})
	if r.Status == optimize.Converged && r.Gap > 0 || r.Status == optimize.IterationLimit {
		t.Errorf("status %v, gap %g, %d iterations for tolerance 0", r.Status, r.Gap, r.Iterations)
	}
}

func TestBadLabelsAreNamed(t *testing.T) {
	p := randomProblem(t, kernel.Linear, loss.Squared{}, 4, 5, 3, 1, false)
	p.Loss = loss.Hinge{}
	if _, err := Solve(context.Background(), p, Newton{}, optimize.Settings{}, nil); err == nil || !strings.Contains(err.Error(), "hinge") {
		t.Errorf("error %v, want one that names the loss", err)
	}
	p.Loss, p.Y[3] = loss.Squared{}, math.NaN()
	if _, err := Solve(context.Background(), p, Newton{}, optimize.Settings{}, nil); err == nil || !strings.Contains(err.Error(), "label 3") {
		t.Errorf("error %v, want one that names label 3", err)
	}
	p.Y[3], p.Gamma = 0, 0
	if _, err := Solve(context.Background(), p, Newton{}, optimize.Settings{}, nil); err == nil || !strings.Contains(err.Error(), "gamma") {
		t.Errorf("error %v, want one that names gamma", err)
	}
}

// TestZeroIsOptimal checks that labels of 0 end at once with dual 0 and gap 0.
func TestZeroIsOptimal(t *testing.T) {
	p := randomProblem(t, kernel.Linear, loss.Squared{}, 4, 6, 3, 1, false)
	clear(p.Y)
	r := mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: 1e-12, MaxIterations: 10})
	if r.Status != optimize.Converged || r.Dual != 0 || r.Gap != 0 {
		t.Errorf("status %v, dual %g, gap %g", r.Status, r.Dual, r.Gap)
	}
}

// TestGammaScale checks that at gamma_0 the small-gamma fit gamma^(q-1) K[s,...,s,.] has the norm
// of y, and that scaling the features by c divides gamma_0 by c^(q/(q-1)).
func TestGammaScale(t *testing.T) {
	for _, q := range []float64{2, 4, 6} {
		for _, l := range losses {
			p := randomProblem(t, kernel.Linear, l, q, 15, 7, 1, false)
			gamma, err := GammaScale(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			n := len(p.Y)
			a, omega := make([]float64, n), make([]float64, n)
			var size, fit float64
			for i, y := range p.Y {
				lo, hi := l.Subdifferential(y, 0)
				a[i] = -gamma * (lo + hi) / 2
				size += y * y
			}
			p.Form.OmegaM(context.Background(), omega, nil, a)
			for _, o := range omega {
				fit += o * o
			}
			if math.Abs(fit-size) > 1e-10*size {
				t.Errorf("q=%g %v: ||fit||^2 = %g, ||y||^2 = %g", q, l, fit, size)
			}
			const c = 3.0
			x := randomPoints(15, 7)
			for i := range x.X {
				x.X[i] *= c
			}
			f, err := gram.NewFeatures(context.Background(), kernel.Linear, x, q, gram.Points)
			if err != nil {
				t.Fatal(err)
			}
			scaled, err := GammaScale(context.Background(), &Problem{Form: f, Loss: l, Y: p.Y})
			if err != nil {
				t.Fatal(err)
			}
			if want := gamma / math.Pow(c, q/(q-1)); math.Abs(scaled-want) > 1e-10*want {
				t.Errorf("q=%g %v: gamma_0 of features times 3 is %g, want %g", q, l, scaled, want)
			}
		}
	}
}

// TestGammaScalePanics checks that too few labels panic with the name of the package.
func TestGammaScalePanics(t *testing.T) {
	p := randomProblem(t, kernel.Linear, loss.Squared{}, 4, 5, 3, 1, false)
	p.Y = p.Y[:4]
	defer func() {
		if problem := fmt.Sprint(recover()); !strings.HasPrefix(problem, "lp: ") {
			t.Error(problem)
		}
	}()
	GammaScale(context.Background(), p)
}

// TestConstrainedProx checks that the result sums to zero and is optimal: no move from one
// coordinate to another lowers the value.
func TestConstrainedProx(t *testing.T) {
	for _, l := range losses {
		for _, scale := range []float64{1e-12, 1e-3, 1, 1e3, 1e12} {
			p := randomProblem(t, kernel.Linear, l, 4, 12, 3, 1, true)
			n := len(p.Y)
			v, lambda, z := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range v {
				v[i] = p.Y[i] * math.Cos(float64(i))
				lambda[i] = scale * (1 + float64(i%3))
			}
			p.prox(z, v, lambda)
			var sum, size float64
			for _, zi := range z {
				sum += zi
				size += math.Abs(zi)
			}
			if math.Abs(sum) > 1e-14*size {
				t.Errorf("%v lambda=%g: sum %g of %g", l, scale, sum, size)
			}
			value := func(z []float64) float64 {
				s := p.psi(z)
				for i, zi := range z {
					s += (zi - v[i]) * (zi - v[i]) / (2 * lambda[i])
				}
				return s
			}
			best := value(z)
			for i := range n {
				for j := range n {
					for _, h := range []float64{1e-3, 1e-2} {
						moved := slices.Clone(z)
						moved[i] += h
						moved[j] -= h
						if other := value(moved); other < best-1e-12*max(1, math.Abs(best)) {
							t.Fatalf("%v lambda=%g: moving %g from %d to %d lowers %v to %v", l, scale, h, j, i, best, other)
						}
					}
				}
			}
		}
	}
}

// endingForm cancels the context in one of its passes and returns NaN from then on.
type endingForm struct {
	gram.Explicit
	passes int // until the end
	end    func()
}

func (f *endingForm) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	if f.passes--; f.passes == 0 {
		f.end()
	}
	if f.passes <= 0 {
		for i := range dst {
			dst[i] = math.NaN()
		}
		return ctx.Err()
	}
	return f.Explicit.OmegaM(ctx, dst, m, alpha)
}

// TestCancelledWithinAPass checks that a pass cut short by the end of the context is discarded,
// and that the result is what was certified before it.
func TestCancelledWithinAPass(t *testing.T) {
	for _, m := range methods {
		for passes := 1; passes < 5; passes++ {
			ctx, cancel := context.WithCancel(context.Background())
			p := randomProblem(t, kernel.Linear, loss.Squared{}, 4, 20, 9, 2, true)
			form := &endingForm{p.Form.(gram.Explicit), passes, cancel}
			p.Form = form
			r, err := Solve(ctx, p, m, optimize.Settings{Tolerance: 1e-15, MaxIterations: 1000}, nil)
			if err != nil && (passes > 1 || !errors.Is(err, context.Canceled)) {
				t.Errorf("%v, pass %d: %v", m, passes, err)
			}
			if form.passes < 0 {
				t.Errorf("%v: %d passes after the end", m, -form.passes)
			}
			if err == nil && (r.Status != optimize.Cancelled || math.IsNaN(r.Gap-r.Gap) || !(r.Gap > 0)) {
				t.Errorf("%v, pass %d: %v with gap %g", m, passes, r.Status, r.Gap)
			}
		}
	}
}

// TestStepsAllocateNothing checks all methods except Newton's, which computes its factors in several goroutines.
func TestStepsAllocateNothing(t *testing.T) {
	for _, m := range methods {
		if m == (Newton{}) {
			continue
		}
		p := randomProblem(t, kernel.Linear, loss.Squared{}, 4, 20, 9, 2, false)
		s, err := m.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		eval := &evaluator{ctx: context.Background(), problem: p}
		x := newPoint(20)
		s.Start(x, eval, nil)
		s.Step(x, eval)
		if n := testing.AllocsPerRun(2, func() { s.Step(x, eval) }); n != 0 {
			t.Errorf("%v: %g allocations per step", m, n)
		}
	}
}

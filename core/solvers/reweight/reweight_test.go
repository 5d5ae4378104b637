package reweight

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/linear"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
)

// drawProblem returns a problem with n points of d features, two of which determine the target.
func drawProblem(random *rand.Rand, n, d int, l loss.Loss, classes bool) *Problem {
	p := &Problem{Columns: make([][]float64, d), Y: make([]float64, n), Loss: l, Gamma: math.Pow(10, 3*random.Float64()-1)}
	for k := range p.Columns {
		p.Columns[k] = make([]float64, n)
		for i := range n {
			p.Columns[k][i] = random.NormFloat64()
		}
	}
	for i := range n {
		p.Y[i] = 2*p.Columns[0][i] - p.Columns[d-1][i] + 0.3*random.NormFloat64()
		if classes {
			p.Y[i] = math.Copysign(1, p.Y[i])
		}
	}
	return p
}

// solveStart solves the lp problem, which is a step with r = p and weights of 1.
func solveStart(t *testing.T, p *Problem, s optimize.Settings) (w, alpha []float64) {
	t.Helper()
	scale := make([]float64, len(p.Columns))
	for k := range scale {
		scale[k] = 1
	}
	form, err := gram.FromColumns(p.Columns, scale, len(p.Y), p.Q, gram.Points)
	if err != nil {
		t.Fatal(err)
	}
	result, err := lp.Solve(context.Background(), &lp.Problem{Form: form, Loss: p.Loss, Y: p.Y, Gamma: p.Gamma, Intercept: p.Intercept}, lp.Newton{}, s, nil)
	if err != nil || result.Status != optimize.Converged {
		t.Fatal(result, err)
	}
	w = make([]float64, len(p.Columns))
	if err := form.Adjoint(context.Background(), w, result.Alpha); err != nil {
		t.Fatal(err)
	}
	for k, u := range w {
		w[k] = math.Copysign(math.Pow(math.Abs(u), p.Q-1), u)
	}
	return w, result.Alpha
}

// TestRunDescends checks on random problems that every step is certified, that F falls up to the
// gap of the step, that a weight of 0 stays 0, and that the fitted values are those of the weights.
func TestRunDescends(t *testing.T) {
	problems := 1000
	if testing.Short() {
		problems = 40
	}
	settings := optimize.Settings{Tolerance: 1e-9, MaxIterations: 500}
	random := rand.New(rand.NewPCG(18, 15))
	losses := []struct {
		loss    loss.Loss
		classes bool
	}{{loss.Squared{}, false}, {loss.EpsilonInsensitive{Epsilon: 0.1}, false}, {loss.EpsilonInsensitive{}, false}, {loss.Huber{Rho: 0.5}, false},
		{loss.Logistic{}, true}, {loss.Hinge{}, true}, {loss.SmoothedHinge{Width: 0.5}, true}}
	unsolved := 0
	for trial := range problems {
		kind := losses[trial%len(losses)]
		p := drawProblem(random, 6+random.IntN(25), 3+random.IntN(40), kind.loss, kind.classes)
		exponent := []float64{4.0 / 3, 1.2, 1.5, 2}[random.IntN(4)]
		p.Q, p.Intercept = exponent/(exponent-1), random.IntN(2) == 0
		p.R = []float64{0.1, 0.5, 2.0 / 3, 1, 1.1}[random.IntN(5)]
		w, alpha := solveStart(t, p, settings)
		before := p.Objective(w)
		steps, err := p.Run(context.Background(), w, alpha, 6, lp.Newton{}, settings)
		if err != nil {
			t.Fatalf("problem %d (%v, p = %g, r = %g): %v", trial, kind.loss, exponent, p.R, err)
		}
		for i, s := range steps {
			if s.Status != optimize.Converged {
				unsolved++
				t.Logf("problem %d (%v, p = %g, r = %g, gamma %g), step %d: %v, %g, %d features", trial, kind.loss, exponent, p.R, p.Gamma, i+1, s.Status, s.Relative(), s.Features)
			} else if !s.Within(settings.Tolerance) {
				t.Errorf("problem %d, step %d: converged with the relative gap %g", trial, i+1, s.Relative())
			}
			if s.Objective > before+s.Gap+1e-9*before {
				t.Errorf("problem %d, step %d: %g after %g", trial, i+1, s.Objective, before)
			}
			before = s.Objective
			for k, v := range s.Weights {
				if w[k] == 0 && v != 0 && !s.Moved {
					t.Errorf("problem %d, step %d: weight %d is no longer 0", trial, i+1, k)
				}
			}
			assertFit(t, p, &s)
			w = s.Weights
		}
	}
	if unsolved > 0 {
		t.Errorf("%d steps did not converge", unsolved)
	}
}

// assertFit compares the solver's fitted values with those of the weights. Each weight that is set
// to 0 may have contributed vanished times the norm of the target.
func assertFit(t *testing.T, p *Problem, s *Step) {
	t.Helper()
	least := weightFloor * floats.Norm(p.Y, 2) * float64(len(p.Columns))
	for i, omega := range s.Omega {
		fit, size := 0.0, 1e-12
		for k, v := range s.Weights {
			fit += v * p.Columns[k][i]
			size += math.Abs(v * p.Columns[k][i])
		}
		if math.Abs(fit-omega) > 1e-9*size+least {
			t.Errorf("point %d: omega %g, weights give %g", i, omega, fit)
		}
	}
}

// TestRunToLasso checks that for r = 1 many steps end at the lasso of FISTA, within the gap that both certify.
func TestRunToLasso(t *testing.T) {
	settings := optimize.Settings{Tolerance: 1e-12, MaxIterations: 500}
	random := rand.New(rand.NewPCG(1, 1))
	for trial := range 40 {
		n, d, gamma := 30, 12, 0.5
		if trial >= 8 { // the first step leaves out features of the lasso
			n, d, gamma = 80, 30, 10
		}
		p := drawProblem(random, n, d, loss.Squared{}, false)
		for i := range n {
			p.Y[i] += random.NormFloat64()
		}
		p.Q, p.R, p.Intercept, p.Gamma = 4, 1, trial%2 == 0, gamma
		w, alpha := solveStart(t, p, settings)
		steps, err := p.Run(context.Background(), w, alpha, 60, lp.Newton{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		last := steps[len(steps)-1]
		x := make([]float64, 0, n*d)
		for i := range p.Y {
			for _, column := range p.Columns {
				x = append(x, column[i])
			}
		}
		data := &linear.Data{X: linear.Dense(n, d, x), Y: p.Y, Intercept: p.Intercept}
		if err := data.Prepare(context.Background()); err != nil {
			t.Fatal(err)
		}
		lasso, err := linear.Lasso(linear.FISTA).Fit(context.Background(), data, 1/p.Gamma, nil, optimize.Settings{Tolerance: 1e-9, MaxIterations: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		want := p.Objective(lasso.Coefficients)
		t.Log(last.Lasso.Gap, last.Objective-want, last.Features, steps[0].Lasso.Gap)
		if gap := last.Lasso.Gap; !(gap >= 0 && gap <= lassoGap*want && (gap < steps[0].Lasso.Gap || len(steps) == 1)) {
			t.Errorf("problem %d: the lasso's gap is %g after %d steps, %g after one", trial, gap, len(steps), steps[0].Lasso.Gap)
		}
		if over := last.Objective - want; over > last.Lasso.Gap+1e-9*want || over < -1e-9*want {
			t.Errorf("problem %d: %g above the lasso's objective %g, with the gap %g", trial, over, want, last.Lasso.Gap)
		}
	}
}

// TestRunToLassoOfClasses checks that for r = 1 and a smooth loss of classes three steps end at
// weights that the lasso's dual certifies, with more points than features and with fewer.
func TestRunToLassoOfClasses(t *testing.T) {
	settings := optimize.Settings{Tolerance: 1e-10, MaxIterations: 500}
	random := rand.New(rand.NewPCG(6, 1))
	for trial := range 12 {
		p := drawProblem(random, 60, []int{20, 90}[trial%2], []loss.Loss{loss.Logistic{}, loss.SmoothedHinge{Width: 0.5}}[trial/2%2], true)
		p.Q, p.R, p.Intercept, p.Gamma = 4, 1, trial%3 > 0, 0.3
		w, alpha := solveStart(t, p, settings)
		steps, err := p.Run(context.Background(), w, alpha, 3, lp.Newton{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		last := steps[len(steps)-1]
		if gap := last.Lasso.Gap; !(gap >= 0 && gap <= 1e-3*last.Lasso.Primal) || last.Nonzero() == len(w) {
			t.Errorf("problem %d (%v): the lasso's gap is %g of %g after %d steps, with %d weights", trial, p.Loss, gap, last.Lasso.Primal, len(steps), last.Nonzero())
		}
	}
}

// TestTrialSteps checks that the steps of a search, on covariances only if there are few features,
// are those on all points.
func TestTrialSteps(t *testing.T) {
	settings := optimize.Settings{Tolerance: 1e-11, MaxIterations: 100}
	random := rand.New(rand.NewPCG(7, 2))
	for trial := range 20 {
		p := drawProblem(random, 40, 3+random.IntN([]int{30, 60}[trial/2%2]), loss.Squared{}, false)
		p.Q, p.R, p.Intercept = []float64{2, 4}[trial%2], 0.5, trial%3 > 0
		w, alpha := solveStart(t, p, settings)
		whole, err := p.step(context.Background(), w, alpha, p.Objective(w), lp.Newton{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		p.isTrial = true
		quick, err := p.step(context.Background(), w, alpha, p.Objective(w), lp.Newton{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(quick.Objective-whole.Objective) > 1e-9*whole.Objective || math.Abs(quick.Primal-whole.Primal) > 1e-9*whole.Primal || !quick.Within(settings.Tolerance) {
			t.Errorf("problem %d: %g with %+v, on all points %g with %+v", trial, quick.Objective, quick.Certificate, whole.Objective, whole.Certificate)
		}
		for k, u := range p.descents(quick) {
			size := norm(p.Columns[k])
			fit := whole.Weights[k] * size
			if math.Abs(quick.Weights[k]*size-fit) > 1e-4*(1+math.Abs(fit)) || math.Abs(u-floats.Dot(p.Columns[k], whole.Alpha)) > 1e-4*p.Gamma*size*norm(p.Y) {
				t.Errorf("problem %d, weight %d: %g with the descent %g, on all points %g with %g", trial, k, quick.Weights[k], u, whole.Weights[k], floats.Dot(p.Columns[k], whole.Alpha))
			}
		}
	}
}

// TestRunOfZeros checks that weights that are all 0 stay 0, and that the step is certified.
func TestRunOfZeros(t *testing.T) {
	p := drawProblem(rand.New(rand.NewPCG(2, 2)), 10, 4, loss.Squared{}, false)
	p.Q, p.R, p.Gamma = 4, 0.5, 1e-3
	steps, err := p.Run(context.Background(), make([]float64, 4), make([]float64, 10), 2, lp.Newton{}, optimize.Settings{Tolerance: 1e-10, MaxIterations: 50})
	if err != nil || len(steps) != 2 || steps[1].Nonzero() != 0 || steps[1].Status != optimize.Converged {
		t.Errorf("%+v, %v", steps, err)
	}
}

// TestRunRefusesRise checks that a loss other than the minimised one is detected.
func TestRunRefusesRise(t *testing.T) {
	p := drawProblem(rand.New(rand.NewPCG(3, 3)), 10, 4, loss.Squared{}, false)
	p.Q, p.R = 4, 0.5
	settings := optimize.Settings{Tolerance: 1e-10, MaxIterations: 50}
	w, alpha := solveStart(t, p, settings)
	for k := range w {
		w[k] /= 10 // a worse fit, which the step improves
	}
	p.Loss = flippedLoss{}
	if steps, err := p.Run(context.Background(), w, alpha, 3, lp.Newton{}, settings); err == nil {
		t.Errorf("no error: %+v", steps)
	}
}

// flippedLoss is the squared loss with values that fall as the error grows.
type flippedLoss struct{ loss.Squared }

// Value returns a larger number for a better fit.
func (flippedLoss) Value(y, t float64) float64 { return 100 - (y-t)*(y-t) }

// TestCompact checks that the steps of smooth losses on few features end at the solution of the method on the dual.
func TestCompact(t *testing.T) {
	settings := optimize.Settings{Tolerance: 1e-11, MaxIterations: 100}
	random := rand.New(rand.NewPCG(5, 18))
	stalled := 0
	for trial := range 40 {
		kind := []loss.Smooth{loss.Squared{}, loss.Huber{Rho: 0.5}, loss.Logistic{}, loss.SmoothedHinge{Width: 0.5}}[trial%4]
		p := drawProblem(random, 30+random.IntN(20), 3+random.IntN(20), kind, kind.Labels())
		p.Q, p.R, p.Intercept = []float64{2, 3, 4, 6}[random.IntN(4)], 0.5, trial%3 > 0
		features, scale, z := make([]int, len(p.Columns)), make([]float64, len(p.Columns)), make([]float64, len(p.Columns))
		for k := range features {
			features[k], scale[k] = k, math.Exp(random.NormFloat64())
		}
		c := p.newCompact(features, scale, z, settings.Tolerance)
		end, err := optimize.Run(context.Background(), c, settings)
		if err == nil && end.Status == optimize.Stalled && !loss.IsQuadratic(kind) {
			stalled++ // the method on the dual takes over
			continue
		}
		if err != nil || end.Status != optimize.Converged {
			t.Errorf("problem %d (%v, q = %g): %v, gap %g, %v", trial, kind, p.Q, end.Status, end.Gap, err)
			continue
		}
		form, err := gram.FromColumns(p.Columns, scale, len(p.Y), p.Q, gram.Points)
		if err != nil {
			t.Fatal(err)
		}
		want, err := lp.Solve(context.Background(), &lp.Problem{Form: form, Loss: p.Loss, Y: p.Y, Gamma: p.Gamma, Intercept: p.Intercept}, lp.Newton{}, settings, nil)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(end.Dual-want.Dual) > 1e-10*want.Scale() || math.Abs(end.Primal-want.Primal) > 1e-10*want.Scale() {
			t.Errorf("problem %d (%v, q = %g): %g and %g, want %g and %g", trial, kind, p.Q, end.Primal, end.Dual, want.Primal, want.Dual)
		}
		for i, v := range want.Omega {
			if difference := math.Abs(c.kept.Omega[i] + c.kept.Intercept - v - want.Intercept); difference > 1e-4*(1+math.Abs(v)) {
				t.Errorf("problem %d (%v, q = %g), point %d: %g, want %g", trial, kind, p.Q, i, c.kept.Omega[i], v)
				break
			}
		}
	}
	if stalled > 10 {
		t.Errorf("%d of 40 problems stall", stalled)
	}
}

// TestCompactFromFar checks a target that products of the features fit nearly exactly, in small units, with two
// columns that are nearly equal: the weights by the gradient are far from the solution at first, and near it their
// gap is rounding. The steps converge in few iterations nevertheless.
func TestCompactFromFar(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 21))
	const n, d = 400, 14
	p := drawProblem(random, n, d, loss.Squared{}, false)
	for i := range n {
		p.Columns[1][i] = p.Columns[0][i] + 1e-4*random.NormFloat64()
	}
	for j := range d {
		for k := range j + 1 {
			column := slices.Clone(p.Columns[j])
			floats.Mul(column, p.Columns[k])
			p.Columns = append(p.Columns, column)
		}
	}
	for i := range n {
		p.Y[i] = 5e5*(0.5+p.Columns[0][i])*(3+p.Columns[2][i]) + 1e3*random.NormFloat64()
	}
	p.Intercept = true
	p.Q, p.R = 4, 2.0/3
	settings := optimize.Settings{Tolerance: 1e-9, MaxIterations: 500}
	for _, gamma := range []float64{1e-6, 1e-5, 1e-4, 1e-3} {
		p.Gamma = gamma
		w, alpha := solveStart(t, p, settings)
		steps, err := p.Run(context.Background(), w, alpha, 5, lp.Newton{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range steps {
			if s.Status != optimize.Converged || s.Iterations > 30 {
				t.Errorf("gamma %g, step %d: %v in %d iterations", gamma, i, s.Status, s.Iterations)
			}
		}
	}
}

// TestWeakWeightsAreZero checks a penalty that outweighs the loss: each step makes the weights smaller by orders
// of magnitude, and they are 0 once their terms are negligible relative to the target, not only to one another.
func TestWeakWeightsAreZero(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	p := drawProblem(random, 30, 1, loss.Squared{}, false)
	p.Q, p.R, p.Gamma = 4, 2.0/3, 1e-4
	settings := optimize.Settings{Tolerance: 1e-9, MaxIterations: 500}
	w, alpha := solveStart(t, p, settings)
	if w[0] == 0 {
		t.Fatal("the lp solution is 0 already")
	}
	steps, err := p.Run(context.Background(), w, alpha, 6, lp.Newton{}, settings)
	if err != nil {
		t.Fatal(err)
	}
	if last := steps[len(steps)-1]; last.Nonzero() != 0 {
		t.Errorf("the weight is %g after %d steps, and was %g", last.Weights[0], len(steps), w[0])
	}
}

// TestObjectiveOfNearlyEqualFeatures checks two features that differ by 1e-4: their weights are large
// with opposite signs, and the terms of the covariances cancel. The objective is that of the fit, and
// no step raises it.
func TestObjectiveOfNearlyEqualFeatures(t *testing.T) {
	const n, gamma = 60, 1e4
	random := rand.New(rand.NewPCG(1, 2))
	columns := make([][]float64, 6)
	for k := range columns {
		columns[k] = make([]float64, n)
		for i := range n {
			columns[k][i] = random.NormFloat64()
		}
	}
	y := make([]float64, n)
	for i := range y {
		z := random.NormFloat64()
		columns[1][i] = columns[0][i] + 1e-4*z
		y[i] = z + 0.5*random.NormFloat64()
	}
	form, err := gram.FromColumns(columns, []float64{1, 1, 1, 1, 1, 1}, n, 4, gram.Points)
	if err != nil {
		t.Fatal(err)
	}
	settings := optimize.Settings{Tolerance: 1e-9, MaxIterations: 500}
	result, err := lp.Solve(t.Context(), &lp.Problem{Form: form, Loss: loss.Squared{}, Y: y, Gamma: gamma}, lp.Newton{}, settings, nil)
	if err != nil || result.Status != optimize.Converged {
		t.Fatal(result, err)
	}
	w := make([]float64, len(columns))
	if err := form.Adjoint(t.Context(), w, result.Alpha); err != nil {
		t.Fatal(err)
	}
	for k, u := range w {
		w[k] = u * u * u
	}
	p := &Problem{Columns: columns, Y: y, Loss: loss.Squared{}, Gamma: gamma, Q: 4, R: 0.5}
	want := p.penalty(w) + gamma*loss.Sum(p.Loss, y, p.fit(w), 0)
	if got := p.Objective(w); math.Abs(got-want) > rounding*want {
		t.Errorf("the objective is %.15g, want %.15g", got, want)
	}
	if _, err := p.Run(t.Context(), w, result.Alpha, 8, lp.Newton{}, settings); err != nil {
		t.Error(err)
	}
}

package lab

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// randomSpec is a random experiment; a test of a property may change its parts.
type randomSpec struct {
	seed             uint64
	x                [][]float64
	y                []float64
	train, test      []int  // row numbers
	kernel           string // the fields of model.kernel
	degree           int    // degree of a kernel homogeneous in S; 0 for others
	p                string
	loss             string // the fields of model.loss
	gamma            float64
	intercept        bool
	method, strategy string
}

// propertyKernels has kernels of every type, with the degree of homogeneous ones. The data
// are within the radius of the geometric kernel.
var propertyKernels = []struct {
	fields string
	degree int
}{
	{`"type": "linear"`, 1},
	{`"type": "polynomial", "degree": 2`, 2},
	{`"type": "polynomial", "degree": 3`, 3},
	{`"type": "polynomial", "degree": 2, "constant": 0.5`, 0},
	{`"type": "exponential"`, 0},
	{`"type": "geometric", "radius": 400`, 0},
	{`"type": "series", "coefficients": [0.3, 0, 2, 1]`, 0},
	{`"type": "product", "of": [{"type": "linear"}, {"type": "polynomial", "degree": 2}]`, 3},
	{`"type": "sum", "of": [{"type": "linear"}, {"type": "polynomial", "degree": 2, "constant": 1}]`, 0},
}

var (
	propertyOrders = []string{`2`, `"4/3"`, `"6/5"`, `"8/7"`, `1.7`, `1.25`}
	propertyLosses = []string{`"type": "squared"`, `"type": "absolute"`, `"type": "epsilon-insensitive", "epsilon": 0.2`, `"type": "huber", "rho": 0.7`,
		`"type": "logistic"`, `"type": "hinge"`, `"type": "smoothed-hinge"`, `"type": "quadratically-smoothed-hinge", "width": 0.4`}
	propertyMethods = []string{"newton", "proximal-gradient", "dual-gradient", "primal-gradient", "fista"}
)

// draw returns a random experiment, small because its tensor may be of order 8.
func draw(seed uint64) *randomSpec {
	r := rand.New(rand.NewPCG(seed, 31))
	e := &randomSpec{seed: seed, gamma: math.Pow(10, 2*r.Float64()-1), intercept: r.IntN(2) == 0, method: "auto"}
	k := propertyKernels[r.IntN(len(propertyKernels))]
	e.kernel, e.degree = k.fields, k.degree
	e.p = pick(r, propertyOrders...)
	infinite := strings.Contains(k.fields, "exponential") || strings.Contains(k.fields, "geometric")
	even := strings.HasPrefix(e.p, `"`) || e.p == `2`
	if infinite && !even {
		e.p, even = `"4/3"`, true
	}
	switch {
	case infinite:
		e.strategy = pick(r, "auto", "tensor", "streamed")
	case even:
		e.strategy = pick(r, "auto", "tensor", "streamed", "features", "sparse")
	default:
		e.strategy = pick(r, "auto", "features", "sparse")
	}
	n, d := 7+r.IntN(4), 2+r.IntN(3)
	if infinite {
		d = 2 // few monomials
	}
	e.x, e.y = randomData(n, d, seed)
	e.x = scaled(e.x, 0.6)
	e.loss = pick(r, propertyLosses...)
	if e.classes() {
		e.y = labels(e.y)
	}
	rows := r.Perm(n)
	for e.classes() && oneClass(dense.At(e.y, rows[:n-2])) {
		rows = r.Perm(n)
	}
	e.train, e.test = rows[:n-2], rows[n-2:]
	return e
}

func oneClass(y []float64) bool { return slices.Max(y) == slices.Min(y) }

func (e *randomSpec) classes() bool {
	return slices.ContainsFunc(propertyLosses[4:], func(l string) bool { return l == e.loss })
}

func (e *randomSpec) String() string {
	return fmt.Sprintf("seed %d: kernel {%s}, p = %s, loss {%s}, gamma %g, intercept %v, %s, %s", e.seed, e.kernel, e.p, e.loss, e.gamma, e.intercept, e.method, e.strategy)
}

// spec returns the experiment as JSON.
func (e *randomSpec) spec() string {
	task := experiment.Regression
	if e.classes() {
		task = experiment.Classification
	}
	return fmt.Sprintf(`{%s, "target": "y", "task": %q, "split": {"train": %s, "test": %s}, "preprocess": {"standardize": false, "intercept": %v},
		"model": {"kernel": {%s}, "p": %s, "loss": {%s}, "gamma": %v}, "solver": {"method": %q, "strategy": %q, "maxIterations": 100}}`,
		inline(e.x, e.y), task, compact(e.train), compact(e.test), e.intercept, e.kernel, e.p, e.loss, e.gamma, e.method, e.strategy)
}

// solve runs the experiment with the automatic method and checks that it converges, unless
// gamma is so large that the rounding of the fit, multiplied by gamma, stalls it.
func (e *randomSpec) solve(t *testing.T) *experiment.Report {
	t.Helper()
	r := mustRun(t, e.spec(), nil, Options{})
	if r.Status == experiment.Stalled && r.Gamma > 1 && r.Objective.Gap < 1e-6*r.Gamma {
		return r
	}
	if r.Status != experiment.Converged {
		t.Errorf("%v: %s after %d iterations, gap %g", e, r.Status, r.Solver.Iterations, r.Objective.Gap)
	}
	return r
}

// trials calls check with random experiments, fewer with -short.
func trials(t *testing.T, first uint64, count int, check func(e *randomSpec)) {
	if testing.Short() {
		count = (count + 9) / 10
	}
	for seed := range uint64(count) {
		check(draw(first + seed))
	}
}

// TestEveryIterateIsCertified checks weak duality, that no F of an iterate is below -Lambda
// of another one, that every gap is F + Lambda, and that the best iterate is returned.
func TestEveryIterateIsCertified(t *testing.T) {
	ran := map[string]int{}
	trials(t, 0, 70, func(e *randomSpec) {
		e.method = propertyMethods[e.seed%5]
		s := mustDecode(t, e.spec())
		r, err := Run(t.Context(), s, nil, Options{})
		if err != nil { // the method does not support the loss or the strategy
			assertSentence(t, e.String(), err.Error(), "choose")
			return
		}
		ran[e.method]++
		o := r.Objective
		primal, dual := math.Inf(1), math.Inf(1)
		for i, h := range o.History {
			rounding := 1e-12 * (math.Abs(h.Primal) + math.Abs(h.Dual))
			if h.Gap < 0 {
				t.Errorf("%v: gap %g of iterate %d", e, h.Gap, i)
			}
			ofPrimal := e.method == "primal-gradient" || e.method == "fista" // their F is not at the weights of alpha
			if !ofPrimal && !close(h.Primal+h.Dual, h.Gap, rounding) {
				t.Errorf("%v: iterate %d has primal %v, dual %v and gap %v", e, i, h.Primal, h.Dual, h.Gap)
			}
			primal, dual = min(primal, h.Primal), min(dual, h.Dual)
		}
		if primal+dual < -1e-12*(math.Abs(primal)+math.Abs(dual)) {
			t.Errorf("%v: F is %v at least, below the bound %v of the dual", e, primal, -dual)
		}
		if o.Gap < 0 || o.Gap > o.History[len(o.History)-1].Gap || (r.Status == experiment.Converged) != (o.RelativeGap <= 1e-10) {
			t.Errorf("%v: %s with gap %g and dual %g", e, r.Status, o.Gap, o.Dual)
		}
	})
	for _, method := range propertyMethods {
		if ran[method] < 3 && !testing.Short() {
			t.Errorf("%d runs of %s", ran[method], method)
		}
	}
}

// TestFitIsThatOfAlpha checks the predictions and the objective of the report against its
// alpha by the definitions: f(x) = K[alpha, ..., alpha, x] + b for an even q,
// <w, Phi(x)> + b with w = J_q(Phi* alpha) for finitely many monomials, and
// F = gamma sum_i L(y_i, f(x_i)) + (1/p) alpha . omega.
func TestFitIsThatOfAlpha(t *testing.T) {
	byTensor, byFeatures := 0, 0
	trials(t, 1000, 60, func(e *randomSpec) {
		r := e.solve(t)
		k, p := kernelOf(r.Spec.Model.Kernel), r.Spec.Model.P.Float()
		train, test := dense.At(e.x, r.AlphaRows), dense.At(e.x, r.Rows.Test)
		var ways []func(x []float64) float64
		if q, even := r.Spec.Model.P.EvenQ(); even && math.Pow(float64(len(train)), float64(q-1)) < 1e4 {
			byTensor++
			ways = append(ways, func(x []float64) float64 { return tensorKernel(k, train, r.Alpha, ones(len(x)), x, q-1) })
		}
		if _, highest := k.Degrees(); highest != kernel.Infinite {
			byFeatures++
			ways = append(ways, func(x []float64) float64 { return explicitFit(k, train, r.Alpha, p/(p-1), x) })
		}
		scale := 1e-3
		for _, f := range slices.Concat(r.Predictions.Train, r.Predictions.Test) {
			scale = max(scale, math.Abs(f))
		}
		var power, data float64
		for i, f := range r.Predictions.Train {
			power += r.Alpha[i] * (f - r.Intercept)
			data += lossOf(r.Spec.Model.Loss).Value(r.Actual.Train[i], f)
			for _, fit := range ways {
				if want := fit(train[i]) + r.Intercept; !close(f, want, 1e-6*scale) {
					t.Errorf("%v: training row %d is predicted as %v, want %v by alpha", e, i, f, want)
				}
			}
		}
		for i, f := range r.Predictions.Test {
			for _, fit := range ways {
				if want := fit(test[i]) + r.Intercept; !close(f, want, 1e-6*scale) {
					t.Errorf("%v: test row %d is predicted as %v, want %v by alpha", e, i, f, want)
				}
			}
		}
		if !close(power, r.Weights.NormPower, 1e-7*max(1e-3, r.Objective.Primal)) {
			t.Errorf("%v: ||w||_p^p is %v, but alpha . omega is %v", e, r.Weights.NormPower, power)
		}
		if want := e.gamma*data + power/p; !close(r.Objective.Primal, want, 1e-7*max(1e-3, want)) {
			t.Errorf("%v: objective %v, want %v by the predictions", e, r.Objective.Primal, want)
		}
	})
	if byTensor == 0 || byFeatures == 0 {
		t.Errorf("%d by tensor, %d by features", byTensor, byFeatures)
	}
}

// tensorKernel returns the sum of K(x_i1, ..., x_is, x) alpha_i1 ... alpha_is over all
// indices; product is the product of the points chosen so far.
func tensorKernel(k kernel.Kernel, points [][]float64, alpha, product, x []float64, slots int) float64 {
	if slots == 0 {
		s := []float64{dot(product, x)}
		k.Apply(s)
		return s[0]
	}
	var sum float64
	for i, a := range alpha {
		if a == 0 {
			continue
		}
		next := slices.Clone(product)
		for j := range next {
			next[j] *= points[i][j]
		}
		sum += a * tensorKernel(k, points, alpha, next, x, slots-1)
	}
	return sum
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }

// explicitFit returns <J_q(Phi* alpha), Phi(x)> by monomials: phi_k(x) = c_k^(1/q) x^k,
// where c_k is the coefficient of prod_j s_j^k_j in the series of the kernel in S = sum_j s_j.
func explicitFit(k kernel.Kernel, points [][]float64, alpha []float64, q float64, x []float64) float64 {
	var fit float64
	counts := make([]int, len(x))
	var walk func(j, left int)
	walk = func(j, left int) {
		if j < len(counts) {
			for counts[j] = 0; counts[j] <= left; counts[j]++ {
				walk(j+1, left-counts[j])
			}
			counts[j] = 0
			return
		}
		degree, multinomial := 0, 1.0
		for _, c := range counts {
			for i := range c {
				degree++
				multinomial *= float64(degree) / float64(i+1)
			}
		}
		phi := func(x []float64) float64 {
			v := math.Pow(multinomial*k.Coefficient(degree), 1/q)
			for j, c := range counts {
				v *= math.Pow(x[j], float64(c))
			}
			return v
		}
		var u float64
		for i, a := range alpha {
			u += a * phi(points[i])
		}
		fit += math.Copysign(math.Pow(math.Abs(u), q-1), u) * phi(x)
	}
	_, highest := k.Degrees()
	walk(0, highest)
	return fit
}

// sameModel compares the objectives of two converged reports of the same problem, which are
// each within their gap of the minimum. Alpha and the predictions are not unique for every
// loss.
func sameModel(t *testing.T, e *randomSpec, what string, got, want *experiment.Report, scale float64) {
	t.Helper()
	slack := got.Objective.Gap + scale*want.Objective.Gap + 1e-9*scale*math.Abs(want.Objective.Primal)
	if !close(got.Objective.Primal, scale*want.Objective.Primal, slack) || !close(got.Objective.Dual, scale*want.Objective.Dual, slack) {
		t.Errorf("%v: %s: primal %v and dual %v, want %g times %v and %v", e, what, got.Objective.Primal, got.Objective.Dual, scale, want.Objective.Primal, want.Objective.Dual)
	}
}

// samePredictions compares predictions if the loss makes them unique.
func samePredictions(t *testing.T, e *randomSpec, what string, got, want []float64) {
	t.Helper()
	if strings.Contains(e.loss, "squared") || strings.Contains(e.loss, "logistic") {
		assertVector(t, e.String()+": "+what, got, want, 1e-4)
	}
}

// TestOrderOfRowsAndFeatures checks that the model does not depend on the order of rows and
// features.
func TestOrderOfRowsAndFeatures(t *testing.T) {
	trials(t, 2000, 24, func(e *randomSpec) {
		r := e.solve(t)
		g := rand.New(rand.NewPCG(e.seed, 32))

		rows, moved := g.Perm(len(e.x)), *e
		moved.x, moved.y = dense.At(e.x, rows), dense.At(e.y, rows)
		moved.train, moved.test = places(e.train, rows), places(e.test, rows)
		m := moved.solve(t)
		sameModel(t, e, "rows in another order", m, r, 1)
		samePredictions(t, e, "rows in another order: prediction", m.Predictions.Test, r.Predictions.Test)

		columns, turned := g.Perm(len(e.x[0])), *e
		turned.x = make([][]float64, len(e.x))
		for i, row := range e.x {
			turned.x[i] = dense.At(row, columns)
		}
		c := turned.solve(t)
		sameModel(t, e, "features in another order", c, r, 1)
		samePredictions(t, e, "features in another order: prediction", c.Predictions.Test, r.Predictions.Test)
	})
}

// places returns the indices of values in a list.
func places(values, list []int) []int {
	p := make([]int, len(values))
	for i, v := range values {
		p[i] = slices.Index(list, v)
	}
	return p
}

// TestScaleOfFeatures checks the effect of scaled features c x. For a kernel of degree s in S,
// phi_k(c x) = c^s phi_k(x). So w' = c^-s w has the same fit, with the penalty multiplied by
// c^-sp. With gamma' = c^-sp gamma the objective is multiplied by c^-sp, w' is its minimiser,
// and alpha' = c^-sp alpha because w' = J_q(Phi'* alpha'). For the exponential kernel
// exp(a S), S' = c^q S, and a' = c^-q a gives the same kernel.
func TestScaleOfFeatures(t *testing.T) {
	kernels := 0
	trials(t, 3000, 40, func(e *randomSpec) {
		exponential := strings.Contains(e.kernel, "exponential")
		if e.degree == 0 && !exponential {
			return
		}
		kernels++
		r := e.solve(t)
		const c = 1.7
		p := r.Spec.Model.P.Float()
		larger, factor := *e, math.Pow(c, -float64(e.degree)*p)
		if exponential {
			larger.kernel += fmt.Sprintf(`, "a": %v`, math.Pow(c, -p/(p-1)))
		}
		larger.gamma *= factor
		larger.x = scaled(e.x, c)
		l := larger.solve(t)
		sameModel(t, e, "features scaled", l, r, factor)
		samePredictions(t, e, "features scaled: prediction", l.Predictions.Test, r.Predictions.Test)
		if strings.Contains(e.loss, `"squared"`) {
			assertVector(t, e.String()+": alpha of scaled features", l.Alpha, scaled([][]float64{r.Alpha}, factor)[0], 1e-4)
		}
	})
	if kernels == 0 {
		t.Errorf("%d kernels scaled", kernels)
	}
}

// TestCopiedFeature checks that the weights of a feature and its copy are equal, because the
// penalty is strictly convex, and that both together are as one feature 2^(1/q) times as
// large, because S has the term x_1j ... x_qj twice.
func TestCopiedFeature(t *testing.T) {
	trials(t, 4000, 20, func(e *randomSpec) {
		copied, larger := *e, *e
		copied.x, larger.x = make([][]float64, len(e.x)), make([][]float64, len(e.x))
		p := mustDecode(t, e.spec()).Model.P.Float()
		for i, row := range e.x {
			copied.x[i] = append(slices.Clone(row), row[0])
			larger.x[i] = slices.Clone(row)
			larger.x[i][0] *= math.Pow(2, 1-1/p)
		}
		c, l := copied.solve(t), larger.solve(t)
		sameModel(t, e, "a feature and its copy", c, l, 1)
		samePredictions(t, e, "a feature and its copy: prediction", c.Predictions.Test, l.Predictions.Test)
		first, last := "x1", fmt.Sprintf("x%d", len(e.x[0])+1)
		values := map[string]float64{}
		for _, w := range c.Weights.Top {
			values[compact(w.Monomial)] = w.Value
		}
		for _, w := range c.Weights.Top {
			if w.Monomial[first] == w.Monomial[last] {
				continue
			}
			other := map[string]int{}
			for name, power := range w.Monomial {
				switch name {
				case first:
					name = last
				case last:
					name = first
				}
				other[name] = power
			}
			// The copy of the smallest listed weight may be just outside of the list.
			if v, listed := values[compact(other)]; listed && !close(v, w.Value, 1e-9*math.Abs(c.Weights.Top[0].Value)) ||
				!listed && len(c.Weights.Top) == c.Weights.Count {
				t.Errorf("%v: the weight of %v is %v, the weight of %v is %v", e, w.Monomial, w.Value, other, v)
			}
		}
	})
}

// TestPathIsMonotone checks that ||w||_p increases with gamma and the training loss decreases.
// For gamma_1 < gamma_2 and points within gaps g_1, g_2 of the minima of gamma_i L + R, the
// sum of the inequalities for each minimum at the other point gives
//
//	L_1 - L_2 >= -(g_1 + g_2)/(gamma_2 - gamma_1),   R_2 - R_1 >= gamma_1 (L_1 - L_2) - g_1.
func TestPathIsMonotone(t *testing.T) {
	trials(t, 5000, 16, func(e *randomSpec) {
		var last *experiment.Report
		var lastLoss, lastNorm float64
		for _, factor := range []float64{0.01, 0.1, 0.5, 1, 2, 10, 100} {
			at := *e
			at.gamma *= factor
			r := at.solve(t)
			norm := r.Weights.NormPower / r.Spec.Model.P.Float()
			var data float64
			for i, f := range r.Predictions.Train {
				data += lossOf(r.Spec.Model.Loss).Value(r.Actual.Train[i], f)
			}
			if last != nil {
				gaps := last.Objective.Gap + r.Objective.Gap + 1e-11*(r.Objective.Primal+last.Objective.Primal)
				slack := gaps / (r.Gamma - last.Gamma)
				if lastLoss-data < -slack || norm-lastNorm < -last.Gamma*slack-gaps {
					t.Errorf("%v: from gamma %g the loss changes from %v to %v and ||w||_p^p/p from %v to %v", &at, last.Gamma, lastLoss, data, lastNorm, norm)
				}
			}
			last, lastLoss, lastNorm = r, data, norm
		}
	})
}

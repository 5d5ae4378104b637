package lp

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/weights"
)

// solvedProblem is a random problem with a known solution: for any alpha, w = J_q(Phi* alpha) and
// labels y_i with -alpha_i/gamma in the subdifferential of L(y_i, .) at <w, Phi(x_i)> + b satisfy
// the optimality conditions.
type solvedProblem struct {
	*Problem
	kernel    kernel.Kernel
	x, others dense.Points
	solution  weights.Model
	intercept float64
	values    []float64 // predictions of the solution on x, without the intercept
}

func newSolvedProblem(t *testing.T, r *rand.Rand) solvedProblem {
	n, d := 2+r.IntN(7), 1+r.IntN(4)
	q := []float64{2, 3, 4, 4, 6, 2.5}[r.IntN(6)]
	points := func(n int) dense.Points {
		x := dense.Points{N: n, D: d, X: make([]float64, n*d)}
		for i := range x.X {
			x.X[i] = r.NormFloat64()
		}
		return x
	}
	s := solvedProblem{kernel: []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3}}[r.IntN(3)], x: points(n), others: points(3)}
	form, err := gram.NewFeatures(t.Context(), s.kernel, s.x, q, gram.Points)
	if err != nil {
		t.Fatal(err)
	}
	epsilon := 0.1 * r.Float64()
	s.Problem = &Problem{Form: form, Y: make([]float64, n), Gamma: math.Pow(10, 5*r.Float64()-2), Intercept: r.IntN(2) == 0, Norms: norms(s.kernel, s.x, q)}
	alpha := make([]float64, n)
	size := math.Exp2(math.Floor(math.Log2(s.Gamma) - 7*r.Float64()))
	var sum float64
	for i := range alpha[1:] { // rounded, so that they sum to 0 exactly
		alpha[1+i] = math.Round(0x1p30*r.NormFloat64()) / 0x1p30
		sum += alpha[1+i]
	}
	alpha[0] = r.NormFloat64()
	if s.Intercept {
		s.intercept, alpha[0] = r.NormFloat64(), -sum
	}
	for i := range alpha {
		alpha[i] *= size
	}
	s.solution = weights.Model{Kernel: s.kernel, Q: q, X: s.x, Alpha: alpha}
	f, err := weights.ByFeatures(t.Context(), s.solution, s.x)
	if err != nil {
		t.Fatal(err)
	}
	s.values = f
	kind := r.IntN(3)
	s.Loss = []loss.Loss{loss.Squared{}, loss.EpsilonInsensitive{}, loss.EpsilonInsensitive{Epsilon: epsilon}}[kind]
	for _, a := range alpha { // within the domain of psi
		if kind > 0 && math.Abs(a) >= s.Gamma {
			s.Gamma = 1.5 * math.Abs(a)
		}
	}
	for i, a := range alpha {
		s.Y[i] = f[i] + s.intercept
		switch kind {
		case 0:
			s.Y[i] += a / s.Gamma
		case 2:
			s.Y[i] += math.Copysign(epsilon, a)
		}
	}
	return s
}

// isResolved reports whether the labels, which are rounded, determine the solution: at least one
// of its values is not negligible relative to its label.
func (s *solvedProblem) isResolved() bool {
	for i, f := range s.values {
		if math.Abs(f) > 1e-4*math.Abs(s.Y[i]) {
			return true
		}
	}
	return false
}

// TestErrorsHoldTheSolution stops solvers early on random problems with known solutions and checks
// that each solution is within the intervals of the weights and the bounds of the predictions.
// LPLAB_LONG=1 makes the 100,000 runs of web/docs/model.md.
func TestErrorsHoldTheSolution(t *testing.T) {
	runs := 3000
	if os.Getenv("LPLAB_LONG") != "" {
		runs = 100_000
	}
	r := rand.New(rand.NewPCG(13, 5))
	compared, early, furthest := 0, 0, 0.0
	for k := range runs {
		s := newSolvedProblem(t, r)
		for !s.isResolved() {
			s = newSolvedProblem(t, r)
		}
		methods := []Method{Newton{}, ProximalGradient{}}
		if _, ok := s.Loss.(loss.Squared); ok {
			methods = append(methods, DualGradient{})
		}
		method := methods[r.IntN(len(methods))]
		end, err := Solve(t.Context(), s.Problem, method, optimize.Settings{Tolerance: 1e-13, MaxIterations: 1 + r.IntN(12)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if end.Status != optimize.Converged {
			early++
		}
		q := s.Form.Q()
		e := s.Errors(end)
		got, want := listWeights(t, weights.Model{Kernel: s.kernel, Q: q, X: s.x, Alpha: end.Alpha}), listWeights(t, s.solution)
		size := 0.0
		for j := range got {
			size = max(size, math.Abs(got[j]), math.Abs(want[j]))
		}
		rounding := 1e-13 * size
		distance := 0.0
		for j, w := range got {
			below, above := penalty.Power{Q: q}.Interval(w, e.Gap)
			if want[j] < w-below-rounding || want[j] > w+above+rounding {
				t.Fatalf("run %d, q = %g, %v: weight %d of the solution is %v, outside [%v, %v], gap %g", k, q, s.Loss, j, want[j], w-below, w+above, e.Gap)
			}
			if below+above > 0 {
				furthest = max(furthest, (want[j]-w)/above, (w-want[j])/below)
			}
			distance += math.Pow(math.Abs(want[j]-w), q/(q-1))
			compared++
		}
		if math.Pow(distance, 1-1/q) > e.Distance+rounding*float64(len(got)) {
			t.Fatalf("run %d: the distance is %v, the bound %v", k, math.Pow(distance, 1-1/q), e.Distance)
		}
		sizes := norms(s.kernel, s.others, q)
		f, g := predictions(t, s, s.solution.Alpha, s.intercept), predictions(t, s, end.Alpha, end.Intercept)
		for i, v := range f {
			if bound := e.Prediction(sizes[i]); math.Abs(v-g[i]) > bound+1e-12*(math.Abs(v)+math.Abs(g[i])+size*sizes[i]+math.Abs(s.intercept)) {
				t.Fatalf("run %d, q = %g, %v, intercept %v: the prediction %v differs by %v, and the bound is %v (%+v, %v, end %v, b %v and %v, y %v)", k, q, s.Loss, s.Intercept, v, v-g[i], bound, e, sizes[i], end.Certificate, s.intercept, end.Intercept, s.Y)
			}
			compared++
		}
	}
	t.Logf("%d runs, %d of them stopped before the tolerance, %d intervals; a solution is at most %.3f of the way from the estimate to the end of its interval", runs, early, compared, furthest)
	if early < runs/2 || furthest < 0.5 {
		t.Errorf("the runs do not test the intervals: %d of %d stopped early, at most %.3f of the way to an end", early, runs, furthest)
	}
}

// norms returns ||Phi(x_i)||_q for every point.
func norms(k kernel.Kernel, x dense.Points, q float64) []float64 {
	list := gram.Diagonal(k, x, q)
	for i, power := range list {
		list[i] = math.Pow(power, 1/q)
	}
	return list
}

func listWeights(t *testing.T, m weights.Model) []float64 {
	l, err := m.Examine(context.Background(), weights.Limits{Examined: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return l.Values
}

func predictions(t *testing.T, s solvedProblem, alpha []float64, b float64) []float64 {
	f, err := weights.ByFeatures(t.Context(), weights.Model{Kernel: s.kernel, Q: s.Form.Q(), X: s.x, Alpha: alpha}, s.others)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f {
		f[i] += b
	}
	return f
}

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
)

// TestTrainingPointsAsOthers checks that a test row equal to a training row has the same
// prediction. That of the test row is computed from the weights or the tensor kernel, that of
// the training row is the omega of the solver.
func TestTrainingPointsAsOthers(t *testing.T) {
	trials(t, 6000, 60, func(e *randomSpec) {
		n := len(e.x)
		e.test = nil
		for _, row := range e.train {
			e.x, e.y = append(e.x, e.x[row]), append(e.y, e.y[row])
			e.test = append(e.test, n+len(e.test))
		}
		r := e.solve(t)
		assertVector(t, e.String()+": training row as another", r.Predictions.Test, r.Predictions.Train, 1e-9)
	})
}

// rescaled lists models, the same models for doubled features, and the factor of the
// objective; 0 without one.
var rescaled = []struct {
	name, model, ofTwice string
	factor               float64
	classes              bool
}{
	{"least-squares", ``, ``, 0, false},
	{"ridge", `"lambda": 2`, `"lambda": 8`, 0, false},
	{"lasso", `"lambda": 2`, `"lambda": 4`, 1, false},
	// lambda (ratio |2b| + (1-ratio)/2 (2b)^2) with 0.3*2 = 6.8 r and 0.7*4 = 6.8 (1-r), times lambda = 2.
	{"elastic-net", `"lambda": 2, "ratio": 0.3`, fmt.Sprintf(`"lambda": 6.8, "ratio": %v`, 1.2/6.8), 1, false},
	{"group-lasso", `"lambda": 2, "groups": [["x1", "x2"], ["x2", "x3"]]`, `"lambda": 4, "groups": [["x1", "x2"], ["x2", "x3"]]`, 1, false},
	{"kernel-ridge", `"lambda": 0.4, "kernel": {"type": "gaussian", "beta": 0.4}`, `"lambda": 0.4, "kernel": {"type": "gaussian", "beta": 0.1}`, 0, false},
	{"svm", `"C": 2, "kernel": {"type": "polynomial", "degree": 2}`, `"C": 0.125, "kernel": {"type": "polynomial", "degree": 2}`, 1. / 16, true},
	{"kernel-logistic", `"C": 2`, `"C": 0.5`, 1. / 4, true},
	{"kernel-group-lasso", `"lambda": 0.4, "kernel": {"type": "gaussian", "beta": 0.4}`, `"lambda": 0.4, "kernel": {"type": "gaussian", "beta": 0.1}`, 1, true},
	{"knn", `"k": 3`, `"k": 3`, 0, false},
	{"knn", `"k": 3`, `"k": 3`, 0, true},
}

// TestInvariancesOfEveryModel checks that no type of model depends on the order of the rows, the
// order of the features or, with a matching strength, their unit.
func TestInvariancesOfEveryModel(t *testing.T) {
	const trained = 21
	x, y := randomData(30, 3, 61)
	shuffled := rand.New(rand.NewPCG(62, 0)).Perm(trained) // permutes the training rows
	var train, test []int
	turned, twice := make([][]float64, len(x)), make([][]float64, len(x))
	for i, row := range x {
		turned[i] = []float64{row[2], row[0], row[1]}
		for _, v := range row {
			twice[i] = append(twice[i], 2*v)
		}
		if i < trained {
			train = append(train, i)
		} else {
			test, shuffled = append(test, i), append(shuffled, i)
		}
	}
	rows := compact(map[string][]int{"train": train, "test": test})
	renamed := strings.NewReplacer("x1", "x2", "x2", "x3", "x3", "x1")
	for _, m := range rescaled {
		solve := func(x [][]float64, y []float64, model string) *experiment.Report {
			return mustRun(t, familySpec(x, y, m.name, model, m.classes, rows, ""), nil, Options{})
		}
		one := solve(x, y, m.model)
		for _, c := range []struct {
			what   string
			other  *experiment.Report
			factor float64
		}{
			{"rows in another order", solve(dense.At(x, shuffled), dense.At(y, shuffled), m.model), 1},
			{"features in another order", solve(turned, y, renamed.Replace(m.model)), 1},
			{"features in another unit", solve(twice, y, m.ofTwice), m.factor},
		} {
			assertVector(t, m.name+", "+c.what+": prediction", c.other.Predictions.Test, one.Predictions.Test, 1e-4)
			want := c.factor * one.Objective.Primal
			slack := c.factor*one.Objective.Gap + c.other.Objective.Gap + 1e-10*math.Abs(want)
			if c.factor > 0 && !close(c.other.Objective.Primal, want, slack) {
				t.Errorf("%s, %s: objective %v, want %v", m.name, c.what, c.other.Objective.Primal, want)
			}
		}
	}
}

// TestObjectiveOfTheStrength checks that the minimum of loss plus strength times penalty, or
// of strength times loss plus penalty, increases with the strength and is concave, as the
// minimum of increasing affine functions.
func TestObjectiveOfTheStrength(t *testing.T) {
	x, y := randomData(24, 3, 63)
	strengths := []float64{0.02, 0.1, 0.3, 1, 3, 10}
	held := 0
	for _, m := range family {
		var of []experiment.Objective
		for _, strength := range strengths {
			s := mustDecode(t, familySpec(x, y, m.name, m.model, m.classes, `{"train": 1}`, ""))
			if m.parameter == "" || m.parameter == "k" {
				break // it has no strength
			}
			s.Model = s.Model.WithStrength(strength)
			r := mustRunIn(t, new(Session), s, nil, Options{})
			if r.Objective.Certificate == "" { // it is minimised, with a gap
				of = append(of, r.Objective)
			}
		}
		for i := 2; i < len(of); i++ {
			held++
			a, b, c := of[i-2], of[i-1], of[i]
			share := (strengths[i-1] - strengths[i-2]) / (strengths[i] - strengths[i-2])
			slack := a.Gap + b.Gap + c.Gap + 1e-12*c.Primal
			if b.Primal < a.Primal-slack || b.Primal < (1-share)*a.Primal+share*c.Primal-slack {
				t.Errorf("%s: objectives %v, %v and %v at strengths %v", m.name, a.Primal, b.Primal, c.Primal, strengths[i-2:i+1])
			}
		}
	}
	if held < 24 {
		t.Errorf("%d triples of strengths", held)
	}
}

// TestUnitOfTheTarget checks that an elastic net is as good in a comparison if the target is in another unit.
func TestUnitOfTheTarget(t *testing.T) {
	score := func(factor float64) float64 {
		x, y := randomData(80, 3, 71)
		rows := make([]string, len(x))
		for i := range x {
			rows[i] = fmt.Sprintf("[%g, %g, %g, %g]", x[i][0], x[i][1], x[i][2], factor*(y[i]+3*x[i][0]))
		}
		spec := fmt.Sprintf(`{"data": {"source": "inline", "columns": ["a", "b", "c", "y"], "rows": [%s]}, "target": "y"}`, strings.Join(rows, ","))
		s, err := experiment.Decode([]byte(spec))
		if err != nil {
			t.Fatal(err)
		}
		variants, err := experiment.Variants(s)
		if err != nil {
			t.Fatal(err)
		}
		net := variants[slices.IndexFunc(variants, func(s experiment.Spec) bool { return s.Model.Kind() == experiment.ModelElasticNet })]
		r, err := Run(t.Context(), net, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return *r.Metrics["test"].R2
	}
	if ordinary, large := score(1), score(1e5); ordinary < 0.5 || large < ordinary-0.02 {
		t.Errorf("R² %g, and %g with the target in another unit", ordinary, large)
	}
}

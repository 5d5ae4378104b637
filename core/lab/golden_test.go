package lab

import (
	"context"
	"encoding/json"
	"math"
	"path/filepath"
	"testing"

	"lplab/core/experiment"
)

// golden is an experiment with results computed by an independent program.
type golden struct {
	Name     string
	Spec     json.RawMessage
	Expected struct {
		Alpha            []float64
		Dual, Primal     float64
		TrainPredictions []float64 `json:"train_predictions"`
		TestPredictions  []float64 `json:"test_predictions"`
		NormPP           float64   `json:"norm_pp"`
		TopWeights       []struct {
			Monomial map[string]int
			Value    float64
		} `json:"top_weights"`
	}
}

func readGolden(t *testing.T) []golden {
	t.Helper()
	files, err := filepath.Glob("../../testdata/golden/*.json")
	if err != nil || len(files) != 14 {
		t.Fatalf("%d golden experiments, want 14 (%v)", len(files), err)
	}
	all := make([]golden, len(files))
	for i, file := range files {
		b := mustReadFile(t, file)
		if err := json.Unmarshal(b, &all[i]); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	return all
}

// TestGolden checks every golden experiment with every strategy.
func TestGolden(t *testing.T) {
	for _, g := range readGolden(t) {
		for _, strategy := range []string{experiment.Auto, experiment.StrategyTensor, experiment.StrategyStreamed, experiment.StrategyFeatures, experiment.StrategySparse} {
			t.Run(g.Name+"/"+strategy, func(t *testing.T) {
				s := mustDecode(t, string(g.Spec))
				s.Solver.Strategy = strategy
				r, err := Run(context.Background(), s, nil, Options{})
				_, even := s.Model.P.EvenQ()
				impossible := (strategy == experiment.StrategyTensor || strategy == experiment.StrategyStreamed) && !even ||
					(strategy == experiment.StrategyFeatures || strategy == experiment.StrategySparse) && s.Model.Kernel.Type == experiment.KernelExponential
				if impossible {
					if err == nil {
						t.Error("an impossible strategy was accepted")
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				want := g.Expected
				if r.Status != experiment.Converged || r.Solver.Iterations > 30 {
					t.Errorf("%s after %d iterations, gap %g", r.Status, r.Solver.Iterations, r.Objective.Gap)
				}
				if !close(r.Objective.Dual, want.Dual, 1e-9*math.Abs(want.Dual)) {
					t.Errorf("dual %v, want %v", r.Objective.Dual, want.Dual)
				}
				if !close(r.Objective.Primal, want.Primal, 1e-9*math.Abs(want.Primal)) {
					t.Errorf("primal %v, want %v", r.Objective.Primal, want.Primal)
				}
				if !close(r.Weights.NormPower, want.NormPP, 1e-6*want.NormPP) {
					t.Errorf("||w||_p^p %v, want %v", r.Weights.NormPower, want.NormPP)
				}
				switch s.Model.Loss.Type { // where alpha is unique
				case experiment.LossSquared, experiment.LossHuber, experiment.LossLogistic:
					assertVector(t, "alpha", r.Alpha, want.Alpha, 1e-5)
				}
				assertVector(t, "training prediction", r.Predictions.Train, want.TrainPredictions, 1e-6)
				assertVector(t, "test prediction", r.Predictions.Test, want.TestPredictions, 1e-6)
				listed := map[string]float64{}
				for _, w := range r.Weights.Top {
					listed[compact(w.Monomial)] = w.Value
				}
				for _, w := range want.TopWeights {
					if v, ok := listed[compact(w.Monomial)]; !ok || !close(v, w.Value, 1e-6*math.Abs(want.TopWeights[0].Value)) {
						t.Errorf("weight of %v is %v (listed: %v), want %v", w.Monomial, v, ok, w.Value)
					}
				}
			})
		}
	}
}

package trials

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/data/synth"
)

// TestHierarchy checks that the columns of each group are centred and have the Frobenius norm 1
// together, and that both choices of lambda select the planted products without noise.
func TestHierarchy(t *testing.T) {
	data := synth.Generate(synth.Params{N: 80, D: 6, Relevant: 2, Degree: 2, Seed: 3})
	h := newHierarchy(data)
	if want := 6 + 6 + 15; len(h.groups) != want {
		t.Fatalf("%d groups, want %d", len(h.groups), want)
	}
	for k, group := range h.groups {
		squares := 0.0
		for _, j := range group {
			squares += floats.Dot(h.columns[j], h.columns[j])
			if mean := floats.Sum(h.columns[j]) / 80; math.Abs(mean) > 1e-12 {
				t.Errorf("a column of group %d has the mean %g", k, mean)
			}
		}
		if math.Abs(squares-1) > 1e-12 {
			t.Errorf("group %d has the squared norm %g", k, squares)
		}
	}
	truth := []string{label(data.Truth[0].Vars, data.Names), label(data.Truth[1].Vars, data.Names)}
	best, err := h.best(context.Background(), truth)
	if err != nil || scoreOf(best, truth).f1 != 1 {
		t.Errorf("best: %v of %v, %v", best, truth, err)
	}
	chosen, err := h.crossValidate(context.Background(), nil)
	if err != nil || scoreOf(chosen, truth).power != 1 {
		t.Errorf("by folds: %v of %v, %v", chosen, truth, err)
	}
}

package page

import (
	"fmt"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestMemory checks that, before any run, the points are the training rows or the subsample of
// the entries, and that there is a reason for a p without a tensor.
func TestMemory(t *testing.T) {
	s := newState()
	s.Spec.Data.N, s.Spec.Split = 200, experiment.Split{Train: experiment.Part{Fraction: 0.6}}
	here := func() string {
		t.Helper()
		asked, none := s.memory()
		r, err := experiment.DecodeReport([]byte(asked))
		if none != "" || err != nil {
			t.Fatal(none, err)
		}
		if q, even := r.Spec.Model.P.EvenQ(); !even || q != r.Tensor.Order {
			t.Errorf("order %d, but p has q = %d", r.Tensor.Order, q)
		}
		return fmt.Sprintf("%d/%d", r.Tensor.Order, r.Tensor.Points)
	}
	if got := here(); got != "4/120" {
		t.Errorf("order and points are %s, want 4/120", got)
	}
	s.Spec.Model.Subsample = 50
	s.takeEntry("model.p", "6/5")
	if got := here(); got != "6/50" {
		t.Errorf("order and points are %s, want 6/50", got)
	}
	s.Spec.Split.Train = experiment.Part{Rows: []int{1, 2, 3}}
	if got := here(); got != "6/3" {
		t.Errorf("order and points are %s, want 6/3", got)
	}
	s.takeEntry("model.p", "1.9")
	if asked, none := s.memory(); asked != "" || !strings.Contains(none, "even") {
		t.Errorf("%q, %q", asked, none)
	}
	s.takeEntry("model.p", "2")
	s.Spec.Data, s.Inspection, s.Spec.Split = experiment.Data{Source: experiment.SourceSample, Name: "wpbc"}, nil, newState().Spec.Split
	if asked, none := s.memory(); asked != "" || none == "" {
		t.Errorf("%q, %q", asked, none)
	}
	s.Inspection = &inspection{Rows: 40}
	s.Spec.Split.Train = experiment.Part{Fraction: 0.5}
	s.Spec.Model.Subsample = 0
	if got := here(); got != "2/20" {
		t.Errorf("order and points are %s, want 2/20", got)
	}
}

package page

import (
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestMemory: the points are the training rows that are entered, before any run,
// or the subsample of them; a p without tensor is said.
func TestMemory(t *testing.T) {
	s := newState()
	s.Spec.Data.N, s.Spec.Split = 200, experiment.Split{Train: experiment.Part{Fraction: 0.6}}
	here := func() string {
		t.Helper()
		course, none := s.memory()
		if none != "" {
			t.Fatal(none)
		}
		lists := strings.Split(course, ";")
		points := strings.Fields(lists[3])
		for _, list := range lists[4:] {
			if len(strings.Fields(list)) != len(points) {
				t.Fatalf("%d values for %d points", len(strings.Fields(list)), len(points))
			}
		}
		for i, n := range points {
			if strings.TrimSpace(lists[2]) == whole(int64(i)) {
				return strings.TrimSpace(lists[0]) + "/" + n
			}
		}
		t.Fatalf("no point %s in %s", lists[2], course)
		return ""
	}
	if got := here(); got != "4/120" {
		t.Errorf("order and points are %s, want 4/120", got)
	}
	s.Spec.Model.Subsample = 50
	s.entered("model.p", "6/5")
	if got := here(); got != "6/50" {
		t.Errorf("order and points are %s, want 6/50", got)
	}
	s.Spec.Split.Train = experiment.Part{Rows: []int{1, 2, 3}}
	if got := here(); got != "6/3" {
		t.Errorf("order and points are %s, want 6/3", got)
	}
	s.entered("model.p", "1.9")
	if course, none := s.memory(); course != "" || !strings.Contains(none, "even") {
		t.Errorf("%q, %q", course, none)
	}
	s.entered("model.p", "2")
	s.Spec.Data, s.Inspection, s.Spec.Split = experiment.Data{Source: experiment.SourceSample, Name: "wpbc"}, nil, newState().Spec.Split
	if course, none := s.memory(); course != "" || none == "" {
		t.Errorf("%q, %q", course, none)
	}
	s.Inspection = &inspection{Rows: 40}
	s.Spec.Split.Train = experiment.Part{Fraction: 0.5}
	s.Spec.Model.Subsample = 0
	if got := here(); got != "2/20" {
		t.Errorf("order and points are %s, want 2/20", got)
	}
}

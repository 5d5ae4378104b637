//go:build !wasm

package page

import (
	"context"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// TestNoteOfTheFirstSample checks that a linear model explains about a tenth of the target of the first sample, as its note
// states, on many rows of the same distribution.
func TestNoteOfTheFirstSample(t *testing.T) {
	first := samples()[0]
	s := experiment.Default()
	set(&s, [2]string{"model.type", experiment.ModelRidge})
	s.Data, s.Target = first.Data, first.Target
	s.Data.N = 20_000
	s, err := experiment.Validate(s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := lab.Run(context.Background(), s, nil, lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r2 := *r.Metrics["test"].R2; r2 < 0.08 || r2 > 0.13 || !strings.Contains(first.Note, "A linear model explains about a tenth of it") {
		t.Errorf("R² %.3f, and the note is %q", r2, first.Note)
	}
}

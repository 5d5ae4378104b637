package experiment

import (
	"reflect"
	"strings"
	"testing"
)

// TestRuleOfSelection checks that setting a rule sets the fields that it needs and removes the others,
// and that a value that was set before stays.
func TestRuleOfSelection(t *testing.T) {
	s := Default()
	before := s.Selection
	rule := Lookup("selection.rule")
	for _, c := range []struct {
		rule string
		want Selection
	}{
		{SelectStability, Selection{Rule: SelectStability, FalseSelections: 1, Resamples: 100, Seed: 1}},
		{SelectPermutation, Selection{Rule: SelectPermutation, Level: 0.05, Permutations: 99, Seed: 1}},
		{SelectGap, Selection{Rule: SelectGap}},
		{SelectPermutation, Selection{Rule: SelectPermutation, Level: 0.05, Permutations: 99, Seed: 1}},
		{SelectKnockoffs, Selection{Rule: SelectKnockoffs, FDR: 0.1, Of: SelectMonomials, Seed: 1}},
		{before.Rule, before},
	} {
		if err := rule.Set(&s, c.rule); err != nil {
			t.Fatal(err)
		}
		if s.Selection != c.want {
			t.Errorf("%+v, want %+v", s.Selection, c.want)
		}
		if _, err := Validate(s); err != nil {
			t.Errorf("%s: %v", c.rule, err)
		}
		plain := s.WithPlainSelection()
		if _, err := Validate(plain); err != nil || plain.Selection.Resamples+plain.Selection.Permutations+plain.Selection.Folds != 0 {
			t.Errorf("the plain selection is %+v", plain.Selection)
		}
	}
	if err := Lookup("selection.resamples").Set(&s, "40"); err != nil {
		t.Fatal(err)
	}
	if err := rule.Set(&s, SelectStability); err != nil || s.Selection.Resamples != 40 {
		t.Errorf("%v, %+v", err, s.Selection)
	}
}

// TestSelectionIsRead checks that a selection with each rule is encoded and decoded, and that the error
// of an invalid one names the field.
func TestSelectionIsRead(t *testing.T) {
	for _, c := range []struct{ selection, refused string }{
		{`{"rule": "permutation"}`, ""},
		{`{"rule": "gap", "level": 0.1, "permutations": 19}`, ""},
		{`{"rule": "stability", "falseSelections": 0.5, "folds": 5}`, ""},
		{`{"rule": "knockoffs", "fdr": 0.2, "of": "columns", "seed": 7}`, ""},
		{`{"rule": "permutation", "level": 0}`, "selection.level"},
		{`{"rule": "stability", "resamples": 7}`, "selection.resamples"},
		{`{"rule": "stability", "resamples": 0}`, "selection.resamples"},
		{`{"rule": "deviation", "folds": 1}`, "selection.folds"},
		{`{"rule": "deviation", "fdr": 0.1}`, "selection.fdr"},
		{`{"rule": "knockoffs", "fdr": 0}`, "selection.fdr"},
		{`{"rule": "knockoffs", "of": "rows"}`, "selection.of"},
	} {
		s, err := Decode([]byte(`{"data": {"source": "synthetic"}, "selection": ` + c.selection + `}`))
		if c.refused != "" {
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%s: %v", c.selection, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.selection, err)
			continue
		}
		for _, write := range []func() ([]byte, error){s.MarshalJSON, func() ([]byte, error) { return Document{Spec: s}.Delta() }} {
			text, err := write()
			if err != nil {
				t.Fatal(err)
			}
			if again, err := Decode(text); err != nil || !reflect.DeepEqual(again, s) {
				t.Errorf("%s: read back as %+v, %v", c.selection, again.Selection, err)
			}
		}
	}
}

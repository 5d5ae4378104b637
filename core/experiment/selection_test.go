package experiment

import "testing"

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
		{`{"rule": "permutation", "level": 0}`, `selection.level is 0: selection.rule "permutation" needs a level above 0, such as 0.05`},
		{`{"rule": "stability", "resamples": 7}`, `selection.resamples is 7: selection.rule "stability" needs an even number of at least 20, such as 100`},
		{`{"rule": "stability", "resamples": 0}`, `selection.resamples is 0: selection.rule "stability" needs an even number of at least 20, such as 100`},
		{`{"rule": "deviation", "folds": 1}`, "selection.folds is 1: it must be at least 2, or 0 for none"},
		{`{"rule": "deviation", "fdr": 0.1}`, `selection.fdr is 0.1: it belongs to selection.rule "knockoffs", and selection.rule is "deviation"; remove it, or change selection.rule`},
		{`{"rule": "knockoffs", "fdr": 0}`, "selection.fdr is 0: it must be a number greater than 0 and at most 0.5"},
		{`{"rule": "knockoffs", "of": "rows"}`, `selection.of is "rows": it must be one of "monomials", "columns"`},
	} {
		doc := `{"data": {"source": "synthetic"}, "selection": ` + c.selection + `}`
		if c.refused != "" {
			assertRefused(t, doc, c.refused)
			continue
		}
		roundTrip(t, decode(t, doc))
	}
}

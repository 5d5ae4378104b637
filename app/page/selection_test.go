package page

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// TestSelectionWords checks the texts about the selected columns, the controlled error and products
// without their columns.
func TestSelectionWords(t *testing.T) {
	many := make([]string, mostSelectedNamed+3)
	for i := range many {
		many[i] = "x"
	}
	for _, c := range []struct {
		of   experiment.Selected
		want []string
	}{
		{experiment.Selected{Rule: experiment.SelectKnockoffs, Of: experiment.SelectColumns, Selected: []string{"age", "bmi"}, FDR: 0.1}, []string{"2 columns selected: age and bmi.", "at most 10 % are expected to be false"}},
		{experiment.Selected{Rule: experiment.SelectStability, Selected: []string{"age"}, Bound: 0.95}, []string{"1 weight selected: age.", "The expected number of false selections is at most 0.95"}},
		{experiment.Selected{Rule: experiment.SelectPermutation, Level: 0.05}, []string{"No weight is selected.", "a probability of at most 5 %"}},
		{experiment.Selected{Rule: experiment.SelectDeviation, Selected: many}, []string{"15 weights selected: x, x", "and 3 more."}},
	} {
		text := selectedWords(&c.of) + " " + controlledError(&c.of)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%q does not contain %q", text, want)
			}
		}
		if ruleWords[c.of.Rule] == "" {
			t.Errorf("no sentence for %s", c.of.Rule)
		}
	}
	if score := 0.9996; !strings.Contains(app.HTMLString(scoreCell(&score)), "0.9996") {
		t.Error("a score near 1 is rounded up")
	}
	r := sampleResult()
	r.Report.Selection = &experiment.Selected{Assumptions: []string{"No weight can be selected; choose a larger selection.fdr."}}
	if html := app.HTMLString((&Page{s: newState()}).selectionCard(&r)); !strings.Contains(html, "choose a larger “False discovery rate”.") {
		t.Error(html)
	}
	fitted := experiment.Weights{Nonzero: 1, Top: []experiment.Weight{{Label: "a", Value: 2}, {Label: "b"}}}
	if got := zeroWords(&fitted, &experiment.Selected{Selected: []string{"a", "b", "c²"}}); got != " Zero in this model: b and c²." {
		t.Error(got)
	}
	r.Report.Selection = &experiment.Selected{Refit: &experiment.Refit{Metrics: map[string]experiment.Metric{"test": {}}}}
	if rows, _ := refitRows(&r, r.Report.Selection.Refit); rows != nil {
		t.Error("a refit of no weight is compared")
	}
	if controlledError(&experiment.Selected{Rule: experiment.SelectGap}) != "" {
		t.Error("the largest gap controls no error")
	}
	if got := orphanWords([]experiment.Orphan{{Label: "a·b"}, {Label: "b·c"}}); !strings.HasSuffix(got, ": a·b and b·c.") {
		t.Error(got)
	}
	for _, v := range experiment.Lookup("selection.rule").Values {
		if ruleWords[v.Value] == "" {
			t.Errorf("no sentence for %s", v.Value)
		}
	}
}

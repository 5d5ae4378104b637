package figure_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
	"lplab/core/reports/figure"
)

// TestMethods checks the accuracy of every model on each part in the picture and in the table.
func TestMethods(t *testing.T) {
	base := solve(t, classified)
	variants, err := experiment.Variants(base.Spec)
	if err != nil {
		t.Fatal(err)
	}
	var reports []*experiment.Report
	for _, v := range variants {
		if slices.Contains([]string{experiment.ModelRidge, experiment.ModelLasso, experiment.ModelKNN}, v.Model.Type) {
			reports = append(reports, solveSpec(t, v))
		}
	}
	svg := draw(t, "methods", reports...)
	rows := cells(t, "methods", reports...)
	for _, part := range []string{"train", "validation", "test"} {
		var accuracy [3]float64
		for i, r := range reports {
			accuracy[i] = *r.Metrics[part].Accuracy
			if parseNumber(t, rows[i][part+" accuracy"]) != accuracy[i] {
				t.Errorf("%s of %s is listed as %s", part, r.Spec.Model.Type, rows[i][part+" accuracy"])
			}
		}
		if part != "train" {
			continue // only the dots of the training rows are distinct
		}
		dots := svg.Group(t, part).All("path")[0].Points(t)
		if len(dots) != 3 || dots[0][1] >= dots[1][1] || dots[1][1] >= dots[2][1] {
			t.Fatalf("the dots of three models are at %v", dots)
		}
		// Their distances are proportional to the differences of the accuracies.
		assertNear(t, part, (dots[1][0]-dots[0][0])*(accuracy[2]-accuracy[0]), (dots[2][0]-dots[0][0])*(accuracy[1]-accuracy[0]), 10)
	}
	if rows[2]["model"] != "Nearest neighbours" || rows[2]["selected"] != "" || rows[1]["selected"] == "" || rows[0]["parameter"] != "lambda" {
		t.Errorf("the table is %v", rows)
	}

	// The comparison has the same accuracies, and names the highest.
	compared := figure.Compared(reports)
	most := 0.0
	for _, r := range reports {
		for _, m := range r.Metrics {
			most = max(most, *m.Accuracy)
		}
	}
	for i, c := range compared.Columns {
		if c.Part == "" {
			continue
		}
		for k, r := range reports {
			accuracy := *r.Metrics[c.Part].Accuracy
			if got := compared.Rows[k][i].Text; got != chart.Percent(accuracy) {
				t.Errorf("%s of %s is %s, want %g", c.Title, r.Spec.Model.Type, got, accuracy)
			}
			assertNear(t, c.Title, compared.Rows[k][i].Share*most, accuracy, 1e-12)
		}
	}
	best := slices.MaxFunc(reports, func(a, b *experiment.Report) int {
		return cmp.Compare(*a.Metrics["test"].Accuracy, *b.Metrics["test"].Accuracy)
	})
	if want := "has the highest accuracy on the test rows: " + chart.Percent(*best.Metrics["test"].Accuracy) + "."; !strings.HasSuffix(compared.Best, want) {
		t.Errorf("the comparison says %q, want %q", compared.Best, want)
	}

	equal := figure.Compared([]*experiment.Report{base, base, base}).Best
	if want := experiment.ModelLabel(base.Spec.Model.Method()) + " and 2 other models have the highest accuracy on the test rows: "; !strings.HasPrefix(equal, want) {
		t.Errorf("the comparison of equal models says %q, want %q", equal, want)
	}

	other := base.Spec
	other.Split.Seed++
	assertUndrawn(t, "two reports", "methods", reports[0])
	assertUndrawn(t, "of other rows", "methods", base, solveSpec(t, other))
}

// TestComparedClasses checks that, with three classes, the selected weights are counted over the models of
// all classes, and that the gap is the largest.
func TestComparedClasses(t *testing.T) {
	r := solve(t, threeClasses())
	var selected, of int
	var gap float64
	for k := range r.Classes {
		one := r.OfClass(k)
		selected, of, gap = selected+one.Weights.Selected, of+one.Weights.Count, max(gap, one.Objective.RelativeGap)
	}
	row := figure.Compared([]*experiment.Report{r}).Rows[0]
	texts := make([]string, len(row))
	for i, c := range row {
		texts[i] = c.Text
	}
	if want := fmt.Sprintf("%d of %d", selected, of); selected == 0 || !slices.Contains(texts, want) {
		t.Errorf("%v, want %s", texts, want)
	}
	if want := "gap " + chart.Number(gap, 1); texts[len(texts)-1] != want {
		t.Errorf("%v, want %s", texts, want)
	}
	if row := cells(t, "methods", r, r)[0]; row["selected"] != fmt.Sprint(selected) || row["of"] != fmt.Sprint(of) {
		t.Errorf("the table is %v", row)
	}
}

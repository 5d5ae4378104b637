package figure_test

import (
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/reports/figure"
)

// TestMethods: every model lies at its error on each part, in picture and numbers.
func TestMethods(t *testing.T) {
	base := solved(t, classified)
	variants, err := experiment.Variants(base.Spec)
	if err != nil {
		t.Fatal(err)
	}
	var reports []*experiment.Report
	for _, v := range variants {
		if slices.Contains([]string{experiment.ModelRidge, experiment.ModelLasso, experiment.ModelKNN}, v.Model.Type) {
			reports = append(reports, solvedSpec(t, v))
		}
	}
	svg := drawn(t, "methods", reports...)
	rows := cells(t, "methods", reports...)
	for _, part := range []string{"train", "validation", "test"} {
		var wrong [3]float64
		for i, r := range reports {
			wrong[i] = 1 - *r.Metrics[part].Accuracy
			if parsed(t, rows[i][part+" wrong"]) != wrong[i] {
				t.Errorf("%s of %s is listed as %s", part, r.Spec.Model.Type, rows[i][part+" wrong"])
			}
		}
		if part != "train" {
			continue // whose dots have a place each
		}
		dots := svg.Group(t, part).All("path")[0].Points(t)
		if len(dots) != 3 || dots[0][1] >= dots[1][1] || dots[1][1] >= dots[2][1] {
			t.Fatalf("the dots of three models lie at %v", dots)
		}
		// Their places are as far from each other as the errors.
		assertNear(t, part, (dots[1][0]-dots[0][0])*(wrong[2]-wrong[0]), (dots[2][0]-dots[0][0])*(wrong[1]-wrong[0]), 10)
	}
	if rows[2]["model"] != "Nearest neighbours" || rows[2]["selected"] != "" || rows[1]["selected"] == "" || rows[0]["parameter"] != "lambda" {
		t.Errorf("listed are %v", rows)
	}

	other := base.Spec
	other.Split.Seed++
	for _, c := range []struct {
		reports []*experiment.Report
		words   string
	}{
		{reports[:1], "two reports"},
		{[]*experiment.Report{base, solvedSpec(t, other)}, "of other rows"},
	} {
		if _, err := figure.Methods(c.reports); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%v, want %q", err, c.words)
		}
	}
}

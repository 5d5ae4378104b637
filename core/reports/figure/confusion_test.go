package figure_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// threeClasses returns an experiment of three overlapping classes with test rows.
func threeClasses() string {
	var rows []string
	for i := range 60 {
		rows = append(rows, fmt.Sprintf(`[%d, %d, %q]`, i%3*4+i*7%5, i*i%11, []string{"ash", "birch", "cedar"}[i%3]))
	}
	return `{"data": {"source": "inline", "columns": ["a", "b", "tree"], "rows": [` + strings.Join(rows, ",") + `]}, "target": "tree",
		"split": {"train": 0.6, "test": 0.4}, "selection": {"resamples": 4}, "search": {"criterion": "path", "count": 5}}`
}

// TestConfusion checks that the cells have the counts of the largest decision values of
// the test rows, the first class on top, and that the table has the counts of all parts.
func TestConfusion(t *testing.T) {
	r := solve(t, threeClasses())
	counts := [3][3]int{}
	for i, y := range r.Actual.Test {
		best := 0
		for k, p := range r.ByClass {
			if p.Predictions.Test[i] > r.ByClass[best].Predictions.Test[i] {
				best = k
			}
		}
		counts[int(y)][best]++
	}
	var cells []string
	for _, e := range draw(t, "confusion", r).All("text") {
		if _, err := strconv.Atoi(e.Text); err == nil && e.Attr["text-anchor"] == "middle" {
			cells = append(cells, e.Text)
		}
	}
	var want []string
	for k := range counts { // cells are drawn from the bottom
		for _, c := range counts[2-k] {
			want = append(want, strconv.Itoa(c))
		}
	}
	if fmt.Sprint(cells) != fmt.Sprint(want) {
		t.Errorf("cells %v, want %v", cells, want)
	}
	text, err := kind(t, "confusion").CSV(r)
	if line := fmt.Sprintf("test,birch,cedar,%d\n", counts[1][2]); err != nil || !strings.Contains(string(text), line) || strings.Count(string(text), "\n") != 19 {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestFiguresOfAClass checks that figures of a model are of the requested class, by
// default of the first, and that an unknown class is refused.
func TestFiguresOfAClass(t *testing.T) {
	r := solve(t, threeClasses())
	for _, name := range []string{"weights", "fit", "margin", "roc", "convergence", "path", "stability"} {
		k := kind(t, name)
		if !k.ByClass {
			t.Errorf("%s is not by class", name)
		}
		f, err := k.OfClass("cedar").Draw(r)
		if err != nil || !strings.HasPrefix(f.Summary, "Class cedar against the rest. ") {
			t.Fatalf("%s: %v, %+v", name, err, f)
		}
		if name == "fit" && !strings.HasSuffix(f.Summary, " Each row is predicted as the class of its largest decision value.") {
			t.Errorf("%s", f.Summary)
		}
		if axes := map[string]string{"roc": "false positives, share of not cedar, true positives, share of cedar", "margin": "margin y·f(x), cedar against the rest, share of the rows"}[name]; axes != "" && f.X.Label+", "+f.Y.Label != axes {
			t.Errorf("%s: axes %q, %q", name, f.X.Label, f.Y.Label)
		}
		plain, err := k.Draw(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		alone, err := k.Draw(r.OfClass(0))
		if err != nil || string(plain.SVG()) != string(alone.SVG()) {
			t.Errorf("%s: without a class the figure is not of the first: %v", name, err)
		}
		if _, err := k.OfClass("oak").Draw(r); err == nil || err.Error() != `the report has no class "oak": choose one of ash, birch, cedar` {
			t.Errorf("%s: %v", name, err)
		}
	}
	plain := &experiment.Report{}
	if _, err := kind(t, "fit").OfClass("A").Draw(plain); err == nil || err.Error() != `the report is of a regression, and has no class "A": leave the class out` {
		t.Error(err)
	}
	one, err := kind(t, "weights").OfClass("birch").CSV(r)
	if err != nil || !strings.Contains(string(one), strconv.FormatFloat(r.ByClass[1].Weights.Top[0].Value, 'g', -1, 64)) {
		t.Errorf("%v\n%s", err, one)
	}
	assertUndrawn(t, `with the task "classification"`, "confusion", &experiment.Report{})
}

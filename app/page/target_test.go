package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// TestTargets checks that few and many columns give the same options, and that column names are escaped.
func TestTargets(t *testing.T) {
	const markup = `a"><img src=x>&`
	for _, n := range []int{4, manyColumns, 200} {
		seen := &inspection{Total: n, Columns: []column{{Name: markup, Usable: true}, {Name: "id"}, {Name: "letter", Type: "text", Classes: 26}}}
		for len(seen.Columns) < n {
			seen.Columns = append(seen.Columns, column{Name: fmt.Sprint("x", len(seen.Columns)), Usable: true})
		}
		p := &Page{s: state{Inspection: seen, Spec: experiment.Spec{Target: "x3"}}}
		var text strings.Builder
		app.PrintHTML(&text, app.Select().Body(p.targets()...))
		page := text.String()
		if n >= manyColumns && strings.Contains(page, "<img") { // fewer columns are go-app elements, which the browser escapes
			t.Errorf("%d columns: a name is not escaped: %s", n, page)
		}
		if got := strings.Count(page, "<option"); got != n-1 {
			t.Errorf("%d columns: %d options, want all except the unusable one", n, got)
		}
		if got := strings.Count(page, "selected"); got != 1 {
			t.Errorf("%d columns: %d are selected", n, got)
		}
	}
}

// TestCodedClasses checks that the task of a target of few whole numbers is classification under a usual name of classes.
func TestCodedClasses(t *testing.T) {
	for name, want := range map[string]string{"target": experiment.Classification, "Status": experiment.Classification, "quality": experiment.Regression} {
		file := "length,width," + name + "\n"
		for i := range 90 {
			file += fmt.Sprintf("%d,%d,%d\n", i*i%17+5*(i%3), i*7%19, i%3)
		}
		u := upload(t, "flowers.csv", []byte(file), "", func(*state) string { return "cancelled" })
		if u.s.Spec.Target != name || u.s.Spec.Task != want {
			t.Errorf("target %s, task %s, want %s", u.s.Spec.Target, u.s.Spec.Task, want)
		}
	}
}

// TestCodesHint checks that a target of class codes, as in the table Glass, has a hint to classification
// until the task is classification.
func TestCodesHint(t *testing.T) {
	file := "RI,Na,Type\n"
	row := 0
	for code, rows := range map[int]int{1: 70, 2: 76, 3: 17, 5: 13, 6: 9, 7: 29} {
		for range rows {
			row++
			file += fmt.Sprintf("%g,%g,%d\n", 1.5+float64(row%37)/1000, 13+float64(row%53)/100, code)
		}
	}
	u := upload(t, "Glass.csv", []byte(file), "", func(*state) string { return "cancelled" })
	hint := func() string {
		var text strings.Builder
		app.PrintHTML(&text, (&Page{s: *u.s}).codesHint())
		return text.String()
	}
	if got := hint(); u.s.Spec.Target != "Type" || !strings.Contains(got, "Type has only 6 different values, all whole numbers.") || strings.Contains(got, "gone") {
		t.Errorf("target %s: %s", u.s.Spec.Target, got)
	}
	u.answer(t, u.s.enter("task", experiment.Classification))
	if got := hint(); u.s.Spec.Task != experiment.Classification || !strings.Contains(got, "gone") {
		t.Errorf("%s: %s", u.s.Spec.Task, got)
	}
	u.answer(t, u.s.enter("target", "Na"))
	if got := hint(); u.s.Spec.Task != experiment.Regression || !strings.Contains(got, "gone") {
		t.Errorf("%s: %s", u.s.Spec.Task, got)
	}
}

package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// Few columns and many are the same choice, and a column's name is never HTML.
func TestTargets(t *testing.T) {
	const nasty = `a"><img src=x>&`
	for _, n := range []int{3, manyColumns, 200} {
		seen := &inspection{Total: n, Columns: []column{{Name: nasty, Usable: true}, {Name: "id"}}}
		for len(seen.Columns) < n {
			seen.Columns = append(seen.Columns, column{Name: fmt.Sprint("x", len(seen.Columns)), Usable: true})
		}
		p := &Page{s: state{Inspection: seen, Spec: experiment.Spec{Target: "x2"}}}
		var text strings.Builder
		app.PrintHTML(&text, app.Select().Body(p.targets()...))
		page := text.String()
		if n >= manyColumns && strings.Contains(page, "<img") { // fewer are elements, whose attributes the browser sets
			t.Errorf("%d columns: a name is taken for HTML: %s", n, page)
		}
		if got := strings.Count(page, "<option"); got != n-1 {
			t.Errorf("%d columns: %d options, not all but the unusable one", n, got)
		}
		if got := strings.Count(page, "selected"); got != 1 {
			t.Errorf("%d columns: %d are selected", n, got)
		}
	}
}

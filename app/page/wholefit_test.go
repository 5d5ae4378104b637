package page

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// TestFitToAllRows checks that the chosen model is fitted to all rows with a strength for their number, and that the
// next tuning has unseen rows again.
func TestFitToAllRows(t *testing.T) {
	var file strings.Builder
	file.WriteString("a,b,c,y\n")
	for i := range 80 {
		a, b, c := i*i%17, i*7%11, i*5%13
		fmt.Fprintf(&file, "%d,%d,%d,%d\n", a, b, c, 3*a-2*b+i*i*i%5)
	}
	u := upload(t, "rows.csv", []byte(file.String()), "y", nil)
	offer := func() string { return app.HTMLString((&Page{s: *u.s}).wholeFit()) }
	before := u.s.Result.Report
	if text := offer(); !strings.Contains(text, "The model is fitted to 60 of 80 rows.") {
		t.Fatal(text)
	}
	u.answer(t, u.s.fitAll())
	r := u.s.Result.Report
	if len(r.Rows.Train) != 80 || r.Search != nil || u.s.isStale() || strings.Contains(offer(), "fit-all") {
		t.Errorf("%d training rows, search %v, %s", len(r.Rows.Train), r.Search, offer())
	}
	if want := strengthOf(before) * 60 / 80; math.Abs(strengthOf(r)-want) > 1e-12*want {
		t.Errorf("gamma %g, want %g", strengthOf(r), want)
	}
	if one, all := before.Spec.Model, r.Spec.Model; one.Kernel.String() != all.Kernel.String() || one.R != all.R || one.Steps != all.Steps || before.Spec.Selection.Rule != r.Spec.Selection.Rule {
		t.Errorf("model %+v, want %+v", all, one)
	}
	u.answer(t, append(u.s.enter("target", "a"), u.s.tune()...))
	if got := u.s.Result.Rows; got.Train != 60 || got.Test != 20 {
		t.Errorf("rows of the next tuning: %+v", got)
	}
	u.s.Spec.Split.Test = experiment.Part{Rows: []int{1, 2}}
	if u.s.unfitted() != 0 {
		t.Error("changed entries have an offer")
	}
}

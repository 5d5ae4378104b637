package page

import (
	"fmt"
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// firstWeights is the number of rows that the table of weights has until more are
// asked for: they are most of the page's elements, and each result renders them.
const firstWeights = 20

// allWeights is the table's name among the disclosures.
const allWeights = "top-weights"

func (p *Page) onAllWeights(app.Context, app.Event) { p.open[allWeights] = !p.open[allWeights] }

// moreWords tells what the button below the table does.
func moreWords(all, listed int) string {
	if listed < all {
		return fmt.Sprintf("Show all %d", all)
	}
	return fmt.Sprintf("Show the first %d", firstWeights)
}

// topWeights is the table of the largest weights.
func (p *Page) topWeights(r *result) app.UI {
	w := r.Report.Weights
	planted := len(w.Truth) > 0
	head := []app.UI{heading("#"), app.Th().Scope("col").Body(app.Text("Monomial"), explained(termWeights, "Top weights")), numberHeading("Weight"), numberHeading("Coefficient"), heading("Selected")}
	if planted {
		head = append(head, heading("Planted"))
	}
	listed := w.Top
	if !p.open[allWeights] {
		listed = listed[:min(len(listed), firstWeights)]
	}
	rows := make([]app.UI, len(listed))
	for i, t := range listed {
		rows[i] = weightRow(i+1, t, math.Abs(t.Value) > w.Threshold, planted)
	}
	return app.Div().Class(shown(w.Count > 0, "card", "card-table")).DataSet("part", "top-weights").Body(
		app.Div().Class("scroll", "scroll-weights").TabIndex(0).Attr("role", "region").Aria("label", "Table of the top weights").Body(
			app.Table().Class("weights").Body(
				app.Caption().Text("Top weights"),
				app.THead().Body(app.Tr().Body(head...)),
				app.TBody().Body(rows...),
			),
		),
		app.Button().Type("button").Class(shown(len(w.Top) > firstWeights, "more-weights")).OnClick(p.onAllWeights).
			Text(moreWords(len(w.Top), len(listed))),
		app.P().Class("quiet").Body(app.Text(share(r)), explained(termShare, "Listed share")),
		app.P().Class(shown(w.Recovery != nil, "quiet")).Body(app.Text(recoveryWords(w.Recovery)), explained(termRecovery, "Recovery")),
		app.P().Class("quiet").Body(app.Text(smallWords(r.Report.Spec.Model)+thresholdWords(r.Report)), explained(termThreshold, "Threshold")),
	)
}

// weightRow is a row of the table: a weight's rank among all, whether it is selected,
// and, where the data were planted, whether it is one of those.
func weightRow(rank int, t experiment.Weight, selected, planted bool) app.UI {
	cells := []app.UI{
		app.Td().Class("num", "rank").Text(whole(int64(rank))),
		app.Th().Scope("row").Text(t.Label),
		app.Td().Class("num").Text(fixedDigits(t.Value)),
		app.Td().Class("num").Text(fixedDigits(t.Coefficient)),
		mark(selected, "mark-selected", "yes"),
	}
	if planted {
		cells = append(cells, mark(t.Relevant, "mark-planted", "yes"))
	}
	class := ""
	if selected {
		class = "selected"
	}
	return app.Tr().Class(class).Body(cells...)
}

// fixedDigits writes a weight so that a column of them can be compared.
func fixedDigits(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-4 || a >= 1e5) {
		return number(x, 3)
	}
	return fixed(x, 4)
}

func numberHeading(text string) app.UI { return app.Th().Scope("col").Class("num").Text(text) }

// mark is a shape with a word for those who do not see it, or an empty cell.
func mark(on bool, class, word string) app.UI {
	if !on {
		return app.Td().Class("flag").Body(app.Span().Class("unseen").Text("no"))
	}
	return app.Td().Class("flag").Body(app.Span().Class(class), app.Span().Class("unseen").Text(word))
}

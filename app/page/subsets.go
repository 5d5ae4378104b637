package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// subsetsCard lists the best features of each number, which least squares finds
// among all subsets where there are few features.
func subsetsCard(r *result) app.UI {
	var rows []app.UI
	words := ""
	if l := r.Report.Linear; l != nil && l.Subsets != nil {
		for size, best := range l.Subsets.Best {
			features := strings.Join(best.Features, ", ")
			if size == 0 {
				features = "none"
			}
			rows = append(rows, app.Tr().Body(
				app.Td().Class("num", "rank").Text(size),
				app.Th().Scope("row").Text(features),
				app.Td().Class("num").Text(number(best.Squares, 4)),
			))
		}
		words = "Least squares on each of the " + count(l.Subsets.Examined, "subset") + " of the features, one after another: the best of each size on the training rows."
	}
	return app.Div().Class(shown(len(rows) > 0, "card", "card-table", "subsets")).DataSet("part", "subsets").Body(
		app.Div().Class("scroll").TabIndex(0).Attr("role", "region").Aria("label", "Table of the best subsets").Body(
			app.Table().Class("weights").Body(
				app.Caption().Text("Best subsets"),
				app.THead().Body(app.Tr().Body(heading("#"), heading("Features"), numberHeading("Sum of squares"))),
				app.TBody().Body(rows...),
			),
		),
		app.P().Class("quiet").Text(words),
	)
}

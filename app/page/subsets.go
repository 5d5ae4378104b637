package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
)

// subsetsCard lists the best subset of features of each size. Least squares finds them by trying
// all subsets of few features.
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
				rowHeading(features),
				numberCell(number(best.Squares, 4)),
			))
		}
		words = "Least squares on each of the " + english.Count(l.Subsets.Examined, "subset") + " of the features, one after another: the best of each size on the training rows."
	}
	head := []app.UI{heading("#"), heading("Features"), numberHeading("Sum of squares")}
	return app.Div().Class(classIf(len(rows) > 0, "card", "card-table", "subsets")).DataSet("part", "subsets").Body(
		scroll("Table of the best subsets", tableOf(head, rows, app.Caption().Text("Best subsets")).Class("weights")),
		app.P().Class("quiet").Text(words),
	)
}

package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// The model in use: web/cards/use.js fills these cards.

// predictCard predicts new rows, and hands out the model.
func predictCard() app.UI {
	return app.Section().Class("card", "use-card").DataSet("part", "predict").Aria("labelledby", "predict-title").Body(
		app.H3().ID("predict-title").Text("Predict"),
		app.P().Class("quiet").Text("New rows, with the columns that the model reads in any order. They stay in this tab."),
		app.Div().ID("predict"),
	)
}

// whatIfCard changes one row, cell by cell, and shows its prediction.
func whatIfCard() app.UI {
	return app.Figure().Class("card", "use-card").DataSet("part", "what-if").Aria("label", "What if").Body(
		app.H3().Text("What if"),
		app.Div().ID("what-if"),
	)
}

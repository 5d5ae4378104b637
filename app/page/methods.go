package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// methodsCard compares models on the same rows; web/cards/methods.js fills it.
func methodsCard() app.UI {
	return app.Figure().Class("card", "methods-card").DataSet("part", "methods").Aria("label", "Methods").Body(
		app.H3().Text("Methods"),
		app.P().Class("quiet").Text("Other models on the same rows, with the same split and preprocessing, and strengths chosen by the same search."),
		app.Div().ID("methods"),
	)
}

package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// The model in use: web/cards/use.js fills these cards.

// predictCard predicts new rows, and hands out the model.
func predictCard() app.UI {
	return app.Section().Class("card", "use-card").DataSet("part", "predict").Aria("labelledby", "predict-title").Body(
		app.H3().ID("predict-title").Text("Predict"),
		app.P().Class("quiet").Text("New rows with the columns of the model, in any order. They stay in this tab."),
		app.Div().ID("predict"),
	)
}

// useFigure is a figure with a host for JavaScript; the id of the host is the name of the part.
func useFigure(part, name string, there bool, classes ...string) app.UI {
	return app.Figure().Class(shown(there, append(classes, "card")...)).DataSet("part", part).Aria("label", name).Body(
		app.H3().Text(name),
		app.Div().ID(part),
	)
}

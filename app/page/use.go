package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Cards that JavaScript fills.

// methodsCard compares models on the same rows; web/cards/methods.js fills it.
func methodsCard() app.UI {
	return app.Figure().Class("card", "methods-card").DataSet("part", "methods").Aria("label", "Methods").Body(
		app.H3().Text("Methods"),
		app.P().Class("quiet").Text("Other models on the same rows, with the same split and preprocessing, and strengths chosen by the same search."),
		app.Div().ID("methods"),
	)
}

// predictCard predicts new rows and exports the model; web/cards/use.js fills it.
func predictCard() app.UI {
	return app.Section().Class("card", "use-card").DataSet("part", "predict").Aria("labelledby", "predict-title").Body(
		app.H3().ID("predict-title").Text("Predict"),
		app.P().Class("quiet").Text("New rows with the columns of the model, in any order. They stay in this tab."),
		app.Div().ID("predict"),
	)
}

// useFigure is a figure that JavaScript draws in the element with the name of the part as its id.
func useFigure(part, name string, there bool, classes ...string) app.UI {
	return app.Figure().Class(shown(there, append(classes, "card")...)).DataSet("part", part).Aria("label", name).Body(
		app.H3().Text(name),
		app.Div().ID(part),
	)
}

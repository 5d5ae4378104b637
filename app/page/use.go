package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// The model in use: web/cards/use.js fills these cards.

// useCards explain the model, predict by it and hand it out.
func useCards(r *result) []app.UI {
	w := r.Report.Weights
	return []app.UI{
		useFigure("importance", "Importance", len(w.Importance) > 0),
		useFigure("interactions", "Interactions", len(w.Interactions) > 0),
		useFigure("dependence", "Dependence", r.Report.Spec.Bag == ""),
		app.Section().Class("card", "use-card").DataSet("part", "predict").Aria("labelledby", "predict-title").Body(
			app.H3().ID("predict-title").Text("Predict"),
			app.P().Class("quiet").Text("New rows, with the columns that the model reads in any order. They stay in this tab."),
			app.Div().ID("predict"),
		),
		useFigure("what-if", "What if", true, "use-card"),
	}
}

// useFigure is a figure whose host is called as its part of the page.
func useFigure(part, name string, there bool, classes ...string) app.UI {
	return app.Figure().Class(shown(there, append(classes, "card")...)).DataSet("part", part).Aria("label", name).Body(
		app.H3().Text(name),
		app.Div().ID(part),
	)
}

package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// about says in a few words what one sees.
func about() app.UI {
	type entry struct{ title, text string }
	entries := []entry{
		{"The model", "A target is predicted by a weighted sum of monomials of the columns: the columns themselves (linear kernel), their products of one degree (polynomial), or all products (exponential, geometric); power series of your own, and sums and products of kernels, are there too. The weights minimise gamma times the loss on the training rows, plus ‖w‖ₚᵖ / p."},
		{"What p does", "At p = 2 this is ridge regression, and every column gets some weight. Towards p = 1 the unit ball grows corners, and a few weights carry all. For p = q/(q − 1) with q even, a kernel of q arguments replaces the monomials, so that even infinitely many can be handled."},
		{"The certificate", "Each run ends with two numbers that enclose the best possible objective. Their difference, the duality gap, proves how close the result is to the best; it does not depend on trusting the solver."},
		{"Your data", "Files are read and solved by this tab. Nothing is uploaded; the page works without a connection once loaded. So that a reload loses nothing, a copy stays in this browser for 30 days, or until you clear it."},
	}
	body := make([]app.UI, len(entries))
	for i, e := range entries {
		body[i] = app.Div().Body(app.H3().Text(e.title), app.P().Text(e.text))
	}
	return app.Footer().Class("about").DataSet("part", "about").Body(app.Details().ID("about").TabIndex(-1).Body(
		app.Summary().Body(app.H2().Text("How it works")),
		app.Div().Class("about-grid").Body(body...),
		app.P().Class("sources").Text("After Salzo, Suykens, Rosasco, Solving ℓp-norm regularization with tensor kernels, and Hibraj, Efficient tensor kernel methods for sparse regression. In the weights plot: drag to zoom, double click to see all, arrow keys to step through the largest weights. Ctrl+Enter runs, Escape cancels, F1 in an entry opens its help, Ctrl+Z undoes and Ctrl+Shift+Z redoes."),
		app.P().Class("sources").Body(
			app.Text("How fast all this is on your device, beside the papers' own times: "),
			app.A().Href("#bench").Text("Benchmark"), app.Text("."),
		),
	))
}

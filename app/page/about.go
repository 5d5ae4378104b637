package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/lists"
)

// about is the footer that explains the model, p, the certificate and the data.
func about() app.UI {
	type entry struct{ title, text string }
	entries := []entry{
		{"The model", "The model is a weighted sum of monomials of the columns: the columns themselves (linear kernel), products of one degree (polynomial), or all products (exponential, geometric). Power series, and sums and products of kernels, are also possible. The weights minimise gamma times the loss on the training rows, plus ‖w‖ₚᵖ / p."},
		{"What p does", "For p = 2 and the squared loss this is ridge regression, and every column has a weight. Towards p = 1 a few large weights dominate. For p = q/(q − 1) with q even, a kernel of q arguments replaces the monomials, of which there may be infinitely many. Steps of reweighting then replace ‖w‖ₚᵖ / p by the sum of |w|ʳ / r with a smaller r, down to 2/3 or 1/2: most weights become exactly zero."},
		{"The certificate", "Each run computes an upper and a lower bound on the minimum of the objective. Their difference, the duality gap, bounds the distance of the result from the minimum, whatever the solver did. After reweighting they are those of the last step; for r < 1 other weights may be better."},
		{"Your data", "Files are read and solved in this tab. Nothing is uploaded unless you make a short link, and the page works offline once loaded. This browser keeps a copy until you clear it, and earlier sessions for 30 days."},
	}
	body := lists.Map(entries, func(e entry) app.UI { return app.Div().Body(app.H3().Text(e.title), app.P().Text(e.text)) })
	return app.Footer().Class("about").DataSet("part", "about").Body(app.Details().ID("about").TabIndex(-1).Body(
		app.Summary().Body(app.H2().Text("How it works")),
		app.Div().Class("about-grid").Body(body...),
		app.P().Class("sources").Text("After Salzo, Suykens, Rosasco, Solving ℓp-norm regularization with tensor kernels, and Hibraj, Efficient tensor kernel methods for sparse regression. In the weights plot: drag to zoom, double click to see all, arrow keys to step through the largest weights. Ctrl+Enter runs, Escape cancels, F1 in an entry opens its help, Ctrl+Z undoes and Ctrl+Shift+Z redoes."),
		app.P().Class("sources").Body(
			app.Text("Speed on this device, compared with the papers: "),
			app.A().Href("#bench").Text("Benchmark"), app.Text("."),
		),
	))
}

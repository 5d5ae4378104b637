package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// present asks web/present.js to show one plot at a time, for a projector.
var present = effect{Do: "present"}

const presentIcon = `<path d="M2 2.5h12M3 2.5v7.5h10V2.5M8 10v2m0 0-2.5 2.5M8 12l2.5 2.5"/>`

func (p *Page) presentButton() app.UI {
	return app.Button().ID("present").Type("button").Class("tool").Title("One plot at a time, large, for a projector").OnClick(p.onPresent).
		Body(icon(presentIcon), app.Span().Text("Present"))
}

func (p *Page) onPresent(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	p.do([]effect{present})
}

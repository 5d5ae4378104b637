package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/lists"
)

// Elements that several parts of the page share.

// classIf joins classes. An element that is not visible is hidden and keeps its place.
func classIf(visible bool, classes ...string) string {
	if !visible {
		classes = append(classes, "gone")
	}
	return strings.Join(classes, " ")
}

// vacantElement keeps the place of an element that is not shown, because go-app matches children by position.
func vacantElement() app.UI { return app.Div().Class("gone") }

// press is a button that sends a message, one of messages.
func (p *Page) press(message string) app.HTMLButton {
	return app.Button().Type("button").DataSet("message", message).OnClick(p.onPress)
}

// enters is a button that enters a value of a field.
func (p *Page) enters(path, value, text string) app.HTMLButton {
	return app.Button().Type("button").DataSet("path", path).DataSet("value", value).OnClick(p.onEntry).Text(text)
}

// idle marks a button as disabled. The attribute disabled would take the focus from it.
func idle(b app.HTMLButton, disabled bool) app.HTMLButton {
	if disabled {
		b = b.Class("idle")
	}
	return b.Aria("disabled", disabled)
}

// pickedClass returns the class of a button that may be picked. Prerendering drops an attribute with the
// value "true", so aria-pressed is not enough.
func pickedClass(on bool) string {
	if on {
		return "pick picked"
	}
	return "pick"
}

// plot is an element in which JavaScript draws a plot.
func plot(id, size, label string) app.HTMLDiv {
	return app.Div().ID(id).Class("plot", size).Attr("role", "img").Aria("label", label)
}

// scroll is a region that scrolls. It can have the focus, for the arrow keys.
func scroll(label string, content ...app.UI) app.HTMLDiv {
	return app.Div().Class("scroll").TabIndex(0).Attr("role", "region").Aria("label", label).Body(content...)
}

// tableOf is a table of a row of headings and further rows, below an optional caption.
func tableOf(head, rows []app.UI, caption ...app.UI) app.HTMLTable {
	return app.Table().Body(append(caption, app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...))...)
}

func heading(text string) app.UI { return app.Th().Scope("col").Text(text) }

func numberHeading(text string) app.UI { return app.Th().Scope("col").Class("num").Text(text) }

func unseenHeading(text string) app.UI {
	return app.Th().Scope("col").Body(app.Span().Class("unseen").Text(text))
}

func rowHeading(text string) app.UI { return app.Th().Scope("row").Text(text) }

func numberCell(text string) app.UI { return app.Td().Class("num").Text(text) }

// scoreCell is the cell of a score from 0 to 1.
func scoreCell(score *float64) app.UI {
	return cellOf(score, func(v float64) string { return scoreDigits(v, 3) })
}

// amountCell is the cell of a number of any size.
func amountCell(amount *float64) app.UI {
	return cellOf(amount, func(v float64) string { return number(v, 3) })
}

func shareCell(share *float64) app.UI { return cellOf(share, percent) }

// cellOf is the cell of a number that write writes; nil where there is none.
func cellOf(v *float64, write func(float64) string) app.UI {
	if v == nil {
		return numberCell(absent)
	}
	return numberCell(write(*v))
}

// items are remarks of core as the sentences of a list.
func items(texts []string) []app.UI {
	return lists.Map(texts, func(t string) app.UI { return app.Li().Text(sentence(withLabels(t))) })
}

package page

import (
	"fmt"
	"html"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// manyColumns is the number of columns from which the options are one text of HTML, as the table
// of weights is: as single elements they would stop the page for a tenth of a second.
const manyColumns = 50

// targetControl offers the columns that can be predicted. If there are more columns than the page
// has, any name may be typed.
func (p *Page) targetControl() app.UI {
	f := experiment.Lookup("target")
	if i := p.s.Inspection; i != nil && !i.complete() {
		return p.labelControl(f, true, nil, p.input(f).List("target-columns"), app.Raw(`<datalist id="target-columns">`+usableOptions(i, "")+`</datalist>`))
	}
	return p.labelControl(f, true, nil, p.selectOf(f, p.targets()))
}

// targets are the options of the target. The one entered may not be a column.
func (p *Page) targets() []app.UI {
	target, i := p.s.Spec.Target, p.s.Inspection
	var options []app.UI
	if _, ok := i.find(target); !ok {
		options = append(options, option(target, target, true))
	}
	if i == nil {
		return options
	}
	if len(i.Columns) >= manyColumns {
		label := english.Count(i.Total, "column")
		return append(options, app.Raw(`<optgroup label="`+label+`">`+usableOptions(i, target)+`</optgroup>`))
	}
	for _, c := range i.Columns {
		if isTarget(c) || c.Name == target {
			options = append(options, option(c.Name, c.Name, c.Name == target))
		}
	}
	return options
}

// codesHint offers classification if the target has few different whole numbers and is predicted as a number.
func (p *Page) codesHint() app.UI {
	c, _ := p.s.Inspection.find(p.s.Spec.Target)
	view := p.s.Link.View
	there := c.Codes > 0 && p.s.Spec.Task == experiment.Regression && !view.Locks("task") && !view.Hides("task")
	return app.Div().ID("codes").Class(classIf(there, "row", "offer")).Body(
		app.P().Text(fmt.Sprintf("%s has only %d different values, all whole numbers. They may stand for classes.", c.Name, c.Codes)),
		p.enters("task", experiment.Classification, "Predict classes instead"),
	)
}

// usableOptions are the columns that can be predicted, as HTML.
func usableOptions(i *inspection, target string) string {
	var t strings.Builder
	for _, c := range i.Columns {
		switch name := html.EscapeString(c.Name); {
		case c.Name == target:
			t.WriteString(`<option value="` + name + `" selected>` + name + `</option>`)
		case isTarget(c):
			t.WriteString(`<option value="` + name + `">` + name + `</option>`)
		}
	}
	return t.String()
}

package page

import (
	"html"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// manyColumns is from how many on the columns are one text of HTML, as the table of the
// weights is: made one by one they would stop the page for a tenth of a second.
const manyColumns = 50

// targetControl offers the columns that can be predicted.
func (p *Page) targetControl() app.UI {
	f := experiment.Lookup("target")
	return p.holder("target", true, []string{"field", "brief"},
		app.Label().For(controlID("target")).Text(f.Label),
		app.Select().ID(controlID("target")).DataSet("path", "target").Aria("describedby", p.described(f)).OnChange(p.onField).Body(p.targets()...),
		p.help(f),
		p.wrong(f),
	)
}

// targets are the options of the target, of which the one entered may be no column.
func (p *Page) targets() []app.UI {
	target, seen := p.s.Spec.Target, p.s.Inspection
	var options []app.UI
	if _, ok := seen.find(target); !ok {
		options = append(options, option(target, target, true))
	}
	if seen == nil {
		return options
	}
	if len(seen.Columns) >= manyColumns {
		return append(options, app.Raw(targetGroup(seen, target)))
	}
	for _, c := range seen.Columns {
		if c.Usable || c.Name == target {
			options = append(options, option(c.Name, c.Name, c.Name == target))
		}
	}
	return options
}

// targetGroup is many columns as a group of options.
func targetGroup(seen *inspection, target string) string {
	label := count(seen.Total, "column")
	if !seen.complete() {
		label = "The first " + whole(int64(len(seen.Columns))) + " of " + label
	}
	var t strings.Builder
	t.WriteString(`<optgroup label="` + label + `">`)
	for _, c := range seen.Columns {
		switch name := html.EscapeString(c.Name); {
		case c.Name == target:
			t.WriteString(`<option value="` + name + `" selected>` + name + `</option>`)
		case c.Usable:
			t.WriteString(`<option value="` + name + `">` + name + `</option>`)
		}
	}
	t.WriteString(`</optgroup>`)
	return t.String()
}

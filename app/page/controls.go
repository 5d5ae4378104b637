package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

func controlID(path string) string { return strings.ReplaceAll("f-"+path, ".", "-") }

// plainNumber writes x so that a control takes it back: four significant digits.
func plainNumber(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return strconv.FormatFloat(y, 'g', -1, 64)
}

// control is a field of the table with its label, its help and its error. A field that does not
// belong to the experiment is an empty element, because most fields do not, and rendering takes
// time.
func (p *Page) control(path string, classes ...string) app.UI {
	f := experiment.Lookup(path)
	switch {
	case !f.Applies(p.s.Spec):
		return vacantElement()
	case f.Kind == experiment.Flag:
		return p.holder(path, true, []string{"field", "brief", "check"},
			p.checkboxOf(f, p.s.entry(path) == "true"), app.Label().For(controlID(path)).Text(f.Label), p.help(f, f.Help))
	case f.Kind == experiment.Choice:
		return p.labelControl(f, true, classes, p.choice(f))
	}
	if list := p.s.compared(path); list != "" {
		f.Help += " The search compares " + list + "."
	}
	return p.labelControl(f, true, classes, p.input(f))
}

// labelControl returns a control between its label and its help and error.
func (p *Page) labelControl(f experiment.Field, visible bool, classes []string, control ...app.UI) app.UI {
	label := strings.ReplaceAll(f.Label, "gammas", severalOf(p.s.Spec.Model.Parameter()))
	body := append([]app.UI{app.Label().For(controlID(f.Path)).Text(label)}, control...)
	return p.holder(f.Path, visible, append([]string{"field", "brief"}, classes...), append(body, p.help(f, f.Help), p.wrong(f))...)
}

// severalOf is the plural of a model's own parameter.
func severalOf(parameter string) string {
	switch parameter {
	case "", "gamma", "lambda":
		return cmp.Or(parameter, "gamma") + "s"
	}
	return "values of " + parameter
}

// help is the sentence below the control of a field.
func (p *Page) help(f experiment.Field, text string) app.UI {
	return app.P().ID(controlID(f.Path) + "-help").Class("help").Text(text)
}

func (p *Page) wrong(f experiment.Field) app.UI {
	reason := p.s.wrong(f.Path)
	return app.P().ID(controlID(f.Path) + "-wrong").Class(classIf(reason != "", "wrong")).Text(reason)
}

// descriptionIDs lists the ids of the elements that describe a control: its help and its error.
func (p *Page) descriptionIDs(f experiment.Field) string {
	help := controlID(f.Path) + "-help"
	if p.s.wrong(f.Path) == "" {
		return help
	}
	return help + " " + controlID(f.Path) + "-wrong"
}

var placeholders = map[string]string{
	"model.subsample":  "all rows",
	"search.subsample": "all rows",
	"model.groups":     "each column; or x1, x2; x3",
}

func (p *Page) input(f experiment.Field) app.HTMLInput {
	mode := "text"
	switch f.Kind {
	case experiment.Integer:
		mode = "numeric"
	case experiment.Number, experiment.Share:
		mode = "decimal"
	}
	return app.Input().ID(controlID(f.Path)).Type("text").Attr("inputmode", mode).Attr("spellcheck", "false").
		DataSet("path", f.Path).
		Placeholder(placeholders[f.Path]).
		Value(p.s.entry(f.Path)).
		Aria("describedby", p.descriptionIDs(f)).
		Aria("invalid", p.s.wrong(f.Path) != "").
		OnChange(p.onEntry)
}

func (p *Page) choice(f experiment.Field) app.UI {
	current := p.s.entry(f.Path)
	var options []app.UI
	if f.Optional {
		options = append(options, option("", "Off", current == ""))
	}
	for _, v := range f.ValuesIn(p.s.Spec) {
		if f.Path == "model.loss.type" && experiment.OfClasses(v.Value) && p.s.Spec.Task != experiment.Classification || f.Path == "search.metric" && current != "" && !slices.Contains(experiment.MetricsOf(p.s.Spec.Task), v.Value) {
			continue
		}
		options = append(options, option(v.Value, v.Label, v.Value == current))
	}
	return p.selectOf(f, options)
}

func (p *Page) selectOf(f experiment.Field, options []app.UI) app.UI {
	return app.Select().ID(controlID(f.Path)).DataSet("path", f.Path).Aria("describedby", p.descriptionIDs(f)).OnChange(p.onEntry).Body(options...)
}

// option is an entry of a select. Selected(false) is omitted where the page is prerendered,
// because HTML takes any value of the attribute as true.
func option(value, label string, selected bool) app.UI {
	o := app.Option().Value(value).Text(label)
	if selected || app.IsClient {
		o = o.Selected(selected)
	}
	return o
}

func (p *Page) checkboxOf(f experiment.Field, checked bool) app.UI {
	return checkbox(checked).ID(controlID(f.Path)).DataSet("path", f.Path).Aria("describedby", p.descriptionIDs(f)).OnChange(p.onEntry)
}

// checkbox is an input that is checked or not; see option.
func checkbox(checked bool) app.HTMLInput {
	box := app.Input().Type("checkbox")
	if checked || app.IsClient {
		box = box.Checked(checked)
	}
	return box
}

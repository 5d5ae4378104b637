package page

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// controlID is the id of a field's control.
func controlID(path string) string {
	id := []byte("f-" + path)
	for i, c := range id {
		if c == '.' {
			id[i] = '-'
		}
	}
	return string(id)
}

// plainNumber writes x so that a control takes it back: four significant digits.
func plainNumber(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return strconv.FormatFloat(y, 'g', -1, 64)
}

// shown hides an element that keeps its place.
func shown(visible bool, classes ...string) string {
	if !visible {
		classes = append(classes, "gone")
	}
	return strings.Join(classes, " ")
}

// control is a field of the table with its label, its help and what is wrong
// with the entry. A field that does not belong to the experiment is an empty element, because
// most fields do not, and rendering them takes time.
func (p *Page) control(path string, classes ...string) app.UI {
	f := experiment.Lookup(path)
	if !f.Applies(p.s.Spec) {
		return vacant()
	}
	return p.holder(path, true, append([]string{"field", "brief"}, classes...),
		app.Label().For(controlID(path)).Text(strings.ReplaceAll(f.Label, "gammas", severalOf(p.s.Spec.Model.Parameter()))),
		p.proper(f),
		p.help(f),
		p.wrong(f),
	)
}

// vacant keeps the place of an element that is not there.
func vacant() app.UI { return app.Div().Class("gone") }

// severalOf is what many values of a model's own parameter are called.
func severalOf(parameter string) string {
	switch parameter {
	case "", "gamma", "lambda":
		return cmp.Or(parameter, "gamma") + "s"
	}
	return "values of " + parameter
}

// help is the field's one sentence.
func (p *Page) help(f experiment.Field) app.UI {
	return app.P().ID(controlID(f.Path) + "-help").Class("help").Text(f.Help)
}

func (p *Page) wrong(f experiment.Field) app.UI {
	wrong := p.s.wrong(f.Path)
	return app.P().ID(controlID(f.Path) + "-wrong").Class(shown(wrong != "", "wrong")).Text(wrong)
}

// described lists what belongs to a control: its help and its error.
func (p *Page) described(f experiment.Field) string {
	wrong := ""
	if p.s.wrong(f.Path) != "" {
		wrong = controlID(f.Path) + "-wrong"
	}
	return ids(controlID(f.Path)+"-help", wrong)
}

// proper is the control itself: a select for a choice, else an entry.
func (p *Page) proper(f experiment.Field) app.UI {
	if f.Kind == experiment.Choice {
		return p.choice(f)
	}
	return p.input(f)
}

func (p *Page) input(f experiment.Field) app.HTMLInput {
	mode := "text"
	switch f.Kind {
	case experiment.Integer:
		mode = "numeric"
	case experiment.Number, experiment.Share:
		mode = "decimal"
	}
	placeholder := ""
	if f.Path == "model.subsample" || f.Path == "search.subsample" {
		placeholder = "all rows"
	}
	if f.Path == "model.groups" {
		placeholder = "each column; or x1, x2; x3"
	}
	return app.Input().ID(controlID(f.Path)).Type("text").Attr("inputmode", mode).Attr("spellcheck", "false").
		DataSet("path", f.Path).
		Placeholder(placeholder).
		Value(p.s.entry(f.Path)).
		Aria("describedby", p.described(f)).
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
		if f.Path == "model.loss.type" && !suits(v.Value, p.s.Spec.Task) || f.Path == "search.metric" && current != "" && !judges(v.Value, p.s.Spec.Task) {
			continue
		}
		options = append(options, option(v.Value, v.Label, v.Value == current))
	}
	return app.Select().ID(controlID(f.Path)).
		DataSet("path", f.Path).
		Aria("describedby", p.described(f)).
		OnChange(p.onEntry).
		Body(options...)
}

// suits reports whether a loss can serve the task at all.
func suits(loss, task string) bool {
	return task == experiment.Classification || !experiment.OfClasses(loss)
}

// option is an entry of a select. Selected(false) is not written where the page
// is prerendered: there any "selected" selects.
func option(value, label string, selected bool) app.UI {
	o := app.Option().Value(value).Text(label)
	if selected || app.IsClient {
		o = o.Selected(selected)
	}
	return o
}

// flag is a checkbox with its label beside it.
func (p *Page) flag(path string) app.UI {
	f := experiment.Lookup(path)
	return p.holder(path, true, []string{"field", "brief", "check"},
		checkbox(p.s.entry(path) == "true").ID(controlID(path)).
			DataSet("path", path).
			Aria("describedby", controlID(path)+"-help").
			OnChange(p.onEntry),
		app.Label().For(controlID(path)).Text(f.Label),
		p.help(f),
	)
}

// flagWhere is a checkbox of a field that not every experiment has.
func (p *Page) flagWhere(path string) app.UI {
	if !experiment.Lookup(path).Applies(p.s.Spec) {
		return vacant()
	}
	return p.flag(path)
}

// checkbox is an input that is checked or not; see option.
func checkbox(checked bool) app.HTMLInput {
	box := app.Input().Type("checkbox")
	if checked || app.IsClient {
		box = box.Checked(checked)
	}
	return box
}

package page

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// importSection is the sheet's name among the disclosures.
const importSection = "import"

// repairSheet describes in one line how the user's file was read. When opened, it has a control
// for each setting of the import and shows the first rows.
func (p *Page) repairSheet() app.UI {
	data, findings := p.s.repairData()
	if findings == nil {
		return app.Div().ID("repair").Class("gone")
	}
	checks := p.s.toCheck()
	call := "change"
	if len(checks) > 0 {
		call = "check"
	}
	sheet := app.Details().ID("repair").Class("repair").Open(p.s.Open[importSection]).DataSet("section", importSection).On("toggle", p.onToggle)
	summary := app.Summary().Body(
		app.Span().Text(readingWords(findings)+": "),
		app.Span().Class("call").Text(call),
	)
	if !p.s.Open[importSection] {
		return sheet.Body(summary)
	}
	controls := make([]app.UI, 0, 8)
	for _, name := range []string{"delimiter", "decimal", "start", "header", "encoding", "missing", "dates", "ragged", "quote", "format"} {
		path := importPrefix + name
		shows := slices.Contains(checks, name)
		if f := findingOf(findings, path); f.Reason != "" && !f.Fixed || shows {
			controls = append(controls, p.importControl(experiment.Lookup(path), data, f, shows))
		}
	}
	return sheet.Body(
		summary,
		app.P().Class("help").Text("How "+data.Name+" is read. Changes are part of the experiment."),
		p.firstRows(),
		app.Div().Class("settings").Body(controls...),
	)
}

// importControl is a setting with the value detected, its confidence and its reason.
func (p *Page) importControl(f experiment.Field, data experiment.Data, finding table.Finding, asked bool) app.UI {
	current := p.s.Drafts[f.Path].Text
	if current == "" {
		current = f.Get(experiment.Spec{Data: data})
	}
	class := []string{"field"}
	if asked {
		class = append(class, "asked")
	}
	body := []app.UI{app.Label().For(controlID(f.Path)).Text(f.Label)}
	switch {
	case f.Path == "data.import.header":
		class = append(class, "check")
		body = []app.UI{p.checkboxOf(f, finding.Value == "yes"), body[0]}
	case f.Kind == experiment.Choice:
		body = append(body, p.selectOf(f, importOptions(f, current, finding)))
	case f.Kind == experiment.Integer:
		body = append(body, p.input(f).Value(current).Placeholder(detectedValue(f, finding)))
	default:
		body = append(body, p.input(f).Value(current).Placeholder("such as -999"))
	}
	body = append(body, p.help(f, why(f, current, finding)), p.wrong(f))
	for _, code := range finding.Alternatives {
		if f.Kind == experiment.Codes {
			all := code
			if current != "" {
				all = current + ", " + code
			}
			body = append(body, p.enters(f.Path, all, code+" means missing"))
		}
	}
	return app.Div().Class(class...).Body(body...)
}

// importOptions are the values of a setting; the first leaves it to the importer.
func importOptions(f experiment.Field, current string, finding table.Finding) []app.UI {
	auto := "Auto"
	if current == "" {
		auto = detectedValue(f, finding)
	}
	var options []app.UI
	if f.Path != "data.import.ragged" {
		options = append(options, option("", auto, current == ""))
	}
	for _, v := range f.Values {
		value := v.Value
		if value == "refuse" {
			value = "" // the default
		}
		options = append(options, option(value, v.Label, value == current))
	}
	return options
}

// detectedValue names the value that the importer detected.
func detectedValue(f experiment.Field, finding table.Finding) string {
	if finding.Value == "" {
		return "Auto"
	}
	return "Auto: " + labelOf(f.Path, finding.Value)
}

// why is the reason of a finding and its confidence, in words.
func why(f experiment.Field, current string, finding table.Finding) string {
	switch {
	case finding.Reason == "":
		return f.Help
	case current != "" && f.Kind == experiment.Choice && f.Path != "data.import.ragged":
		return "Chosen."
	}
	switch reason := finding.Reason; {
	case finding.Confidence < table.Sure:
		return sentence(reason + ": please check")
	case finding.Confidence < 1:
		return sentence(reason + ": likely")
	}
	return sentence(finding.Reason)
}

// firstRows is a table of a few rows and columns as they are read now, with the types of the
// columns.
func (p *Page) firstRows() app.UI {
	const rows, columns = 4, 8
	seen := p.s.Inspection
	if seen == nil || p.s.DataError != "" {
		return vacantElement()
	}
	head := lists.Map(seen.Columns[:min(len(seen.Columns), columns)], func(c column) app.UI {
		return app.Th().Scope("col").Class(alignment(c)).Body(app.Text(c.Name), app.Span().Class("extent").Text(c.Type+interval(c)))
	})
	return scroll("Preview", tableOf(head, previewRows(seen, rows, columns)).Class("first"))
}

// interval is the range of a column of numbers.
func interval(c column) string {
	if c.Min == nil || c.Max == nil {
		return ""
	}
	return ", " + number(*c.Min, 3) + " … " + number(*c.Max, 3)
}

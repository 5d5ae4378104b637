package page

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// dataPanel is the first step: the source of the rows, their columns, and the column to predict.
func (p *Page) dataPanel() app.UI {
	source := sampleOf(p.s.Spec.Data)
	options := lists.Map(samples(), func(s sample) app.UI { return option(s.ID, s.Label, s.ID == source) })
	sample, _ := sampleByID(source)
	note := sample.Note
	switch source {
	case ownData:
		note = "The rows are part of the experiment."
		options = append(options, option(ownData, "In the experiment", true))
	case ownFile:
		note = "Your file " + p.s.Spec.Data.Name + "."
	}
	if source == ownFile && !p.s.has(p.s.Spec.Data) {
		options = append(options, option(ownFile, p.s.Spec.Data.Name, true))
	} else if p.s.File != nil {
		options = append(options, option(ownFile, p.s.File.Name, source == ownFile))
	}
	synthetic := p.s.Spec.Data.Source == experiment.SourceSynthetic

	return app.Div().Class("panel").DataSet("part", "data").Body(
		app.H2().Text("Data"),
		p.sampleHolder(
			app.Label().For("sample").Text("Sample"),
			app.Select().ID("sample").DataSet("path", entrySample).Aria("describedby", "sample-note").OnChange(p.onEntry).Body(options...),
			app.P().ID("sample-note").Class("help").Text(note),
		),
		app.Div().ID("drop-zone").Class(classIf(!p.s.dataLocked() || p.s.Link.NeedsFile, "drop")).Body(
			app.Label().For("data-file").Text("Data file"),
			app.Input().ID("data-file").Type("file").Accept(tableFiles).Aria("describedby", "data-file-note"),
			app.P().ID("data-file-note").Class("help").Text("CSV, JSON, ARFF or LIBSVM, also as gzip, or a workbook (XLSX); or drop it on the page, or paste cells. The file stays in this browser."),
			app.Details().ID("paste").Class("paste").Body(
				app.Summary().Text("Paste cells"),
				app.Textarea().ID("paste-cells").Rows(3).Attr("spellcheck", "false").Aria("label", "Cells to paste").
					Placeholder("Copy cells in a spreadsheet, and paste them here, or anywhere on the page with Ctrl+V"),
			),
		),
		p.testEntry(),
		app.Div().Class(classIf(!p.s.dataLocked(), "check", "tune")).Body(
			checkbox(p.s.Tune).ID("tune").DataSet("path", entryTune).Aria("describedby", "tune-help").OnChange(p.onEntry),
			app.Label().For("tune").Text("Tune the model"),
			app.P().ID("tune-help").Class("help").Text("After an upload, search for the model with the lowest error. Otherwise the settings below are used."),
		),
		p.savedNote(),
		app.P().Class(classIf(p.s.DataError != "", "wrong")).Text(p.s.DataError),
		p.repairSheet(),
		app.Div().Class(classIf(synthetic, "trio")).Body(
			p.control("data.n"),
			p.control("data.d"),
			p.control("data.relevant"),
			p.control("data.noise"),
			p.control("data.degree"),
			p.control("data.seed"),
		),
		p.preview(),
		app.Div().Class("pair").Body(
			p.targetControl(),
			p.control("task"),
		),
		p.codesHint(),
		p.basisControl(),
	)
}

// columnSection is the name of the preview among the disclosures.
const columnSection = "columns"

// preview shows the columns of the data: their types, and which are used.
func (p *Page) preview() app.UI {
	seen := p.s.Inspection
	disclosure := app.Details().Class("preview").DataSet("section", columnSection).On("toggle", p.onToggle)
	if seen == nil {
		text := "Reading the columns"
		if p.s.DataError != "" {
			text = "No columns to show"
		} else if p.s.Link.NeedsFile {
			text = "Choose the file to see its columns"
		}
		return disclosure.Body(app.Summary().Text(text))
	}
	summary := fmt.Sprintf("%s, %s", english.Count(seen.Rows, "row"), english.Count(seen.Total, "column"))
	remarks := table.WithoutGroups(seen.Warnings, p.s.Spec.Split.Groups)
	if n := len(remarks); n > 0 {
		summary += ", " + english.Count(n, "remark")
	}
	if !p.s.Open[columnSection] { // hundreds of rows, which are out of sight
		return disclosure.Body(app.Summary().Text(summary))
	}
	heads := lists.Map(seen.Columns[:min(len(seen.Columns), previewColumns)], func(c column) app.UI { return app.Th().Scope("col").Class(alignment(c)).Text(c.Name) })
	return disclosure.Body(
		app.Summary().Text(summary),
		app.Ul().Class(classIf(len(remarks) > 0, "remarks")).Body(items(remarks)...),
		scroll("Columns", tableOf(columnHeads(seen), p.columnRows(seen)).Class("columns")),
		app.P().Class(classIf(!seen.complete(), "help")).Text(fmt.Sprintf("The first %s of %s. All of them are used.",
			english.Integer(len(seen.Columns)), english.Count(seen.Total, "column"))),
		p.wrong(experiment.Lookup("features")),
		scroll("First rows", tableOf(heads, previewRows(seen, len(seen.Preview), previewColumns)).Class("head")).
			Class(classIf(len(seen.Preview) > 0)),
	)
}

func columnHeads(seen *inspection) []app.UI {
	heads := []app.UI{heading("Use"), heading("Column"), numberHeading("Missing")}
	if seen.Against != "" {
		heads = append(heads, app.Th().Scope("col").Class("num").Title("Correlation with "+seen.Against).Text("r"))
	}
	return heads
}

func (p *Page) columnRows(seen *inspection) []app.UI {
	rows := make([]app.UI, len(seen.Columns))
	for i, c := range seen.Columns {
		var use app.UI
		if role := p.s.role(c); role != "" {
			use = app.Span().Class("role").Text(role)
		} else {
			use = checkbox(p.s.isFeature(c.Name)).Aria("label", "Use "+c.Name).DataSet("path", entryColumn+c.Name).Disabled(!seen.complete() || p.s.Link.View.Locks("features")).OnChange(p.onEntry)
		}
		name := []app.UI{app.Text(c.Name), app.Span().Class("extent").Text(c.Type + extent(c))}
		if c.Counts != nil {
			name = append(name, app.Raw(histogram(c)))
		}
		isFeature := p.s.role(c) == ""
		switch {
		case p.s.Spec.Data.Source != experiment.SourceFile:
		case slices.Contains(p.s.Spec.Data.Import.Codes, c.Name):
			name = append(name, p.enters(entryCodes+c.Name, "false", "Do not use as categories").Class("quiet-button"))
		case c.Codes > 2 && isFeature || c.Codable > 0 && (isFeature || !c.Usable):
			name = append(name, p.enters(entryCodes+c.Name, "true", "Use as categories").Class("quiet-button"))
		}
		cells := []app.UI{app.Td().Body(use), app.Th().Scope("row").Body(name...), numberCell(english.Integer(c.Missing))}
		if seen.Against != "" {
			correlation := ""
			if c.Correlation != nil {
				correlation = formatFixed(*c.Correlation, 2)
			}
			cells = append(cells, numberCell(correlation))
		}
		rows[i] = app.Tr().Body(cells...)
	}
	return rows
}

// histogram draws the frequencies of the bins of a column, or of its levels.
func histogram(c column) string {
	most, all := 0, 0
	for _, n := range c.Counts {
		most, all = max(most, n), all+n
	}
	const width, height = 96, 20
	bar := float64(width) / float64(len(c.Counts))
	var bars strings.Builder
	for i, n := range c.Counts {
		if n > 0 {
			fmt.Fprintf(&bars, "M%.1f %dv-%.1fh%.1fV%dz", float64(i)*bar, height, max(1, height*float64(n)/float64(most)), max(1, bar-1), height)
		}
	}
	label := fmt.Sprintf("Histogram of %s", english.Count(all, "cell"))
	if len(c.Levels) > 0 && len(c.Counts) == len(c.Levels) {
		var shares []string
		for i, n := range c.Counts {
			shares = append(shares, fmt.Sprintf("%s %d", c.Levels[i], n))
		}
		label = "Cells by level: " + strings.Join(shares, ", ")
	}
	return fmt.Sprintf(`<svg class="histogram" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s"><path d="%s"/></svg>`,
		width, height, width, height, html.EscapeString(label), bars.String())
}

// extent follows a column's type: the range and the mean of a number, or the
// levels of a category.
func extent(c column) string {
	if c.Min != nil && c.Max != nil {
		text := interval(c)
		if c.Mean != nil {
			text += ", mean " + number(*c.Mean, 3)
		}
		return text
	}
	if len(c.Levels) == 0 {
		return ""
	}
	return ": " + joinNames(c.Levels, 4)
}

// previewColumns is the number of columns that the first rows show.
const previewColumns = 24

// previewRows are the first cells of the first rows.
func previewRows(seen *inspection, rows, columns int) []app.UI {
	return lists.Map(seen.Preview[:min(rows, len(seen.Preview))], func(row []string) app.UI {
		cells := make([]app.UI, min(columns, len(row), len(seen.Columns)))
		for j := range cells {
			cells[j] = app.Td().Class(alignment(seen.Columns[j])).Text(row[j])
		}
		return app.Tr().Body(cells...)
	})
}

// alignment is the class of the cells of a column: numbers are at the right.
func alignment(c column) string {
	if c.Type == "number" {
		return "num"
	}
	return ""
}

// tableFiles are the files that the browser offers for rows; cards/use.js takes them from the entry of the data file.
const tableFiles = ".csv,.tsv,.txt,.dat,.data,.json,.jsonl,.ndjson,.arff,.svm,.libsvm,.gz,.xlsx,.xlsm,text/*,application/json,application/gzip"

// testEntry takes a file of test rows for the user's own data file.
func (p *Page) testEntry() app.UI {
	d := p.s.Spec.Data
	return app.Div().Class(classIf(d.Source == experiment.SourceFile && !p.s.dataLocked(), "field")).Body(
		app.Label().For("test-file").Text("Test file"),
		app.Input().ID("test-file").Type("file").Accept(tableFiles).Aria("describedby", "test-file-note"),
		app.P().ID("test-file-note").Class("help").Text("A second file with the same columns and the test rows. Without it, test rows are drawn from the first file."),
		app.P().Class(classIf(d.Test.Name != "")).Body(
			app.Text("Test rows: "+d.Test.Name+" "),
			p.press("no-test").Class("quiet-button").Text("Remove test file"),
		),
	)
}

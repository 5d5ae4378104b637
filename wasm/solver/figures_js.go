package solver

import (
	"errors"
	"fmt"
	"syscall/js"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
	"lplab/core/reports/figure"
)

// draw answers a "figure" request with "figure": the picture of reports, or of none for a figure of
// the theory, or its numbers.
func draw(request js.Value) (answer, error) {
	reports, err := reportsOf(request)
	if err != nil {
		return nil, err
	}
	kind, err := figure.Find(request.Get("name").String())
	if err != nil {
		return nil, err
	}
	text, err := render(kind, request.Get("options"), reports)
	return answer{"text": string(text)}, err
}

// render returns a figure in the format of the options.
func render(kind figure.Kind, options js.Value, reports []*experiment.Report) ([]byte, error) {
	kind = kind.OfClass(options.Get("class").String())
	if options.Get("format").String() == "csv" {
		return kind.CSV(reports...)
	}
	picture, err := kind.Draw(reports...)
	if err != nil {
		return nil, err
	}
	return inSize(picture, options), nil
}

// inSize is the SVG of a figure in the theme and the size of the options.
func inSize(picture *chart.Figure, options js.Value) []byte {
	picture.Theme = chart.Theme(options.Get("theme").String())
	picture.Resize(options.Get("width").Float(), options.Get("height").Float())
	return picture.SVG()
}

// figures answers a "figures" request with "figures": the figures that can be drawn of reports.
func figures(request js.Value) (answer, error) {
	reports, err := reportsOf(request)
	if err != nil {
		return nil, err
	}
	type entry struct {
		Name  string `json:"name"`
		Shows string `json:"shows"`
	}
	list := []entry{}
	for _, kind := range figure.Kinds() {
		if _, err := kind.Draw(reports...); err == nil {
			list = append(list, entry{kind.Name, kind.Shows})
		}
	}
	return inJSON("figures", list)
}

// compare answers a "comparison" request with "comparison": the table of reports of the same rows.
func compare(request js.Value) (answer, error) {
	reports, err := reportsOf(request)
	if err != nil {
		return nil, err
	}
	if len(reports) == 0 {
		return nil, errors.New("there is no report to compare: give the reports of several models")
	}
	return inJSON("comparison", figure.Compared(reports))
}

// reportsOf reads the reports of a request.
func reportsOf(request js.Value) ([]*experiment.Report, error) {
	texts := request.Get("reports")
	reports := make([]*experiment.Report, texts.Length())
	for i := range reports {
		var err error
		if reports[i], err = experiment.DecodeReport([]byte(texts.Index(i).String())); err != nil {
			return nil, fmt.Errorf("report %d cannot be drawn: %w", i+1, err)
		}
	}
	return reports, nil
}

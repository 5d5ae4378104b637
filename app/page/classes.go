package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// classResult is the outcome of the model of one of several classes.
type classResult struct {
	Status      experiment.Status `json:"status"`
	RelativeGap float64           `json:"relativeGap"`
}

// relativeGap is the relative gap of the result; for several classes the largest.
func (r *result) relativeGap() float64 {
	gap := r.Report.Objective.RelativeGap
	for _, class := range r.ByClass {
		gap = max(gap, class.RelativeGap)
	}
	return gap
}

// classShown takes the result in view with the model of another class.
func (s *state) classShown(r result) {
	if s.Result != nil && s.Result.Report.Result == r.Report.Result {
		r.Report.Spec, r.Wall = s.Result.Report.Spec, s.Result.Wall
		s.Result = &r
		if r.Report.Stability != nil {
			s.Stability = r.Report.Stability
		}
	}
}

// classChoice chooses the class of the model shown, if there are more than two.
func (p *Page) classChoice(r *result) app.UI {
	var options []app.UI
	if len(r.ByClass) > 0 {
		for _, class := range r.Report.Classes {
			options = append(options, option(class, class, class == r.Class))
		}
	}
	return app.P().Class(classIf(options != nil, "row", "class-choice")).Body(
		app.Label().For("class-shown").Text("Class"),
		app.Select().ID("class-shown").DataSet("path", entryClass).OnChange(p.onEntry).Body(options...),
		app.Span().Class("quiet").Text("against the rest: weights, fit and certificate of this model."),
	)
}

// mostShown is the largest number of classes with a table in the page. The export has larger
// tables.
const mostShown = 50

// mostLetters is the largest length of the names of all classes, each with a gap of three letters, for
// which the confusion has room beside the fit.
const mostLetters = 40

// mostLevel is the largest number of classes with long names for which the names above the columns are level.
const mostLevel = 10

// confusionCard shows the rows of each class by predicted class, and the metrics of each class.
func confusionCard(r *result) app.UI {
	part, m := r.Report.Judged()
	classes := r.Report.Classes
	there := len(m.Confusion) > 0 && len(m.Confusion) == len(classes) && len(classes) <= mostShown
	var head, rows, each []app.UI
	if there {
		head = []app.UI{heading("Actual, predicted")}
		for k, class := range classes {
			head = append(head, numberHeading(class))
			rows = append(rows, confusionRow(class, k, m.Confusion[k]))
			if k < len(m.PerClass) {
				each = append(each, r.classRow(class, k, m.PerClass[k]))
			}
		}
	}
	class := ""
	if len(strings.Join(classes, "   ")) > mostLetters {
		class = "wide"
	}
	if len(classes) > mostLevel && slices.ContainsFunc(classes, func(name string) bool { return len(name) > 4 }) {
		class += " upright"
	}
	names := []app.UI{heading("Class"), numberHeading("Rows"), numberHeading("Recall"), numberHeading("Precision"), numberHeading("F1")}
	if r.hasGaps() {
		names = append(names, numberHeading("Relative gap"))
	}
	return app.Figure().Class(classIf(there, "card", "card-table", "confusion", class)).DataSet("part", "confusion").Aria("label", "Confusion").Body(
		app.H3().Text("Confusion, "+part+" rows"),
		scroll("Table of the confusion", tableOf(head, rows, app.Caption().Text("Rows of each class by predicted class"))),
		scroll("Table of the classes", tableOf(names, each, app.Caption().Text("Metrics by class"))),
	)
}

// shades is the number of steps of colour of the cells.
const shades = 5

// confusionRow is the counts of one class, shaded by their share of it.
func confusionRow(class string, place int, counts []int) app.UI {
	total := 0
	for _, n := range counts {
		total += n
	}
	cells := []app.UI{rowHeading(class)}
	for k, n := range counts {
		shade := 0
		if n > 0 {
			shade = 1 + (shades-1)*n/total
		}
		name := "shade-" + strconv.Itoa(shade)
		if k == place {
			name += " right"
		}
		cells = append(cells, app.Td().Class("num", name).Text(english.Integer(n)))
	}
	return app.Tr().Body(cells...)
}

// hasGaps reports whether the model of each class minimises an objective.
func (r *result) hasGaps() bool { return len(r.ByClass) > 0 && r.Report.Status != experiment.Exact }

// classRow is the metrics of one class and, for more than two classes, the gap of its model.
func (r *result) classRow(class string, place int, m experiment.ClassMetric) app.UI {
	cells := []app.UI{rowHeading(class), numberCell(english.Integer(m.Rows)), shareCell(m.Recall), shareCell(m.Precision), shareCell(m.F1)}
	if r.hasGaps() {
		of := r.ByClass[place]
		text := number(of.RelativeGap, 2)
		if !of.Status.IsSolved() {
			text = fmt.Sprintf("%s, %s", text, of.Status)
		}
		cells = append(cells, numberCell(text))
	}
	return app.Tr().Body(cells...)
}

package page

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
	"lplab/core/spaces/tensor"
)

// Figures that JavaScript, which has the long lists of a report, draws in elements without
// children.

// hostCard is a figure that JavaScript fills, in the element with the name of the part as its id.
func hostCard(part, name, words string, there bool, classes ...string) app.HTMLFigure {
	body := []app.UI{app.H3().Text(name)}
	if words != "" {
		body = append(body, app.P().Class("quiet").Text(words))
	}
	return app.Figure().Class(classIf(there, append(classes, "card")...)).DataSet("part", part).Aria("label", name).Body(append(body, app.Div().ID(part))...)
}

// fitCard shows one view of the fit at a time.
func (p *Page) fitCard() app.UI {
	content := []app.UI{app.Div().Class("row", "figure-head").Body(app.H3().Text("Fit"), p.tabs(fitTabs, "View of the fit"))}
	for _, v := range []view{viewFit, viewResiduals, viewCurve, viewMargin, viewROC} {
		content = append(content, p.panel(fitTabs, v,
			plot("plot-"+string(v), "plot-fit", "Not drawn yet"),
			app.P().ID("words-"+string(v)).Class("quiet"),
		))
	}
	return app.Figure().Class("card").DataSet("part", "fit").DataSet("presents", p.presents(true, "fit", "Fit")).Aria("label", "Fit").Body(content...)
}

// convergenceCard is hidden for models without iterations.
func (p *Page) convergenceCard(r *result) app.UI {
	iterates := r.Report.Solver.Iterations > 0 || len(experiment.IterativeMethods()[r.Report.Spec.Model.Kind()]) > 0
	converges := r.Report.Objective.Certificate == "" && iterates
	return app.Figure().Class(classIf(converges, "card")).DataSet("part", "convergence").DataSet("presents", p.presents(converges, "convergence", "Convergence")).Aria("label", "Convergence").Body(
		app.Div().Class("row", "figure-head").Body(
			app.H3().Text("Convergence"),
			app.Div().ID("convergence-tools").Class("row"),
		),
		plot("plot-convergence", "plot-small", "Duality gap by iteration"),
		app.Div().ID("convergence-methods").DataSet("methods", strings.ReplaceAll(jsonOf(experiment.IterativeMethods()), `"`, "'")), // go-app would write \" in HTML
	)
}

// memoryCard passes what is entered in data attributes to web/cards/memory.js.
func (p *Page) memoryCard(r *result) app.UI {
	report, none := p.s.memory()
	tensor := r.Report.Spec.Model.Kind() == experiment.ModelLP
	return app.Figure().Class(classIf(tensor, "card", "memory-card")).DataSet("part", "memory").DataSet("presents", p.presents(tensor && none == "", "memory", "Memory")).Aria("label", "Memory").Body(
		app.H3().Text("Memory"),
		app.Div().ID("memory").DataSet("asked", strings.ReplaceAll(report, `"`, "'")).DataSet("none", none),
	)
}

// memory returns a report in JSON with the p and the points of the tensor, and otherwise defaults, of
// which core/reports/figure draws the memory; or why there is no tensor.
func (s *state) memory() (report, none string) {
	q, even := s.Spec.Model.P.EvenQ()
	n := s.points()
	switch {
	case s.Spec.Model.Kind() != experiment.ModelLP:
		return "", "Only lp models have a tensor."
	case !even || q > tensor.MaxOrder:
		return "", fmt.Sprintf("This p has no tensor: the conjugate exponent q = p/(p - 1) must be even, at most %d.", tensor.MaxOrder)
	case n < 1:
		return "", "The number of rows is not known yet."
	}
	r := experiment.Report{Version: experiment.Version, Spec: experiment.Default(), Tensor: &experiment.Tensor{Order: q, Points: n}}
	r.Spec.Model.P = s.Spec.Model.P
	return jsonOf(r), ""
}

// points is the number of points of the tensor, that is of the training rows or their subsample;
// 0 where it is not known. Without a result it includes rows with missing cells.
func (s *state) points() int {
	n := s.trainingRows()
	if s.Result != nil && !s.isStale() && s.Result.Rows.Train > 0 {
		n = s.Result.Rows.Train
	}
	if m := s.Spec.Model.Subsample; m > 0 {
		n = min(n, m)
	}
	return n
}

// trainingRows is the number of training rows if none have missing cells.
func (s *state) trainingRows() int {
	rows := s.Spec.Data.N
	if s.Spec.Data.Source != experiment.SourceSynthetic {
		if s.Inspection == nil {
			return 0
		}
		rows = s.Inspection.Rows
	}
	return s.Spec.Split.TrainingRows(rows)
}

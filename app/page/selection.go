package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// ruleWords describes the rules of selection in one sentence each.
var ruleWords = map[string]string{
	experiment.SelectNonzero:     "All weights that are not exactly zero are selected.",
	experiment.SelectDeviation:   "A weight is selected if its size exceeds twice the standard deviation of all weights.",
	experiment.SelectGap:         "The weights above the largest gap between neighbouring sizes are selected.",
	experiment.SelectCount:       "A fixed number of the largest weights is selected.",
	experiment.SelectShare:       "The largest weights with a given share of the norm are selected.",
	experiment.SelectPermutation: "A weight is selected if it exceeds nearly all the largest weights of models of permuted targets.",
	experiment.SelectStability:   "A weight is selected if it is among the largest in most fits to random halves of the rows.",
	experiment.SelectKnockoffs:   "A weight is selected if it exceeds the weight of its knockoff, a copy of the column that is independent of the target.",
}

// offers are the rules that control an error, as buttons.
var offers = []struct{ rule, text string }{
	{experiment.SelectStability, "Select by stability"},
	{experiment.SelectKnockoffs, "Select by knockoffs"},
	{experiment.SelectPermutation, "Select above the noise"},
}

// mostSelectedNamed is the largest number of selected monomials or products that a sentence names.
const mostSelectedNamed = 12

// selectionCard shows the rule of selection, what it selects, the error it controls, its
// assumptions, and the metrics of the selected weights alone.
func (p *Page) selectionCard(r *result) app.UI {
	s := r.Report.Selection
	there := s != nil
	if !there {
		s = &experiment.Selected{}
	}
	var assumptions, rules []app.UI
	for _, text := range s.Assumptions {
		class := ""
		if strings.HasPrefix(text, "Violated") || strings.HasPrefix(text, "Nothing") {
			class = "violated"
		}
		assumptions = append(assumptions, app.Li().Class(class).Text(withLabels(text)))
	}
	locked := p.s.Link.View.Locks("selection.rule")
	for _, o := range offers {
		rules = append(rules, p.press("begin").Class(classIf(!locked && o.rule != s.Rule)).DataSet("value", "selection.rule="+o.rule).Aria("disabled", p.s.busy()).Text(o.text))
	}
	refit, note := refitRows(r, s.Refit)
	metric, _ := r.stated()
	head := []app.UI{heading(metric), numberHeading("All weights"), numberHeading("Selected")}
	return app.Section().ID("selection-card").Class(classIf(there, "card", "selection")).Aria("label", "What is selected").Body(
		app.H3().ID("selection-title").Body(app.Text("Selection"), explainButton("selection.rule", "Selection")),
		app.P().Text(ruleWords[s.Rule]),
		app.P().Class("selection-line").Text(selectedWords(s)+zeroWords(&r.Report.Weights, s)),
		app.P().Class(classIf(controlledError(s) != "")).Text(controlledError(s)),
		app.Ul().Class(classIf(len(assumptions) > 0, "assumptions")).Body(assumptions...),
		app.P().Class(classIf(len(s.Orphans) > 0)).Body(app.Text(orphanWords(s.Orphans)), explainButton("result.hierarchy", "Hierarchy")),
		scroll("Table of the refit", tableOf(head, refit, app.Caption().Text("Selected alone")).Class("refit")).Class(classIf(len(refit) > 0)),
		app.P().Class(classIf(len(refit) > 0, "quiet")).Body(app.Text("The selected weights are refitted by least squares."+note), explainButton("result.refit", "Selected alone")),
		app.P().Class("row", "selection-rules").Body(rules...),
	)
}

// selectedWords counts and names the selected weights or columns.
func selectedWords(s *experiment.Selected) string {
	of := "weight"
	if s.Of == experiment.SelectColumns {
		of = "column"
	}
	if len(s.Selected) == 0 {
		return "No " + of + " is selected."
	}
	return fmt.Sprintf("%s selected: %s.", english.Count(len(s.Selected), of), joinNames(s.Selected, mostSelectedNamed))
}

// zeroWords names the selected weights that are zero in the model, as those of fits to halves of the rows can be; ""
// without any, or if the weights that are not zero are not all listed.
func zeroWords(w *experiment.Weights, s *experiment.Selected) string {
	if s.Of == experiment.SelectColumns || len(w.Top) < w.Nonzero {
		return ""
	}
	zeros := slices.DeleteFunc(slices.Clone(s.Selected), func(label string) bool {
		return slices.ContainsFunc(w.Top, func(k experiment.Weight) bool { return k.Label == label && k.Value != 0 })
	})
	if len(zeros) == 0 {
		return ""
	}
	return " Zero in this model: " + joinNames(zeros, mostSelectedNamed) + "."
}

// controlledError describes the error that the rule controls; "" if it controls none.
func controlledError(s *experiment.Selected) string {
	switch {
	case s.FDR > 0:
		return "Of the selected, at most " + number(100*s.FDR, 3) + " % are expected to be false."
	case s.Rule == experiment.SelectStability && s.Bound > 0:
		return "The expected number of false selections is at most " + number(s.Bound, 2) + "."
	case s.Level > 0:
		return "If the target did not depend on the columns, any selection would have a probability of at most " + number(100*s.Level, 3) + " %."
	}
	return ""
}

// orphanWords names the selected products of columns that are not selected by themselves.
func orphanWords(list []experiment.Orphan) string {
	names := lists.Map(list, func(o experiment.Orphan) string { return o.Label })
	return "Selected products with columns that are not selected as single features: " + joinNames(names, mostSelectedNamed) + "."
}

// refitRows compares the refit with the model of all weights, by part of the split and over
// folds. held describes the folds.
func refitRows(r *result, f *experiment.Refit) (rows []app.UI, note string) {
	if f == nil || len(r.Report.Selection.Selected) == 0 && f.Folds == nil { // the refit of no weight is the baseline
		return nil, ""
	}
	metric, score := r.stated()
	cell := scoreCell
	if metric == metricAccuracy {
		cell = shareCell
	}
	add := func(name string, all, alone experiment.Metric) {
		rows = append(rows, app.Tr().Body(rowHeading(name), cell(score(all)), cell(score(alone))))
	}
	for _, part := range experiment.PartNames {
		if m, ok := f.Metrics[part]; ok {
			add(partHeadings[part], r.Report.Metrics[part], m)
		}
	}
	if f.Folds == nil || f.All == nil {
		return rows, ""
	}
	add("held out of selection", *f.All, *f.Folds)
	least, most := slices.Min(f.PerFold), slices.Max(f.PerFold)
	return rows, fmt.Sprintf(" In %d folds, from %d to %d weights were selected, and the held-out rows were predicted.", len(f.PerFold), least, most)
}

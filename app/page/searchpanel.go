package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// searchPanel is the search for the strength, behind a line that describes it.
func (p *Page) searchPanel() app.UI {
	return p.disclosure("search", "search.criterion", searchWords(p.s.Spec),
		p.control("search.criterion"),
		app.Div().Class("pair").Body(p.control("search.gamma", "grow"), p.control("search.lambda", "grow"), p.control("search.C", "grow"), p.control("search.k", "grow"), p.control("search.count"), p.control("search.decades")),
		app.Div().Class("pair").Body(p.control("search.folds", "grow"), p.control("search.refine")),
		app.Div().Class("pair").Body(p.control("search.p", "grow"), p.control("search.degree", "grow")),
		app.Div().Class("pair").Body(p.control("search.r", "grow"), p.control("search.steps")),
		app.Div().Class("pair").Body(p.control("search.subsample", "grow"), p.control("search.repeats")),
		p.control("search.metric"), p.control("search.rule"), // their choices are too long for half a line
		app.Div().Class("pair").Body(p.control("search.seed", "grow")),
	)
}

func (p *Page) selectionPanel() app.UI {
	return p.disclosure("selection", "selection.rule", selectionWords(p.s.Spec),
		p.control("selection.rule"),
		app.Div().Class("pair").Body(p.control("selection.count"), p.control("selection.share"),
			p.control("selection.level"), p.control("selection.falseSelections"), p.control("selection.fdr")),
		app.Div().Class("pair").Body(p.control("selection.permutations", "grow"), p.control("selection.of", "grow"), p.control("selection.folds", "grow")),
		app.Div().Class("pair").Body(p.control("selection.resamples", "grow"), p.control("selection.seed")),
	)
}

// disclosure is a part of the controls that is closed until the reader opens it or an entry in it is
// wrong. It is hidden if its first field does not belong to the experiment.
func (p *Page) disclosure(section, first, summary string, fields ...app.UI) app.UI {
	open := p.s.Open[section] || slices.ContainsFunc(experiment.Fields(), func(f experiment.Field) bool {
		return strings.HasPrefix(f.Path, section+".") && p.s.wrong(f.Path) != ""
	})
	d := app.Details().ID("panel-"+section).Class(classIf(experiment.Lookup(first).Applies(p.s.Spec), "panel", "advanced")).DataSet("section", section).DataSet("part", section).On("toggle", p.onToggle)
	if open || app.IsClient { // where the page is prerendered, any "open" opens
		d = d.Open(open)
	}
	return d.Body(
		app.Summary().Text(summary),
		app.Div().Class("stack").Body(fields...),
	)
}

// searchWords describes the search: "Search: 5-fold cross-validation over 50 gammas".
func searchWords(s experiment.Spec) string {
	search := s.Search
	if search.Criterion == "" {
		return "Search: off"
	}
	parameter := s.Model.Parameter()
	n := search.Count + len(search.Grid(parameter).Values)
	of := english.Integer(n) + " " + severalOf(parameter)
	switch n {
	case 0: // an automatic grid that depends on the rows
		of = severalOf(parameter)
	case 1:
		of = "1 " + parameter
	}
	text := criterionWords(search) + " over " + of
	if m := len(search.Subsample); m > 0 {
		text += " and " + english.Count(m, "subsample")
	}
	if m := len(search.P); m > 0 {
		text += fmt.Sprintf(" for each of %d p", m)
	}
	if m := len(search.Degree); m > 0 {
		text += fmt.Sprintf(" for each of %s", english.Count(m, "degree"))
	}
	if forms := max(1, len(search.P)) * max(1, len(search.Degree)); n > 0 && forms > 1 {
		parts := 1
		if search.Criterion == experiment.SearchCrossValidation {
			parts += search.Folds
		}
		text += ": at most " + english.Count(forms*parts*(n+2*search.Refine), "fit")
	}
	return "Search: " + text
}

// criterionWords names the criterion of a search: "5-fold cross-validation".
func criterionWords(s experiment.Search) string {
	switch s.Criterion {
	case experiment.SearchCrossValidation:
		return fmt.Sprintf("%d-fold cross-validation", s.Folds)
	case experiment.SearchValidation:
		return "validation"
	}
	return "path"
}

// selectionWords describes the rule of selection: "Selection: twice the deviation, 50 resamples".
func selectionWords(s experiment.Spec) string {
	text := "Selection: " + strings.ToLower(labelOf("selection.rule", s.Selection.Rule))
	if n := s.Selection.Resamples; n > 0 {
		text += ", " + english.Count(n, "resample")
	}
	return text
}

func labelOf(path, value string) string {
	for _, v := range experiment.Lookup(path).Values {
		if v.Value == value {
			return v.Label
		}
	}
	return value
}

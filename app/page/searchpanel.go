package page

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// searchPanel holds the search for gamma behind one line that says what it is.
func (p *Page) searchPanel() app.UI {
	return p.disclosure("search", searchWords(p.s.Spec),
		p.control("search.criterion"),
		app.Div().Class("pair").Body(p.control("search.gamma", "grow"), p.control("search.count"), p.control("search.decades")),
		app.Div().Class("pair").Body(p.control("search.folds", "grow")),
		app.Div().Class("pair").Body(p.control("search.subsample", "grow"), p.control("search.repeats")),
		app.Div().Class("pair").Body(p.control("search.metric"), p.control("search.rule")),
		app.Div().Class("pair").Body(p.control("search.seed", "grow")),
	)
}

// selectionPanel holds the rule by which weights count as selected.
func (p *Page) selectionPanel() app.UI {
	return p.disclosure("selection", selectionWords(p.s.Spec),
		app.Div().Class("pair").Body(p.control("selection.rule", "grow"), p.control("selection.count"), p.control("selection.share")),
		app.Div().Class("pair").Body(p.control("selection.resamples", "grow"), p.control("selection.seed")),
	)
}

// disclosure is a part of the controls that is folded away until it is asked
// for, or until something in it wants mending.
func (p *Page) disclosure(section, summary string, fields ...app.UI) app.UI {
	open := p.open[section] || p.s.complains(section+".")
	d := app.Details().ID("panel-"+section).Class("panel", "advanced").DataSet("section", section).DataSet("part", section).On("toggle", p.onToggle)
	if open || app.IsClient { // where the page is rendered beforehand, any "open" opens
		d = d.Open(open)
	}
	return d.Body(
		app.Summary().Text(summary),
		app.Div().Class("stack").Body(fields...),
	)
}

func (p *Page) onToggle(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	element := ctx.JSSrc()
	p.open[element.Get("dataset").Get("section").String()] = element.Get("open").Bool()
}

// complains reports whether an entry under the path was refused.
func (s *state) complains(path string) bool {
	for _, list := range []map[string]string{s.Wrong, s.Refused} {
		for wrong := range list {
			if strings.HasPrefix(wrong, path) {
				return true
			}
		}
	}
	return false
}

// searchWords says what is searched: "Search: 5-fold cross-validation over 50 gammas".
func searchWords(s experiment.Spec) string {
	search := s.Search
	if search.Criterion == "" {
		return "Search: off"
	}
	n := search.Count
	if !search.Gamma.Auto {
		n = len(search.Gamma.Values)
	}
	text := criterionWords(search) + " over " + count(n, "gamma")
	if m := len(search.Subsample); m > 0 {
		text += " and " + count(m, "subsample")
	}
	return "Search: " + text
}

// criterionWords names what a search goes by: "5-fold cross-validation".
func criterionWords(s experiment.Search) string {
	switch s.Criterion {
	case experiment.SearchCrossValidation:
		return fmt.Sprintf("%d-fold cross-validation", s.Folds)
	case experiment.SearchValidation:
		return "validation"
	}
	return "path"
}

// selectionWords says which weights count as selected: "Selection: twice the
// deviation, 50 resamples".
func selectionWords(s experiment.Spec) string {
	text := "Selection: " + strings.ToLower(labelOf("selection.rule", s.Selection.Rule))
	if n := s.Selection.Resamples; n > 0 {
		text += ", " + count(n, "resample")
	}
	return text
}

// labelOf is the label of a choice's value.
func labelOf(path, value string) string {
	for _, v := range experiment.Lookup(path).Values {
		if v.Value == value {
			return v.Label
		}
	}
	return value
}

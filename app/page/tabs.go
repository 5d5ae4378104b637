package page

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
	"lplab/core/lists"
)

// Cards with tabs, by the ids of these in the page.
const (
	resultTabs = "result-views"
	choiceTabs = "choice-views"
	fitTabs    = "fit-views"
)

// view is a tab of a card; its text is public, in the ids "tab-VIEW" and "panel-VIEW".
type view string

const (
	// Those of the result are experiment.Tabs.
	viewMatters view = "matters"
	viewQuality view = "quality"
	viewChoice  view = "choose"
	viewUse     view = "use"
	viewCompare view = "compare"
	viewSolver  view = "solver"

	viewPath       view = "path"
	viewValidation view = "validation"
	viewStability  view = "stability"

	viewFit       view = "fit"
	viewResiduals view = "residuals"
	viewCurve     view = "curve"
	viewMargin    view = "margin"
	viewROC       view = "roc"
)

var viewNames = map[view]string{
	viewPath: "Path", viewValidation: "Validation", viewStability: "Stability",
	viewFit: "Predicted", viewResiduals: "Residuals", viewCurve: "Curve", viewMargin: "Margin", viewROC: "ROC",
}

func init() {
	for _, tab := range experiment.Tabs {
		viewNames[view(tab.Value)] = tab.Label
	}
}

// viewsOf lists the views that a card has.
func (s *state) viewsOf(card string) (views []view) {
	r := s.Result
	switch {
	case card == resultTabs:
		return lists.Map(experiment.Tabs, func(tab experiment.Value) view { return view(tab.Value) })
	case card == choiceTabs:
		return []view{viewPath, viewValidation, viewStability}
	case r != nil && r.Report.Spec.Task == experiment.Classification:
		return []view{viewFit, viewMargin, viewROC}
	case r != nil && r.Curve:
		return []view{viewFit, viewResiduals, viewCurve}
	}
	return []view{viewFit, viewResiduals}
}

// current is the view of a card that is shown: the one chosen last if the card has it, else the
// first.
func (s *state) current(card string) view {
	views := s.viewsOf(card)
	if slices.Contains(views, s.Views[card]) {
		return s.Views[card]
	}
	return views[0]
}

// tabs are the buttons that choose the view of a card.
func (p *Page) tabs(card, label string) app.UI {
	view := p.s.current(card)
	var tabs []app.UI
	for _, v := range p.s.viewsOf(card) {
		tab := app.Button().ID("tab-"+string(v)).Type("button").Class("tab").Attr("role", "tab").
			DataSet("card", card).DataSet("view", v).
			Aria("controls", "panel-"+string(v)).
			Aria("selected", v == view).
			TabIndex(map[bool]int{true: 0, false: -1}[v == view]).
			OnClick(p.onTab).OnKeyDown(p.onTabKey).
			Text(viewNames[v])
		tabs = append(tabs, tab)
	}
	return app.Div().ID(card).Class("tabs").Attr("role", "tablist").Aria("label", label).Body(tabs...)
}

// panel is the content of a tab. A card has the panels of all its tabs, so that plots keep their
// places.
func (p *Page) panel(card string, v view, content ...app.UI) app.UI {
	return app.Div().ID("panel-"+string(v)).Class(classIf(p.s.current(card) == v, "view")).
		Attr("role", "tabpanel").Aria("labelledby", "tab-"+string(v)).Body(content...)
}

func (p *Page) onTab(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	data := ctx.JSSrc().Get("dataset")
	p.s.Views[data.Get("card").String()] = view(data.Get("view").String())
}

// onTabKey moves between the tabs with the arrow keys.
func (p *Page) onTabKey(ctx app.Context, e app.Event) {
	defer p.settle(ctx)
	card := ctx.JSSrc().Get("dataset").Get("card").String()
	views := p.s.viewsOf(card)
	at := slices.Index(views, p.s.current(card))
	to, ok := map[string]int{"ArrowRight": at + 1, "ArrowLeft": at + len(views) - 1, "Home": 0, "End": len(views) - 1}[e.Get("key").String()]
	if !ok {
		return
	}
	e.PreventDefault()
	p.s.Views[card] = views[to%len(views)]
	app.Window().GetElementByID("tab-" + string(p.s.Views[card])).Call("focus")
}

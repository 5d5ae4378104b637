package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// pane is the part of the page that a small screen shows; its text is public, in data-pane.
type pane string

const (
	paneData   pane = "data"
	paneModel  pane = "model"
	paneResult pane = "result"
)

// shownPane is the pane chosen, or the result where the data are hidden again.
func (p *Page) shownPane() pane {
	if p.pane == paneData && p.s.hides(string(paneData)) {
		return paneResult
	}
	return p.pane
}

// runBar starts and cancels runs and shows their progress. On a small screen it is at the bottom,
// with the choice of the pane and the score.
func (p *Page) runBar() app.UI {
	busy := p.s.busy()
	detail := ProgressWords(p.s.Progress, p.s.Left)
	bar := app.Progress().Class(classIf(busy, "progress")).Aria("label", "Progress").Aria("valuetext", detail).Max(1)
	if f := p.s.Progress.Fraction; f > 0 {
		bar = bar.Value(fmt.Sprintf("%.3f", f))
	}
	run := app.Button().ID("run").Type("submit").Attr("form", "controls").Class("primary").Text("Run").Title("Ctrl+Enter").Aria("describedby", "run-reason")
	run = idle(run, busy || p.s.dataProblem() != "")
	cancel := idle(p.press("cancel").ID("cancel").Text("Cancel").Title("Escape"), !busy && !p.s.isReading())
	score := "" // the label of the result's pane, where there is one
	if p.s.Result != nil && !p.s.lacksFile() {
		score = p.s.Result.scoreWords()
	}
	panes := make([]app.UI, 0, 3)
	for _, of := range []struct {
		pane  pane
		name  string
		parts []string // of which a view may hide all
	}{{paneData, "Data", []string{"data"}}, {paneModel, "Model", []string{"kernel", "norm", "search", "selection", "advanced"}}, {paneResult, cmp.Or(score, "Result"), nil}} {
		hidden := len(of.parts) > 0 && !slices.ContainsFunc(of.parts, func(part string) bool { return !p.s.hides(part) })
		panes = append(panes, p.press("pane").Class(classIf(!hidden, "pane-choice")).Aria("pressed", p.shownPane() == of.pane).DataSet("value", of.pane).Text(of.name))
	}
	return app.Div().Class("run-bar").Body(
		bar,
		app.Div().Class("said").Body(
			app.P().ID("status").Class("status", string(p.s.Phase)).Attr("role", "status").Title(p.s.Status).Text(p.s.Status),
			app.P().ID("announcement").Class("unseen").Aria("live", "polite").Text(p.s.announcement()),
			app.P().Class(classIf(busy, "detail")).Aria("hidden", "true").Text(detail),
		),
		app.Div().Class("panes").Attr("role", "group").Aria("label", "Part of the page").Body(panes...),
		app.Div().Class("run-row").Body(run, cancel),
	)
}

// announcement is the headline of the result for screen readers, once a run or a drag has ended.
func (s *state) announcement() string {
	if s.Phase != ready || s.Result == nil || s.Sliding || s.isStale() {
		return ""
	}
	text, _ := answerWords(s.Result)
	return text
}

// scoreWords is the score on unseen rows; "" where there is none, or an R² far below 0.
func (r *result) scoreWords() string {
	_, _, m, ok := r.unseenMetric()
	if !ok || m.R2 != nil && *m.R2 < -10 {
		return ""
	}
	return r.statedWords(m)
}

// runNotices explain why the entries cannot be run, and what a run would repeat.
func (p *Page) runNotices() app.UI {
	reason, repeats := "", p.s.repeats()
	if !p.s.busy() {
		reason = p.s.dataProblem()
	}
	return app.Div().Body(
		app.P().ID("run-reason").Class(classIf(reason != "" && !strings.HasSuffix(lowerFirst(p.s.Status), lowerFirst(reason)), "wrong")).Text(reason),
		app.Div().Class(classIf(repeats != "", "run-again")).Body(
			app.P().ID("run-repeats").Class("quiet").Text(repeats),
			p.press("run-model").Class("quiet-button").Text("Run without searching"),
		),
	)
}

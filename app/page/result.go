package page

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// resultPane is the result: the answer, and below it its views, one at a time.
func (p *Page) resultPane() app.UI {
	r := cmp.Or(p.s.Result, &result{})
	note := p.s.Note
	if p.s.Result != nil && p.s.isStale() && !p.s.busy() && !p.s.Sliding {
		note = "The entries have changed. Press Run for their result"
	}
	class, offer := "", ""
	if proposal := p.s.Proposal; proposal != nil && note == proposal.note {
		offer = "Try it"
	}
	if old := p.s.old(); old != "" {
		class, note = "old", old
	}
	return app.Section().ID("result").Class("result", string(p.s.Phase), class).TabIndex(-1).Aria("label", "Result").Body(
		p.answerBlock(r),
		p.badgeLine(),
		app.P().Class("note").Body( // keeps its line: a result that follows the slider must not move the page
			app.Text(note),
			p.press("better").Class(classIf(offer != "", "quiet-button")).Text(offer),
		),
		p.tabs(resultTabs, "Views of the result"),
		p.panel(resultTabs, viewMatters,
			p.weightsCard(r),
			app.Div().Class("columns-2").Body(
				hostCard("importance", "Importance", "", len(r.Report.Weights.Importance)+len(r.Report.Importance) > 0),
				hostCard("interactions", "Interactions", "", len(r.Report.Weights.Interactions) > 0),
			),
			hostCard("pairs", "Pairs of columns", "", len(r.Report.Weights.Interactions) > 1),
			p.selectionCard(r),
			p.topWeights(r),
		),
		p.panel(resultTabs, viewQuality,
			app.Div().Class("columns-2").Body(
				p.fitCard(),
				app.Div().Class("quality-tables").Body(
					scoresCard(r),
					confusionCard(r),
				),
			),
		),
		p.panel(resultTabs, viewChoice,
			p.choiceCard(),
			subsetsCard(r),
		),
		p.panel(resultTabs, viewUse,
			hostCard("what-if", "What if", "", true, "use-card"),
			hostCard("dependence", "Dependence", "", r.Report.Spec.Bag == ""),
			p.wholeFit(),
			hostCard("predict", "Predict", "New rows with the columns of the model, in any order. They stay in this tab.", true, "use-card"),
		),
		p.panel(resultTabs, viewCompare,
			p.compareCard(),
			hostCard("methods", "Methods", "Models of each type on the same rows, with the same split and preprocessing. The strength of each is chosen from an automatic grid, so the model shown may have another one here.", true, "methods-card"),
			p.pastCard(),
		),
		p.panel(resultTabs, viewSolver,
			app.Div().Class("columns-2").Body(
				certificateCard(r),
				p.convergenceCard(r),
			),
			p.memoryCard(r),
		),
	)
}

// weightsCard shows the weights: named bars where they are few, else the plot of all.
func (p *Page) weightsCard(r *result) app.UI {
	without := withoutWeights(r)
	text := ""
	if p.s.Result != nil {
		text = headline(r)
	}
	w := r.Report.Weights
	planted, bars := len(w.Truth) > 0, r.bars()
	return app.Section().ID("weights").DataSet("presents", p.presents(without == "", "", "Weights")).Class("card", "lead").Body(
		app.H3().ID("weights-title").Text(map[bool]string{true: "Weights", false: "Model"}[without == ""]),
		app.P().Class("headline").Text(text),
		app.P().ID("without-weights").Class(classIf(without != "", "quiet")).Text(without),
		p.classChoice(r),
		app.Figure().Aria("label", "Weights").Class(classIf(without == "", "weights-figure")).Body(
			plot("plot-weights", "plot-weights", "Stem plot of the weights").Class(classIf(!bars)).TabIndex(0),
			app.Div().ID("plot-bars").Class(classIf(bars, "bars")).DataSet("most", mostBars),
			app.Button().ID("zoom-reset").Type("button").Class("zoom-reset").Hidden(true).Text("Show all"),
			stepsControl(r),
			app.FigCaption().Class(classIf(!bars)).Body(
				app.Ul().Class("legend").Body(
					app.Li().Class("key-selected").Text("selected"),
					app.Li().Class("key-small").Text(r.Report.Weights.Others()),
					app.Li().Class(classIf(len(r.Report.Reweighting) > 0, "key-zero")).Text("exactly 0"),
					app.Li().Class(classIf(planted, "key-planted")).Text("planted"),
				),
				app.P().ID("weights-readout").Class("readout").Aria("live", "polite"),
			),
		),
	)
}

// mostBars is the largest number of weights that are shown as bars with their names.
const mostBars = 30

// bars reports whether the weights are few enough for bars with their names. Planted weights stay
// in the plot, which shows those that were missed too.
func (r *result) bars() bool {
	w := r.Report.Weights
	return w.Nonzero > 0 && w.Nonzero <= mostBars && len(w.Truth) == 0 && len(w.Top) >= w.Nonzero
}

// stepsControl chooses a step of reweighting, from the lp solution to the model shown.
// web/cards/steps.js solves and draws it.
func stepsControl(r *result) app.UI {
	steps := len(r.Report.Reweighting) - 1
	p, last := r.Report.Spec.Model.P.String(), max(1, steps)
	return app.Div().ID("steps").Class(classIf(steps > 0, "row", "reweighting")).Attr("role", "group").Aria("label", "Reweighting").Body(
		app.Button().ID("steps-first").Type("button").Class("pick").Text("p = "+p+" alone"),
		app.Label().For("steps-range").Class("unseen").Text("Reweighting step"),
		app.Input().ID("steps-range").Class("slider").Type("range").Min(0).Max(last).Step(1).DataSet("steps", last).Value(last),
		app.Button().ID("steps-last").Type("button").Class("pick").Text("r = "+reweightedR(r.Report).String()),
		app.P().ID("steps-words").Class("readout"),
	)
}

// reweightedR is the exponent that the reweighting of a report ends with.
func reweightedR(r experiment.Report) experiment.P {
	if c := r.Chosen; c != nil && c.Steps != nil && *c.Steps > 0 {
		return c.R
	}
	return r.Spec.Model.R
}

// old names the data of the result shown if other data are entered, if the data entered cannot
// be used, or if the experiment of a link has no result yet; "" otherwise.
func (s *state) old() string {
	r := s.Result
	if r == nil || r.Report.Status == "" || s.busy() || s.Phase == loading ||
		!otherData(s.resultEntries.Data, s.Spec.Data) && s.DataError == "" && s.NewFile == nil && !s.Link.NeedsFile && !(s.Link.Unanswered && s.isStale()) {
		return ""
	}
	return "Result of " + story(r)[0] + ", from before"
}

func certificateCard(r *result) app.UI {
	rep := r.Report
	var facts []app.UI
	add := func(term, name, value string) {
		facts = append(facts, app.Dt().Body(app.Text(name), explainButton(term, name)), app.Dd().Text(value))
	}
	if o := rep.Objective; o.Certificate != experiment.CertificateExact {
		add("result.primal", "Primal", number(o.Primal, 7))
		add("result.dual", "Dual bound", number(-o.Dual, 7))
		add("result.gap", "Gap", fmt.Sprintf("%s, %s of the objective", number(o.Gap, 2), number(o.RelativeGap, 2)))
	}
	add("result.status", "Status", string(rep.Status))
	add("solver.method", "Method", methodNames.Replace(rep.Solver.Method)+", "+rep.Solver.Strategy)
	if parameter := rep.Spec.Model.Parameter(); parameter != "" {
		add("model."+parameter, experiment.Lookup("model."+parameter).Label, number(strengthOf(rep), 4))
	}
	if l := rep.Linear; l != nil {
		if l.Freedom > 0 {
			add("result.freedom", "Degrees of freedom", number(l.Freedom, 4))
		}
		if l.LeaveOneOutMSE != nil {
			add("result.leave-one-out", "Leave-one-out MSE", number(*l.LeaveOneOutMSE, 4))
		}
	}
	if r.Support > 0 {
		add("result.support", "Support vectors", english.Integer(r.Support))
	}
	if rep.Weights.Count > 0 {
		norm, _ := rep.Spec.Model.Norm()
		add("result.norm", norm, number(rep.Weights.Norm, 4))
	}
	add("result.seconds", "Build and solve", seconds(rep.Solver.Seconds.Build)+" + "+seconds(rep.Solver.Seconds.Solve))
	if t := rep.Tensor; t != nil {
		use := ""
		if s := rep.Solver.Strategy; s != experiment.StrategyTensor && s != experiment.StrategyStreamed {
			use = "; not used"
		}
		add("result.tensor", "Tensor", fmt.Sprintf("order %d over %s: %s entries, %s%s", t.Order, english.Count(t.Points, "point"), english.Integer(int(t.Entries)), chart.Bytes(float64(t.Bytes)), use))
	}
	class, unsolved := "certified", rep.Unsolved()
	if !rep.Status.IsSolved() || unsolved != "" {
		class = "uncertified"
	}
	return app.Section().Class("card", class).DataSet("part", "certificate").Aria("labelledby", "certificate-title").Body(
		app.H3().ID("certificate-title").Text("Certificate"),
		app.P().Text(certificate(rep)),
		app.P().Class(classIf(unsolved != "")).Text(sentence(unsolved)),
		app.P().Class(classIf(rep.Solver.Reason != "", "quiet")).Text(sentence(rep.Solver.Reason)),
		app.Dl().Class("facts").Body(facts...),
	)
}

// sentence is text with a capital and a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return upperFirst(strings.TrimSuffix(text, ".")) + "."
}

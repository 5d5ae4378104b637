package page

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// lead is the result at a glance: what stands out, and the plot of all weights.
func (p *Page) lead() app.UI {
	r := p.s.Result
	text, path := "", [4]string{"Data", "kernel", "p", "weights"}
	planted, without := false, ""
	if r != nil {
		text, path, planted, without = headline(r), story(r), len(r.Report.Weights.Truth) > 0, withoutWeights(r)
	} else {
		r = &result{}
	}
	note := p.s.Note
	if p.s.Result != nil && p.s.stale() && !p.s.busy() && !p.s.Sliding {
		note = "The entries have changed since. Press Run to see their result"
	}
	old := p.s.old()
	if old != "" {
		note = old
	}
	noteClass := "note" // keeps its place: a result that follows the slider must not move the page
	if note == "" {
		noteClass = "note blank"
	}
	steps := make([]app.UI, len(path))
	for i, step := range path {
		steps[i] = app.Li().Text(step)
	}
	return app.Section().ID("weights").DataSet("presents", "Weights").Class(p.s.dimmed("lead", string(p.s.Phase))).Body(
		p.answerBlock(r),
		app.Div().Class("lead-head").Body(
			app.H3().ID("weights-title").Text(map[bool]string{true: "Weights", false: "Model"}[without == ""]),
			app.Ol().Class("story").Aria("label", "The experiment shown").Body(steps...),
		),
		app.P().Class("headline").Text(text),
		p.badgeLine(),
		app.P().ID("without-weights").Class(shown(without != "", "quiet")).Text(without),
		p.classChoice(r),
		app.Figure().Aria("label", "Weights").Class(shown(without == "", "weights-figure")).Body(
			app.Div().ID("plot-weights").Class("plot", "plot-weights").Attr("role", "img").Aria("label", "Stem plot of the weights").TabIndex(0),
			app.Button().ID("zoom-reset").Type("button").Class("zoom-reset").Hidden(true).Text("Show all"),
			stepsControl(r),
			app.FigCaption().Body(
				app.Ul().Class("legend").Body(
					app.Li().Class("key-selected").Text("selected"),
					app.Li().Class("key-small").Text("small"),
					app.Li().Class(shown(len(r.Report.Reweighting) > 0, "key-zero")).Text("exactly 0"),
					app.Li().Class(shown(planted, "key-planted")).Text("planted"),
				),
				app.P().ID("weights-readout").Class("readout").Aria("live", "polite"),
			),
		),
		app.P().Class(noteClass).Text(note),
	)
}

// old says of which data the result shown is, where these are not the ones entered, or
// where the ones entered cannot be used; "" where they are the same.
func (s *state) old() string {
	r := s.Result
	if r == nil || r.Report.Status == "" || s.busy() || s.Phase == loading ||
		!otherData(s.answered.Data, s.Spec.Data) && s.Unreadable == "" && s.Pending == nil && !s.Link.Wants {
		return ""
	}
	return "Result of " + story(r)[0] + ", from before"
}

// dimmed joins classes, and the one of what is old.
func (s *state) dimmed(classes ...string) string {
	if s.old() != "" {
		classes = append(classes, "old")
	}
	return shown(true, classes...)
}

// evidence is what lies under the glance: the choice of the model, the weights by name
// and the fit, and last how the problem was solved.
func (p *Page) evidence() app.UI {
	r := p.s.Result
	if r == nil {
		r = &result{}
	}
	return app.Section().Class(shown(p.s.Result != nil, p.s.dimmed("evidence"))).Aria("label", "Evidence").Body(
		p.compareCard(),
		p.choiceCard(),
		app.Div().Class("columns-2").Body(
			p.topWeights(r),
			confusionCard(r),
			p.fitCard(),
			subsetsCard(r),
			methodsCard(),
			predictCard(),
			whatIfCard(),
		),
		app.H2().Class("part-title").Text("How it was solved"),
		app.Div().Class("columns-2").Body(
			certificateCard(r),
			p.convergenceCard(r),
			p.memoryCard(r),
		),
	)
}

// figures are the errors: what a search chose by, and those on test and training
// rows.
func (p *Page) figures(r *result) []app.UI {
	var out []app.UI
	tile := func(term, label, unit string, value ...app.UI) {
		content := append([]app.UI{app.P().Class("figure-label").Body(app.Text(label), explained(term, label))}, value...)
		out = append(out, app.Div().Class("figure").Body(append(content, app.P().Class("figure-unit").Text(unit))...))
	}
	add := func(term, label, mark, value, unit string) {
		tile(term, label, unit, app.P().Class("figure-value").DataSet("metric", mark).Text(value))
	}
	metric := func(part string, rows int) {
		m, ok := r.Report.Metrics[part]
		if !ok || rows == 0 {
			return
		}
		of := count(rows, part+" "+rowWord(r))
		if m.Accuracy != nil {
			tile(termMetric+experiment.MetricAccuracy, "Accuracy, "+part, of, app.P().Class("figure-value").Text(percent(*m.Accuracy)),
				app.Span().Class("unseen").Aria("hidden", "true").DataSet("metric", "accuracy-"+part).Text(fixed(*m.Accuracy, 4)))
			if m.AUC != nil {
				add(termMetric+experiment.MetricAUC, "AUC, "+part, "auc-"+part, fixed(*m.AUC, 3), of)
			}
			return
		}
		if m.R2 != nil {
			add(termR2, "R², "+part, "r2-"+part, fixed(*m.R2, 3), of)
		}
		if m.MSE != nil {
			add(termMetric+experiment.MetricMSE, "MSE, "+part, "mse-"+part, number(*m.MSE, 3), of)
		}
	}
	metric("test", r.Rows.Test)
	if r.Rows.Test == 0 {
		metric("validation", r.Rows.Validation)
	}
	if f := p.s.Search; f != nil && len(f.Scores) > 0 {
		if at, ok := p.s.here(); ok {
			score, unit := f.scoreAt(at), criterionWords(f.spec.Search)
			if e := errorWords(score); e != "" {
				unit = e + ", " + unit
			}
			add(termMetric+f.Metric, metricWords[f.Metric], f.Metric+"-search", number(score.Mean, 3), unit)
		}
	}
	metric("train", r.Rows.Train)
	return out
}

// metricWords names a search's metric as the other figures are named.
var metricWords = map[string]string{
	experiment.MetricMSE: "MSE, search", experiment.MetricMAE: "MAE, search",
	experiment.MetricAccuracy: "Accuracy, search", experiment.MetricBalancedAccuracy: "Balanced accuracy, search",
	experiment.MetricAUC: "AUC, search", experiment.MetricLogLoss: "Log-loss, search",
}

func certificateCard(r *result) app.UI {
	rep := r.Report
	var facts []app.UI
	add := func(term, name, value string) {
		facts = append(facts, app.Dt().Body(app.Text(name), explained(term, name)), app.Dd().Text(value))
	}
	switch o := rep.Objective; o.Certificate {
	case experiment.CertificateExact:
	default:
		add(termPrimal, "Primal", number(o.Primal, 7))
		add(termDual, "Dual bound", number(-o.Dual, 7))
		add(termGap, "Gap", fmt.Sprintf("%s, %s of the objective", number(o.Gap, 2), number(o.RelativeGap, 2)))
	}
	add(termStatus, "Status", string(rep.Status))
	add("solver.method", "Method", methodWords(rep.Solver.Method)+", "+rep.Solver.Strategy)
	if parameter := rep.Spec.Model.Parameter(); parameter != "" {
		add("model."+parameter, experiment.Lookup("model."+parameter).Label, number(strengthOf(rep), 4))
	}
	if l := rep.Linear; l != nil && l.Freedom > 0 {
		add(termFreedom, "Degrees of freedom", number(l.Freedom, 4))
	}
	if l := rep.Linear; l != nil && l.LeaveOneOutMSE != nil {
		add(termLeaveOneOut, "Leave-one-out MSE", number(*l.LeaveOneOutMSE, 4))
	}
	if r.Support > 0 {
		add(termSupport, "Support vectors", whole(int64(r.Support)))
	}
	if rep.Weights.Count > 0 {
		add(termNorm, normName(rep.Spec.Model), number(rep.Weights.Norm, 4))
	}
	add(termSeconds, "Build and solve", seconds(rep.Solver.Seconds.Build)+" + "+seconds(rep.Solver.Seconds.Solve))
	if t := rep.Tensor; t != nil {
		add(termTensor, "Tensor", fmt.Sprintf("order %d over %d points: %s entries, %s", t.Order, t.Points, whole(t.Entries), byteSize(t.Bytes)))
	}
	class := "certified"
	if !rep.Status.IsSolved() || rep.Unsolved() != "" {
		class = "uncertified"
	}
	return app.Section().Class("card", class).DataSet("part", "certificate").Aria("labelledby", "certificate-title").Body(
		app.H3().ID("certificate-title").Text("Certificate"),
		app.P().Text(certificate(r)),
		app.P().Class(shown(rep.Solver.Reason != "", "quiet")).Text(sentence(rep.Solver.Reason)),
		app.Dl().Class("facts").Body(facts...),
		app.Ul().Class(shown(len(rep.Warnings) > 0, "remarks")).Body(items(rep.Warnings)...),
	)
}

// normName is the norm of the weights that a model's penalty speaks of.
func normName(m experiment.Model) string {
	switch m.Kind() {
	case experiment.ModelLP:
		return "‖w‖ₚ"
	case experiment.ModelLasso, experiment.ModelRelaxedLasso, experiment.ModelElasticNet, experiment.ModelGroupLasso:
		return "‖w‖₁"
	}
	return "‖w‖₂"
}

// sentence writes text with a capital and a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	runes := []rune(text)
	if first := runes[0]; first >= 'a' && first <= 'z' {
		runes[0] = first - 'a' + 'A'
	}
	if last := runes[len(runes)-1]; last != '.' {
		runes = append(runes, '.')
	}
	return string(runes)
}

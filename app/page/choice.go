package page

import (
	"cmp"
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// suggestedView returns the view that shows the most of a report.
func suggestedView(r experiment.Report) view {
	switch {
	case r.Search != nil && len(r.Search.Scores) > 0:
		return viewValidation
	case r.Search == nil && r.Stability != nil:
		return viewStability
	}
	return viewPath
}

// choiceCard shows the models among which one was chosen: the path of the weights, the scores,
// and the stability of the selection, in a tab each. web/cards/search.js draws the plots, which
// keep their places in tabs that are not shown.
func (p *Page) choiceCard() app.UI {
	return app.Section().ID("choice").Class("card", "choice").DataSet("part", "choice").DataSet("presents", p.presents(p.s.Search != nil || p.s.Stability != nil, "choice", "Choice of the model")).Aria("labelledby", "choice-title").Body(
		app.Div().Class("row", "figure-head").Body(
			app.H3().ID("choice-title").Text("Choice of the model"),
			p.tabs(choiceTabs, "Choice of the model"),
		),
		p.pathView(),
		p.validationView(),
		p.stabilityView(),
	)
}

// figureOrOffer returns the content of a tab: a figure, or a sentence with a button that makes one.
func (p *Page) figureOrOffer(v view, there bool, sentence, button, path, value string, content ...app.UI) app.UI {
	possible := experiment.Lookup(path).Applies(p.s.Spec)
	switch model := p.s.Spec.Model; {
	case possible && v == viewPath && !model.HasWeights():
		path, value, button = "search.criterion", experiment.SearchCrossValidation, "Cross-validate"
		sentence = "This model has no weights and no path; cross-validation still chooses " + model.Parameter() + "."
	case !possible && v == viewStability:
		sentence = "This model has no weights to select."
	case !possible:
		sentence = "This model has no parameter to choose."
	}
	return p.panel(choiceTabs, v,
		app.Div().Class(classIf(!there, "row", "offer")).Body(
			app.P().Text(sentence),
			p.press("begin").Class(classIf(possible && !p.s.Link.View.Locks(path))).DataSet("value", path+"="+value).Text(button),
		),
		app.Div().Class(classIf(there, "stack")).Body(content...),
	)
}

func (p *Page) pathView() app.UI {
	f := p.s.Search
	return p.figureOrOffer(viewPath, f != nil && f.spec.Model.HasWeights(),
		"The path shows each weight by "+p.s.parameterWords()+".", "Search a path", "search.criterion", experiment.SearchPath,
		p.searchNote(),
		app.Figure().Aria("label", "Path").Body(
			plot("plot-path", "plot-search", "Weights against "+p.s.parameterWords()).Attr("role", "group"),
		),
	)
}

func (p *Page) validationView() app.UI {
	f := p.s.Search
	there := f != nil && len(f.Scores) > 0
	sizes := there && len(f.Subsample) > 0
	forms := there && len(f.Forms) > 0
	by := "By size of the subsample"
	if forms {
		by = "By p and degree"
	}
	return p.figureOrOffer(viewValidation, there,
		"Cross-validation chooses "+p.s.parameterWords()+" by the error on held-out rows.", "Cross-validate", "search.criterion", experiment.SearchCrossValidation,
		p.searchNote(),
		app.Div().Class("row", "choice-line").Body(
			app.P().ID("choice-line").Text(p.s.choiceWords()),
			app.Div().Class("rules").Attr("role", "group").Aria("label", "Choose gamma by").Body(
				p.ruleButton(experiment.RuleMinimum),
				p.ruleButton(experiment.RuleOneError),
			),
		),
		app.Figure().Aria("label", "Validation").Body(
			plot("plot-validation", "plot-search", "Score against "+p.s.parameterWords()).Attr("role", "group"),
		),
		app.Div().Class(classIf(sizes || forms, "sizes")).Body(
			app.Figure().Aria("label", "Heat map").Body(
				app.H4().Text(by),
				plot("plot-heat", "plot-small", "Heat map of the scores").TabIndex(0),
				app.FigCaption().Body(app.P().ID("heat-readout").Class("readout").Aria("live", "polite")),
			),
			app.Figure().Class(classIf(!forms, "draws")).Aria("label", "Draws").Body(
				app.H4().Text("Every draw, at its size's best gamma"),
				plot("plot-draws", "plot-small", "Draws by subsample"),
			),
		),
	)
}

// ruleButton is a button that shows the model chosen by a rule.
func (p *Page) ruleButton(rule string) app.UI {
	at, here := p.s.here()
	place := p.s.choice(rule)
	chosen := here && place != nil && at == *place
	return p.press("rule").Class(pickedClass(chosen)).DataSet("value", rule).Aria("pressed", chosen).Aria("disabled", place == nil || p.s.busy()).Text(labelOf("search.rule", rule))
}

func (p *Page) stabilityView() app.UI {
	resamples := cmp.Or(p.s.Stability, &experiment.Stability{}).Resamples
	return p.figureOrOffer(viewStability, p.s.Stability != nil,
		"Stability shows how often each weight is selected in fits to random halves of the training rows.", "Select on 50 halves", "selection.resamples", "50",
		app.Figure().Aria("label", "Stability").Body(
			app.Div().ID("plot-stability").Class("plot").Attr("role", "img").Aria("label", "Selection frequencies"),
			app.FigCaption().Class("quiet").Body(
				app.Text(fmt.Sprintf("Share of %s to random halves of the training rows that select the weight.", english.Count(resamples, "model"))),
				explainButton("result.frequency", "Selection frequency"),
			),
		),
	)
}

// searchNote warns that the search shown belongs to earlier entries.
func (p *Page) searchNote() app.UI {
	return app.P().Class(classIf(p.s.Search != nil && !p.s.holds() && !p.s.busy(), "quiet")).
		Text("This search belongs to earlier entries. " + p.s.repeats())
}

// choiceWords names the model shown, its score, and the rule that chooses it.
func (s *state) choiceWords() string {
	if s.Search == nil || s.Result == nil || len(s.Search.Scores) == 0 {
		return ""
	}
	model := experiment.Lookup(strengthPath(s.Search.spec)).Label + " " + number(s.strengthShown(), 4)
	if len(s.Search.Subsample) > 0 {
		model += " on " + english.Count(s.Size, "row")
	}
	at, on := s.here()
	if len(s.Search.Forms) > 0 {
		model += ", " + s.Search.Rows()[at.Form].Label
	}
	if !on {
		return model + " is not one of the scored values."
	}
	text := model + ": " + s.scoreWords(at)
	switch {
	case s.Search.Minimum != nil && at == *s.Search.Minimum:
		return text + ", the best."
	case s.Search.OneError != nil && at == *s.Search.OneError:
		return text + ", the " + simplest(s.Search.parameter()) + " within one standard error of the best."
	case s.Rule != "" && s.Spec.Search.Rule == experiment.RuleGiven:
		return text + ", entered in place of the rule " + labelOf("search.rule", s.Rule) + "."
	}
	return text + "."
}

// simplest names the end of a grid with the simplest model: "smallest gamma".
func simplest(parameter string) string {
	if experiment.SimplifiesModel(parameter) {
		return "largest " + parameter
	}
	return "smallest " + parameter
}

// parameterWords names the parameter of the search in view, or of the model entered.
func (s *state) parameterWords() string {
	if s.Search != nil {
		return s.Search.parameter()
	}
	return cmp.Or(s.Spec.Model.Parameter(), "a parameter")
}

// scoreWords is a score with its standard error: "mean squared error 0.034 ± 0.004".
func (s *state) scoreWords(at experiment.Place) string {
	score := s.Search.scoreAt(at)
	text := lowerFirst(labelOf("search.metric", s.Search.Metric)) + " " + chart.Value(score.Mean, experiment.IsShare(s.Search.Metric))
	if e := s.Search.errorWords(score); e != "" {
		text += " " + e
	}
	return text
}

// errorWords is a standard error, "± 0.004" or "± 2.1 %"; "" where it is only rounding.
func (f *search) errorWords(s experiment.Score) string {
	return chart.PlusMinus(s.Mean, s.Error, experiment.IsShare(f.Metric))
}
